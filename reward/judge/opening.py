"""Opening a judge: from settings to a `LanguageJudge` whose endpoints have shown that they answer.

Needs aiohttp, from the extra `[judge]`.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from threading import Thread
from typing import Any, TypeVar

from reward.jsonl import InputError, printable
from reward.judge.audit import Audit
from reward.judge.cache import Cache, MemoryCache
from reward.judge.endpoint import Endpoint
from reward.judge.given import FIRST, SECOND
from reward.judge.judge import LanguageJudge
from reward.judge.probe import probe
from reward.judge.settings import JudgeSettings, ModelSettings
from reward.judge.sqlite_cache import SqliteCache
from reward.judge.tally import Budget

T = TypeVar("T")
PROBE_SECONDS = 120.0
"""The most that a probe may take, or what an item may take if that is less: some endpoints load their model then."""
logger = logging.getLogger("answerkey")


def opened(settings: JudgeSettings, deadline: float) -> LanguageJudge:
    """The judge of some settings. Raises InputError."""
    deadline = settings.deadline or deadline
    endpoints = [_probed(settings, FIRST, deadline)]
    if settings.second is not None:
        endpoints.append(_probed(settings.second, SECOND, deadline))
    return LanguageJudge(
        endpoints,
        cache=_cache(settings),
        votes=settings.votes,
        deadline=deadline,
        try_seconds=settings.try_seconds,
        connections=settings.connections,
        always_decoys=settings.decoys == "always",
        budget=Budget(settings.budget_calls, settings.budget_tokens),
    )


def opened_audit(settings: JudgeSettings, judge: LanguageJudge) -> Audit | None:
    """The audit of rules that some settings ask for. Raises InputError for a file that cannot be written."""
    if not settings.audit or settings.audit_log is None:
        return None
    try:
        settings.audit_log.open("ab").close()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise InputError(f"{settings.audit_log}: the audit's log cannot be written: {why}") from None
    return Audit(judge, settings.audit, settings.audit_log)


def described(judge: LanguageJudge, settings: JudgeSettings) -> str:
    """The judge in a few words, without its key."""
    models = " and ".join(f"{endpoint.model} ({endpoint.output})" for endpoint in judge.endpoints)
    return printable(f"judge {models}, cache {settings.cache or 'in memory'}{' and Redis' if settings.redis else ''}")


def _probed(model: ModelSettings, prefix: str, deadline: float) -> Endpoint:
    endpoint = model.endpoint
    if model.exposed:
        logger.warning("The key goes to %s as plain text, which others can read: use https://.", endpoint.url)
    try:
        return _in_a_thread(lambda: probe(endpoint, model.output, min(deadline, PROBE_SECONDS)))
    except InputError as error:
        raise InputError(str(error).replace(FIRST, prefix)) from None


def _in_a_thread(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What asynchronous work returns, from an event loop of its own; a daemon, so that Ctrl-C need not wait for it."""
    result: Future[T] = Future()

    def run() -> None:
        try:
            result.set_result(asyncio.run(work()))
        except BaseException as error:
            result.set_exception(error)

    Thread(target=run, daemon=True, name="judge-probe").start()
    return result.result()


def _cache(settings: JudgeSettings) -> Cache:
    """What keeps rulings: a file or this process's memory, and in front of it Redis."""
    local = MemoryCache() if settings.cache is None else SqliteCache(settings.cache)
    if settings.redis is None:
        return local
    try:
        from reward.judge.redis_cache import RedisCache  # noqa: PLC0415  # an optional dependency
    except ImportError:
        raise InputError(f"{FIRST}REDIS needs redis: pip install 'answerkey[redis]'") from None
    try:
        return RedisCache(settings.redis.get_secret_value(), local)
    except InputError as error:
        raise InputError(f"{FIRST}REDIS: {str(error).removeprefix('redis: ')}") from None
