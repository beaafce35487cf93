"""What is counted, and which spans of time are kept."""

import pytest

from data_builder.facts import Sound
from data_builder.sources.findings import Findings, add, fit


def test_the_table_is_sorted_and_keeps_the_first_five_places() -> None:
    findings = Findings()
    for line in range(7):
        findings.drop("reversed_times", f"b.csv:{line}")
    findings.drop("empty_span", "b.csv:9")
    findings.repair("repeated_row", "a.csv:2")
    assert findings.table() == {
        "repaired": {"repeated_row": 1},
        "dropped": {"empty_span": 1, "reversed_times": 7},
        "places": {
            "empty_span": ["b.csv:9"],
            "repeated_row": ["a.csv:2"],
            "reversed_times": [f"b.csv:{line}" for line in range(5)],
        },
    }
    assert str(findings.table()["dropped"]) == "{'empty_span': 1, 'reversed_times': 7}"


@pytest.mark.parametrize(
    ("start", "end", "duration", "kept", "repaired", "dropped"),
    [
        (1.0, 2.0, None, (1.0, 2.0), [], []),
        (1.0, 2.0, 2.0, (1.0, 2.0), [], []),
        (1.0, 2.5, 2.0, (1.0, 2.0), ["cut_at_end_of_video"], []),
        (2.0, 2.5, 2.0, None, [], ["beyond_video"]),
        (3.0, 2.5, 2.0, None, [], ["beyond_video"]),
        (2.0, 1.0, 9.0, None, [], ["reversed_times"]),
        (2.0, 1.0, None, None, [], ["reversed_times"]),
        (2.0, 2.0, None, None, [], ["empty_span"]),
        (0.0, 0.0, 9.0, None, [], ["empty_span"]),
    ],
)
def test_spans_are_kept_cut_or_dropped(
    start: float,
    end: float,
    duration: float | None,
    kept: tuple[float, float] | None,
    repaired: list[str],
    dropped: list[str],
) -> None:
    findings = Findings()
    assert fit(start, end, duration, findings, "a.csv:2") == kept
    assert (list(findings.repaired), list(findings.dropped)) == (repaired, dropped)


def test_of_an_id_that_comes_again_the_first_stays() -> None:
    findings, facts = Findings(), dict[str, Sound]()
    first, other = (Sound("s1", "V1", 1, 2, name, "") for name in ("water", "beep"))
    for line, fact in enumerate([first, Sound("s1", "V1", 1, 2, "water", ""), other], 2):
        add(facts, fact, findings, f"a.csv:{line}")
    assert facts == {"s1": first}
    assert findings.places == {"repeated_row": ["a.csv:3"], "repeated_id": ["a.csv:4"]}
    assert (findings.repaired.total(), findings.dropped.total()) == (1, 1)
