"""Ranges of numbers as keys: both ends, in order."""

import pytest
from made_mcqs import mcq

from data_builder.convert.keys import Typed
from data_builder.convert.values import typed


def key(*options: str, stem: str = "What is the range of the values?") -> Typed | None:
    found = typed(mcq(stem, options))
    return found if isinstance(found, Typed) else None


@pytest.mark.parametrize(
    ("options", "right", "how"),
    [
        (("1.30~40.45", "2.1~44", "1.3~12"), ["1.30, 40.45", "1.3, 40.45", "1.3 and 40.45"], "end,"),
        (("10-20%", "20-30%", "5-9%"), ["10, 20"], "end in percent,"),
        (("between 3 and 5 cm", "from 4 to 9 cm"), ["3, 5"], "end in centimetres (cm),"),
        (("1,000 to 2,000", "100 to 300"), ["1000, 2000"], "end,"),
    ],
)
def test_both_ends_are_asked_for_in_order(options: tuple[str, ...], right: list[str], how: str) -> None:
    found = key(*options)
    assert found is not None
    assert found.sort == "range"
    assert how in (found.how or "")
    assert [found.answer.mark_reply(f"Answer: {said}")[0].score for said in right] == [1] * len(right)
    wrong = [*found.candidates[1:], "7, 8", "40.45, 1.30"]
    assert 1 not in [found.answer.mark_reply(f"Answer: {said}")[0].score for said in wrong]


@pytest.mark.parametrize(
    "options", [("5-3", "3-5"), ("3-5 cm", "3-5 m"), ("A-1", "B-2"), ("2-3", "two"), ("555-1234", "555-1299")]
)
def test_what_is_no_range_is_none(options: tuple[str, ...]) -> None:
    found = key(*options, stem="What is the range?" if options[0] != "555-1234" else "What is the number on the card?")
    assert found is None or found.sort != "range"
