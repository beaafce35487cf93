"""A conversation as trainers hand it on: messages, or one text with the marks of a chat template.

A trainer sends what the model was asked as messages or as the templated text, and its reply alone, as messages, or
behind the prompt in one text. Everything here takes time linear in the length of the text.
"""

import re
from typing import Any

from reward.marks import MAX_CHARS, marks
from reward.spoken import THINK_OPEN

MOST_BEFORE = 64
"""Characters that a tokenizer may put before a prompt."""
REPLYING = ("assistant", "model")
TEXTS = (None, "text", "input_text", "output_text")
"""Types of the blocks that hold what is said; others hold pictures, or thinking."""
THINKS = "<think>"
TOKENS = re.compile(
    r"<\|[^|<>\s]{1,40}\|>|<｜[^｜<>]{1,40}｜>|</?s>|<(?:bos|eos|pad|start_of_turn|end_of_turn|start_of_image|image_soft_token)>"
    r"|</?(?:image|img|video|audio|box)>|<IMG_CONTEXT>|\[/?(?:INST|IMG)\]"
)
STAMP = re.compile(r"\[\d{1,7}(?:\.\d{1,3})? s\]")
"""The time of a frame, as prompts with several frames announce it."""


def reply_text(completion: Any) -> str | None:
    """The reply in a completion: a string, or messages, whose last one from the assistant is the reply.

    A message's content is text, or a list of blocks of which those with text count. None for anything else.
    """
    if isinstance(completion, str):
        return completion
    if not isinstance(completion, list | tuple):
        return None
    if not all(isinstance(message, dict) and ("role" in message or "type" in message) for message in completion):
        return None
    roles = [message["role"] for message in completion if "role" in message]
    if roles and not any(role in REPLYING for role in roles):
        return None
    return _last(completion, REPLYING)


def question_text(prompt: Any) -> str:
    """What a prompt asks: the last turn of the user, as text without special tokens; "" where there is none."""
    if isinstance(prompt, str):
        prompt = prompt[-MAX_CHARS:]
        found = list(marks(prompt))
        ends = [*(mark.start for mark in found[1:]), len(prompt)]
        asked = [prompt[mark.end : end] for mark, end in zip(found, ends, strict=False) if mark.role == "user"]
        return bare(asked[-1] if asked else prompt)
    if isinstance(prompt, list | tuple) and all(isinstance(message, dict) for message in prompt):
        return bare(_last(prompt, ("user",)) or "")
    return ""


def reply_behind(query: str, prompt: str) -> str | None:
    """The reply in a text that holds its prompt before it; None where it cannot be told from the prompt.

    The two may differ, as where a picture is one token in the prompt and many in the text: the reply then follows as
    many marks of an assistant as the prompt has, for a reply may write more of them.
    """
    at = query.find(prompt, 0, len(prompt) + MOST_BEFORE) if prompt else -1
    if at >= 0:
        return query[at + len(prompt) :]
    ends = [mark.end for mark in marks(query) if mark.role == "assistant"]
    turns = sum(mark.role == "assistant" for mark in marks(prompt))
    if not ends:
        return None if prompt else query
    return query[ends[max(0, min(turns, len(ends)) - 1)] :]


def aloud(prompt: Any, reply: str) -> str:
    """The reply; with an opened thinking before it where the prompt ends with that, as templates of thinkers do."""
    if isinstance(prompt, list | tuple) and prompt and isinstance(prompt[-1], dict):
        prompt = _last(prompt[-1:], REPLYING)  # what the model is to go on with
    opened = isinstance(prompt, str) and (found := THINK_OPEN.search(prompt, max(0, len(prompt) - 64)))
    return f"{THINKS}{reply}" if opened and not prompt[found.end() :].strip() else reply  # type: ignore[union-attr]


def bare(text: str) -> str:
    """A text as prompts are compared: without special tokens, places of pictures and times of frames, in one line."""
    text = text[-MAX_CHARS:]
    text = TOKENS.sub(" ", text) if "<" in text or "[" in text else text
    text = STAMP.sub(" ", text) if " s]" in text else text
    return " ".join(text.split())


def _last(messages: list[Any] | tuple[Any, ...], roles: tuple[str, ...]) -> str | None:
    """The text of the last message of these roles; "" where there is none, None where it is no text."""
    said = [message.get("content") for message in messages if message.get("role") in roles]
    content = said[-1] if said else ""
    if isinstance(content, list | tuple) and all(isinstance(block, dict) for block in content):
        texts = [block.get("text") or "" for block in content if block.get("type") in TEXTS]
        return "".join(texts) if all(isinstance(text, str) for text in texts) else None
    return content if isinstance(content, str) else "" if content is None else None
