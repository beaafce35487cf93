"""Scoring for reward functions that a trainer finds by a file or a dotted path, and that take no arguments of ours.

The environment configures them; it has to be the same in all processes of a run:

    ANSWERKEY_URL        the reward server; without it, rules score in the trainer's own process
    ANSWERKEY_DEADLINE   seconds that a call may take in all (default: 60, or what the trainer's own limit allows)
    ANSWERKEY_FALLBACK   "rules": score here what the server does not; "none" (the default): leave it unscored
    ANSWERKEY_ITEMS      files of items, separated by ":", for labels that are ids (a server has its own --items)
    ANSWERKEY_UNDECIDED  without a server: what counts for a reply that no rule decides, "zero" (the default) or "null"
"""

import logging
import os
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, Protocol, get_args

from reward import background
from reward.catalog import Catalog, read_catalog
from reward.jsonl import printable
from reward.rollout import Rollout, filled, pairs_of, resolve
from reward.scorer import Scorer, Undecided
from reward.verdict import Verdict

FALLBACKS = ("none", "rules")
DEADLINE = 60.0
"""Seconds of a call, for trainers that have no shorter limit; the server's judge takes up to 45 for a reply."""
LOG_SECONDS = 10.0
logger = logging.getLogger("answerkey")


class Scores(Protocol):
    """What scores the replies: a `Scorer` here, or a `reward.client.Client` of a server, which also takes ids."""

    async def score_all(self, pairs: Sequence[tuple[Any, str]], /) -> list[Verdict]: ...


@dataclass(frozen=True, slots=True)
class Scoring:
    """How this process scores: `scores` with the items that it knows itself."""

    scores: Scores
    catalog: Catalog

    async def verdicts(self, rollouts: Sequence[Rollout | Verdict]) -> list[Verdict]:
        """The verdicts on rollouts, in their order; never raises for what is in them. Logs how many are unscored."""
        here = isinstance(self.scores, Scorer)
        found = resolve(rollouts, self.catalog) if here else pairs_of(rollouts, self.catalog)
        verdicts = await filled(found, self.scores.score_all)
        _log([verdict for verdict in verdicts if verdict.score is None], len(verdicts))
        return verdicts


async def score(rollouts: Sequence[Rollout | Verdict], deadline: float = DEADLINE) -> list[Verdict]:
    """The verdicts on rollouts, as the environment says; `deadline`: seconds, below the limit of the trainer's own.

    Raises ValueError for an environment that cannot be used.
    """
    return await configured(deadline).verdicts(rollouts)


def score_now(rollouts: Sequence[Rollout | Verdict], deadline: float = DEADLINE) -> list[Verdict]:
    """The same for a caller that is not asynchronous."""
    return background.run(configured(deadline).verdicts(rollouts))


@lru_cache(maxsize=16)
def configured(deadline: float = DEADLINE) -> Scoring:
    """How the environment says to score, read once. Raises ValueError for one that cannot be used."""
    environ = os.environ
    url, undecided = environ.get("ANSWERKEY_URL"), environ.get("ANSWERKEY_UNDECIDED", "zero")
    fallback = environ.get("ANSWERKEY_FALLBACK", "none")
    if fallback not in FALLBACKS:
        raise ValueError(f"ANSWERKEY_FALLBACK: {fallback!r} is none of {', '.join(FALLBACKS)}")
    if undecided not in get_args(Undecided):
        raise ValueError(f"ANSWERKEY_UNDECIDED: {undecided!r} is none of {', '.join(get_args(Undecided))}")
    with _reading:  # many threads may come at once
        catalog = _catalog(environ.get("ANSWERKEY_ITEMS", ""))
    if not url:
        return Scoring(Scorer(undecided=undecided), catalog)  # type: ignore[arg-type]  # checked above
    return Scoring(client(url, _seconds(environ.get("ANSWERKEY_DEADLINE"), deadline), fallback == "rules"), catalog)


_reading = Lock()


@lru_cache(maxsize=1)
def _catalog(paths: str) -> Catalog:
    return read_catalog(Path(path) for path in paths.split(os.pathsep) if path)


def _log(unscored: Sequence[Verdict], replies: int) -> None:
    """Say why replies are unscored, at most once in LOG_SECONDS: some trainers hand over one reply at a time."""
    global _next_log
    if unscored and time.monotonic() >= _next_log:
        _next_log = time.monotonic() + LOG_SECONDS
        codes = ", ".join(f"{code} {n}" for code, n in Counter(verdict.rule for verdict in unscored).most_common(5))
        logger.warning(
            "%d of %d replies are unscored (%s). %s", len(unscored), replies, codes, printable(unscored[0].note)
        )


_next_log = 0.0


def client(url: str, deadline: float, fallback: bool = False) -> Scores:
    """A client of the server at `url`. Raises ImportError with what to install, and ValueError for no address."""
    try:
        from reward.client import Client  # noqa: PLC0415  # aiohttp is optional: local rewards do without it
    except ImportError as error:
        raise ImportError(f"rewards from a server need {error.name}: pip install 'answerkey[client]'") from None
    return Client(url, deadline, fallback=fallback)


def _seconds(text: str | None, default: float) -> float:
    """The seconds that the environment names, or the default."""
    if not text:
        return default
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 86_400:
        raise ValueError(f"ANSWERKEY_DEADLINE: {text!r} is no number of seconds up to 86400; write one such as 30")
    return seconds
