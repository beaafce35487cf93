"""The audit of rules: a share of decisions is put to the judge, differences are written down, no reward changes."""

import asyncio
import json
from pathlib import Path
from typing import Any

from judge_endpoint import Behaviour, choosing, constantly, failing, running

from reward import Item, Scorer, Verdict, score
from reward.answers import Phrase
from reward.judge.audit import Audit
from reward.judge.endpoint import Endpoint
from reward.judge.judge import LanguageJudge

CUP = Item(id="cup", question="Which object is washed?", answer=Phrase(text="cup", aliases=("mug",), wrong=("pan",)))
REPLIES = ["Answer: cup", "Answer: mug", "Answer: pan", "", "Answer: cup, probably"]


def audited(behaviour: Behaviour, path: Path, share: float = 1.0, replies: list[str] = REPLIES) -> Any:
    async def go() -> tuple[list[Verdict], LanguageJudge, int]:
        async with running(behaviour) as endpoint:
            judge = LanguageJudge([Endpoint(endpoint.url, "a-model")], deadline=5)
            scorer = Scorer(judge, audit=Audit(judge, share, path))
            verdicts = await scorer.score_all([(CUP, reply) for reply in replies])
            await scorer.close()
            return verdicts, judge, endpoint.calls

    return asyncio.run(go())


def test_a_difference_is_written_down_and_the_reward_stays(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    verdicts, judge, _ = audited(choosing(constantly("pan")), path)
    assert verdicts == [score(CUP, reply) for reply in REPLIES]
    rows = sorted((json.loads(line) for line in path.read_text().splitlines()), key=lambda row: str(row["said"]))
    assert [(row["id"], row["said"], row["rule"], row["score"], row["judged"]) for row in rows] == [
        ("cup", "cup", "equal", 1.0, 0.0),
        ("cup", "mug", "alias", 1.0, 0.0),
    ]
    assert rows[0]["judge"]["model"] == "a-model"
    assert (judge.tally.audited, judge.tally.audit_differences) == (4, 2)


def test_a_judge_that_agrees_leaves_no_line(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    _, judge, _ = audited(choosing(constantly("cup")), path, replies=["Answer: cup"])
    assert (judge.tally.audited, judge.tally.audit_differences) == (1, 0)
    assert not path.exists()


def test_a_judge_that_fails_changes_nothing_and_is_counted(tmp_path: Path) -> None:
    verdicts, judge, _ = audited(failing("403 Forbidden", None), tmp_path / "audit.jsonl")
    assert verdicts == [score(CUP, reply) for reply in REPLIES]
    assert judge.tally.audits_failed > 0
    assert judge.tally.audited == 0


def test_a_share_is_drawn_by_content(tmp_path: Path) -> None:
    replies = [f"Answer: cup, pan and {i} knives" for i in range(1_000)]
    assert all(score(CUP, reply).by == "rule" for reply in replies)
    _, first, calls = audited(choosing(constantly("none of these")), tmp_path / "a", 0.05, replies)
    _, second, again = audited(choosing(constantly("none of these")), tmp_path / "b", 0.05, replies)
    assert 20 <= first.tally.audited <= 64
    assert (first.tally.audited, calls) == (second.tally.audited, again)


def test_a_log_that_cannot_be_written_holds_nothing_up(tmp_path: Path) -> None:
    verdicts, judge, _ = audited(choosing(constantly("pan")), tmp_path)
    assert verdicts[0].score == 1
    assert judge.tally.audit_differences == 2
