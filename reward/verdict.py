"""A verdict: what one reply is worth, and why.

`score` is None when nobody could say what the reply is worth. None is never 0: a trainer must leave such a reply
out, and a report must count it apart.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

JUDGE_FAILED = "judge_failed"
"""The rule of a verdict whose judge failed: its score is unknown, but its form is known."""
SERVER_FAILED = "server_failed"
"""The rule of a verdict that a trainer's process makes when the server gave none."""
JUDGE: dict[str, Any] = {
    "type": "object",
    "description": "What a judge says of its verdict, or of its failure. It may say more than this.",
    "properties": {
        "model": {"type": "string", "description": "The model that was asked; several are joined by commas."},
        "prompt_version": {"type": "string", "description": "The name of the prompt, which changes with its words."},
        "chosen": {"type": ["string", "null"], "description": "The candidate that the answer means; null for none."},
        "cached": {"type": "boolean", "description": "Whether it took no call of its own."},
        "seconds": {"type": "number", "minimum": 0, "description": "How long it took, waiting included."},
        "usage": {
            "type": "object",
            "description": "The tokens of its own calls.",
            "properties": {name: {"type": "integer", "minimum": 0} for name in ("prompt_tokens", "completion_tokens")},
        },
    },
}
"""The shape of a verdict's `judge`, for the server's description. What says something else is not refused: a newer
server may."""


class Fault(BaseModel):
    """Why an item could not be scored: a stable `code`, a `message` for a person, and where it was."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    code: str
    message: str
    item: int | None = None
    field: str | None = None


class Verdict(BaseModel):
    """What a reply is worth: `score` in [0, 1], or None for unscored; who decided it, and by which rule.

    `by` is "none" when neither a rule nor a judge decided: the score is then None, or 0 where the caller asked for
    undecided replies to count as wrong. `details` holds what a kind adds, such as the value read for each statement.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")  # a newer server may say more

    score: float | None = Field(ge=0, le=1, allow_inf_nan=False)
    by: Literal["rule", "judge", "none"]
    said: str | None
    rule: str
    format_ok: bool
    note: str
    judge: Annotated[dict[str, Any], WithJsonSchema(JUDGE)] | None = None
    details: dict[str, Any] = {}
    error: Fault | None = None


def by_rules(
    score: float | None, said: str | None, rule: str, format_ok: bool, note: str, details: dict[str, Any]
) -> Verdict:
    """The verdict of rules, made without pydantic's validation of types that are already checked: it is made per reply.

    Raises ValidationError for a score outside of [0, 1].
    """
    fields: dict[str, Any] = {
        "score": None if score is None else float(score),
        "by": "none" if score is None else "rule",
        "said": said,
        "rule": rule,
        "format_ok": format_ok,
        "note": note,
        "judge": None,
        "details": details,
        "error": None,
    }
    if score is not None and not 0 <= score <= 1:
        return Verdict.model_validate(fields)
    verdict = Verdict.__new__(Verdict)
    object.__setattr__(verdict, "__dict__", fields)
    object.__setattr__(verdict, "__pydantic_fields_set__", set(fields))
    object.__setattr__(verdict, "__pydantic_extra__", None)
    object.__setattr__(verdict, "__pydantic_private__", None)
    return verdict


def unscored(rule: str, note: str, error: Fault | None = None) -> Verdict:
    """The verdict of a reply that could not be scored."""
    return Verdict(score=None, by="none", said=None, rule=rule, format_ok=False, note=note, error=error)
