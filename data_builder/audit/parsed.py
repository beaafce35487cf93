"""Numbers and times in the texts of options, as plain measures: what a generator of wrong options gets wrong."""

import re
from dataclasses import dataclass

import numpy as np

from data_builder.audit.table import Bools, Floats, Table

TIME = re.compile(r"(?<![\d:])(?:(\d{1,2}):)?(\d{1,2}):(\d{1,2}(?:\.\d{1,6})?)(?![\d:])")
NUMBER = re.compile(r"(?<![\w.])-?\d{1,12}(?:\.\d{1,12})?(?!\w)")
FIGURES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
WORDS = {word: float(i) for i, word in enumerate(FIGURES)} | {"once": 1.0, "twice": 2.0, "no": 0.0}
WORD = re.compile(rf"\b(?:{'|'.join(WORDS)})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Times:
    """What a text says of time, in seconds: pairs of times are segments, a single one a segment without length."""

    segments: tuple[tuple[float, float], ...]
    decimals: float
    """How many decimals its times need, on average."""

    @property
    def start(self) -> float:
        return min(start for start, _ in self.segments)

    @property
    def length(self) -> float:
        return sum(end - start for start, end in self.segments)

    @property
    def in_order(self) -> bool:
        return list(self.segments) == sorted(self.segments)

    def overlap(self, other: "Times") -> float:
        """How many seconds two texts have in common."""
        return sum(max(0.0, min(a_end, b_end) - max(a, b)) for a, a_end in self.segments for b, b_end in other.segments)


def times_in(text: str) -> Times | None:
    """The times of a text; None where it has none. More than 64 are not looked at."""
    found = list(TIME.finditer(text))[:64]
    if not found:
        return None
    seconds = [3600 * int(m[1] or 0) + 60 * int(m[2]) + float(m[3]) for m in found]
    decimals = [len(m[3].partition(".")[2].rstrip("0")) for m in found]
    paired = len(seconds) > 1 and len(seconds) % 2 == 0
    segments = zip(seconds[::2], seconds[1::2], strict=True) if paired else zip(seconds, seconds, strict=True)
    return Times(tuple(segments), sum(decimals) / len(decimals))


def numbers_in(text: str) -> tuple[float, ...]:
    """The numbers of a text, in figures or else in words up to ten."""
    found = NUMBER.findall(text)[:64]
    return tuple(float(number) for number in found) or tuple(WORDS[w.lower()] for w in WORD.findall(text)[:64])


def number_measures(table: Table) -> dict[str, Floats]:
    """Measures of the options' numbers: NaN in a question with an option that has none, or that speaks of times."""
    parsed = [() if TIME.search(text) else numbers_in(text) for text in table.texts]
    usable = table.total(np.array([float(bool(numbers)) for numbers in parsed])[table.text]) == table.sizes
    if not usable.any():
        return {}
    value = np.array([numbers[0] if numbers else 0.0 for numbers in parsed])[table.text]
    broken = np.array([float(sum(n != int(n) for n in numbers)) for numbers in parsed])[table.text]
    tens = np.array([float(sum(n != 0 and n % 10 == 0 for n in numbers)) for numbers in parsed])[table.text]
    gaps = [np.abs(value - value[table.neighbours(step)]) for step in range(1, int(table.sizes.max()))]
    gaps = [np.where(_own(table, step), np.inf, gap) for step, gap in enumerate(gaps, 1)]
    nearest = np.min(gaps, axis=0)
    middle = np.array([np.median(value[a : a + size]) for a, size in zip(table.first, table.sizes, strict=True)])
    measures = {
        "num_value": value,
        "num_round": -broken,
        "num_whole": (value == np.floor(value)).astype(np.float64),
        "num_tens": tens,
        "num_mid": -np.abs(value - table.spread(middle)),
        "num_isolated": nearest,
        "num_shared": np.sum([(gap == 0) for gap in gaps], axis=0).astype(np.float64),
    }
    hidden = ~usable[table.question]
    return {name: np.where(hidden, np.nan, measure) for name, measure in measures.items()}


def _own(table: Table, step: int) -> Bools:
    """Whether going this many places round a question comes back to a row that was met before."""
    own: Bools = step >= table.sizes[table.question]
    return own


def time_measures(table: Table) -> dict[str, Floats]:
    """Measures of the options' times: NaN in a question with an option that has none."""
    parsed = [times_in(text) for text in table.texts]
    usable = table.total(np.array([float(times is not None) for times in parsed])[table.text]) == table.sizes
    if not usable.any():
        return {}
    nothing = Times(((0.0, 0.0),), 0.0)
    known = [times or nothing for times in parsed]
    start, length, count, decimals, ordered = (
        np.array(values, dtype=np.float64)[table.text]
        for values in zip(*((t.start, t.length, len(t.segments), t.decimals, t.in_order) for t in known), strict=True)
    )
    overlap, nearest = np.zeros(len(start)), np.full(len(start), np.inf)
    for step in range(1, int(table.sizes.max())):
        other, own = table.neighbours(step), _own(table, step)
        shared = [known[a].overlap(known[b]) for a, b in zip(table.text, table.text[other], strict=True)]
        overlap += np.where(own, 0.0, shared)
        nearest = np.minimum(nearest, np.where(own, np.inf, np.abs(start - start[other])))
    middle = np.array([np.median(start[a : a + size]) for a, size in zip(table.first, table.sizes, strict=True)])
    measures = {
        "t_start": start,
        "t_mid": -np.abs(start - table.spread(middle)),
        "t_length": length,
        "t_segments": count,
        "t_decimals": decimals,
        "t_overlap": overlap,
        "t_isolated": nearest,
        "t_inorder": ordered,
    }
    hidden = ~usable[table.question]
    return {name: np.where(hidden, np.nan, measure) for name, measure in measures.items()}


def times_asked(table: Table) -> dict[str, Floats]:
    """Where the options' times lie beside those of their question: NaN where one of the two has none."""
    asked = [times_in(question.stem) for question in table.questions]
    if not any(asked):
        return {}
    after, within = np.full(len(table.text), np.nan), np.full(len(table.text), np.nan)
    known = [times_in(text) for text in table.texts]
    for row, (question, text) in enumerate(zip(table.question, table.text, strict=True)):
        stem, option = asked[question], known[text]
        if stem and option:
            after[row] = option.start - stem.start
            within[row] = option.overlap(stem)
    soonest = np.where(after >= 0, -after, -1e6)  # the first one after the question's time comes highest
    return {"t_after_asked": after, "t_soonest": np.where(np.isnan(after), np.nan, soonest), "t_within_asked": within}
