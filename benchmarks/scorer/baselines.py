"""Scorers that need no package, as plain as they come: what a precise or a generous rule of one line gets."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from benchmarks.scorer.outcome import Outcome
from benchmarks.scorer.sets import Row

ARTICLES = re.compile(r"\b(?:a|an|the)\b")
MARKS = re.compile(r"[^\w\s]")


def words(text: str) -> list[str]:
    """Lower-case words without articles and punctuation, as SQuAD's evaluation has them."""
    return ARTICLES.sub(" ", MARKS.sub("", text.lower())).split()


def equal(reply: str, reference: str) -> bool:
    return words(reply) == words(reference)


def contained(reply: str, reference: str) -> bool:
    """Whether the reference's words stand in the reply, one after another."""
    return f" {' '.join(words(reference))} " in f" {' '.join(words(reply))} "


def half_shared(reply: str, reference: str) -> bool:
    """Whether the F1 of the two texts' words is at least .5."""
    said, key = words(reply), words(reference)
    shared = (Counter(said) & Counter(key)).total()
    return 4 * shared >= len(said) + len(key) and shared > 0


def first_capital(row: Row) -> str | None:
    found = re.search(r"[A-Z]", row.reply)
    return found.group() if found else None


def last_in_brackets(row: Row) -> str | None:
    found = re.findall(r"\(([A-Z])\)", row.reply)
    return found[-1] if found else None


def first_yes_or_no(row: Row) -> str | None:
    found = re.search(r"\b(yes|no)\b", row.reply.lower())
    return found.group() if found else None


FREE = {"baseline: equal words": equal, "baseline: contained words": contained, "baseline: word F1 ≥ .5": half_shared}
LETTERS = {"baseline: first capital": first_capital, "baseline: last (X)": last_in_brackets}
YES_NO = {"baseline: first yes/no": first_yes_or_no}


def free(rows: Iterable[Row], same: Callable[[str, str], bool]) -> Iterator[Outcome]:
    for row in rows:
        start = time.process_time()
        right = any(same(row.reply, reference) for reference in row.references)
        yield Outcome(right, None, time.process_time() - start)


def read(rows: Iterable[Row], reader: Callable[[Row], str | None]) -> Iterator[Outcome]:
    for row in rows:
        start = time.process_time()
        said = reader(row)
        yield Outcome(None if said is None else said == row.letter, said, time.process_time() - start)
