"""What an item set may give away at most, and what passes it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that may be found. All but `fewest` are shares; solvers are chance-corrected.

    `overall` holds for question and options on the whole set; `options` and `question` for each subtype of at least
    `fewest` questions, `upper` for the upper ends of their intervals; `heuristic` is how far the accuracy of a plain
    heuristic may lie from chance, on the whole set and in each such subtype. A whole set of fewer questions passes
    its limit only with the lower end of the interval, and has none for heuristics.
    """

    overall: float = 0.05
    options: float = 0.05
    question: float = 0.10
    upper: float = 0.15
    heuristic: float = 0.05
    fewest: int = 300


def passed(limits: Limits, overall: Mapping[str, Any], subtypes: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """A sentence for each limit that is passed."""
    both = overall["question_options"]
    if overall["n"] < limits.fewest:
        yield from _above("overall", "question and options, lower end", both["low"], limits.overall)
    else:
        yield from _above("overall", "question and options", both["corrected"], limits.overall)
        yield from _far("overall", overall, limits.heuristic)
    for name, found in subtypes.items():
        if found["n"] < limits.fewest:
            continue
        if found["question_options"]["corrected"] is None:
            yield f"{name}: {found['n']} questions of {found['groups']} groups of videos: too few groups to learn from"
        for part, most in ("options_only", limits.options), ("question_options", limits.question):
            said = "options alone" if part == "options_only" else "question and options"
            yield from _above(name, said, found[part]["corrected"], most)
            yield from _above(name, f"{said}, upper end", found[part]["high"], limits.upper)
        yield from _far(name, found, limits.heuristic)


def _above(where: str, what: str, value: float | None, most: float) -> Iterator[str]:
    if value is not None and value > most:
        yield f"{where}: {what}: {value:.3f} above chance, the limit is {most:g}"


def _far(where: str, found: Mapping[str, Any], most: float) -> Iterator[str]:
    for name, accuracy in found["heuristics"].items():
        if abs(accuracy - found["chance"]) > most:
            yield (
                f"{where}: the heuristic {name} is right {accuracy:.3f} of the time, chance is {found['chance']:.3f}, "
                f"the limit is {most:g} from it"
            )
