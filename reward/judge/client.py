"""The client: one verdict from one endpoint, with a deadline, with tries by kind of failure, and within a budget.

aiohttp, because its pool costs nothing at hundreds of connections. Redirects are not followed and no proxy or netrc of
the environment is used, for the key goes along; compressed bodies are not read.
"""

import asyncio
import random
import weakref
from collections.abc import Callable
from itertools import count
from typing import NoReturn, TypeVar

import aiohttp
from yarl import URL

from reward.judge.breaker import Breaker
from reward.judge.endpoint import CHAT, Endpoint
from reward.judge.failure import ENDPOINT_IS_ILL, OVERLOADED, TRIES, JudgeFailure, Kind
from reward.judge.limiter import Limiter
from reward.judge.tally import Budget, Spent, Tally
from reward.judge.wire import MAX_RESPONSE_BYTES, Completion, read_completion, read_usage
from reward.waiting import retry_after

T = TypeVar("T")
FIRST_WAIT, LONGEST_WAIT = 0.25, 8.0
"""Seconds between two tries; it doubles, and is drawn from the upper half, so that calls do not come back together."""
STATUS: dict[int, Kind] = {401: "unauthorized", 403: "unauthorized", 404: "unknown_model", 429: "rate_limited"}
STATUS |= {408: "timeout", 503: "unavailable", 504: "timeout"}
FULL = 0.9
"""The share of the time of a try that a call has to have had, for its time-out to say something of the endpoint."""


class ChatClient:
    """Asks one endpoint, from one event loop. `connections`: calls at once; `try_seconds`: the time of one try."""

    def __init__(self, endpoint: Endpoint, connections: int, try_seconds: float, budget: Budget, tally: Tally) -> None:
        self.endpoint = endpoint
        self.try_seconds = try_seconds
        self.budget = budget
        self.tally = tally
        self.limiter = Limiter(connections)
        self.breaker = Breaker()
        self._url = URL(endpoint.url + CHAT)
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, ttl_dns_cache=60),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=10),
            headers={"Content-Type": "application/json", **headers_of(endpoint)},
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
        )
        weakref.finalize(self, _abandon, self._session)

    async def close(self) -> None:
        """Close the connections."""
        await self._session.close()

    async def complete(
        self, body: Callable[[], bytes], read: Callable[[Completion], T], deadline: float, spent: Spent
    ) -> T:
        """Ask until `read` takes the completion; `deadline` is on the loop's clock. Raises JudgeFailure.

        `body` makes the request of each try, once its turn has come. `spent` grows by what all tries took.
        """
        wait, last = FIRST_WAIT, None
        for attempt in count(1):
            try:
                return await self._try(body, read, deadline, spent)
            except JudgeFailure as failure:
                if failure.hasty and last is not None:
                    raise last from None  # there was no time for another try: what went wrong is what did before
                last = failure
                pause = failure.retry_after or random.uniform(wait / 2, wait)
                if attempt >= TRIES.get(failure.kind, 1) or asyncio.get_running_loop().time() + pause >= deadline:
                    raise
            self.tally.retries += 1
            await asyncio.sleep(pause)
            wait = min(2 * wait, LONGEST_WAIT)
        raise AssertionError("the last try returns or raises")

    async def _try(
        self, body: Callable[[], bytes], read: Callable[[Completion], T], deadline: float, spent: Spent
    ) -> T:
        """One try, in its turn."""
        loop = asyncio.get_running_loop()
        if self.limiter.closed_until >= deadline:
            message = "The judge's endpoint asks to be left alone for longer than there is."
            raise JudgeFailure("rate_limited", message, self.limiter.closed_until - loop.time())
        if not self.limiter.try_enter():
            try:
                async with asyncio.timeout_at(deadline):
                    await self.limiter.enter()
            except TimeoutError:
                raise JudgeFailure("timeout", "No judge call was free before the deadline of the item.") from None
        try:
            self.budget.check(self.tally)
            tried, started = self.breaker.enter(), loop.time()
            try:
                completion = await self._call(body(), deadline, spent)
            except JudgeFailure as failure:
                if failure.hasty:
                    self.breaker.abandoned(tried)
                elif failure.kind in ENDPOINT_IS_ILL:
                    self.breaker.failed(tried, started)
                else:
                    self.breaker.succeeded()
                raise
            except BaseException:
                self.breaker.abandoned(tried)
                raise
        finally:
            self.limiter.leave()
        self.breaker.succeeded()
        try:
            return read(completion)
        except JudgeFailure as failure:
            self.tally.failed_calls[failure.kind] += 1
            raise

    async def _call(self, body: bytes, deadline: float, spent: Spent) -> Completion:
        """One request, counted."""
        loop = asyncio.get_running_loop()
        started = loop.time()
        seconds = min(self.try_seconds, deadline - started)
        self.tally.calls += 1
        try:
            async with asyncio.timeout(seconds):
                data = await self._post(body)
        except TimeoutError:
            hasty = seconds < FULL * self.try_seconds
            self._count(
                JudgeFailure("timeout", f"The judge gave no answer within {seconds:.1f} s.", hasty=hasty), started
            )
        except JudgeFailure as failure:
            self._count(failure, started)
        self.tally.seconds.add(loop.time() - started)
        self.limiter.succeeded()
        try:
            completion = read_completion(data)
        except JudgeFailure as failure:
            self._spend(spent, *read_usage(data))  # what was not said was paid for all the same
            self._count(failure, started)
        self._spend(spent, completion.prompt_tokens, completion.completion_tokens)
        return completion

    def _count(self, failure: JudgeFailure, started: float) -> NoReturn:
        self.tally.failed_calls[failure.kind] += 1
        if failure.kind in OVERLOADED and not failure.hasty:
            self.limiter.overloaded(started, failure.retry_after)
        raise failure from None

    def _spend(self, spent: Spent, prompt: int, completion: int) -> None:
        spent.add(prompt, completion)
        self.tally.prompt_tokens += prompt
        self.tally.completion_tokens += completion
        price = self.endpoint.prompt_price * prompt + self.endpoint.completion_price * completion
        self.tally.cost += price / 1_000_000

    async def _post(self, body: bytes) -> bytes:
        """The body of a response with status 200. Raises JudgeFailure for every other way in which it may end."""
        try:
            async with self._session.post(self._url, data=body, allow_redirects=False) as response:
                data = await read_body(response)
                if response.status != 200:
                    raise _refusal(response, data)
                if response.headers.get("Content-Encoding", "identity").lower() != "identity":
                    raise JudgeFailure("not_json", "The judge's endpoint sent a compressed body, which is not read.")
                return data
        except aiohttp.ClientConnectorDNSError:
            raise JudgeFailure("unresolved", "The host of the judge's endpoint has no address.") from None
        except aiohttp.ClientConnectorError as error:
            raise JudgeFailure("unreachable", f"No connection to the judge's endpoint: {_reason(error)}.") from None
        except aiohttp.ServerTimeoutError:
            raise JudgeFailure("unreachable", "No connection to the judge's endpoint within 10 s.") from None
        except UnicodeError:
            raise JudgeFailure("unresolved", "The host of the judge's endpoint is no name of a host.") from None
        except (aiohttp.ClientError, OSError, ValueError) as error:
            message = f"The connection to the judge's endpoint was lost: {type(error).__name__}."
            raise JudgeFailure("dropped", message) from None


def _abandon(session: aiohttp.ClientSession) -> None:
    """Close what a trainer leaves open that stops its event loop for good: aiohttp would complain on stderr."""
    connector = session.connector
    session.detach()
    if connector is not None:
        connector._close()


def headers_of(endpoint: Endpoint) -> dict[str, str]:
    """What each request to an endpoint says: that it wants no compressed body, and the key, if there is one."""
    key = {} if endpoint.key is None else {"Authorization": f"Bearer {endpoint.key}"}
    return {"Accept-Encoding": "identity", **key}


async def read_body(response: aiohttp.ClientResponse) -> bytes:
    """The body, or JudgeFailure as soon as it has grown larger than any completion."""
    data = bytearray()
    async for chunk in response.content.iter_any():
        data += chunk
        if len(data) > MAX_RESPONSE_BYTES:
            response.close()
            raise JudgeFailure("too_large", f"The judge's endpoint sent more than {MAX_RESPONSE_BYTES} bytes.")
    return bytes(data)


def _refusal(response: aiohttp.ClientResponse, data: bytes) -> JudgeFailure:
    """The failure that a status stands for. What the endpoint says is not repeated: it may hold the key."""
    kind: Kind = STATUS.get(response.status, "server_error" if response.status >= 500 else "refused")
    if kind == "rate_limited" and b"insufficient_quota" in data:
        kind = "quota"
    message = f"The judge's endpoint answered with HTTP status {response.status}."
    return JudgeFailure(kind, message, retry_after(response.headers.get("Retry-After"), response.headers.get("Date")))


def _reason(error: aiohttp.ClientConnectorError) -> str:
    return error.os_error.strerror or type(error.os_error).__name__
