"""Labelled values: what lines such as "A: true – because …", "| B | false |" and "Statement 3 is false" say.

A label is a letter, or a number for the letter at that place. A label whose value cannot be read has None.
"""

import re
from collections.abc import Mapping

from reward.plain import plain
from reward.polarity import polarity
from reward.values import FALSE, NOTHING_ELSE, TRUE

Said = dict[str, set[bool | None]]

CLOSING = re.compile(r"[)\]](?=[ \t]?\S)")
MARKUP = re.compile(r"[*_`\"'“”()\[\]{}]+")
BULLET = re.compile(
    r"[ \t|>•-]{0,9}(?:\d{1,2}\.?[ \t]{1,3}(?=[A-Za-z][ \t]{0,3}[:.=]))?(?:(?:statement|option|item|claim)[ \t]{1,3})?",
    re.IGNORECASE,
)
# "no", "right" and single letters may begin a sentence ("No one speaks."): they count only where a value ends.
WORD = r"(true\b|false\b|yes\b|correct\b|incorrect\b|(?:no|right|wrong|[tfyn])\b(?=[ \t]{0,3}(?:[^\w\s]|$|[A-Z\d]\b)))"
LABEL = re.compile(rf"([A-Za-z]|\d{{1,2}})(?!\w)(?![ \t]{{1,3}}(?!is\b|{WORD})[a-z])[ \t]{{0,3}}")  # "A pan …" has none
VALUE = re.compile(rf"(?:[:.=|–—→>-][ \t:.=|–—→>-]{{0,9}}|is[ \t]|){WORD}", re.IGNORECASE)
LAST_VALUE = re.compile(rf"[:.=|–—→-][ \t|]{{0,9}}{WORD}[ \t|.,;]{{0,9}}$", re.IGNORECASE)
NEXT_VALUE = re.compile(r"[\s,/]{0,3}(?:or|and)?[\s/]{0,3}(?:(true|false)\b|(\w+)\W{0,3}$)", re.IGNORECASE)
LINK = re.compile(r"[ \t:.=|–—→>)-]{1,9}")
CLAUSE_END = re.compile(r"[,.;–—|]|\s-|\sbecause\b|$", re.IGNORECASE)
BETWEEN = re.compile(r"[ \t,;.|]{0,9}(?:and[ \t])?", re.IGNORECASE)
LATER = re.compile(rf"\b(?=[A-Z][ \t]{{0,3}}[:=][ \t]{{0,3}}(?i:{WORD}))|(?<=[,.;][ \t])(?=[A-Z] is (?i:{WORD}))")

ITS_LABEL = re.compile(r"(?<!\w)([A-Za-z]|\d{1,2})[.):|\]*_\s\"'“-]{1,6}$")
ITS_VALUE = re.compile(
    r"[\s.\"”'*_:=|–—→>(-]{0,12}(?:is (?:not )?)?(?:true|false|yes|no|correct|incorrect|[TF])\b", re.IGNORECASE
)
VALUE_BEFORE = re.compile(r"(?:^|\n|[,;|])[\s•*-]{0,5}(?:true|false)[\s:–-]{1,5}$", re.IGNORECASE)

JUDGED = re.compile(
    r"(?<![\w'’])(?:[A-Za-z]|\d{1,2})(?!\w)[ \t*_)\].:=|–—→>\"'`(-]{1,9}(?:is )?"
    r"(?:true|false|yes|correct|incorrect|no|right|wrong|[TFYN])\b[*_\"'`)\]]{0,4}",
    re.IGNORECASE,
)
GUESS = (
    r"(?:(?:just|only|also|still|really|pure|purely|a|my|an|the|wild|best|random|educated|not|so|too|very|entirely) )"
    r"{0,4}(?:guess\w*|maybe|perhaps|possibly|probably|presumably|likely|suppose|unsure|uncertain"
    r"|(?<=not )(?:sure|certain))\b"
)
DENIAL = r"(?:not|wrong|incorrect|untrue|false|ruled out|impossible|unlikely|excluded|refuted|denied|doubtful)\b"
REVERSED = r"(?:opposite|reverse|inverse|contrary|vice versa|other way|swap|invert|flip)\b"
REMARK = re.compile(
    r"[\s,;:.!…(–—-]{0,6}(?:(?:but|though|although|or|and) )?(?:(?:i am|i['’]m|i|it is|it['’]s|that is|this is) )?"
    rf"{GUESS}"
    r"|[\s*_,]{0,4}(?:(?:is|are|was|were|would be|must be|can be|seems) |isn['’]t |cannot be )"
    rf"(?:all |also |both |clearly ){{0,2}}{DENIAL}"
    rf"|[\s,;:.!…(–—-]{{1,6}}(?:(?:or )?not(?: really)?[\s.!)]{{0,5}}(?:$|\n)|or (?:the )?{REVERSED})|\s?\(?\?",
    re.IGNORECASE,
)
"""What follows a value and takes it back or makes it a guess."""
OF_ALL = re.compile(
    rf"\b(?:{GUESS}|guess\w*\b|{REVERSED}|not[.!]|not really|or not\b"
    r"|(?:above|this|that|these|those|them|they|all|everything|following|it|none) (?:\w+ ){0,3}"
    rf"(?:{DENIAL}[^\w\n]*$|not (?:the case|so|true|right|correct)\b)"
    r"|(?:none|nothing) (?:\w+ ){1,3}(?:true|right)\b)",
    re.IGNORECASE,
)
"""A remark on all the values."""
DENIES_ALL = re.compile(rf"\b(?:{DENIAL}|don['’]t\b|do(?:es)? not\b|never\b).*:$", re.IGNORECASE)
"""A line that denies what it leads to."""
REMARK_CHARS = 80


def doubted(text: str) -> bool:
    """Whether what stands before, behind or between labelled values denies them or makes them a guess."""
    judged = list(JUDGED.finditer(text))
    if not judged:
        return False
    if led_by_doubt(text[: judged[0].start()]) or any(REMARK.match(text, value.end()) for value in judged):
        return True
    behind = text[judged[-1].end() :].split("\n")[1:4]
    return any(len(line) <= REMARK_CHARS and OF_ALL.search(line) for line in behind)


def led_by_doubt(before: str) -> bool:
    """Whether the line or sentence that leads to labelled values denies them or makes them a guess."""
    lead = re.split(r"[.!?]\s", before[-REMARK_CHARS:].rstrip())[-1].rpartition("\n")[2]
    return bool(lead) and (OF_ALL.search(lead) is not None or DENIES_ALL.search(lead) is not None)


def relabelled(text: str, statements: re.Pattern[str], letter_of: Mapping[str, str], letters: str) -> str | None:
    """A text with the label of each statement that it quotes beside a value; other quotations are left out.

    None when it quotes a statement under another's label.
    """
    pieces, last = [], 0
    for quoted in statements.finditer(text):
        letter = letter_of.get(quoted[0].casefold())
        if letter is None:  # "ı" matches "i" in any case
            continue
        label = ITS_LABEL.search(text, max(last, quoted.start() - 12), quoted.start())
        named = letter_at(label[1], letters) if label else None
        if named and named != letter:
            return None
        judged = ITS_VALUE.match(text, quoted.end()) or VALUE_BEFORE.search(text, last, quoted.start())
        pieces += [text[last : quoted.start()], letter if judged and not named else " "]
        last = quoted.end()
    return "".join([*pieces, text[last:]])


def labelled(text: str, letters: str) -> Said:
    """The values that the lines of a text give to each letter; None among them for what cannot be read."""
    found: Said = {}
    for line in MARKUP.sub(" ", CLOSING.sub(". ", text)).split("\n"):
        start = bullet.end() if (bullet := BULLET.match(line)) else 0
        if LAST_VALUE.search(line) and not _label(line, start):
            found["?"] = {None}  # something is judged, and by no label
        while (label := _label(line, start)) and (letter := letter_at(label[1], letters)):
            values, end = _judged(line, label.end())
            if values:
                found.setdefault(letter, set()).update(values)
            if end is None or not (between := BETWEEN.match(line, end)):
                break
            start = between.end()
        if label and not letter_at(label[1], letters) and VALUE.match(line, label.end()):
            found["?"] = {None}  # a statement is judged that does not exist
    return found


def letter_at(label: str, letters: str) -> str | None:
    """The letter of a label; None for one that is no label."""
    if label.isdecimal():
        return letters[int(label) - 1] if 0 < int(label) <= len(letters) else None
    return label.upper() if label.upper() in letters else None


def _label(line: str, start: int) -> re.Match[str] | None:
    """The label at a place, or a later one that is judged on the same line."""
    label = LABEL.match(line, start)
    if label or not start:
        return label
    later = LATER.search(line, start) if ":" in line or "=" in line or " is " in line else None
    return LABEL.match(line, later.start()) if later else None


def _judged(line: str, at: int) -> tuple[set[bool | None], int | None]:
    """What a line says of the label that ends at a place, and where that ends; None where it is not plain."""
    if value := VALUE.match(line, at) or LAST_VALUE.search(line, at):
        return _values(value, line[value.end() :]), value.end()
    if not line[at:].strip(" .:|-"):
        return set(), None
    end = CLAUSE_END.search(line, link.end() if (link := LINK.match(line, at)) else at)
    stop = end.start() if end else len(line)
    side = polarity(plain(line[at:stop])) if NOTHING_ELSE.fullmatch(line, at, stop) else None
    return ({side == "yes"}, stop) if side in ("yes", "no") else ({None}, None)


def _values(value: re.Match[str], rest: str) -> set[bool | None]:
    """What is said of one label: one value, both ("true or false"), or None for what is asked."""
    if rest.startswith("?"):
        return {None}
    true = value[1].lower() in TRUE
    following = NEXT_VALUE.match(rest)
    opposite = (following[1] or following[2]).lower() in (FALSE if true else TRUE) if following else False
    return {True, False} if opposite else {true}
