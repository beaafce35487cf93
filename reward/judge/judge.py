"""The language judge: asks one or more models what an undecided answer means, and computes the verdict itself."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import TracebackType
from typing import Any, Self

from reward.item import Item
from reward.judge.asking import Asking
from reward.judge.cache import Cache, MemoryCache, through
from reward.judge.client import ChatClient
from reward.judge.decoys import decoyed, doubtful, swayed
from reward.judge.endpoint import Endpoint
from reward.judge.failure import JudgeFailure
from reward.judge.flights import Flights
from reward.judge.match import VERSION as MATCH
from reward.judge.match import match_asking, right_options
from reward.judge.reference import SAME, reference_askings
from reward.judge.reference import VERSION as REFERENCE
from reward.judge.ruling import Ruling
from reward.judge.scope import in_scope
from reward.judge.tally import Budget, Spent, Tally
from reward.verdict import JUDGE_FAILED, Fault, Verdict, unscored

OUT_OF_SCOPE = "out_of_scope"
KEPT_ITEMS = 512
LEAST_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Finding:
    """What the judge makes of an answer: the score, the candidate it means (None for none), and why."""

    score: float
    chosen: str | None
    rule: str
    note: str


@dataclass(slots=True)
class Cost(Spent):
    """What one verdict took: the tokens of its own calls, and how many of its rulings were free of any."""

    rulings: int = 0
    free: int = 0


@dataclass(frozen=True, slots=True)
class Open:
    """What belongs to one event loop; `keeper` closes it when the loop ends."""

    clients: list[ChatClient]
    flights: Flights
    keeper: AsyncGenerator[None, None]


@dataclass(slots=True)
class LanguageJudge:
    """Judges an answer by language models; `await judge(item, said)` never raises, and a failure has no score.

    `endpoints`: the models, which all have to agree; `votes`: how often each is asked which candidate is meant, in
    another order each time, which have to agree too; `deadline`: seconds per item, waiting included; `try_seconds`:
    seconds per call; `connections`: calls at once per endpoint; `always_decoys`: ask with decoys before any answer
    counts as right, not only a doubtful one; `cache`: where rulings are kept, in memory unless another is given. Close
    it, or use it as an asynchronous context manager.
    """

    endpoints: Sequence[Endpoint]
    cache: Cache = field(default_factory=MemoryCache)
    votes: int = 1
    deadline: float = 45.0
    try_seconds: float = 30.0
    connections: int = 64
    always_decoys: bool = False
    budget: Budget = field(default_factory=Budget)
    tally: Tally = field(default_factory=Tally)
    _open: dict[asyncio.AbstractEventLoop, Open] = field(default_factory=dict, repr=False)
    _right: dict[int, tuple[Item, dict[str, bool]]] = field(default_factory=dict, repr=False)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections of this event loop, and the cache."""
        if opened := self._open.pop(asyncio.get_running_loop(), None):
            await opened.keeper.aclose()
        await self.cache.close()

    @property
    def clients(self) -> list[ChatClient]:
        """The connections of the running event loop; none before the first call."""
        opened = self._open.get(asyncio.get_running_loop())
        return opened.clients if opened else []

    @property
    def model(self) -> str:
        """The names of all models."""
        return ", ".join(endpoint.model for endpoint in self.endpoints)

    async def __call__(self, item: Item, said: str, vote: int = 0) -> Verdict:
        """What an answer is worth that no rule decided; undecided still, by "none" and without an error, where a judge
        could not know. Another `vote` shows the candidates in another order."""
        if not in_scope(item, said):
            return unscored(OUT_OF_SCOPE, "This answer is nothing for a judge.")
        loop = asyncio.get_running_loop()
        started = loop.time()
        deadline = started + self.deadline
        cost = Cost()
        self.tally.asked += 1
        version = MATCH
        try:
            right = self._options(item)
            version = MATCH if right else REFERENCE
            ask = partial(self._ask, cost, deadline)
            protocol = partial(_match, right, self.always_decoys) if right else _compare
            finding = await self._panel(protocol, ask, item, said, vote)
        except Exception as error:
            failure = error if isinstance(error, JudgeFailure) else _ours(error)
            self.tally.failures[failure.kind] += 1
            return Verdict(
                score=None,
                by="none",
                said=said,
                rule=JUDGE_FAILED,
                format_ok=False,
                note=failure.message,
                judge=self._record(version, None, cost, loop.time() - started),
                error=Fault(code=failure.kind, message=failure.message),
            )
        self.tally.judged += 1
        return Verdict(
            score=finding.score,
            by="judge",
            said=said,
            rule=finding.rule,
            format_ok=False,
            note=finding.note,
            judge=self._record(version, finding.chosen, cost, loop.time() - started),
        )

    def _record(self, version: str, chosen: str | None, cost: Cost, seconds: float) -> dict[str, Any]:
        usage = {"prompt_tokens": cost.prompt_tokens, "completion_tokens": cost.completion_tokens}
        return {
            "model": self.model,
            "prompt_version": version,
            "chosen": chosen,
            "cached": cost.rulings == cost.free > 0,
            "seconds": round(seconds, 6),
            "usage": usage,
        }

    async def _panel(self, protocol: "Protocol", ask: "AskClient", item: Item, said: str, first: int) -> Finding:
        """The finding of all models and votes, who have to agree on what the answer is worth."""
        votes = range(first, first + (1 if protocol is _compare else self.votes))  # two answers have no more orders
        opened = await self._opened()
        seats = [
            protocol(partial(ask, client, opened.flights), item, said, vote)
            for client in opened.clients
            for vote in votes
        ]
        findings = [await seats[0]] if len(seats) == 1 else await asyncio.gather(*seats)
        if len({finding.score for finding in findings}) > 1:
            raise JudgeFailure("disagreement", "The judge's votes differ on what the answer is worth.")
        return findings[0]

    async def _ask(self, cost: Cost, deadline: float, client: ChatClient, flights: Flights, asking: Asking) -> str:
        """The option that one model chooses: as kept, as somebody else is being told, or asked now."""
        key = asking.key(client.endpoint)

        async def ask() -> Ruling:
            options, spent = asking.ordered(), Spent()
            body = partial(asking.body, client.endpoint, options)
            read = partial(asking.read, client.endpoint, options)
            try:
                chosen = await client.complete(body, read, deadline, spent)
            finally:
                cost.add(spent.prompt_tokens, spent.completion_tokens)
            return Ruling(chosen, client.endpoint.model, spent.prompt_tokens, spent.completion_tokens)

        look = partial(through, self.cache, key, ask, asking.options, deadline)
        while True:
            late = key in flights
            try:
                (ruling, kept), joined = await flights.join(key, look)
                break
            except JudgeFailure as failure:
                left = deadline - asyncio.get_running_loop().time()
                if not late or failure.kind != "timeout" or left < LEAST_SECONDS:
                    raise  # else it was the time of those who had asked before that ran out
        self.tally.coalesced += joined
        self.tally.cached += kept and not joined
        cost.rulings += 1
        cost.free += kept or joined
        return ruling.chosen

    async def _opened(self) -> Open:
        """The connections of the running event loop."""
        loop = asyncio.get_running_loop()
        opened = self._open.get(loop)
        if opened is None:
            self._open = {loop: opened for loop, opened in self._open.items() if not loop.is_closed()}
            seconds = min(self.try_seconds, self.deadline)
            clients = [ChatClient(e, self.connections, seconds, self.budget, self.tally) for e in self.endpoints]
            opened = self._open[loop] = Open(clients, Flights(), _keep(clients))
            await anext(opened.keeper)
        return opened

    def _options(self, item: Item) -> dict[str, bool]:
        """The candidates of an item and whether each is right, computed once."""
        kept = self._right.get(id(item))
        if kept is None or kept[0] is not item:
            if len(self._right) >= KEPT_ITEMS:
                self._right.clear()
            kept = self._right[id(item)] = (item, right_options(item))
        return kept[1]


Ask = Callable[[Asking], Awaitable[str]]
AskClient = Callable[[ChatClient, Flights, Asking], Awaitable[str]]
Protocol = Callable[[Ask, Item, str, int], Awaitable[Finding]]


async def _match(right: dict[str, bool], always_decoys: bool, ask: Ask, item: Item, said: str, vote: int) -> Finding:
    asking = match_asking(item, said, right, vote)
    chosen = await ask(asking)
    if chosen == asking.none:
        return Finding(0.0, None, "matched_none", "The judge: the answer means none of the candidates.")
    if right[chosen]:
        if (always_decoys or doubtful(said, item)) and await ask(decoyed(asking, item)) != asking.none:
            raise swayed()
        return Finding(1.0, chosen, "matched", "The judge: the answer means the key.")
    return Finding(0.0, chosen, "matched", "The judge: the answer means a wrong candidate.")


async def _compare(ask: Ask, item: Item, said: str, vote: int) -> Finding:
    one, other = reference_askings(item, said, vote)
    if await ask(one) != SAME or await ask(other) != SAME:
        return Finding(0.0, None, "not_equivalent", "The judge: the answer does not mean the same as the key.")
    if await ask(decoyed(one, item)) == SAME:
        raise swayed()
    return Finding(1.0, SAME, "equivalent", "The judge: the answer means the same as the key, in both orders.")


async def _keep(clients: list[ChatClient]) -> AsyncGenerator[None, None]:
    """Close the clients when the event loop ends, which closes every generator that waits in it."""
    try:
        yield
    finally:
        await asyncio.gather(*(client.close() for client in clients))


def _ours(error: Exception) -> JudgeFailure:
    return JudgeFailure("internal", f"The judge failed: {type(error).__name__}.")
