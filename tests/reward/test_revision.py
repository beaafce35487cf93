"""Revisions: what stands as the answer of a reply that goes on after it."""

import pytest

from reward.revision import revises
from reward.text import final_answer

CONTAINERS = ("Answer: {}\n", "The answer is {}. ", "\\boxed{{{}}} ", "<answer>{}</answer>\n", '{{"answer": "{}"}}\n')


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize(
    "after",
    [
        "Actually 4.",
        "Actually, it is 4.",
        "No, 4.",
        "No, it is 4.",
        "No, wait: 4",
        "I mean 4.",
        "Or rather 4.",
        "Correction: 4",
        "**Correction:** 4",
        "Make that 4.",
        "Sorry, 4",
        "Oops, it's 4!",
        "Scratch that: 4",
        "On second thought, 4.",
        "Hold on, the correct answer is 4.",
    ],
)
def test_one_short_new_answer_behind_the_last_replaces_it(container: str, after: str) -> None:
    reading = final_answer(container.format(3) + after)
    assert ((reading.text or "").strip(".!"), reading.others, reading.in_line) == ("4", (), False)


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize(
    "after",
    [
        "No.",
        "Nope.",
        "Not.",
        "Not 3.",
        "Not sure.",
        "Hmm, 4.",
        "Hmm.",
        "Or 4.",
        "Or maybe 4.",
        "It could also be 4.",
        "It might be 4.",
        "Alternatively, 4.",
        "But it is 4.",
        "However, it could be 4.",
        "However, 4 is more likely.",
        "No, maybe 4.",
        "Actually, 4 or 5.",
        "Actually, 4?",
        "Actually, four men are seen.",
        "Actually 4. Or 5.",
        "Wait, let me look again.",
        "Hold on.",
        "No 4.",
    ],
)
def test_what_turns_against_the_answer_and_gives_no_clear_new_one_leaves_it_open(container: str, after: str) -> None:
    assert final_answer(container.format(3) + after).text is None


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize(
    "after",
    [
        "No other object is moved.",
        "No further explanation is needed.",
        "However, the video ends.",
        "But the light is dim.",
        "Not the other one.",
        "It is seen at the sink.",
        "Nothing else moves.",
        "I hope this helps!",
        "Thank you.",
        "Note: it is blue.",
    ],
)
def test_an_explanation_leaves_the_answer_as_it_is(container: str, after: str) -> None:
    reading = final_answer(container.format("cup") + after)
    assert (reading.text, reading.others) == ("cup", ())


def test_a_denial_goes_with_a_no() -> None:
    assert final_answer("Answer: no\nNo, he does not move.").text == "no"
    assert final_answer("Answer: no\nNo.").text == "no"
    assert final_answer("Answer: yes\nNo, he does not move.").text is None
    assert final_answer("Answer: yes\nNo.").text is None


@pytest.mark.parametrize(
    ("reply", "text", "others"),
    [
        ("Answer: 3\n4", "3", ("4",)),
        ("Answer: A\nB", "A", ("B",)),
        ("Answer: A\npan", "A", ("pan",)),
        ("Answer: yes\n\nno.", None, ()),
        ("Answer: true\nfalse", "true", ("false",)),
        ("Answer: cup\npan", None, ()),
        ("Answer: 3\n3", "3", ()),
        ("Answer: 3\nConfidence: 95%", "3", ()),
        ("Answer: 3\n(see 0:04)", "3", ()),
        ("Answer: 3\n4 men walk by.", "3", ()),
        ("Answer:\n3\n4", "3\n4", ()),
    ],
)
def test_another_short_line_behind_the_answer_is_another_answer(
    reply: str, text: str | None, others: tuple[str, ...]
) -> None:
    assert (final_answer(reply).text, final_answer(reply).others) == (text, others)


@pytest.mark.parametrize(
    "reply",
    [
        "Answer: 4\nRevised answer: 3",
        "Answer: 4\nCorrected answer: 3",
        "Answer: 4\n**Updated answer:** 3",
        "Answer: 4\nHold on.\nAnswer: 3",
        "First answer: 4. After checking, the answer is 3.",
        "Draft answer: 4\nFinal answer: 3",
        "My first answer: 4\nMy final answer: 3",
        "Preliminary answer: 4\n\nAnswer: 3",
        "Answer: 4\n\nFinal answer: 3",
        "Final answer: 4\nRevised answer: 3",
        "The initial answer is 4. The final answer is 3.",
        "The answer is 4. Hmm, the answer is 3.",
        "The answer is 4. No, the answer is 3.",
        "Answer: 4. Actually 3.",
        "Answer: 4. No, 3.",
    ],
)
def test_the_answer_that_is_called_final_or_revised_counts(reply: str) -> None:
    assert ((final_answer(reply).text or "").strip("."), final_answer(reply).others) == ("3", ())


@pytest.mark.parametrize(
    "reply",
    [
        "Final answer: 4\nFinal answer: 3",
        "Final answer: 4\nRevised answer: 5\nFinal answer: 3",
        "First answer: 4\nSecond answer: 3",
        "Final answer: 4\nAnswer: 3",
        "Answer: 4\nAnswer: 3",
    ],
)
def test_answers_of_the_same_standing_are_several(reply: str) -> None:
    assert (final_answer(reply).text, len(final_answer(reply).others)) == ("3", 1)


@pytest.mark.parametrize(
    "reply", ["A. No, B.", "A. Or maybe C.", "B. Actually C.", "3. No, 4.", "3. I mean 4.", "cup. Actually pan."]
)
def test_an_unmarked_answer_that_is_revised_is_left_open(reply: str) -> None:
    assert final_answer(reply).text is None or revises(reply)


@pytest.mark.parametrize("reply", ["A. No, he does not move.", "B. Not at all", "cup. No other object is moved."])
def test_the_words_of_an_option_and_an_explanation_revise_nothing(reply: str) -> None:
    assert final_answer(reply).text == reply
    assert not revises(reply)
