"""What a judge sees of an answer: one line, capped, in which nothing reads as a part of the prompt around it.

All marks are taken in one pass, and no replacement is a mark itself: what is shown may be shown again unchanged.
"""

import re
import secrets
import unicodedata

from reward.containers import MAX_ANSWER_CHARS
from reward.unmasked import UNSEEN as UNMASKED

SHOWN_CHARS = MAX_ANSWER_CHARS
"""An answer is never longer."""
READ_TIMES = 8
"""Of a text, at most so many times what may be shown is looked at: the rest may be invisible."""
FENCE_BYTES = 8

UNSEEN = frozenset([*UNMASKED, *range(0xE0100, 0xE01F0)])
"""Letters and marks that nobody sees."""
DROPPED = ("Cc", "Cf", "Cn", "Co", "Cs")
SPACES = ("Zs", "Zl", "Zp")


class Looks(dict[int, str | None]):
    """What each character becomes, for `str.translate`; what is not written down is settled by its category."""

    def __missing__(self, code: int) -> str | None:
        char = chr(code)
        category = unicodedata.category(char)
        if category in SPACES:
            return " "
        return None if category in DROPPED or code in UNSEEN else char


LOOKS = Looks({code: Looks()[code] for code in range(0x2000)})
LOOKS.update({ord(praise): None for praise in "✅✔✓☑👍💯🏆"})
LOOKS.update({ord(mark): " " for mark in "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85"})
LOOKS.update({ord(mark): look for mark, look in zip("<>＜＞﹤﹥◁▷|｜`｀#＃﹟", "‹›‹›‹›‹›¦¦''♯♯♯", strict=True)})

WORDS = (
    r"verdicts?|questions?|candidates?|answers?|options?|choices?|repl(?:y|ies)|responses?|references?|keys?|tasks?"
    r"|system|user|assistant|human|developer|tool|ai|bot|judge|grader|evaluator|instructions?|prompt|input|output"
    r"|judge?ment|decision|conclusion|evaluation|scores?|grades?|ratings?|reward|result|label|correct(?:ness)?"
    r"|equivalent|match|chosen|winner|frage|antwort|urteil|kandidaten?|bewertung|réponse|candidats?|jugement"
    r"|pregunta|respuesta|veredicto|candidatos?|risposta|domanda|resposta|pergunta"
)
HAN = r"答案|回答|解答|问题|問題|质问|質問|判定|判断|裁定|结论|結論|候选|評価|评分|得分|分数|系统|用户|助手|指令"
TOKENS = (
    r"inst|sys|system|user|assistant|human|tool_\w{1,20}|available_tools|control_\d{1,4}|img|image|mask|gmask|sop|eop|cls"
    r"|sep|pad|unk|bos|eos|think|begin[^\[\]]{0,40}|end[^\[\]]{0,40}|start[^\[\]]{0,40}|stop|data"
)
COLON = r"(?:(?:[^\w:：]|_)*[:：])+ ?"
# No heading begins with four hexadecimal digits, and no replacement holds a colon behind a word or a quote.
MARK = re.compile(
    rf"(?P<heading>(?<![^\W_])(?:{WORDS})|{HAN}){COLON}"
    rf"|(?P<quote>[\"'“”‘’«»]){COLON}"
    rf"|\[ ?(?P<token>/? ?(?:{TOKENS})|(?<!\w\[)(?<!\w\[ )[^\W\d]\w{{1,200}}) ?\](?P<colon>{COLON})?"
    r"|(?P<bracket>\[)(?=[\[\]])|(?P<code>&)(?=[a-z]\w{1,9};)|(?P<escape>\\)(?=u[0-9a-f]{4}|x[0-9a-f]{2})"
    r"|(?P<hex>[0-9a-f]{8,})"
    r"|(?P<run>[=\-_*~+'\"♯¦‹›—―─━═])(?P=run){2,}",
    re.IGNORECASE,
)


def shown(text: str, chars: int = SHOWN_CHARS) -> str:
    """A text as one line of at most `chars` characters, without what a judge could take for the prompt or a verdict.

    Invisible, control and unknown characters are dropped, and so are ticks and other praise; line breaks are spaces.
    `<>` become ‹›; pipes, backticks and hashes become look-alikes. Headings ("Verdict:") and names of JSON fields get a
    comma for their colon, words in square brackets ("[INST]") round ones; "[[", "&lt;" and "\\u0041" get a space
    inside; of a line of marks ("=====") two stay. A long hexadecimal number with letters falls into groups. LaTeX,
    units, other numbers, accents and other scripts stay as they are. Never raises.
    """
    line = " ".join(text[: READ_TIMES * chars].translate(LOOKS).split())[:chars]
    return MARK.sub(_defused, line)[:chars].strip()


def fence() -> str:
    """A fresh delimiter of 16 hexadecimal digits for one call; `shown` text cannot contain it.

    It holds a letter and a digit, and `shown` breaks up every run of eight such digits that holds both.
    """
    while True:
        token = secrets.token_hex(FENCE_BYTES)
        if _mixed(token):
            return token


def _defused(mark: re.Match[str]) -> str:
    if word := mark["heading"] or mark["quote"]:
        return f"{word}, "
    if token := mark["token"]:
        return f"({token})" + (", " if mark["colon"] else "")
    if opening := mark["bracket"] or mark["code"] or mark["escape"]:
        return f"{opening} "
    return mark["run"] * 2 if mark["run"] else _apart(mark["hex"])


def _apart(digits: str) -> str:
    """A hexadecimal number in groups of four digits, the last of four to seven; one without letters as it is.

    The last group is never so short that it could make a heading of the word that it begins.
    """
    if not _mixed(digits):
        return digits
    cuts = [*range(0, len(digits) - 7, 4), len(digits) - len(digits) % 4 - 4]
    return " ".join(digits[start:end] for start, end in zip(cuts, [*cuts[1:], None], strict=True) if digits[start:end])


def _mixed(digits: str) -> bool:
    return not digits.isdecimal() and not digits.isalpha()
