"""Opening a language model: from settings to an `Llm` whose endpoint has shown that it answers. Needs aiohttp."""

import asyncio
import logging
from collections.abc import Mapping

from data_builder.convert.llm.llm import Llm
from data_builder.convert.llm.settings import PREFIX, LlmSettings
from reward.jsonl import InputError
from reward.judge.cache import MemoryCache
from reward.judge.given import FIRST
from reward.judge.probe import probe
from reward.judge.sqlite_cache import SqliteCache
from reward.judge.tally import Budget

PROBE_SECONDS = 120.0
"""The most that a probe may take: some endpoints load their model then."""
logger = logging.getLogger("answerkey")


def opened_llm(settings: LlmSettings, classes: Mapping[str, tuple[str, ...]]) -> Llm:
    """The model of some settings; `classes`: the other nouns of each noun's class, {} where no table is given.

    Called where no event loop runs. Raises InputError, in one line, for an endpoint or a cache of no use.
    """
    if settings.exposed:
        logger.warning("The key goes to %s as plain text, which others can read: use https://.", settings.endpoint.url)
    try:
        endpoint = asyncio.run(probe(settings.endpoint, settings.output, min(settings.deadline, PROBE_SECONDS)))
    except InputError as error:
        said = str(error).replace(FIRST, PREFIX).replace("he judge's", "he model's").replace("The judge", "The model")
        raise InputError(said) from None
    return Llm(
        endpoint,
        cache=MemoryCache() if settings.cache is None else SqliteCache(settings.cache),
        classes=classes,
        deadline=settings.deadline,
        try_seconds=settings.try_seconds,
        connections=settings.connections,
        budget=Budget(settings.budget_calls, settings.budget_tokens),
    )
