"""Scoring: rules first, a judge only for what they leave open, and a failure is never a zero."""

import asyncio
import json

import pytest

from reward import Item, Scorer, Verdict, score
from reward.answers import Phrase, YesNo
from reward.scorer import Undecided
from reward.text import MAX_REPLY_CHARS

ITEM = Item(question="Which object?", answer=Phrase(text="roll of cling film", wrong=("measuring jar",)))
TAP = Item(question="Does the tap run?", answer=YesNo(value=True))
RIGHT, WRONG, OPEN, NOTHING = "Answer: roll of cling film", "Answer: measuring jar", "Answer: a box of foil", ""


def all_of(scorer: Scorer, *pairs: tuple[Item, str]) -> list[Verdict]:
    return asyncio.run(scorer.score_all(pairs))


class Judge:
    """A judge that keeps what it was asked and gives one score to everything."""

    def __init__(self, score: float | None = 1.0, delays: tuple[float, ...] = ()) -> None:
        self.score, self.delays = score, list(delays)
        self.asked: list[tuple[str, str]] = []

    async def __call__(self, item: Item, said: str) -> Verdict:
        self.asked.append((item.id, said))
        await asyncio.sleep(self.delays.pop(0) if self.delays else 0)
        return Verdict(
            score=self.score, by="judge", said="something else", rule="judge", format_ok=False, note="Judged.",
            judge={"model": "test", "chosen": said},
        )  # fmt: skip


async def broken(item: Item, said: str) -> Verdict:
    raise TimeoutError("no reply in 10 s from https://judge.example/?key=secret")


def test_score_is_rules_alone() -> None:
    assert [score(ITEM, reply).score for reply in (RIGHT, WRONG, OPEN, NOTHING)] == [1, 0, None, 0]
    assert [score(ITEM, reply).by for reply in (RIGHT, WRONG, OPEN, NOTHING)] == ["rule", "rule", "none", "rule"]
    assert (score(ITEM, RIGHT).said, score(ITEM, NOTHING).said) == ("roll of cling film", None)


def test_a_reply_that_is_too_long_is_wrong_by_its_own_rule() -> None:
    verdict = score(TAP, "Answer: yes" + " " * MAX_REPLY_CHARS)
    assert (verdict.score, verdict.rule, verdict.format_ok) == (0, "too_long", False)
    assert str(MAX_REPLY_CHARS) in verdict.note


@pytest.mark.parametrize(("undecided", "expected"), [("zero", 0.0), ("null", None)])
def test_without_a_judge_an_open_reply_counts_as_asked_for_and_says_that_nobody_decided(
    undecided: Undecided, expected: float | None
) -> None:
    (verdict,) = all_of(Scorer(undecided=undecided), (ITEM, OPEN))
    assert (verdict.score, verdict.by, verdict.rule) == (expected, "none", "unread")


def test_rules_give_the_same_verdict_alone_and_in_a_scorer_with_or_without_a_judge() -> None:
    pairs = [(ITEM, RIGHT), (ITEM, WRONG), (TAP, "No."), (TAP, ""), (TAP, "Answer: yes\nAnswer: no")]
    expected = [score(item, reply) for item, reply in pairs]
    for scorer in (Scorer(), Scorer(undecided="null"), Scorer(judge=Judge(0.0)), Scorer(judge=broken)):
        assert all_of(scorer, *pairs) == expected


def test_the_judge_is_asked_only_what_is_open_and_sees_only_the_answer() -> None:
    judge = Judge()
    all_of(
        Scorer(judge=judge),
        (ITEM, RIGHT),
        (ITEM, f"<think>secret</think>I reason.\n{OPEN}"),
        (ITEM, WRONG),
        (ITEM, NOTHING),
    )
    assert judge.asked == [(ITEM.id, "a box of foil")]


def test_a_judged_verdict_has_the_score_of_the_judge_and_the_reading_of_the_rules() -> None:
    (verdict,) = all_of(Scorer(judge=Judge(0.0)), (ITEM, OPEN))
    assert (verdict.score, verdict.by, verdict.rule, verdict.note) == (0, "judge", "judge", "Judged.")
    assert (verdict.said, verdict.format_ok) == ("a box of foil", True)
    assert verdict.judge == {"model": "test", "chosen": "a box of foil"}


@pytest.mark.parametrize("undecided", ["zero", "null"])
def test_a_judge_that_fails_leaves_the_reply_unscored_and_tells_no_secret(undecided: Undecided) -> None:
    (verdict,) = all_of(Scorer(judge=broken, undecided=undecided), (ITEM, OPEN))
    assert (verdict.score, verdict.by, verdict.rule) == (None, "none", "judge_failed")
    assert verdict.note == "The judge failed: TimeoutError."


def test_a_judge_that_gives_no_score_leaves_the_reply_unscored() -> None:
    (verdict,) = all_of(Scorer(judge=Judge(None), undecided="zero"), (ITEM, OPEN))
    assert verdict.score is None


def test_one_failure_costs_nobody_else_a_score() -> None:
    calls = iter((True, False, True))

    async def sometimes(item: Item, said: str) -> Verdict:
        return await (Judge() if next(calls) else broken)(item, said)

    verdicts = all_of(Scorer(judge=sometimes), *[(ITEM, OPEN)] * 3, (ITEM, RIGHT))
    assert [verdict.score for verdict in verdicts] == [1, None, 1, 1]


def test_the_order_is_kept_when_the_judge_is_slow_and_its_calls_run_side_by_side() -> None:
    judge = Judge(delays=(0.06, 0.03, 0.0))
    replies = ["Answer: foil one", RIGHT, "Answer: foil two", WRONG, "Answer: foil three"]
    verdicts = all_of(Scorer(judge=judge), *[(ITEM, reply) for reply in replies])
    assert [verdict.said for verdict in verdicts] == [
        "foil one", "roll of cling film", "foil two", "measuring jar", "foil three"
    ]  # fmt: skip
    assert len(judge.asked) == 3


def test_what_cannot_be_read_at_all_is_left_open_and_is_not_shown_to_the_judge() -> None:
    judge = Judge()
    long = "The person stands at the sink and washes a plate.\n" * 30 + "x" * 500
    (verdict,) = all_of(Scorer(judge=judge, undecided="null"), (ITEM, long))
    assert (verdict.score, verdict.said, judge.asked) == (None, None, [])


def test_an_empty_batch_has_no_verdicts() -> None:
    assert all_of(Scorer()) == []


@pytest.mark.parametrize("reply", ["\ud800", "Answer: \udfff", "\x00", "\u202e", "a\ud83d"])
def test_the_verdict_of_any_string_fits_into_json(reply: str) -> None:
    (verdict,) = all_of(Scorer(), (ITEM, reply))
    assert json.loads(verdict.model_dump_json())["rule"] == verdict.rule
