"""Dates in text: read from every usual spelling, and never guessed."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reward.dates import DAYS, MONTHS, NAMED_DAYS, PartialDate, find_dates


def read(text: str) -> list[str]:
    return [str(found) for found in find_dates(text).dates]


def ordinal(day: int) -> str:
    return f"{day}{'th' if day in (11, 12, 13) else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"


def spellings(day: date) -> list[str]:
    month, weekday = MONTHS[day.month - 1].title(), NAMED_DAYS[day.weekday()].title()
    y, d, th = f"{day.year:04}", day.day, ordinal(day.day)
    written = [
        day.isoformat(), f"{y}/{day.month:02}/{d:02}", f"{y}/{day.month}/{d}", f"{y}.{day.month:02}.{d:02}",
        f"{d:02}.{day.month:02}.{y}", f"{d}.{day.month}.{y}", f"{y}{day.month:02}{d:02}", f"{y}年{day.month}月{d}日",
        f"{d} {month} {y}", f"{d} {month[:3]} {y}", f"{d} {month[:3]}. {y}", f"{d:02}-{month[:3]}-{y}",
        f"{d}. {month} {y}", f"{th} {month} {y}", f"{th} of {month}, {y}", f"the {th} of {month} {y}",
        f"{month} {d}, {y}", f"{month} {th}, {y}", f"{month} {d} {y}", f"{month} the {th}, {y}",
        f"{month[:3]} {d}, {y}", f"{month.upper()} {d}, {y}", f"{DAYS[d - 1]} of {month} {y}",
        f"the {DAYS[d - 1]} of {month}, {y}", f"{month} {DAYS[d - 1]}, {y}", f"{y} {month} {d}",
        f"{weekday}, {d} {month} {y}", f"{weekday[:3]}, {month} {d}, {y}", f"{d} {month} {y} ({weekday})",
        f"year: {y}\nmonth: {day.month}\nday: {d}", f"year: {y}, month: {month}, day: {d}",
        f"{day.isoformat()}T10:30:00Z",
    ]  # fmt: skip
    if d > 12 or d == day.month:
        written += [f"{d}/{day.month}/{y}", f"{day.month:02}/{d:02}/{y}", f"{d:02}-{day.month:02}-{y}"]
    return written


@given(day=st.dates(date(1000, 1, 1), date(2999, 12, 31)))
@settings(max_examples=100, deadline=None)
def test_a_date_is_read_back_from_every_spelling(day: date) -> None:
    for text in spellings(day):
        assert read(text) == [day.isoformat()], text


@given(day=st.dates(date(1000, 1, 1), date(2999, 12, 31)).filter(lambda day: day.day <= 12 and day.day != day.month))
def test_a_day_and_a_month_that_may_be_swapped_are_not_read(day: date) -> None:
    for form in ("%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%d/%m"):
        assert read(day.strftime(form)) == ["None"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024", "2024"),
        ("in the year 2024", "2024"),
        ("2024年", "2024"),
        ("2024-05", "2024-05"),
        ("May 2024", "2024-05"),
        ("Sept. 2024", "2024-09"),
        ("May of 2024", "2024-05"),
        ("05/2024", "2024-05"),
        ("2024年5月", "2024-05"),
        ("--05-01", "--05-01"),
        ("--05", "--05"),
        ("1 May", "--05-01"),
        ("May 1st", "--05-01"),
        ("29 February", "--02-29"),
        ("13/05", "--05-13"),
        ("5月1日", "--05-01"),
        ("May", "--05"),
        ("the month of May", "--05"),
        ("1-3 May 2024", "2024-05-01 2024-05-03"),
        ("May 1-3, 2024", "2024-05-01 2024-05-03"),
        ("1 and 3 May 2024", "2024-05-01 2024-05-03"),
        ("2019-2020", "2019 2020"),
        ("2024-05-01 to 2024-05-03", "2024-05-01 2024-05-03"),
        ("31 February 2024", "None"),
        ("29 February 2023", "None"),
        ("2024-13-01", "None"),
        ("2019-20", "None"),
        ("00010101", "0001-01-01"),
        ("12345678", "None"),
        ("'24", ""),
        ("5/1/24", ""),
        ("1990s", ""),
        ("the 1990's", ""),
        ("20th century", ""),
        ("2024/25", "None"),
        ("12024", ""),
        ("02024", ""),
        ("v2024", ""),
        ("2,024", ""),
        ("2024.5", ""),
        ("mayonnaise", ""),
        ("Augustus", ""),
        ("year: 2024, month: 13", "None"),
    ],
)
def test_parts_ranges_and_what_is_no_date(text: str, expected: str) -> None:
    assert read(text) == expected.split()


def test_a_date_gives_another_one_when_it_says_all_of_it() -> None:
    day, month, other = PartialDate(2024, 5, 1), PartialDate(2024, 5), PartialDate(2024, 6)
    assert (day.gives(month), month.gives(day), day.gives(other), other.gives(day)) == (True, None, False, False)
    assert PartialDate(month=5, day=1).gives(PartialDate(2024, 5, 1)) is None
    assert PartialDate(2024, 5, 1).weekday == 2
    assert PartialDate(2024, 5).weekday is None


@given(text=st.text(max_size=60) | st.text("0123456789/-. MayJun年月日thof,", max_size=30))
@settings(max_examples=300, deadline=None)
def test_reading_never_raises_and_there_is_one_gap_more_than_dates(text: str) -> None:
    found = find_dates(text)
    assert len(found.gaps) == len(found.dates) + 1
