"""Scoring: rules first, a judge only for what they leave undecided. This is the one path for every caller.

`score` is rules alone. `Scorer` adds the judge and says what an undecided reply counts as when there is none.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from reward.item import Item
from reward.text import MAX_REPLY_CHARS
from reward.verdict import JUDGE_FAILED, Fault, Verdict, by_rules
from reward.void import unless_void

Judge = Callable[[Item, str], Awaitable[Verdict]]
"""Says what an undecided answer is worth: called with the item and the extracted answer, never the whole reply.

A verdict by "none" without an error leaves it undecided: the judge could not know better than the rules."""


class Audit(Protocol):
    """Looks at decisions of rules, and changes none: see `reward.judge.audit`."""

    def offer(self, item: Item, verdict: Verdict, /) -> None: ...

    async def drain(self) -> None: ...


Undecided = Literal["zero", "null"]
AT_ONCE = 1024
"""Undecided replies of one batch that are with the judge at once."""


def score(item: Item, reply: str) -> Verdict:
    """What a reply is worth by rules alone; the score is None where they are undecided. Never raises for a string."""
    if len(reply) > MAX_REPLY_CHARS:
        note = f"The reply has {len(reply)} characters; at most {MAX_REPLY_CHARS} are read."
        return Verdict(score=0.0, by="rule", said=None, rule="too_long", format_ok=False, note=note)
    mark, reading = item.mark_reply(reply)
    mark = unless_void(mark, reading, item)
    in_form = item.answer.in_form(mark, reading) and (reading.because is not None or item.format != "reasoned")
    said = reading.text if mark.score is None and mark.said is not None else mark.said  # unread, so as it stands
    details = mark.details.copy() if reading.because is None else {**mark.details, "because": reading.because}
    verdict = by_rules(mark.score, said, mark.rule, in_form, mark.note, details)
    if not mark.failed:
        return verdict
    return verdict.model_copy(update={"error": Fault(code=mark.rule, message=mark.note)})


@dataclass(frozen=True, slots=True)
class Scorer:
    """Scores batches. `undecided`: what counts for a reply that nothing decided, 0 ("zero") or None ("null").

    A judge that fails leaves the reply unscored, whatever `undecided` says: a failure is never worth 0. `audit` sees
    what rules decided, and changes nothing.
    """

    judge: Judge | None = None
    undecided: Undecided = "zero"
    audit: Audit | None = None

    async def score_all(self, pairs: Sequence[tuple[Item, str]]) -> list[Verdict]:
        """Score (item, reply) pairs; the verdicts come in the same order. Rules run outside of the event loop."""
        verdicts = await asyncio.to_thread(lambda: [score(item, reply) for item, reply in pairs])
        if self.audit is not None:
            for (item, _), verdict in zip(pairs, verdicts, strict=True):
                self.audit.offer(item, verdict)
        open_cases = [i for i, verdict in enumerate(verdicts) if verdict.score is None]
        remaining = iter(open_cases)

        async def close() -> None:
            for i in remaining:
                verdicts[i] = await self._closed(pairs[i][0], verdicts[i])

        await asyncio.gather(*(close() for _ in range(min(AT_ONCE, len(open_cases)))))
        return verdicts

    async def close(self) -> None:
        """End what is under way, and close what the judge holds open."""
        try:
            if self.audit is not None:
                await self.audit.drain()
        finally:
            close = getattr(self.judge, "close", None)
            if close is not None:
                await close()

    async def _closed(self, item: Item, verdict: Verdict) -> Verdict:
        if self.judge is None or verdict.said is None:
            return self._undecided(verdict)
        try:
            judged = await self.judge(item, verdict.said)
        except Exception as error:  # the judge is foreign code: its failure must not become anyone's reward
            note = f"The judge failed: {type(error).__name__}."
            fault = Fault(code="internal", message=note)
            return verdict.model_copy(update={"rule": JUDGE_FAILED, "note": note, "error": fault})
        if judged.by == "none" and judged.error is None:
            return self._undecided(verdict)
        kept = {"said": verdict.said, "format_ok": verdict.format_ok, "details": verdict.details}
        return judged.model_copy(update=kept)

    def _undecided(self, verdict: Verdict) -> Verdict:
        keep = self.undecided == "null" or verdict.error is not None
        return verdict if keep else verdict.model_copy(update={"score": 0.0})
