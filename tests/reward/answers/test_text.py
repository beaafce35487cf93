"""A text: the reference, word for word, is right; saying nothing is wrong; all else is for a judge."""

import pytest
from pydantic import ValidationError

from reward import Item, score
from reward.answers import Text
from reward.containers import MAX_ANSWER_CHARS

TAP = Text(reference="The tap is turned off, because the pan is full.")


@pytest.mark.parametrize(
    "reply",
    [
        "The tap is turned off, because the pan is full.",
        "the tap is turned off because the pan is full",
        "Answer: **The tap is turned off, because the pan is full.**",
        "<answer>The tap is turned off – because the pan is full!</answer>",
    ],
)
def test_the_reference_is_right_whatever_its_case_and_marks(reply: str) -> None:
    mark, _ = TAP.mark_reply(reply)
    assert (mark.score, mark.rule) == (1, "equal")


@pytest.mark.parametrize(
    ("reply", "rule"),
    [("", "empty"), ("…", "empty"), ("I don't know", "refused"), ("Answer: ", "no_answer")],
)
def test_saying_nothing_is_wrong(reply: str, rule: str) -> None:
    mark, _ = TAP.mark_reply(reply)
    assert (mark.score, mark.rule) == (0, rule)


@pytest.mark.parametrize(
    "reply",
    [
        "The pan is full, so the tap is turned off.",
        "The tap is turned off",
        "The tap is turned on, because the pan is full.",
        "The tap is turned off, because the pan is full. The tap is turned on.",
        "Maybe the tap is turned off.",
        "It is not turned off.",
    ],
)
def test_everything_else_is_undecided_and_handed_on(reply: str) -> None:
    mark, _ = TAP.mark_reply(reply)
    assert (mark.score, mark.said) == (None, reply)


@pytest.mark.parametrize(
    "texts", ["The answer is {} The answer is {}", "Answer: {}\nAnswer: {}", "The answer is: {}\nThe answer is: {}"]
)
def test_the_reference_beside_another_answer_is_not_right(texts: str) -> None:
    item = Item(question="What happens at the end?", answer=TAP)
    for answers in ((TAP.reference, "A pan is washed."), ("A pan is washed.", TAP.reference)):
        assert score(item, texts.format(*answers)).score is None


@pytest.mark.parametrize("reply", ["Maybe the tap is turned off, because the pan is full.", f"{TAP.reference}?"])
def test_the_reference_is_not_right_when_it_is_not_asserted(reply: str) -> None:
    assert TAP.mark_reply(reply)[0].score == 0


@pytest.mark.parametrize(
    "reference",
    [
        "One line.",
        "First the tap is opened.\nThen the pan is filled.\n\nIt is put down.",
        "no",
        "Not sure",
        "1. open the tap\n2. fill the pan",
        "a" * MAX_ANSWER_CHARS,
        "Sie dreht den Hahn zu – „fertig“.",
        "水龙头关上了",
    ],
)
def test_any_reference_is_read_back_as_right(reference: str) -> None:
    Item(question="What happens?", answer=Text(reference=reference))


@pytest.mark.parametrize("reference", ["", " \n", "?!", "a" * (MAX_ANSWER_CHARS + 1)])
def test_a_reference_that_says_nothing_or_too_much_is_refused(reference: str) -> None:
    with pytest.raises(ValidationError, match="reference"):
        Text(reference=reference)
