"""Containers: tags and boxes around an answer, and what other containers next to them mean."""

import pytest

from reward.containers import MAX_ANSWER_CHARS, boxes
from reward.text import final_answer


@pytest.mark.parametrize(
    "reply",
    [
        "<answer>B</answer>",
        "<final_answer>B</final_answer>",
        "<ans>B</ans>",
        "<answer>Answer: B</answer>",
        "<answer>$\\boxed{B}$</answer>",
        "<answer>It is red. The answer is B</answer>",
        "Answer: <answer>B</answer>",
        "It is <|begin_of_box|>B<|end_of_box|>.",
        "<answer></answer> is the tag.\nAnswer: B",
        "\\boxed{<H> << \\Delta E}\n**Answer: B**",
    ],
)
def test_what_stands_in_a_tag_is_the_answer(reply: str) -> None:
    assert (final_answer(reply).text, final_answer(reply).others) == ("B", ())


@pytest.mark.parametrize(
    "reply",
    [
        "<SOLUTION>B</SOLUTION>",
        "<SUMMARY>A</SUMMARY><CONCLUSION>B</CONCLUSION>",
        "<output>B</output>",
        "<|begin_of_solution|>B<|end_of_solution|>",
        "<response>So the answer is B</response>",
    ],
)
def test_a_tag_that_may_hold_a_whole_reply_counts_where_nothing_else_marks_the_answer(reply: str) -> None:
    assert final_answer(reply).text == "B"
    assert final_answer(f"{reply}\nAnswer: C").text == "C"


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("\\boxed{B}", "B"),
        ("\\boxed {B}", "B"),
        ("boxed{B}", "B"),
        ("\\fbox{B}", "B"),
        ("$$\\boxed{\\text{B}}$$", "B"),
        ("\\[\n\\boxed{4}\n\\]", "4"),
        ("\\boxed{\\boxed{4}}", "4"),
        ("\\boxed{a \\boxed{4}", "4"),
        ("\\boxed{\\frac{1}{2}}", "\\frac{1}{2}"),
        ("\\boxed{4} and again \\boxed{4}", "4"),
        ("The length is \\boxed{4} cm.", "4 cm"),
        ("$\\boxed{4}\\text{ kg}$", "4 kg"),
        ("$\\boxed{4}$ km per hour", "4 km per hour"),
        ("Answer: $x = \\boxed{4}$.", "4"),
        ("Answer: \\[\\boxed{4}\\]", "4"),
        ("Final Answer: The length of $AB$ is $\\boxed{4}$.", "4"),
        ("I put it in \\boxed{}. The answer is B", "B"),
        ("\\boxed{}", ""),
        ("\\boxed{2x} is the rest.\nAnswer: 5", "5"),
    ],
)
def test_what_stands_in_a_box_is_the_answer(reply: str, text: str) -> None:
    assert (final_answer(reply).text, final_answer(reply).others) == (text, ())


@pytest.mark.parametrize("reply", ["It is not \\boxed{B}", "It cannot be \\boxed{B}", "It isn't <answer>B</answer>"])
def test_a_box_or_tag_that_its_clause_denies_is_no_container(reply: str) -> None:
    assert final_answer(reply).container == "none"


def test_an_answer_that_says_no_denies_nothing_behind_it() -> None:
    assert final_answer("<answer>no</answer><answer>yes</answer>").others == ("no",)
    assert final_answer("\\boxed{no}\\boxed{yes}").others == ("no",)


@pytest.mark.parametrize("reply", ["mailbox{4}", "a tool-box {4}", "\\boxed", "\\boxed{4", "the box {a}"])
def test_what_only_looks_like_a_box_is_none(reply: str) -> None:
    assert boxes(reply) == []


def test_a_box_longer_than_any_answer_is_not_read() -> None:
    assert final_answer("\\boxed{" + "x" * (MAX_ANSWER_CHARS + 1) + "}").text is None


@pytest.mark.parametrize(
    "reply",
    [
        "<answer>A</answer>\nAnswer: B",
        "<answer>A</answer> The answer is B",
        '{"answer": "A"}\nAnswer: B',
        "Answer: A\nSo \\boxed{B}",
        "Answer: A\nThe answer is B",
        "Answer: A. The answer is B",
        "\\boxed{A} Therefore the answer is B",
        "Answer: A\nAnswer: B",
    ],
)
def test_another_answer_behind_the_marked_one_is_kept_however_it_is_marked(reply: str) -> None:
    reading = final_answer(reply)
    assert {reading.text.rstrip(".") if reading.text else None, *reading.others} == {"A", "B"}


@pytest.mark.parametrize(
    "reply",
    [
        "<answer>A</answer>\nAnswer: A",
        "Answer: A\n\nSo \\boxed{A}",
        "\\boxed{A}\n\nThe answer is a.",
        "Answer: A\nAnswer: a",
    ],
)
def test_the_same_answer_in_several_containers_is_one_answer(reply: str) -> None:
    assert final_answer(reply).others == ()


@pytest.mark.parametrize(
    "reply",
    [
        "Answer: A\nWait, no. The answer is B",
        "Answer: A. Correction: the answer is B",
        "Answer: A. Wait, Answer: B",
        "\\boxed{A} Actually, it is the other one: \\boxed{B}",
        "<answer>A</answer> Wait, no: <answer>B</answer>",
    ],
)
def test_the_last_explicit_revision_wins_across_containers(reply: str) -> None:
    assert (final_answer(reply).text, final_answer(reply).others) == ("B", ())


def test_an_answer_that_takes_itself_back_stands_in_no_container() -> None:
    assert final_answer("Answer: 3. It moves. Wait, it is 4").container == "none"
    assert final_answer("Answer: 3\nWait, it is the man who does.").text is None
