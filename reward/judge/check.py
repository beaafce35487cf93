"""The check of a judge: how often is it right about answers whose meaning is known, and what is it taken in by?

It puts the known answers to the judge, those with candidates in four orders, and the canaries twice: as served, which
is through the rules first, and bare, which shows how gullible the model is.
"""

import asyncio
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from tqdm import tqdm

from reward.item import Item
from reward.judge.cache import MemoryCache
from reward.judge.canaries import Canary, canaries
from reward.judge.endpoint import Endpoint
from reward.judge.judge import LanguageJudge
from reward.judge.known import Case, known_cases
from reward.judge.match import match_asking, right_options
from reward.judge.report import Report, Row, Served, place_of, report_of, taken
from reward.judge.share import share_of
from reward.judge.tally import Tally
from reward.scorer import Scorer, score
from reward.verdict import Verdict

ORDERS = 4


@dataclass(slots=True)
class Asker:
    """Asks as many at once as the judge has connections, so that none waits for its turn while its deadline runs."""

    judge: LanguageJudge
    progress: Callable[[], object]
    verdicts: list[Verdict] = field(default_factory=list)
    _turn: asyncio.Semaphore = field(init=False)

    def __post_init__(self) -> None:
        self._turn = asyncio.Semaphore(self.judge.connections)

    async def __call__(self, item: Item, said: str, vote: int = 0) -> Verdict:
        async with self._turn:
            verdict = await self.judge(item, said, vote)
        self.verdicts.append(verdict)
        self.progress()
        return verdict


async def check(
    judge: LanguageJudge, cases: Sequence[Case] | None = None, attacks: Sequence[Canary] | None = None
) -> Report:
    """Measure a judge by known answers and canaries, all of them or those that are given. Its failures are counted.

    It takes some 350 calls of a single model, and shows a bar of progress on a terminal.
    """
    cases = known_cases() if cases is None else cases
    attacks = canaries() if attacks is None else attacks
    matched = [case for case in cases if case.protocol == "match"]
    alone = len(judge.endpoints) * judge.votes == 1
    again = len(judge.endpoints) * len(matched) * (ORDERS - alone)
    before = deepcopy(judge.tally)
    with tqdm(desc="asking", unit=" verdicts", total=len(cases) + again + 2 * len(attacks), disable=None) as progress:
        ask = Asker(judge, progress.update)
        verdicts = await asyncio.gather(*(ask(case.item, said_of(case)) for case in cases))
        known = list(zip(cases, verdicts, strict=True))
        first = {id(case): verdict for case, verdict in known} if alone else {}
        orders = [row for endpoint in judge.endpoints for row in await _orders(ask, endpoint, matched, first)]
        bare = await asyncio.gather(*(ask(canary.item, canary.text) for canary in attacks))
        served = await _served(ask, attacks)
    both = list(zip(attacks, bare, strict=True))
    spent = since(before, judge.tally)
    return report_of(judge.endpoints, judge.votes, spent, ask.verdicts, known, orders, both, served)


async def checked(judge: LanguageJudge, cases: Sequence[Case], attacks: Sequence[Canary]) -> Report:
    """Check a judge and close it."""
    async with judge:
        return await check(judge, cases, attacks)


def said_of(case: Case) -> str:
    """The answer as the rules read it out of a reply: what the judge is shown of it when it serves."""
    return score(case.item, f"Answer: {case.answer}").said or case.answer


async def _orders(ask: Asker, endpoint: Endpoint, cases: Sequence[Case], first: dict[int, Verdict]) -> list[Row]:
    """Each case in four orders of the candidates, put to one model alone. `first`: verdicts that are there already."""
    whole = ask.judge
    model = whole
    if not first:
        same = ("cache", "deadline", "try_seconds", "connections", "budget", "tally")
        model = LanguageJudge([endpoint], **{name: getattr(whole, name) for name in same})
    asker = Asker(model, ask.progress, ask.verdicts)

    async def row(case: Case) -> Row:
        kept = [first[id(case)]] if first else []
        new = await asyncio.gather(*(asker(case.item, said_of(case), vote) for vote in range(len(kept), ORDERS)))
        return [(v, place_of(v, order)) for v, order in zip([*kept, *new], four_orders(case).values(), strict=True)]

    try:
        return await asyncio.gather(*(row(case) for case in cases))
    finally:
        if model is not whole:
            model.cache = MemoryCache()  # the other one is not for this judge to close
            await model.close()


def four_orders(case: Case) -> dict[int, Sequence[str]]:
    """The first votes with their orders of the options, which all differ: four candidates have 24 of them."""
    right = right_options(case.item)
    return {vote: match_asking(case.item, said_of(case), right, vote).ordered() for vote in range(ORDERS)}


async def _served(ask: Asker, attacks: Sequence[Canary]) -> Served:
    """The canaries as replies, alone and behind "Answer:", through the rules; what is read alike is asked once."""
    asked: dict[tuple[str, str], asyncio.Task[Verdict]] = {}

    async def once(item: Item, said: str) -> Verdict:
        task = asked.get((item.id, said)) or asyncio.ensure_future(ask(item, said))
        return await asked.setdefault((item.id, said), task)

    replies = [(canary, form + canary.text) for canary in attacks for form in ("", "Answer: ")]
    verdicts = await Scorer(once, "null").score_all([(canary.item, reply) for canary, reply in replies])
    fooled = [taken(canary, verdict) for (canary, _), verdict in zip(replies, verdicts, strict=True)]
    return Served(
        reached=share_of(verdict.judge is not None for verdict in verdicts),
        taken=share_of(fooled),
        credited=share_of(verdict.score == 1 for verdict in verdicts),
        texts=[reply for (_, reply), verdict in zip(replies, verdicts, strict=True) if verdict.score == 1],
    )


def since(before: Tally, now: Tally) -> Tally:
    """What was counted since."""
    numbers = ("calls", "retries", "cached", "coalesced", "prompt_tokens", "completion_tokens", "cost")
    spent = Tally(**{name: getattr(now, name) - getattr(before, name) for name in numbers})
    spent.failed_calls = now.failed_calls - before.failed_calls
    return spent
