"""The reader of final answers: which part of a reply is the answer, and the form in which answers are compared."""

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reward.containers import MAX_ANSWER_CHARS
from reward.plain import plain
from reward.revision import revises
from reward.spoken import spoken
from reward.text import MAX_REPLY_CHARS, final_answer, unwrap

LONG = "The person stands at the sink and washes a plate. " * 12


@pytest.mark.parametrize(
    ("reply", "text", "container"),
    [
        ("blue spoon", "blue spoon", "none"),
        ("  **blue spoon**\n", "blue spoon", "none"),
        ("Answer: blue spoon", "blue spoon", "marker"),
        ("**Answer:** blue spoon", "blue spoon", "marker"),
        ("**Answer: blue spoon**", "blue spoon", "marker"),
        ("answer :  `blue spoon`", "blue spoon", "marker"),
        ("Final answer: blue spoon\nIt is blue.", "blue spoon", "marker"),
        ("Answer:\nblue spoon\nof steel\n\nIt is blue.", "blue spoon\nof steel", "marker"),
        ("Answer:\n\n  blue spoon\n\nIt is blue.", "blue spoon", "marker"),
        ("### Final Answer\nblue spoon", "blue spoon", "marker"),
        ("**Answer**\n\nblue spoon", "blue spoon", "marker"),
        ("Answer:\n- blue spoon\n- red mug\n\nBoth are there.", "- blue spoon\n- red mug", "marker"),
        ("Answer: 1. blue spoon\n2. red mug\nBoth.", "1. blue spoon\n2. red mug", "marker"),
        ("Answer: A: true\nB: false", "A: true\nB: false", "marker"),
        ("Is it red? Answer: blue spoon", "blue spoon", "marker"),
        ("the answer is blue spoon. It is blue.", "blue spoon", "sentence"),
        ("So the answer is: **blue spoon**", "blue spoon", "sentence"),
        ("The answer is blue spoon because it is blue.", "blue spoon", "sentence"),
        ("The answer is B. blue spoon.", "B. blue spoon.", "sentence"),
        ("The correct option is B", "B", "sentence"),
        ("<answer>blue spoon</answer>", "blue spoon", "tag"),
        ("<ANSWER>\n blue spoon \n</Answer> done", "blue spoon", "tag"),
        ("<answer>blue spoon", "blue spoon", "tag"),
        ("<answer>Answer: blue spoon</answer>", "blue spoon", "tag"),
        ("I use <answer></answer> tags. <answer>blue spoon</answer>", "blue spoon", "tag"),
        ("\\boxed{blue spoon}", "blue spoon", "boxed"),
        ("$\\boxed{\\text{blue {spoon}}}$.", "\\text{blue {spoon}}", "boxed"),
        ("\\boxed{\\text{blue spoon}}", "blue spoon", "boxed"),
        ("\\fboxed{a} \\{ \\boxed {blue spoon}", "blue spoon", "boxed"),
        ('{"answer": "blue spoon"}', "blue spoon", "json"),
        ('```json\n{"reasoning": "…", "Final_Answer": "blue spoon"}\n```', "blue spoon", "json"),
        ('{"answer": ["cup", "pan"]}', "cup\npan", "json"),
        ('{"A": true, "B": false}', "A: true\nB: false", "json"),
        ('{"answer": 3.50}', "3.50", "json"),
        ("{not json}", "{not json}", "none"),
    ],
)
def test_an_answer_is_found_in_its_container(reply: str, text: str, container: str) -> None:
    reading = final_answer(reply)
    assert (reading.text, reading.container) == (text, container)


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("<think>Answer: red mug</think>blue spoon", "blue spoon"),
        ("Answer: red mug</think>\n\nblue spoon", "blue spoon"),
        ("<think>a</think><think>b</think>blue spoon", "blue spoon"),
        ("<thinking>red mug</thinking>blue spoon", "blue spoon"),
        ("<reasoning>red mug</reasoning>blue spoon", "blue spoon"),
        ("◁think▷red mug◁/think▷blue spoon", "blue spoon"),
        ("blue spoon<think>red mug", "blue spoon"),
        ("<think>red mug", ""),
        ("<think></think>", ""),
        ("", ""),
        ("Answer:", ""),
        ("**Answer:**  ", ""),
        ("<answer></answer>", ""),
        ('{"answer": null}', ""),
    ],
)
def test_thinking_and_empty_containers_are_no_answer(reply: str, text: str) -> None:
    assert final_answer(reply).text == text


@pytest.mark.parametrize(
    ("reply", "container"),
    [
        ("\\boxed{C}\nAnswer: B\n<answer>A</answer>", "tag"),
        ("\\boxed{C}\nThe answer is D.\nAnswer: A", "marker"),
        ("The answer is D. So \\boxed{A}", "boxed"),
    ],
)
def test_the_strongest_container_wins(reply: str, container: str) -> None:
    reading = final_answer(reply)
    assert (reading.text, reading.container, reading.others) == ("A", container, ())


def test_of_several_containers_the_last_counts_and_different_ones_are_kept() -> None:
    assert final_answer("Answer: A\nAnswer: B").others == ("A",)
    assert final_answer("Answer: a\nAnswer: A.").others == ()
    assert final_answer("<answer>A</answer> <answer>B</answer> <answer>A</answer>").others == ("B",)
    assert final_answer("Answer: A\nAnswer: B").marked == 2


@pytest.mark.parametrize(
    "word", ["Wait, no.", "Actually, it is blue.", "Correction:", "Sorry, I was wrong.", "Scratch that."]
)
def test_a_revision_takes_back_what_stands_before_it_and_nothing_else(word: str) -> None:
    assert final_answer(f"Answer: A\n{word}\nAnswer: B").others == ()
    assert final_answer(f"Answer: A\n{word}\nAnswer: B\nAnswer: A").others == ("B",)
    assert final_answer(f"Answer: A\n{word}").text is None


@pytest.mark.parametrize(
    "reply",
    [
        "I doubt that the answer is B.",
        "I don't think the answer is B.",
        "Nobody knows whether the answer is B.",
        "This is not the answer: B",
        "A wrong answer: B",
        "One possible answer: B",
    ],
)
def test_a_marker_that_its_own_clause_denies_is_no_container(reply: str) -> None:
    assert final_answer(reply).container == "none"


def test_a_denial_in_another_clause_does_not_matter() -> None:
    assert final_answer("He does not hold the mug, so the answer is B.").text == "B."
    assert final_answer("Answer: no Answer: yes").others == ("no",)


@pytest.mark.parametrize("blank", ["Answer: <your answer>", "Answer: <letter>", "**Answer:** <yes/no>"])
def test_an_echo_of_the_template_is_no_container(blank: str) -> None:
    assert final_answer(blank).container == "none"
    assert final_answer(f"{blank}\nAnswer: B").others == ()


@pytest.mark.parametrize(
    ("reply", "text", "because"),
    [
        ("Answer: B\nBecause: it is blue.", "B", "it is blue."),
        ("Answer: B\n\n**Because:** it is blue.\nTruly.", "B", "it is blue.\nTruly."),
        ("B\nBecause: the answer is not A.", "B", "the answer is not A."),
        ("Because: it is blue.\nAnswer: B", "B", None),
        ("Answer: A\nBecause: no.\nAnswer: B", "B", None),
        ("Answer: B\nBecause:", "B", None),
        ("Answer: B because: it is blue", "B because: it is blue", None),
    ],
)
def test_the_reason_is_kept_apart_from_the_answer(reply: str, text: str, because: str | None) -> None:
    reading = final_answer(reply)
    assert (reading.text, reading.because) == (text, because)


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        (LONG + "\n\nB", "B"),
        (LONG + "\nB", "B"),
        (LONG + "\n\n- cup\n- pan", "- cup\n- pan"),
        (LONG + "\n\nA: true\n\nB: false\n", "A: true\n\nB: false"),
        (LONG + "\n\n| A | true |\n| B | false |", "| A | true |\n| B | false |"),
        (LONG, LONG.strip()),
        (LONG * 3, None),
        (f"{LONG}\n\n{LONG}", None),
        ("Answer: " + "x" * MAX_ANSWER_CHARS, "x" * MAX_ANSWER_CHARS),
        ("Answer: " + "x" * (MAX_ANSWER_CHARS + 1), None),
        ("x" * (MAX_REPLY_CHARS + 1), None),
    ],
)
def test_of_a_long_reply_only_a_short_end_is_read(reply: str, text: str | None) -> None:
    assert final_answer(reply).text == text


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("The  Blue\nSpoon.", "blue spoon"),
        ("a blue-spoon!", "blue spoon"),
        ("“Crème brûlée”", "creme brulee"),
        ("**The** spoon", "spoon"),
        ("some water", "water"),
        ("the a", "a"),
        ("a", "a"),
        ("A. blue", "a blue"),
        ("a,b", "a b"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("it's", "it s"),
        ("snake_case", "snake case"),
        ("3.5 kg", "3.5 kg"),
        ("3,5", "3 5"),
        ("-5", "-5"),
        ("a-5", "a 5"),
        ("5-", "5"),
        ("12:03", "12:03"),
        ("3/4", "3/4"),
        ("either/or", "either or"),
        ("50%", "50%"),
        ("20 °C", "20 °c"),
        ("< 5", "5"),
        ("<5", "<5"),
        ("≥5", "≥5"),
        ("m²", "m 2"),
        ("½", "1 2"),
        ("…", ""),
        ("", ""),
    ],
)
def test_the_form_for_comparison_drops_dress_and_keeps_what_changes_a_number(text: str, form: str) -> None:
    assert plain(text) == form


@given(st.text(max_size=150))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_reading_and_comparing_never_raise_and_their_forms_are_stable(text: str) -> None:
    assert plain(" ".join(plain(text).split())) in (plain(text), plain(plain(text)))
    assert spoken(spoken(text)) is not None
    assert final_answer(text) == final_answer(text)
    assert len(final_answer(text).text or "") <= MAX_ANSWER_CHARS


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("\"'**blue spoon**'\"", "blue spoon"),
        ("$$\\text{blue spoon}$$", "blue spoon"),
        ("\\(blue spoon\\)", "blue spoon"),
        ("``blue spoon``", "blue spoon"),
        ("\\boxed{\\mathrm{B}}", "B"),
        ("B. \\text{blue spoon}", "B. blue spoon"),
        ("a * b", "a * b"),
        ("", ""),
    ],
)
def test_wrappers_around_the_whole_of_a_text_come_off(text: str, inside: str) -> None:
    assert unwrap(text) == inside


def test_invisible_characters_surrogates_and_line_ends_are_set_right() -> None:
    assert spoken("b\u200blue\u00ad\u202e spo\ufeffon\ud800") == "blue spoon"
    assert spoken("a\r\nb\rc") == "a\nb\nc"
    assert spoken("Ｂ ｓｐｏｏｎ 𝐁") == "B spoon B"
    assert spoken("3² 1½") == "3^2 1 1⁄2"


FLOODS = (
    "(", "{", "}", "<", "<|", "<|a", "$", "`", "*", "\\", '"', "- ", "-\n", ". ", " ", "\n", "\r\n", "1. a\n",
    "A: true\n", "answer", "answer: ", "Answer:", "Answer: a\n", "Answer: a\nwait, no\n", "the answer is ",
    "The answer is B. ", "correct option is ", "choice: ", "no answer ", "not answer: ", "answer to the question ",
    "answer: \\boxed{1} ", "<answer>", "</answer>", "<answer>x</answer>", "<answer>\\boxed{1}</answer>",
    "<solution>a</solution>", "<think>", "</think>", "<think></think>", "<think>a</think>b", "[THINK]", "◁think▷",
    "</s>", "<|im_end|>", "\\boxed{", "\\boxed{a}", "boxed{{", "mailbox{", "\\boxed{" * 3 + "}" * 3, "Because:\n",
    "a\nBecause: b\n", '{"answer":', '{"answer": "B"}\n', "\n{", "[[", "'answer': '", '"answer": "a\\', "```\n",
    "```a", "#### 1\n", "ans:\n", "答案：", "wait, ", "actually, it ", "answer: a explanation: ", "é", "e\u0301",
    "\u0301\u0316", "½", "²", "İ", "ﬁ", "ﷺ", "\u200b", "a\u200b", "\ud800", "\x00", "\x08ox", "😀", "가",
    "analysisassistantfinal", "<!--", "<!-- a -->", "> a\n", "if the answer is ", "\nif ", "\nno, ", "Answer: a. no, ",
    "final answer: a\n", "first answer: a. ", "## solution\n", "or, ", "\n\n## step 1\n",
)  # fmt: skip


@pytest.mark.parametrize("flood", FLOODS, ids=ascii)
def test_the_longest_reply_is_read_within_half_a_second_whatever_it_holds(flood: str) -> None:
    """It takes some 15 ms at most; work that grows with the square of the length would take seconds."""
    for start, end in (("", ""), ("Answer: ", ""), ("<answer>", ""), ('{"answer": "', '"}'), ("", "\nAnswer: B")):
        reply = (start + flood * MAX_REPLY_CHARS)[: MAX_REPLY_CHARS - len(end)] + end
        begun = process_time()
        final_answer(reply)
        assert process_time() - begun < 0.5, (start, end)


def test_a_reply_without_a_container_is_read_up_to_its_explanation() -> None:
    assert final_answer("cup\n\nExplanation: it is red.").text == "cup"
    assert final_answer("The cup\nReasoning: it is red.\nA pan").text == "The cup\nReasoning: it is red.\nA pan"


def test_a_long_list_at_the_end_is_too_long_to_be_an_answer() -> None:
    assert final_answer("- a\n" * 5_000).text is None


@pytest.mark.parametrize(
    "after", ["No, that is wrong.", "That is not true.", "Just kidding.", "But it isn't right.", "Wait, I was wrong."]
)
def test_an_answer_that_is_taken_back_right_behind_it_is_not_read(after: str) -> None:
    assert final_answer(f"Answer: B\n{after}").text is None
    assert final_answer(f"The answer is the cup. {after}").text is None
    assert final_answer(f"The answer is B. {after}").container == "none"
    assert revises(f"B. {after}")
    assert final_answer("Answer: B\nIt is red. Option A says that it is blue.").text == "B"


@pytest.mark.parametrize("reply", ["~~A~~ B", "<del>A</del>B", "~~Answer: A~~\nAnswer: B"])
def test_what_is_struck_out_is_not_said(reply: str) -> None:
    assert final_answer(reply).text == "B"


@pytest.mark.parametrize(
    "reply", ["Suppose the answer is B.", "Let us assume the answer is B", "It is false that the answer is B"]
)
def test_an_answer_that_is_only_supposed_is_in_no_container_or_not_read(reply: str) -> None:
    reading = final_answer(reply)
    assert reading.container == "none" or reading.text is None


@pytest.mark.parametrize(
    "reply",
    [
        "If it is not 7, the answer is 3.",
        "Unless it rains, the answer is 3.",
        "Let me see. Suppose it is red, then the answer is 3.",
        "Assuming the tap runs, the answer is 3.",
        "An example of an answer is 3.",
        "The reference is 3.",
    ],
)
def test_a_conditional_answer_or_an_example_is_not_read(reply: str) -> None:
    assert final_answer(reply).text is None


def test_a_condition_in_another_sentence_does_not_matter() -> None:
    assert final_answer("I wonder if it is red. The answer is 3").text == "3"
    assert final_answer("If it is not 7, the answer is 3.\nAnswer: 4").text == "4"


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("## Solution\n\nThe result is **cup**.", "The result is **cup**."),
        ("**Solution**\n\n3", "3"),
        ("### Step 1: look\nHe looks.\n\ncup", "cup"),
        ("## Result\n- cup\n- pan", "- cup\n- pan"),
        ("**cup**\n\nIt is red.", "cup**\n\nIt is red."),
        ("> cup", "cup"),
        ("> **cup**", "cup"),
        ("> 3", "> 3"),
        ("It is x > y", "It is x > y"),
    ],
)
def test_a_heading_and_the_marks_of_a_quotation_are_not_read(reply: str, text: str) -> None:
    assert final_answer(reply).text == text


@pytest.mark.parametrize(
    ("reply", "in_line"),
    [
        ("Answer: 42", True),
        ("It is seen.\n\n**Answer:** 42", True),
        ("#### 42", False),
        ("## Answer\n42", False),
        ("Answer - B", False),
        ("Answer:\n42", False),
        ("Final answer: 42", False),
        ("I say, answer: 42", False),
        ("Answer: 42\nNo, 43.", False),
        ("The answer is 42", False),
    ],
)
def test_only_a_line_that_says_answer_is_the_asked_for_form(reply: str, in_line: bool) -> None:
    assert final_answer(reply).in_line is in_line


def test_a_lead_in_word_can_be_an_answer() -> None:
    assert final_answer("Answer: the\nAnswer: 3").others == ("the",)
    assert final_answer("Answer: correct\nAnswer: none").others == ("correct",)
