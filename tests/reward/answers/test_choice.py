"""A choice: letter, text, or both, in every shape that models give them."""

import pytest
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
]


@pytest.mark.parametrize("reply", SAYS_B)
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
        ("B, I guess", "hedged"),
    ],
)
def test_no_option_or_more_than_one_is_wrong_whatever_the_key(reply: str, rule: str) -> None:
    for letter in "ABCD":
        assert outcome(Choice(options=OPTIONS, correct=letter), reply) == (0, rule)


@pytest.mark.parametrize(
    "reply",
    [
        "B. red mug",
        "(B) red mug",
        "B red mug",
        "A. blue spoon",
        "A: blue spoon",
        "B? No, A.",
        "B is wrong",
        "A is correct, B is wrong",
        "I rule out B",
        "Everything except B",
        "B. That is wrong.",
        "B. On second thoughts, the plate",
        "C shows a plate, so B is not it",
        "between B and C",
        "all of the above",
        "none of the above",
        "E",
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
