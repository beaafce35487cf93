"""Times in text: positions in a clip and lengths of time, read exactly, in seconds.

`find_times` takes a text apart into its times ("75 s", "1:15", "a minute and a quarter") and the words between them.
What the words make of a time is said in `surroundings` and in the kinds of answer.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from reward.amounts import PARTS, SIGNS, SPELLED, Exact, amount, is_part, step
from reward.numerals import MAX_DIGITS
from reward.plain import wordset

DECIMAL_COMMA = re.compile(r"[-+−–]?\d{1,9},\d{1,6}")
CLOCK_MARKS = re.compile(r"[:'’′]")
TOKEN = re.compile(
    r"[^\S\n]*+("
    r"[^\W\d_]{2,}+(?:['’][^\W\d_]++)*+"
    r"|(?:(?<![\w)\]>%.−–-])[+−–-])?+(?:"
    r"\d++(?::\d++)++(?:\.\d++|(?<=\d\d:\d\d),\d{3}(?![\d:]))?"  # 1:15, 0:01:15.5 and 0:01:15,500 as in subtitles
    r"|\d++['’′]\d\d(?!\d)(?:\.\d++)?"  # 1'15"
    r"|\d++[/⁄]\d++(?![\d/⁄])"
    r"|\d{1,3}(?:,\d{3})++(?!\d)(?:\.\d++)?|\d++(?:,\d++)++|\d++(?:\.\d++)?|(?<![\w.])\.\d++)"
    r"|[ap]\.m\b|[^\W\d_](?:['’][^\W\d_]++)*+"
    r"|[‐‑‒–—−-]{1,3}>?|\.{2,}|\n|[^\s*_`\"“”„$\\{}#'‘’′])"
)
LATEX_SPACE = re.compile(r"\\[,;:! ]")
HYPHEN = re.compile(r"(?<=[^\W_])[-‐‑](?=[^\W\d_])")
BRACKETS = {"(": ")", "[": "]", "<": ">"}


MINUTE, HOUR, MILLISECOND = 60, 3600, Fraction(1, 1000)
UNITS: dict[str, Exact] = {
    **dict.fromkeys(wordset("ms msec msecs millisecond milliseconds"), MILLISECOND),
    **dict.fromkeys(wordset("s sec secs second seconds 秒"), 1),
    **dict.fromkeys(wordset("m min mins minute minutes 分 分钟"), MINUTE),
    **dict.fromkeys(wordset("h hr hrs hour hours"), HOUR),
}
# These may stand before their number: "minute 1, second 15".
NAMED = wordset("second minute hour sec min seconds minutes hours")
ONE = wordset("second minute hour")
STARTS = SPELLED | NAMED | {"a", "an"}


@dataclass(frozen=True, slots=True)
class Time:
    """A time as it is written.

    `seconds`: its exact value, None where that cannot be said. `unit`: the one unit that it is written in, in seconds;
    None for a bare number, 0 for a clock and for several units. `step`: the worth of the last place written, in
    seconds. `text`: a bare number as it is written.
    """

    seconds: Exact | None
    unit: Exact | None = 0
    step: float = 1.0
    text: str = ""


UNREADABLE = Time(None)


@dataclass(frozen=True, slots=True)
class Times:
    """The times in a text, and the words (in lower case) and marks before, between and after them."""

    times: list[Time]
    gaps: list[list[str]]


def find_times(text: str) -> Times:
    """The times in a text, in order, and what stands around them."""
    text = LATEX_SPACE.sub(" ", text) if "\\" in text else text
    text = HYPHEN.sub(" ", text) if "-" in text or not text.isascii() else text
    tokens = TOKEN.findall(text.lower())
    starts = [at for at, token in enumerate(tokens) if token in STARTS or token[-1].isdecimal()]
    end, tokens = len(tokens), tokens + [""] * 4
    found = Times([], [[]])
    done = 0
    for at in starts:
        time, after = _time(tokens, at) if at >= done else (None, at)
        if time is not None:
            found.gaps[-1] += tokens[done:at]
            done = _add(found, time, tokens[at], tokens[after], after)
    found.gaps[-1] += tokens[done:end]
    return found


def _add(found: Times, time: Time, token: str, following: str, after: int) -> int:
    """Add a time to those before it, and say where what follows it begins.

    "10 -20" is a range; "<75>" goes without its brackets; "75 s (1:15)" is one time.
    """
    gap, follows = found.gaps[-1], bool(found.times)
    if token[0] in SIGNS:
        if follows and not gap:
            gap.append(token[0])
        elif time.seconds and token[0] != "+":
            time = replace(time, seconds=-time.seconds)
    if gap and BRACKETS.get(gap[-1]) == following:
        if gap[-1] == "<":
            gap.pop()
            gap += [","] if follows and not gap else []
            after += 1
        elif follows and len(gap) == 1 and (same := one_of([found.times[-1], time])):
            found.times[-1] = same
            gap.clear()
            return after + 1
    found.times.append(time)
    found.gaps.append([])
    return after


def one_of(times: Sequence[Time]) -> Time | None:
    """The one time that several name, if they do: of "75.5 s" and "1:15", which differ by rounding, it is the finer."""
    if len(times) == 1:
        return times[0]
    finest = min(times, key=lambda time: time.step)
    return finest if all(_names(time, finest) for time in times) else None


def _names(time: Time, finest: Time) -> bool:
    if time.seconds is None or finest.seconds is None:
        return False
    apart = abs(Fraction(time.seconds - finest.seconds))
    return apart == 0 or (time.step <= 1 and apart < time.step)


def _time(tokens: list[str], at: int) -> tuple[Time | None, int]:
    """The time that begins at a token, None where none does, and where what follows it begins."""
    token = tokens[at]
    if CLOCK_MARKS.search(token):
        return _clock(tokens, at)
    if token in NAMED:
        return _named(tokens, at)
    one = token in ("a", "an") and tokens[at + 1] in ONE
    value, after = (1, at + 1) if one else _amount(tokens, at)
    if value is None and DECIMAL_COMMA.fullmatch(token) and tokens[after] in UNITS:
        token = token.replace(",", ".")
        value = Fraction(token.lstrip(SIGNS))
    if value is None:
        return (None if after == at else Time(None, None, text=token)), after
    if tokens[after] in ("th", "st", "nd", "rd") and UNITS.get(tokens[after + 1]) == 1:
        after += 1  # at the 75th second
    if unit := UNITS.get(tokens[after]):
        return _compound(tokens, after + 1, Time(value * unit, unit, step(token) * float(unit)))
    if 0 < value < 1 and token in STARTS:
        return None, at  # a half of something else
    return (UNREADABLE if is_part(tokens[after - 1]) else Time(value, None, step(token), token)), after


def _amount(tokens: list[str], at: int) -> tuple[Exact | None, int]:
    """An amount and where its unit begins: an article goes between in "half a minute" and "a quarter of an hour"."""
    if CLOCK_MARKS.search(tokens[at]):
        return None, at
    value, after = amount(tokens, at)
    if tokens[after - 1] in PARTS and after > at:
        unit = after + (tokens[after] == "of")
        unit += tokens[unit] in ("a", "an")
        after = unit if tokens[unit] in UNITS else after
    return value, after


def _compound(tokens: list[str], at: int, time: Time) -> tuple[Time, int]:
    """A time after its first unit: "1 h, 2 min and 3 s", "one minute twenty", "a minute and a half"."""
    unit, total = time.unit, time.seconds
    while unit and total is not None:
        start = at
        while tokens[start] in (",", "and") or (tokens[start] == "." and len(tokens[start - 1]) < 5):
            start += 1
        value, after = _amount(tokens, start)
        if value is None or tokens[start][0] in SIGNS:
            break
        lower = UNITS.get(tokens[after])
        if lower and lower < unit and value * lower < (unit if total else HOUR):
            total, unit, at = total + value * lower, lower, after + 1
            time = Time(total, 0, step(tokens[start]) * float(lower))
        elif start == at and lower is None and unit >= MINUTE and 1 <= value < 60:
            lower = unit // 60
            return Time(total + value * lower, 0, step(tokens[start]) * lower), after
        elif tokens[start - 1] == "and" and lower is None and value < 1 and tokens[start] in STARTS:
            return Time(total + value * unit, 0, float(unit)), after
        else:
            break
    return time, at


def _named(tokens: list[str], at: int) -> tuple[Time | None, int]:
    """A time whose units come first: "second 75", "minute 1, second 15", "minutes: 1" above "seconds: 15"."""
    total: Exact = 0
    unit, end, simple = HOUR + 1, at, 0
    while tokens[at] in NAMED and (lower := int(UNITS[tokens[at]])) < unit:
        start = at + 1 + (tokens[at + 1] in (":", "="))
        value, after = _amount(tokens, start)
        goes_on = UNITS.get(tokens[after], 0) < lower and tokens[after + 1][-1:].isdecimal()
        if value is None or tokens[start][0] in SIGNS or (tokens[after] in UNITS and not goes_on):
            break
        simple = lower if end == at and unit > HOUR else 0
        total, unit, end = total + value * lower, lower, after
        at = end + (tokens[end] in (",", "and", "\n"))
    return (Time(total, simple, float(unit)), end) if unit <= HOUR else (None, at)


def _clock(tokens: list[str], at: int) -> tuple[Time, int]:
    """A position as m:ss, h:mm:ss or, before the word "hours", h:mm; its last part may have decimals."""
    written, after = tokens[at].lstrip(SIGNS).replace(",", "."), at + 1
    *parts, last = CLOCK_MARKS.split(written)
    whole, _, decimals = last.partition(".")
    named = UNITS.get(tokens[after], 0)
    after += named != 0
    paired = all(len(part) == 2 and int(part) < 60 for part in (*parts[1:], whole))
    hours = named == HOUR and len(parts) == 1
    if not paired or len(parts) > 2 or len(written) > MAX_DIGITS or named == MILLISECOND or (hours and decimals):
        return UNREADABLE, after
    seconds: Exact = Fraction(last) if decimals else int(whole)
    for place, part in enumerate(reversed(parts), 1):
        seconds += int(part) * 60**place
    return Time(seconds * 60, 0, 60.0) if hours else Time(seconds, 0, step(last)), after


def decimal(seconds: float) -> str:
    """A number of seconds as `find_times` reads it back exactly: "75.5", never "1e-05"."""
    return f"{Decimal(str(seconds)):f}".removesuffix(".0")


def shown(seconds: Exact) -> str:
    """Seconds for a person, to the millisecond: "75.5"."""
    if isinstance(seconds, int):
        return str(seconds)
    return f"{round(seconds * 1000) / 1000:.3f}".rstrip("0").rstrip(".")
