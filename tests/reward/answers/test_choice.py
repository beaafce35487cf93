"""A choice: letter, text, place, or several of them, in every shape that models give them, and in prose."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from reward import Item
from reward.answers import Choice

OPTIONS = ("red mug", "blue spoon", "a green bowl", "the white plate")
KEY_B = Choice(options=OPTIONS, correct="B")
KEY_C = Choice(options=OPTIONS, correct="C")


def outcome(answer: Choice, reply: str) -> tuple[float | None, str]:
    mark, _ = answer.mark_reply(reply)
    return mark.score, mark.rule


SAYS_B = [
    "B",
    "b",
    "B.",
    "B)",
    "(B)",
    "[B]",
    "<B>",
    "(b)",
    "**B**",
    "`B`",
    "Ｂ",
    "$B$",
    "```\nB\n```",
    "- B",
    "Option B",
    "option (B).",
    "Choice B",
    "Letter B",
    "It's B",
    "I choose B",
    "I'd go with B",
    "I think the answer is B.",
    "My answer is B.",
    "B is correct.",
    "Option B is the correct answer.",
    "The correct option is B.",
    "The correct choice is (B) blue spoon.",
    "blue spoon",
    "Blue spoon.",
    "the blue spoon",
    "A blue spoon.",
    "It is a blue spoon",
    "The object is the blue spoon.",
    "B blue spoon",
    "B. blue spoon",
    "B) Blue spoon.",
    "B: blue spoon",
    "B - blue spoon",
    "B – blue spoon",
    "B） blue spoon",
    "(B) the blue spoon",
    "B (blue spoon)",
    "blue spoon (B)",
    "B. The spoon is blue.",
    "B: The person holds it.",
    "B\n\nThe spoon is blue.",
    "B, because it is a spoon.",
    "B because the spoon is blue",
    "The person picks up something blue, so B.",
    "Answer: B",
    "Answer:B",
    "Answer is B",
    "**Answer:** (B)",
    "Answer: option B",
    "Answer: B, the blue spoon",
    "Answer: <B>",
    "Answer: \\text{B}",
    "Answer: B\nBecause: A is a mug.",
    "Because: A mug is red, not blue.\nAnswer: B",
    "### Final Answer\nB",
    "The answer is B",
    "The answer is (B).",
    "The answer is B because A is red.",
    "The answer is: **B) blue spoon**.",
    "Since the man does not hold the mug, the answer is B.",
    "<answer>b</answer>",
    "<answer>B. blue spoon</answer>",
    "<answer>\nB\n</answer>",
    "\\boxed{B}",
    "\\boxed{\\text{B}}",
    "\\(\\boxed{B}\\)",
    "The final answer is $\\boxed{B}$.",
    '{"answer": "B"}',
    '{"Answer": "B. blue spoon"}',
    "<think>A? A is red. Answer: A</think>B",
    "Is it A? The mug is red.\n\nAnswer: B",
    "A. red mug\nB. blue spoon\nC. a green bowl\nD. the white plate\n\nThe answer is B.",
    "The answer is B.\n\nAnswer: B. blue spoon",
    "Answer: $B",
    "( b )",
    "→ B",
    "Selected: B",
    "Ans. B",
    "blue spoons",
    "Blue-spoon",
    "The second option",
    "option 2",
    "the 2nd one",
    "I choose the second option.",
    "Second",
    "the second.",
    "Solution: B",
    "Result: B",
    "Between A and B, B is right.",
    "I eliminate A, C and D.",
    "A, C and D are wrong.",
    "All but B are wrong",
    "Everything except B is incorrect.",
    "正确答案是B",
    "答案：B",
    "La réponse est B",
    "Antwort: B",
    "La respuesta correcta es B",
]
SAYS_B_IN_PROSE = [
    "Not A, so B",
    "Not A, not C, not D: B",
    "Not A. B.",
    "It isn't A, it's B",
    "A is incorrect; B",
    "A is correct? No, B.",
    "A? No, B.",
    "B is correct, A is wrong",
    "A is wrong. B is right.",
    "A is wrong, C is wrong, D is wrong, therefore B",
    "A) wrong\nB) right\nC) wrong\nD) wrong",
    "A. red mug - incorrect\nB. blue spoon - correct",
    "A: false\nB: true\nC: false\nD: false",
    "B. Because A is a mug and C is not even blue.",
    "B, not A",
    "B rather than A",
    "the blue spoon, not the red mug",
    "not the red mug but the blue spoon",
    "between A and B I pick B",
    "Between A and B, I pick B.",
    "I first thought A, but it is B.",
    "At first A seemed right, but B is correct.",
    "Going with option B here.",
    "Among the options, B fits best.",
    "Looking at the picture, it is (B).",
    "The most likely object is (B) blue spoon, as its bowl is round. The red mug is less likely.",
    "The man holds a blue spoon.",
    "There is a blue spoon.",
    "It is clear that the object in his hand is the blue spoon, which is often used to stir.",
    "The object is most likely the blue spoon (option B).",
    "The blue spoon is used to stir the soup.",
    "The man uses the blue spoon to stir. It is made of steel.",
    "The options are a mug, a spoon and a bowl.\n\nThe thing that he lifts is (B).",
    "(B) A spoon, blue.\n\nIt lies beside the red mug, which is not moved.",
    "The red mug stays where it is. So the object must be the blue spoon.",
]


@pytest.mark.parametrize("reply", SAYS_B + SAYS_B_IN_PROSE)
def test_a_reply_that_asserts_b_is_right_where_b_is_the_key_and_wrong_elsewhere(reply: str) -> None:
    assert outcome(KEY_B, reply) == (1, "equal")
    assert outcome(KEY_C, reply) == (0, "wrong_candidate")


@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        ("", "empty"),
        ("I don't know", "refused"),
        ("Answer: <letter>", "no_answer"),
        ("A, B", "several_answers"),
        ("A and B", "several_answers"),
        ("A or B", "several_answers"),
        ("B/C", "several_answers"),
        ("A B", "several_answers"),
        ("[A][B]", "several_answers"),
        ("ABCD", "several_answers"),
        ("A, B, C, D", "several_answers"),
        ("A\nB\nC\nD", "several_answers"),
        ("option A or option B", "several_answers"),
        ("red mug, blue spoon, a green bowl, the white plate", "several_answers"),
        ("The blue spoon and the red mug", "several_answers"),
        ("A | blue spoon", "several_answers"),
        ("A\nblue spoon", "several_answers"),
        ("A) red mug\nB) blue spoon\nC) a green bowl\nD) the white plate", "several_answers"),
        ("Answer: A Answer: B", "several_answers"),
        ("Answer: A\nAnswer: B", "several_answers"),
        ("not B", "negated"),
        ("It's not B.", "negated"),
        ("anything but B", "negated"),
        ("Not the blue spoon", "negated"),
        ("The answer is not B", "negated"),
        ("This is not the answer: B", "negated"),
        ("Maybe B", "hedged"),
        ("Could be B", "hedged"),
        ("B?", "hedged"),
        ("E", "no_option"),
        ("Answer: (F)", "no_option"),
        ("none of the above", "no_option"),
        ("all of the above", "several_answers"),
        ("Not B!", "negated"),
        ("B, I guess", "hedged"),
    ],
)
def test_no_option_or_more_than_one_is_wrong_whatever_the_key(reply: str, rule: str) -> None:
    for letter in "ABCD":
        assert outcome(Choice(options=OPTIONS, correct=letter), reply) == (0, rule)


@pytest.mark.parametrize(
    "reply",
    [
        "I eliminate A and C.",
        "All but B are right",
        "A, B, C and D are wrong",
        "B (not verified)",
        "B (untested)",
        "B. red mug",
        "(B) red mug",
        "B red mug",
        "A. blue spoon",
        "A: blue spoon",
        "B is wrong",
        "I rule out B",
        "Everything except B",
        "B. That is wrong.",
        "B. On second thoughts, the plate",
        "C shows a plate, so B is not it",
        "between B and C",
        "1",
        "Bowl",
        "A person took it",
        "I see the mug.",
        "vitamin B was mentioned",
        "I doubt that the answer is B.",
        "Wrong answer: B",
        "Nobody knows whether the answer is B.",
        "Answer: B\nWait, that is the mug.",
        "A/B. blue spoon",
        "Answer: A - blue spoon",
        "(A) is the blue spoon",
        "red mug (B)",
        "2",
        "the fifth option",
        "A long explanation",
        "A cat is on the mat",
        "C (or maybe B)",
        "B... or C?",
        "I am torn between A and B",
        "A 50/50 between B and C",
        "Let me think about option B",
        "option B is tempting",
        "Option (B) mentions a spoon.",
        "Many choose B, which is a mistake.",
        "If not A then B",
        "B if it is blue, else A",
        "It would be B if it were blue.",
        "B, but I could be wrong.",
        "Not sure. B.",
        "B. Not sure.",
        "B. Actually C.",
        "B! Just kidding.",
        "B? Definitely not.",
        "Why not B?",
        "all but B",
        "I refuse to choose B",
        "B is unlikely",
        "The wrong one is B.",
        "The options are (A) red mug and (B) blue spoon.",
        "There is no blue spoon.",
        "Ignore the blue spoon.",
        "The blue spoon is a distractor.",
        "What about the blue spoon?",
        "The question asks about the blue spoon.",
        "He puts the blue spoon into the red mug.",
        "He holds the red mug. She holds the blue spoon.",
        "A blue spoon or a fork",
        "blue spoon holder",
        "The blue spoon's handle",
        "a spoon that is blue",
        "Panel B shows it",
        "maybe (B)\n" * 150,
        "it is not (B), " * 150 + "I think.",
        "It is not clear to me\nwhether it is (B)\n" * 100,
    ],
)
def test_contradictions_and_mere_mentions_are_never_decided(reply: str) -> None:
    for letter in "ABCD":
        assert outcome(Choice(options=OPTIONS, correct=letter), reply)[0] is None


def test_the_article_a_is_not_the_letter_a() -> None:
    assert outcome(KEY_C, "a green bowl") == (1, "equal")
    assert outcome(KEY_C, "A green bowl") == (1, "equal")
    assert outcome(Choice(options=OPTIONS, correct="A"), "a") == (1, "equal")


def test_an_option_that_sounds_like_a_refusal_or_negation_can_be_chosen_by_its_text() -> None:
    options = ("red", "not red", "I don't know", "Who is there?")
    assert outcome(Choice(options=options, correct="B"), "Answer: not red") == (1, "equal")
    assert outcome(Choice(options=options, correct="B"), "It is not red") == (1, "equal")
    assert outcome(Choice(options=options, correct="C"), "I don't know") == (1, "equal")
    assert outcome(Choice(options=options, correct="D"), "Answer: Who is there?") == (1, "equal")


def test_options_that_are_letters_themselves_are_read_only_where_both_readings_agree() -> None:
    options = ("B", "A", "C")
    assert outcome(Choice(options=options, correct="C"), "C") == (1, "equal")
    assert outcome(Choice(options=options, correct="A"), "A")[0] is None
    with pytest.raises(ValidationError, match="not read back"):
        Item(question="?", answer=Choice(options=options, correct="A"))


NUMBERS = ("$1,200", "$1,250", "$1,300", "$1,350")
FORMULAS = ("$\\frac{1}{2}$", "$10^{3}$", "$-2$", "2")
LONG = ("The germination of the plant is unaffected by light.", "Light slows it down", "World War I", "Graph 2 (dose)")


@pytest.mark.parametrize(
    ("options", "reply", "letter"),
    [
        (NUMBERS, "1250", "B"),
        (NUMBERS, "The total is $1,250.00.", "B"),
        (NUMBERS, "1,200 + 50 = 1,250. Therefore, the cost is $1,250, which covers all.", "B"),
        (NUMBERS, "1,275", None),
        (NUMBERS, "The cost is 1,250 %.", None),
        (NUMBERS, "The cost is 1,250 or 1,300.", None),
        (NUMBERS, "option 2", None),
        (FORMULAS, "1/2", "A"),
        (FORMULAS, "\\boxed{\\frac12}", "A"),
        (FORMULAS, "0.5", None),
        (FORMULAS, "10^3", "B"),
        (FORMULAS, "−2", "C"),
        (FORMULAS, "It is 2.", "D"),
        (LONG, "The germination of the plant is unaffected", "A"),
        (LONG, "The germination of the plant", None),
        (LONG, "(A) The germination of this plant is unaffected by the light", "A"),
        (LONG, "(A) The germination of the plant is not unaffected by light", None),
        (("5 kg", "3.5 kg", "-5 kg"), "3.5 kg", "B"),
        (("5 kg", "3.5 kg", "-5 kg"), "-5 kg", "C"),
        (LONG, "It slows down", None),
        (LONG, "It happened in World War I.", "C"),
        (LONG, "Graph 2", "D"),
        (LONG, "the second graph", None),
        (("Yes", "No", "Can't tell"), "(A) Yes, even if there are no people.", "A"),
        (("Yes", "No", "Can't tell"), "Yes, there is no doubt.", "A"),
        (("True", "False"), "False. It is not the one in the question.", "B"),
        (("moves to C.", "moves to D.", "stays at B."), "The economy moves to C.", "A"),
        (("a", "b", "a and b", "both B and C"), "B and C", "D"),
        (("AB", "BC", "BCD", "none of these"), "none of these", "D"),
        (("AB", "BC", "BCD", "AD"), "(B), (C), and (D)", None),
        (("0.5 kg", "1/2 kg", "2 kg", "3 kg"), "0.50 kg", "A"),
        (("0.5 kg", "1/2 kg", "2 kg", "3 kg"), "0.5", None),
        (("tr > tb", "tr < tb", "tr = tb"), "tr < tb", "B"),
        (("<image 1>", "<image 2>", "<image 3>"), "the second image", "B"),
        (("<image 1>", "<image 2>", "<image 3>"), "Image 2", "B"),
    ],
)
def test_options_are_found_in_other_writing_and_only_where_one_is_meant(
    options: tuple[str, ...], reply: str, letter: str | None
) -> None:
    marks = [outcome(Choice(options=options, correct=key), reply)[0] for key in "ABCD"[: len(options)]]
    assert marks.count(1) == (letter is not None)
    assert letter is None or marks["ABCD".index(letter)] == 1


def test_options_that_differ_by_a_sign_of_arithmetic_alone_are_told_apart() -> None:
    options = ("(a+b+3)/6", "(-a+b+3)/6", "(-a+b)/6+3")
    for key, option in zip("ABC", options, strict=True):
        assert outcome(Choice(options=options, correct=key), option) == (1, "equal")


def test_what_is_read_of_a_reply_does_not_depend_on_the_key() -> None:
    for reply in SAYS_B + SAYS_B_IN_PROSE:
        said = {Choice(options=OPTIONS, correct=key).mark_reply(reply)[0].said for key in "ABCD"}
        assert len(said) == 1, reply


@given(st.lists(st.sampled_from([*SAYS_B, *SAYS_B_IN_PROSE, *OPTIONS, "not ", "maybe ", ", ", ". ", "\n", "A", "(C)"])))
def test_no_soup_of_options_is_right_for_two_keys(pieces: list[str]) -> None:
    marks = [outcome(Choice(options=OPTIONS, correct=key), "".join(pieces))[0] for key in "ABCD"]
    assert marks.count(1) <= 1


@pytest.mark.parametrize("count", [41, 150, 151, 1_637, 1_639, 13_000])
def test_a_sentence_cut_in_a_long_reply_keeps_its_doubt(count: int) -> None:
    for sentence in ("maybe (B)\n", "It is certainly not (B). ", "Is it not (B)?\n"):
        assert outcome(KEY_B, sentence * count)[0] != 1


def test_true_and_false_may_be_options() -> None:
    key = Choice(options=("True", "False"), correct="B")
    assert outcome(key, "False. The lid stays on.") == (1, "equal")
    assert outcome(key, "A") == (0, "wrong_candidate")


def test_letters_go_as_far_as_the_options_do() -> None:
    many = Choice(options=tuple(f"thing number {n}" for n in range(26)), correct="I")
    assert outcome(many, "I") == (1, "equal")
    assert outcome(many, "Answer: (I)") == (1, "equal")
    assert outcome(many, "I think it is thing number 8") == (1, "equal")
    assert outcome(many, "I think so")[0] != 1


@pytest.mark.parametrize(
    ("options", "correct", "message"),
    [
        (("cup", "Cup."), "A", "the same"),
        (("cup", "the cup"), "A", "the same"),
        (("3", "three", "5"), "A", "'3' and 'three'"),
        (("½ cup", "1/2 cup", "a cup"), "A", "'½ cup' and '1/2 cup'"),
        (("cup", "***"), "A", "empty"),
        (("cup", "pan"), "C", "no option's letter; use A to B"),
        (("cup", "pan"), "AB", "no option's letter"),
        (("cup", "pan"), "", "no option's letter"),
        (("cup", "pan"), "a", "no option's letter"),
        (("cup",), "A", "at least 2"),
    ],
)
def test_a_key_that_cannot_be_told_apart_is_refused(options: tuple[str, ...], correct: str, message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Choice(options=options, correct=correct)


def test_chance_is_one_in_the_number_of_options() -> None:
    assert KEY_B.chance == 0.25


def test_options_in_the_singular_and_the_plural_are_told_apart_by_their_letters_alone() -> None:
    answer = Choice(options=("cups", "cup", "pan"), correct="A")
    assert outcome(answer, "cups")[0] is outcome(answer, "cup")[0] is None
    assert outcome(answer, "A. cups") == outcome(answer, "A") == (1, "equal")
    assert outcome(answer, "pan") == outcome(answer, "B") == (0, "wrong_candidate")


def test_a_number_in_words_is_the_option_in_digits() -> None:
    answer = Choice(options=("2", "3", "4", "21"), correct="C")
    assert outcome(answer, "four") == outcome(answer, "The answer is four.") == (1, "equal")
    assert outcome(answer, "twenty-one") == outcome(answer, "three") == (0, "wrong_candidate")
    assert outcome(answer, "Second")[0] is None
    assert outcome(Choice(options=("minute", "second", "hour"), correct="A"), "second") == (0, "wrong_candidate")


def test_an_option_may_hold_a_no() -> None:
    answer = Choice(options=("a fungus", "drought; no pathogen involved"), correct="B")
    mark, _ = answer.mark_reply("The answer is (B) drought; no pathogen involved. The leaves are dry.")
    assert mark.score == 1


KITCHEN = ("cup", "pan", "knife", "fork")


@pytest.mark.parametrize(
    "reply",
    [
        '{"A": 0.1, "B": 0.8, "C": 0.1}', "A: 10%\nB: 80%\nC: 10%", "C: 30%\nB: 70%", "B: 80%\n\nC: 20%",
        "B. However, C.", "B. But C is more likely.", "B. No, C.", "B. Hmm, C.", "B. Update: C", "B... no, C",
        "B. Scrap that: C", "B. Instead, C.", "B. Or C.", "far from pan", "The opposite of pan.",
        "I used to think pan.",
        "Many people say pan.", "Everyone else says pan.", "pan was my first thought", "The answer is hardly pan.",
        "pan is out of the question.", "Answer: non-pan", "Random guess: pan", "pan is among the candidates",
        "pan. But knife is more likely.", "pan?knife", "peter pan", "I used to think it was B.", "B is one option",
        "¬B", "!B", "~B", "≠ pan",
    ],
)  # fmt: skip
def test_an_option_that_is_weighed_doubted_or_left_again_is_right_for_no_key(reply: str) -> None:
    assert 1 not in [outcome(Choice(options=KITCHEN, correct=letter), reply)[0] for letter in "ABCD"]


@pytest.mark.parametrize("reply", ["A: 10%\nB: 80%\nC: 10%", '{"B": 0.8, "C": 0.2}', "A: B", "A: Option B", "A: (B)"])
def test_shares_and_an_a_that_may_stand_for_the_answer_are_left_undecided(reply: str) -> None:
    assert {outcome(Choice(options=KITCHEN, correct=letter), reply)[0] for letter in "ABCD"} == {None}


@pytest.mark.parametrize(
    "reply",
    [
        "A: 10%\nB: 80%\nAnswer: B", "B (80%)", "B!", "I used to think it was C, but the answer is B.",
        "Some people say knife, but the answer is pan.", "B. However, A is wrong.", "B. But not C.",
        "C is plausible. However, B is the answer.", "However, it is B.",
    ],
)  # fmt: skip
def test_what_only_sets_other_options_aside_leaves_the_answer(reply: str) -> None:
    assert outcome(Choice(options=KITCHEN, correct="B"), reply) == (1, "equal")


def test_intervals_are_told_apart_by_their_brackets() -> None:
    answer = Choice(options=("(1,2]", "[1,2)"), correct="A")
    assert outcome(answer, "(1,2]") == outcome(answer, "The answer is (1,2].") == (1, "equal")
    assert outcome(answer, "[1,2)") == (0, "wrong_candidate")
    assert outcome(answer, "1,2")[0] is None
    with pytest.raises(ValidationError, match="two options are the same"):
        Choice(options=("(1,2]", "(1, 2]"), correct="A")


@pytest.mark.parametrize("mark", ["!", "...", "…"])
def test_a_flood_of_marks_asserts_nothing(mark: str) -> None:
    assert outcome(KEY_B, mark * 40_000)[0] is None
    assert outcome(KEY_B, "B" + mark * 40_000 + " Sorry, I was wrong.")[0] is None
