"""The desk: where all routes of the server hand in what is to be scored, and where it is counted."""

import asyncio
import logging
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import current_thread, main_thread

from reward.catalog import Catalog
from reward.intake import MAX_BATCH, Refused
from reward.item import Item
from reward.jsonl import InputError
from reward.metrics import Metrics
from reward.rollout import Rollout, filled, resolve
from reward.scorer import Scorer
from reward.verdict import Verdict

logger = logging.getLogger("answerkey")


@dataclass(slots=True)
class Desk:
    """A scorer, the items that are known, and the counts. `reveal_keys`: verdicts say the key, as `details.key`."""

    scorer: Scorer
    catalog: Catalog
    reveal_keys: bool = False
    metrics: Metrics = field(init=False)

    def __post_init__(self) -> None:
        self.metrics = Metrics(self.scorer)

    async def verdicts(self, rollouts: Sequence[Rollout | Verdict]) -> list[Verdict]:
        """The verdicts on what a trainer sends, in its order; what cannot be used is unscored and says why.

        Raises Refused for more than MAX_BATCH of them.
        """
        if len(rollouts) > MAX_BATCH:
            raise Refused(413, "too_large", f"the request holds {len(rollouts)} replies, more than {MAX_BATCH}")
        return await self.score(await asyncio.to_thread(resolve, rollouts, self.catalog))

    async def score(self, found: Sequence[tuple[Item, str] | Verdict]) -> list[Verdict]:
        """Score the pairs among these; what is a verdict already stays as it is."""
        verdicts = await filled(found, self._scored)
        self.metrics.count(verdicts)
        return verdicts

    async def _scored(self, pairs: list[tuple[Item, str]]) -> list[Verdict]:
        verdicts = await self.scorer.score_all(pairs)
        if not self.reveal_keys:
            return verdicts
        return [_with_key(item, verdict) for (item, _), verdict in zip(pairs, verdicts, strict=True)]


def _with_key(item: Item, verdict: Verdict) -> Verdict:
    return verdict.model_copy(update={"details": {**verdict.details, "key": item.answer.model_dump(mode="json")}})


@contextmanager
def reloading(catalog: Catalog) -> Iterator[None]:
    """While inside, SIGHUP reads the catalog's files again; a file with a fault changes nothing, and is logged.

    Without effect where there are no files, and outside of the main thread, which alone gets signals.
    """
    loop = asyncio.get_running_loop()
    wanted = asyncio.Event()

    async def reload() -> None:
        while True:  # one after the other; what comes meanwhile is one more time
            await wanted.wait()
            wanted.clear()
            try:
                logger.warning("read the items again: %d items", await asyncio.to_thread(catalog.reload))
            except (InputError, OSError) as error:
                logger.error("the items stay as they were: %s", error)

    listens = bool(catalog.paths) and hasattr(signal, "SIGHUP") and current_thread() is main_thread()
    if not listens:
        yield
        return
    task = loop.create_task(reload())
    loop.add_signal_handler(signal.SIGHUP, wanted.set)
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGHUP)
        task.cancel()
