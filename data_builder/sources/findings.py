"""What a reader met in annotation files that was not as it should be: repaired or dropped, counted either way."""

from collections import Counter
from dataclasses import dataclass, field

from data_builder.facts import F

PLACES = 5
"""How many places of each reason are kept."""


@dataclass
class Findings:
    """Counts by reason, such as `reversed_times`, and the first places of each reason, such as `sounds.csv:12`."""

    repaired: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)
    places: dict[str, list[str]] = field(default_factory=dict)

    def repair(self, reason: str, place: str) -> None:
        """Count something that was kept, with its one possible meaning."""
        self.repaired[reason] += 1
        self._note(reason, place)

    def drop(self, reason: str, place: str) -> None:
        """Count something that was left out."""
        self.dropped[reason] += 1
        self._note(reason, place)

    def table(self) -> dict[str, object]:
        """All of it in the order of the reasons, as a manifest has it."""
        return {
            "repaired": dict(sorted(self.repaired.items())),
            "dropped": dict(sorted(self.dropped.items())),
            "places": {reason: list(places) for reason, places in sorted(self.places.items())},
        }

    def _note(self, reason: str, place: str) -> None:
        places = self.places.setdefault(reason, [])
        if len(places) < PLACES:
            places.append(place)


def fit(start: float, end: float, duration: float | None, findings: Findings, place: str) -> tuple[float, float] | None:
    """A span of time as it is used, in seconds, or None where it is dropped: each case is counted.

    A span that ends after its video is cut there. Reversed times are dropped: either may be the wrong one.
    """
    if duration is not None and start >= duration:
        findings.drop("beyond_video", place)
    elif end < start:
        findings.drop("reversed_times", place)
    elif end == start:
        findings.drop("empty_span", place)
    elif duration is None or end <= duration:
        return start, end
    else:
        findings.repair("cut_at_end_of_video", place)
        return start, duration
    return None


def add(facts: dict[str, F], fact: F, findings: Findings, place: str) -> None:
    """Put a fact among those of other ids. Of an id that comes again the first stays: the same fact is a repetition."""
    first = facts.setdefault(fact.id, fact)
    if first is not fact and first == fact:
        findings.repair("repeated_row", place)
    elif first is not fact:
        findings.drop("repeated_id", place)
