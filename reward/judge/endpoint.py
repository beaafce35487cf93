"""An endpoint: where a judge is asked, which model, and how it is to reply. It comes from configuration alone."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlsplit

Output = Literal["json_schema", "json_object", "text"]
"""How a verdict is asked for: an enum that the endpoint enforces, any JSON object, or the last line of a text."""

CHAT = "/chat/completions"
NO_ADDRESS = "url: it is no address; write one such as http://127.0.0.1:8001/v1"
SAMPLING: dict[str, Any] = {"temperature": 0, "max_tokens": 1024}
"""What is sent besides the messages. A thinking model needs more tokens: they are spent before the verdict."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An OpenAI-compatible chat endpoint.

    `url`: its base, such as "http://127.0.0.1:8001/v1"; `body`: fields of the request that replace those of SAMPLING or
    come besides them, such as {"max_tokens": 4096}, and null takes one away. `key` goes into the Authorization header
    and nowhere else. `prompt_price`, `completion_price`: money per million tokens, to account for, 0 where unknown.
    `sampling` is what a request holds besides the model and the messages; `identity` is what a verdict depends on, as
    canonical JSON, of which the key is no part.

    Raises ValueError, in one line for a person, for a URL that is no address or that holds credentials.
    """

    url: str
    model: str
    key: str | None = field(default=None, repr=False)
    output: Output = "json_schema"
    body: Mapping[str, Any] = field(default_factory=dict)
    prompt_price: float = 0.0
    completion_price: float = 0.0
    sampling: dict[str, Any] = field(init=False, repr=False)
    identity: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "url", _base(self.url))
        sampling = {name: value for name, value in {**SAMPLING, **self.body}.items() if value is not None}
        object.__setattr__(self, "sampling", sampling)
        try:
            identity = json.dumps([self.url, self.model, self.output, sampling], sort_keys=True, allow_nan=False)
        except ValueError:
            raise ValueError("body: it holds a number that JSON does not have, such as 1e999") from None
        object.__setattr__(self, "identity", identity)
        if not self.model.strip():
            raise ValueError("model: it is empty; name the model as the endpoint knows it")
        if self.key is not None and not (self.key.isascii() and self.key.isprintable() and self.key.strip()):
            raise ValueError("key: it is empty, or holds characters that no key holds; check its file")


def _base(url: str) -> str:
    """The base URL without a slash at its end; a bare host gets "/v1". No message repeats it, for it may be a key."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise ValueError(NO_ADDRESS) from None
    if parts.scheme not in ("http", "https") or not parts.hostname or any(c.isspace() for c in url):
        raise ValueError(NO_ADDRESS)
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ValueError("url: it holds credentials or a query; give the key as ANSWERKEY_JUDGE_KEY")
    path = parts.path.rstrip("/").removesuffix(CHAT)
    return f"{parts.scheme}://{parts.netloc}{path or '/v1'}"
