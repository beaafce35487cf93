"""The marks of chat templates: where a turn begins in a text that a trainer made of a conversation, and whose it is.

A text has one template, and its first mark tells which: special tokens, or words such as "USER:" in templates that
have none. Whoever writes a reply may write marks as well, but none before the first.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

MAX_CHARS = 262_144
"""Of a text, only so much is looked through: a prompt with many pictures has so many places for them."""
Role = Literal["user", "assistant", "system"]
TOKENS = re.compile(
    r"<\|im_start\|> ?(?P<chatml>user|assistant|system|tool|question|answer)(?:[ \t]{0,4}\n|<\|im_sep\|>)"  # Phi 4
    r"|<\|start_header_id\|>(?:GPT4 Correct )?(?P<llama>[uU]ser|[aA]ssistant|system|tool|ipython)<\|end_header_id\|>"
    r"|<start_of_turn>(?P<gemma>user|model)\b"
    r"|\[(?P<mistral>/?INST)\]"
    r"|<\|(?P<glm>[uU]ser|[aA]ssistant|system)\|>"
    r"|<｜(?:hy_)?(?P<deepseek>User|Assistant)｜>"  # and Hunyuan
    r"|<\|start\|>(?P<harmony>user|assistant|system|developer)\b(?: to=\S{1,40})?"  # gpt-oss
    r"|<\|(?:header_start|start_of_role)\|>(?P<llama4>user|assistant|system)<\|(?:header_end|end_of_role)\|>"
    r"|<\|turn>(?P<gemma4>user|model|system)\b"
    r"|<\|im_(?P<kimi>user|assistant|system)\|>[a-z]{0,20}<\|im_middle\|>"
    r"|<\|START_OF_TURN_TOKEN\|><\|(?P<cohere>USER|CHATBOT|SYSTEM)_TOKEN\|>"
    r"|\[\|(?P<exaone>user|assistant|system)\|\]"
    r"|<role>(?P<ling>HUMAN|ASSISTANT|SYSTEM)</role>"
    r"|<_(?P<telechat>user|bot|system)>"
    r"|(?:\]~b\]|<(?:beginning_of_sentence|\|begin_of_text\||seed:bos|\[begin▁of▁sentence\])>)"
    r"(?P<named>user|assistant|system|ai)(?: [a-z_]{1,20}=[a-z_]{1,20})?\n"  # MiniMax, Youtu VL, Seed
    r"|(?P<reply><\|extra_0\|>|<sep>|<｜hy_place▁holder▁no▁8｜>|reserved_1)",  # where no mark is before the question
)
WORDS = re.compile(
    r"(?<!\w)(?:GPT4 Correct )?"
    r"(?P<word>USER|ASSISTANT|Human|Assistant|User|Falcon|### ?(?:Instruction|Response|User|Human|Assistant)):"
)
"""Words of templates without special tokens, which some put right behind a system prompt, without a space."""
USER = frozenset(["user", "inst", "human", "question", "###instruction", "###user", "###human"])
ASSISTANT = frozenset(
    ["assistant", "model", "/inst", "ai", "answer", "bot", "chatbot", "falcon", "###response", "###assistant"]
)


@dataclass(frozen=True, slots=True)
class Mark:
    """The start of a turn: whose it is, and where the mark begins and ends."""

    role: Role
    start: int
    end: int


def marks(text: str, most: int | None = None) -> Iterator[Mark]:
    """The marks of a text's own template in its first MAX_CHARS characters, at most so many."""
    token = TOKENS.search(text, 0, MAX_CHARS)
    word = WORDS.search(text, 0, token.start() if token else MAX_CHARS)
    for found in islice((WORDS if word else TOKENS).finditer(text, 0, MAX_CHARS), most):
        yield Mark(_role(found), found.start(), found.end())


def _role(found: re.Match[str]) -> Role:
    name = (found[found.lastgroup or 0] or "").lower().replace(" ", "")
    if name in USER:
        return "user"
    return "assistant" if name in ASSISTANT or found.lastgroup == "reply" else "system"
