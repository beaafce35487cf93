"""The audit of rules: a share of what rules decide is put to the judge as well, and differences are kept for people.

A reward is never changed by it, and never waits for it. Which decisions are audited is drawn from their content, so
that the same replies are audited on every machine.
"""

import asyncio
import hashlib
import json
import logging
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path

from reward.item import Item
from reward.judge.judge import LanguageJudge
from reward.judge.tally import Budget
from reward.verdict import Verdict
from reward.void import NOTES as VOID

MOST_UNDER_WAY = 64
"""Audits at once; a decision that comes while as many are under way is not audited."""
CONNECTIONS = 4
"""Calls at once, besides those of the judge: no reply waits for an audit."""
logger = logging.getLogger("answerkey")


@dataclass(slots=True)
class Audit:
    """Audits a `share`, in [0, 1], of rule decisions; each difference is a line of JSON at the end of the file `path`.

    A line holds the item's id, question and key, the answer, the rule and its score, and the judge's verdict. The
    endpoints and the cache are the judge's; connections, circuit and budget (the share of the judge's) are its own.
    Answers that are void are not audited: no judge may see them.
    """

    judge: LanguageJudge
    share: float
    path: Path
    seed: int = 0
    _under_way: set[asyncio.Task[None]] = field(default_factory=set, repr=False)
    _own: LanguageJudge = field(init=False, repr=False)

    def __post_init__(self) -> None:
        judge, share = self.judge, self.share
        calls, tokens = (limit and ceil(share * limit) for limit in (judge.budget.requests, judge.budget.tokens))
        self._own = LanguageJudge(
            judge.endpoints,
            judge.cache,
            deadline=judge.deadline,
            try_seconds=judge.try_seconds,
            connections=CONNECTIONS,
            budget=Budget(calls, tokens),
        )

    def offer(self, item: Item, verdict: Verdict) -> None:
        """Audit this decision, if it is drawn; returns at once. Called from an event loop."""
        if verdict.by != "rule" or not verdict.said or verdict.rule in VOID or len(self._under_way) >= MOST_UNDER_WAY:
            return
        if self._drawn(item, verdict.said):
            task = asyncio.get_running_loop().create_task(self._check(item, verdict, verdict.said))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def drain(self) -> None:
        """Wait for the audits under way; they end by the judge's deadline."""
        while self._under_way:
            await asyncio.gather(*self._under_way)
        await self._own.close()

    def _drawn(self, item: Item, said: str) -> bool:
        digest = hashlib.sha256(f"{self.seed}\n{item.id}\n{said}".encode("utf-8", "replace")).digest()
        return int.from_bytes(digest[:8]) < self.share * 2**64

    async def _check(self, item: Item, verdict: Verdict, said: str) -> None:
        judged = await self._own(item, said)
        tally = self.judge.tally
        if judged.score is None:
            tally.audits_failed += 1
            return
        tally.audited += 1
        if judged.score == verdict.score:
            return
        tally.audit_differences += 1
        row = {
            "id": item.id,
            "question": item.stem,
            "key": item.gold(),
            "said": said,
            "rule": verdict.rule,
            "score": verdict.score,
            "judged": judged.score,
            "judge": judged.judge,
        }
        line = json.dumps(row, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        try:
            await asyncio.to_thread(_append, self.path, line)
        except OSError as error:
            logger.warning("The audit of rules cannot be written: %s.", error.strerror or type(error).__name__)


def _append(path: Path, line: bytes) -> None:
    """One write at the end of the file, which other processes may append to as well."""
    with path.open("ab", buffering=0) as file:
        file.write(line)
