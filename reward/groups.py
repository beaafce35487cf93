"""Groups: which statements a sentence judges together: "A and C are true", "all but B", "the others are false".

A text is read from its start, one sentence or half-sentence at a time; when one of them is of no known form, nothing of
the text counts. Labels are letters, or numbers after "statement", "option" or the like.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from string import ascii_uppercase as LETTERS

from reward.numerals import ORDINALS

CHARS = 300
SIGN = re.compile(
    r"\b(?:is|are|all|none|no|every\w{0,5}|neither|both|only|just|holds?|apply|applies)\b|\b(?:true|false|correct)\b[^,;\n]{0,20}[:=–-]"
    r"|(?:,|and|&) ?\w ?[:=–-]",
    re.IGNORECASE,
)
MARKUP = re.compile(r"[*_`\"'“”‘’{}\[\]()]")
KIND = r"(?:statements?|options?|items?|claims?|sentences?|answers?|choices?|ones?)"
LABEL = rf"(?:{KIND} )?(?:[A-Z]|\d{{1,2}})(?!\w)"
JOINED = rf"(?:(?:,? (?:and|&) |, ?| ?/ ?){LABEL})"
LABELS = rf"(?P<labels>{LABEL}{JOINED}{{0,25}})"
VALUE = r"(?:(?P<true>true|correct|right)|(?P<false>false|incorrect|wrong))"
ALL = (
    r"(?P<all>all|every|each|everything|both|none|neither|no)(?: one)?(?: of)?"
    rf"(?: (?:the|them|these|those|two|three|four|five|six|\d|above))*(?: {KIND})?"
)
EXCEPT = r",? (?:except|but|apart from|besides|other than|excluding)(?: for)?"
OTHERS = (
    rf"(?:(?:all )?(?:the )?(?:others?|remaining|rest)(?: of them)?(?: (?:two|three|four))?(?: {KIND})?"
    "|everything else)"
)
ONLY = r"(?P<only>only |just )?"
HOLD = r"(?:holds?|appl(?:y|ies)|(?:is|are)(?: both| all| the| only)*(?P<not> not)?"
ORDINAL = re.compile(rf"\b(?:the )?({'|'.join(ORDINALS)})\b(?: (?:one|{KIND})(?!\w))?", re.IGNORECASE)
COUNTS = ("two", "three", "four", "five", "six")
THE_TRUE_ONES = re.compile(
    rf"(?:the )?(?P<only>only )?{VALUE}(?: {KIND})?(?: (?:is|are)|:| ?[=–-])(?: only)? {LABELS}", re.IGNORECASE
)
FORMS = [
    THE_TRUE_ONES,
    *(
        re.compile(form, re.IGNORECASE)
        for form in (
            rf"{ONLY}{LABELS} {HOLD} {VALUE}(?: {KIND})?)",
            rf"(?P<only>only |just ){LABELS}",
            rf"{LABELS}(?P<only>,? only)",
            rf"(?P<labels>{LABEL}{JOINED}{{1,25}}) ?[:=–-] ?{VALUE}",
            rf"{ALL}(?: (?:is|are))?(?: all)? {VALUE}(?: {KIND})?(?:{EXCEPT} {LABELS})?",
            rf"{ALL}{EXCEPT} {LABELS}(?: (?:is|are) {VALUE})?",
            rf"(?P<others>{OTHERS})(?: (?:is|are))?(?: all)?(?: {VALUE}| not(?: true| correct)?)",
            r"(?P<all>all|none) of (?:them|these|(?:the |these )?(?:statements|options|above))"
            rf"(?: (?:is|are) {VALUE})?",
            rf"(?P<all>all|none)(?: of the)? (?P<count>{'|'.join(COUNTS)}|\d)",
        )
    ),
]
BETWEEN = re.compile(
    r"[\s.,;]*(?:(?:and|but|while|whereas|so|thus|therefore|hence|in (?:conclusion|summary|short)|overall"
    r"|i (?:think|believe)(?: that)?)\b[\s,]*)?",
    re.IGNORECASE,
)
END = re.compile(r"(?=[\s.,;]|$)")
NAME = re.compile(r"(?<!\w)(?:[A-Z]|\d{1,2})(?!\w)", re.IGNORECASE)


@dataclass(slots=True)
class Heard:
    """What has been read so far: the values of the letters; `named`: whether true ones were named together."""

    letters: str
    values: dict[str, set[bool | None]] = field(default_factory=dict)
    named: bool = False

    def say(self, value: bool, named: Iterable[str]) -> None:
        for letter in named:
            self.values.setdefault(letter, set()).add(value)

    def others(self, named: Iterable[str]) -> list[str]:
        return [letter for letter in self.letters if letter not in set(named)]


def grouped(text: str, letters: str, *, exactly_one: bool = False) -> dict[str, set[bool | None]]:
    """What a text says of each letter: None for one that it leaves open; nothing where it cannot be read as a whole.

    Where true ones alone are named, together or as "the true ones", the rest are false; so they are beside one true
    one of which it is known that there is no other.
    """
    if len(text) > CHARS or "?" in text or not SIGN.search(text):
        return {}
    text = ORDINAL.sub(lambda at: LETTERS[ORDINALS.index(at[1].lower())], MARKUP.sub("", text).strip())
    heard, at = Heard(letters, named=exactly_one), _next(text, 0)
    while at < len(text):
        said = next((m for form in FORMS if (m := form.match(text, at)) and END.match(text, m.end())), None)
        if not said or not _hear(heard, said):
            return {}
        at = _next(text, said.end())
    heard_of = set().union(*heard.values.values())
    if len(heard_of) < 2:
        heard.values |= {
            letter: {False if heard.named and True in heard_of else None} for letter in heard.others(heard.values)
        }
    return heard.values


def _next(text: str, at: int) -> int:
    between = BETWEEN.match(text, at)
    return between.end() if between else at


def _written(count: int) -> tuple[str, ...]:
    return (str(count), COUNTS[count - 2]) if count - 2 < len(COUNTS) else (str(count),)


def _hear(heard: Heard, said: re.Match[str]) -> bool:
    """Take in one sentence; False when it names what is no statement, or only a number of them."""
    groups: dict[str, str | None] = {"labels": None, "true": None, "false": None, **said.groupdict()}
    value = groups["true"] is not None or (groups["false"] is None and "others" not in groups)
    value = value != (groups.get("not") is not None)
    names = NAME.findall(groups["labels"] or "")
    numbered = {str(number): letter for number, letter in enumerate(heard.letters, 1)}
    named = [numbered.get(name, name.upper()) for name in names]
    if not set(named) <= set(heard.letters) or (groups["labels"] or "").isdecimal():
        return False
    if "others" in groups:
        heard.say(value, heard.others(heard.values))
    elif everything := groups.get("all"):
        if everything.lower() in ("both", "neither") and len(heard.letters) != 2:
            return False
        if (count := groups.get("count")) and count.lower() not in _written(len(heard.letters)):
            return False
        value = value != (everything.lower() in ("none", "neither", "no"))
        heard.say(value, heard.others(named))
        heard.say(not value, named)
    else:
        heard.say(value, named)
        if groups.get("only"):
            heard.say(not value, heard.others(named))
        heard.named |= value and (len(named) > 1 or said.re is THE_TRUE_ONES)
    return True
