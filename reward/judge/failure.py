"""A judge's failure: why there is no verdict. A reply whose judge failed is unscored, for a reason that is counted."""

from typing import Literal, get_args

Kind = Literal[
    "rate_limited",  # 429
    "quota",  # 429 that waiting does not mend: the account has nothing left
    "unavailable",  # 503
    "server_error",  # another 5xx
    "refused",  # 3xx, or a 4xx that is none of the others
    "unauthorized",  # 401, 403
    "unknown_model",  # 404
    "timeout",  # no answer within the time of one try, or of the item
    "unreachable",  # no connection
    "unresolved",  # no such host
    "dropped",  # the connection was lost
    "too_large",  # more than wire.MAX_RESPONSE_BYTES
    "not_json",  # a page, a truncated object, a compressed body
    "bad_completion",  # JSON that is no chat completion
    "empty",  # no text, or nothing but thinking
    "cut_off",  # finish_reason "length"
    "filtered",  # finish_reason "content_filter", or a refusal
    "no_verdict",
    "two_verdicts",
    "bad_verdict",  # a verdict that is none of the options
    "circuit_open",  # the endpoint failed so often that it is left alone for a while
    "budget_spent",
    "disagreement",  # votes or models differ
    "swayed",  # the judge gives a positive verdict on decoys as well
    "internal",  # a fault of ours
]
KINDS: tuple[Kind, ...] = get_args(Kind)

TRIES: dict[Kind, int] = {
    "rate_limited": 8,
    "unavailable": 6,
    "server_error": 4,
    "timeout": 2,
    "unreachable": 4,
    "unresolved": 2,
    "dropped": 4,
    "not_json": 2,
    "bad_completion": 2,
    "empty": 2,
    "cut_off": 1,
    "no_verdict": 2,
    "two_verdicts": 2,
    "bad_verdict": 2,
}
"""How often a call is tried that fails in this way, the first time included; once where it is not named. The deadline
of the item may end it before."""

OVERLOADED: frozenset[Kind] = frozenset(["rate_limited", "unavailable", "timeout"])
"""Failures that ask for fewer calls at once."""
ENDPOINT_IS_ILL: frozenset[Kind] = frozenset(
    ["quota", "unavailable", "server_error", "unauthorized", "timeout", "unreachable", "unresolved", "dropped"]
)
"""Failures that say something of the endpoint rather than of one call: they count for the circuit breaker."""


class JudgeFailure(Exception):
    """No verdict: the `kind`, one sentence for a person, and how many seconds the endpoint asks to be left alone.

    `hasty`: a time-out that says nothing of the endpoint, for it had less than the time of a try.
    """

    def __init__(self, kind: Kind, message: str, retry_after: float | None = None, hasty: bool = False) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.retry_after = retry_after
        self.hasty = hasty
