"""What a reply says aloud: its text without thinking, special tokens and invisible characters, in one Unicode form."""

import re
import unicodedata

from reward.plain import DIGITS_APART, PART_CHARS, small

READ_CHARS = 16_384
"""Of what a reply says aloud, only this much of its end is read."""

# All in small letters: they are looked for in a text in small letters, which is far faster than ignoring case.
NAMES = r"(?:(?:seed:|mm:|longcat_)?think(?:ing)?|thoughts?|reason(?:ing)?|reflection|scratchpad|analysis)>"
OPENS = (
    rf"{NAMES}|start_working_out>|unused94>|\|(?:begin_of_thought|start_thinking)\|>"
    r"|\|channel\|>(?:analysis|commentary)"
)
CLOSES = (
    rf"/{NAMES}|end_working_out>|unused95>|\|(?:end_of_thought|end_thinking)\|>"
    r"|\|channel\|>final(?:<\|constrain\|>\w{0,20})?<\|message\|>"
)
THINK = re.compile(
    rf"<(?=[/a-z|])(?:(?P<close>{CLOSES})|{OPENS})|\[(?:(?P<ends>/think\])|think\])|◁(?:(?P<stops>/think▷)|think▷)"
)
THINK_OPEN = re.compile(rf"<(?:{OPENS})|\[think\]|◁think▷", re.IGNORECASE)
THINK_CLOSE = re.compile(rf"<(?:{CLOSES})|\[/think\]|◁/think▷", re.IGNORECASE)
# What a chat template puts before a reply and after it, for those who decode a reply with its special tokens.
BEFORE = re.compile(
    r"(?:\s|</?s>|<(?:bos|pad)>|\[/INST\]|<start_of_turn>(?:model)?|<\|(?:begin_of_text|assistant|message|start|start_response)\|>"
    r"|<\|(?:im_start|start_header_id)\|>(?:assistant|model)?|<\|end_header_id\|>){1,20}",
    re.IGNORECASE,
)
AFTER = re.compile(
    r"</s>|<(?:eos|pad|end_of_turn|start_of_turn)>|\[/?INST\]|<\|(?!begin_of|end_of_(?:box|sol))[^|<>\s]{2,24}\|>"
)
OPENED = re.compile(r"<(?:(?:final[_ -]?)?answer|ans)>", re.IGNORECASE)
CLOSED = re.compile(r"</(?:(?:final[_ -]?)?answer|ans)>", re.IGNORECASE)
LAST_CLOSED = re.compile(r"</(?:conclusion|solution|response|output|result)>\s{0,9}$", re.IGNORECASE)
STRUCK = re.compile(r"~~[^~\n]{1,999}~~|<del>[^<]{0,999}</del>")
QUOTED = re.compile(r"^[ \t]{0,3}>[ \t](?=\s{0,3}[^\W\d]|[*_\"'“\\$])", re.MULTILINE)
"""The mark of a quoted line; before a number it may say "more than"."""
FENCE = re.compile(r"^[ \t]{0,9}`{3,9}\w{0,12}[ \t]{0,9}$\n?", re.MULTILINE)
INVISIBLE = dict.fromkeys(
    [0xAD, 0x180E, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)]
)
UNSEEN = re.compile(f"[{''.join(map(chr, INVISIBLE))}]")
APART = re.compile(f"[{''.join(map(chr, DIGITS_APART))}]")


def spoken(reply: str) -> str:
    """The end of a reply without its thinking and without invisible characters, in one Unicode form (NFKC).

    Of a reply that thinks more than once the last part counts in which it speaks. Thinking without an end says nothing.
    """
    text = _aloud(reply) if _may_think(reply) else reply
    text = text[-READ_CHARS:]
    if not text.isascii():
        text = _seen(text)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\x08" in text or "\x0c" in text:  # \b and \f of LaTeX that was read as JSON
        text = text.replace("\x08ox", "\\box").replace("\x0cbox", "\\fbox").replace("\x0crac", "\\frac")
    if "<" in text or "[" in text:
        text = _without_tokens(text)
    if "~" in text or "<" in text:
        text = STRUCK.sub("", text)
        text = _without_comments(text) if "<!--" in text else text
    if ">" in text:
        text = QUOTED.sub("", text)
    return (FENCE.sub("", text) if "`" in text else text).strip()


def _may_think(reply: str) -> bool:
    """A cheap look: whether a reply holds any sign of THINK."""
    return "<" in reply or ("]" in reply and "THINK]" in reply) or "◁" in reply or reply.startswith("analysis")


def _aloud(reply: str) -> str:
    """The last part of a reply that stands outside of thinking, or that follows thinking which began in the prompt."""
    if reply.startswith("analysis") and "assistantfinal" in reply:  # channels that lost their special tokens
        return reply.rpartition("assistantfinal")[2]
    said, start, thinks = "", 0, False
    for tag in THINK.finditer(small(reply)):
        if tag.lastgroup:  # the end of thinking
            said = said if thinks else ""
            start, thinks = tag.end(), False
        elif not thinks:
            said = reply[start : tag.start()].strip() or said
            thinks = True
    return said if thinks else reply[start:].strip() or said


def _seen(text: str) -> str:
    """A text without invisible characters and lone surrogates, in NFKC; the end of it where that makes it too long.

    Parts of it are normalised one by one, as the time for a run of combining marks grows with its square.
    """
    text = text.encode(errors="ignore").decode()
    text = text.translate(INVISIBLE) if UNSEEN.search(text) else text
    text = text.translate(DIGITS_APART) if APART.search(text) else text
    if unicodedata.is_normalized("NFKC", text):
        return text
    parts, size = [], 0
    for end in range(len(text), 0, -PART_CHARS):
        parts.append(unicodedata.normalize("NFKC", text[max(0, end - PART_CHARS) : end]))
        if (size := size + len(parts[-1])) >= READ_CHARS:
            break
    return "".join(reversed(parts))[-READ_CHARS:]


def _without_comments(text: str) -> str:
    """A text without `<!-- … -->`, which no reader sees; one left open goes on to the end."""
    first, *parts = text.split("<!--")
    return first + "".join(part.partition("-->")[2] for part in parts)


def _without_tokens(text: str) -> str:
    """A text up to its end token, without those at its start and without the ends of tags that say nothing."""
    start = before.end() if (before := BEFORE.match(text)) else 0
    after = AFTER.search(text, start)
    text = text[start : after.start() if after else len(text)]
    if "</" in text:
        text = LAST_CLOSED.sub("", text)
        text = text if OPENED.search(text) else CLOSED.sub("", text)
    return text
