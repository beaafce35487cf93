"""A conversation as trainers hand it on: messages, or one text with the marks of a chat template.

A trainer sends what the model was asked as messages or as the templated text, and its reply alone, as messages, or
behind the prompt in one text. Everything here takes time linear in the length of the text.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from reward.spoken import THINK_OPEN

MAX_TURNS = 64
"""Turns of a text that are looked at."""
THINKS = "<think>"
# Special tokens of ChatML (Qwen, InternVL), Llama 3, Gemma, Mistral, GLM and Phi, DeepSeek, and gpt-oss.
TURN = re.compile(
    r"<\|im_start\|>(?P<chatml>user|assistant|system|tool)[ \t]{0,4}\n"
    r"|<\|start_header_id\|>(?P<llama>user|assistant|system|tool|ipython)<\|end_header_id\|>"
    r"|<start_of_turn>(?P<gemma>user|model)\b"
    r"|\[(?P<mistral>/?INST)\]"
    r"|<\|(?P<glm>user|assistant|system)\|>"
    r"|<｜(?P<deepseek>User|Assistant)｜>"
    r"|<\|start\|>(?P<harmony>user|assistant|system|developer)\b[^<]{0,40}"
)
# Templates without special tokens: only where a text has no other marks, for people write these words as well.
PLAIN_TURN = re.compile(r"(?:^|[\n ])(?P<role>USER|ASSISTANT|Human|Assistant|### Instruction|### Response):")
ROLES = {
    "model": "assistant", "/inst": "assistant", "### response": "assistant",
    "inst": "user", "human": "user", "### instruction": "user",
}  # fmt: skip
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
    if not isinstance(completion, list | tuple) or not all(isinstance(message, dict) for message in completion):
        return None
    return _last(completion, "assistant")


def question_text(prompt: Any) -> str:
    """What a prompt asks: the last turn of the user, as text without special tokens; "" where there is none."""
    if isinstance(prompt, str):
        turns = [(role, text) for role, text, _ in _turns(prompt)]
        asked = [text for role, text in turns if role == "user"]
        return bare(asked[-1] if asked else prompt)
    if isinstance(prompt, list | tuple) and all(isinstance(message, dict) for message in prompt):
        return bare(_last(prompt, "user") or "")
    return ""


def reply_behind(query: str, prompt: str) -> str:
    """The reply in a text that begins with its prompt; in any other, what follows the last mark of an assistant."""
    if prompt and query.startswith(prompt):
        return query[len(prompt) :]
    ends = [end for role, _, end in _turns(query) if role == "assistant"]
    return query[ends[-1] :] if ends else query


def cuts(query: str) -> Iterator[tuple[str, str]]:
    """The places where a text may be cut into (prompt, reply), first the earliest: one for each mark of an assistant.

    Whoever writes the reply may write marks as well, but none before the true one.
    """
    return ((query[:end], query[end:]) for role, _, end in _turns(query) if role == "assistant")


def aloud(prompt: Any, reply: str) -> str:
    """The reply; with an opened thinking before it where the prompt ends with that, as templates of thinkers do."""
    opened = isinstance(prompt, str) and (found := THINK_OPEN.search(prompt, max(0, len(prompt) - 64)))
    return f"{THINKS}{reply}" if opened and not prompt[found.end() :].strip() else reply  # type: ignore[union-attr]


def bare(text: str) -> str:
    """A text as prompts are compared: without special tokens, places of pictures and times of frames, in one line."""
    text = TOKENS.sub(" ", text) if "<" in text or "[" in text else text
    text = STAMP.sub(" ", text) if " s]" in text else text
    return " ".join(text.split())


def _last(messages: list[Any] | tuple[Any, ...], role: str) -> str | None:
    """The text of the last message of a role; "" where there is none, None where it is no text."""
    said = [message.get("content") for message in messages if message.get("role") == role]
    content = said[-1] if said else ""
    if isinstance(content, list | tuple) and all(isinstance(block, dict) for block in content):
        texts = [block.get("text") or "" for block in content]
        return "".join(texts) if all(isinstance(text, str) for text in texts) else None
    return content if isinstance(content, str) else "" if content is None else None


def _turns(text: str) -> Iterator[tuple[str, str, int]]:
    """The turns of a templated text: role, text, and where the mark of the turn ends."""
    marks = list(islice(TURN.finditer(text), MAX_TURNS)) or list(islice(PLAIN_TURN.finditer(text), MAX_TURNS))
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    for mark, end in zip(marks, ends, strict=False):
        name = (mark[mark.lastgroup or 0] or "").lower()
        yield ROLES.get(name, name), text[mark.end() : end], mark.end()
