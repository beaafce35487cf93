"""What a judge is asked about an item makes sense without the clip; what does not stays undecided."""

import asyncio

import pytest

from reward import Item, Scorer
from reward.answers import Box, Choice, Interval, Judgements, Moment, Number, Phrase
from reward.judge.endpoint import Endpoint
from reward.judge.judge import LanguageJudge
from reward.judge.scope import in_scope, question_of, reference_of

CUPS = Item(question="Which is it?", answer=Choice(options=("a cup", "the first plate", "a fork"), correct="A"))


@pytest.mark.parametrize("said", ["the third option", "number 2", "the last one", "maybe 3", "the one below"])
def test_an_answer_that_points_at_a_place_among_the_options_is_nothing_for_a_judge(said: str) -> None:
    assert not in_scope(CUPS, said)
    verdicts = asyncio.run(_scored(CUPS, said))
    assert all(verdict.judge is None for verdict in verdicts)
    assert verdicts[1].score in (0, None)


async def _scored(item: Item, said: str) -> list[object]:
    async with LanguageJudge([Endpoint("http://127.0.0.1:9/v1", "m")]) as judge:
        return [
            (await Scorer(judge, undecided).score_all([(item, f"Answer: {said}")]))[0]  # type: ignore[arg-type]
            for undecided in ("zero", "null")
        ]


@pytest.mark.parametrize("said", ["a mug", "the first plate or so", "D is close", "some crockery"])
def test_other_answers_are(said: str) -> None:
    assert in_scope(CUPS, said)


@pytest.mark.parametrize(
    "answer", [Box(xyxy=(0, 0, 9, 9), min_iou=0.5), Interval(start=1, end=5, min_iou=0.5)], ids=lambda a: a.kind
)
def test_a_measure_that_no_reader_applies_is_nothing_for_a_judge(answer: Box | Interval) -> None:
    item = Item(question="Where?", answer=answer)
    assert not in_scope(item, "near the left edge")
    zero, null = asyncio.run(_scored(item, "near the left edge"))
    assert (zero.score, null.score, null.by) == (0, None, "none")  # type: ignore[attr-defined]


def test_statements_are_part_of_the_question() -> None:
    answer = Judgements(statements=("The tap runs.", "A lid falls."), truth=(True, False))
    asked = question_of(Item(question="Listen.", answer=answer))
    assert asked == "Listen. Which of these statements are true? (A) The tap runs. (B) A lid falls."


@pytest.mark.parametrize(
    ("answer", "question", "reference"),
    [
        (Phrase(text="cup", aliases=("mug",)), "?", "cup"),
        (Moment(seconds=75, tol=2), "? (Times that are at most 2 s apart mean the same.)", "75 s"),
        (
            Number(value="2.5", unit="kg", abs_tol=0.1),
            "? (Numbers that are at most 0.1 apart mean the same.)",
            "2.5 kg",
        ),
        (Number(value="200", rel_tol=0.05), "? (Numbers that differ by at most 5 % mean the same.)", "200"),
    ],
)
def test_the_key_looks_like_any_answer_and_the_question_says_how_exact_it_is(
    answer: Moment | Number | Phrase, question: str, reference: str
) -> None:
    item = Item(question="?", answer=answer)
    assert (question_of(item), reference_of(item)) == (question, reference)
