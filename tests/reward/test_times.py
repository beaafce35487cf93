"""Times in text: every spelling is read exactly, and what is no time is none."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reward.times import decimal, find_times, shown

ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
)
TENS = "twenty thirty forty fifty"


def seconds(text: str) -> list[Fraction | int | None]:
    return [time.seconds for time in find_times(text).times]


def spelled(number: int) -> str:
    """0 to 59 in words."""
    ones = ONES.split()
    if number < 20:
        return ones[number]
    return TENS.split()[number // 10 - 2] + (f"-{ones[number % 10]}" if number % 10 else "")


def spellings(total: int) -> list[str]:
    """A whole number of seconds below ten hours, as people and models write it."""
    hours, minutes, rest = total // 3600, total // 60 % 60, total % 60
    clock = f"{hours}:{minutes:02}:{rest:02}"
    written = [
        f"{total}", f"{total} s", f"{total}s", f"{total} sec", f"{total} sec.", f"{total} seconds", f"{total}-second",
        f"{total:,} s", f"{total}.0 s", f"+{total} s", f"second {total}", f"seconds: {total}", f"{total * 1000} ms",
        clock, f"0{clock}", f"{clock}.000", f"{clock},000", f"{total // 60}:{rest:02}",
        f"{total // 60:02}:{rest:02}.00",
        f"{total // 60} min {rest} s", f"{total // 60}m{rest}s", f"{total // 60}m {rest:02}s",
        f"{total // 60} minutes and {rest} seconds", f"{total // 60} min. {rest} sec.",
        f"{total // 60} minutes, {rest} seconds", f"minute {total // 60}, second {rest}", f"{total // 60}'{rest:02}\"",
        f"minutes: {total // 60}\nseconds: {rest}", f"{hours} h {minutes} min {rest} s", f"{hours}h{minutes}m{rest}s",
        f"{hours} hours, {minutes} minutes and {rest} seconds", f"<{total}>", f"{total} s ({total // 60}:{rest:02})",
        f"{total // 60} minutes and {spelled(rest)} seconds", f"{spelled(minutes)} minutes {spelled(rest)} seconds",
    ]  # fmt: skip
    written[-1:] = written[-1:] if not hours else []
    if rest and total >= 60:
        written += [f"{total // 60} min {rest}", f"{total // 60}m{rest:02}"]
    return written


@given(total=st.integers(0, 35_999))
@settings(max_examples=150, deadline=None)
def test_a_time_is_read_back_exactly_from_every_spelling(total: int) -> None:
    for text in spellings(total):
        assert seconds(text) == [total], text


@given(value=st.decimals(0, 10**9, places=3))
@settings(max_examples=100, deadline=None)
def test_decimals_are_read_exactly(value: object) -> None:
    assert seconds(f"{value} s") == seconds(f"{value:,} s") == seconds(f"at {value}") == [Fraction(str(value))]


@given(value=st.floats(0, 1e9).filter(lambda value: value == 0 or value > 1e-15))
@settings(max_examples=200, deadline=None)
def test_a_number_of_seconds_is_read_back_from_its_decimal_form(value: float) -> None:
    assert seconds(decimal(value)) == [Fraction(str(value))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a minute and a half", "90"),
        ("a minute and a quarter", "75"),
        ("half a minute", "30"),
        ("half of a minute", "30"),
        ("a half minute", "30"),
        ("a quarter of an hour", "900"),
        ("three quarters of an hour", "2700"),
        ("an hour and three quarters", "6300"),
        ("two and a half minutes", "150"),
        ("2 and a half minutes", "150"),
        ("1 1/2 minutes", "90"),
        ("1 1⁄2 minutes", "90"),
        ("1/2 min", "30"),
        ("one minute twenty", "80"),
        ("one minute twenty-five", "85"),
        ("a minute and twenty seconds", "80"),
        ("one hour twenty", "4800"),
        ("a hundred and five seconds", "105"),
        ("seventy five point five seconds", "75.5"),
        ("1.25 minutes", "75"),
        ("0.5 h", "1800"),
        ("1:20 h", "4800"),
        ("1:20 minutes", "80"),
        ("1:20:30 h", "4830"),
        ("PT1M20S", "80"),
        ("00:01:20.500", "80.5"),
        ("1:20.25", "80.25"),
        ("the 75th second", "75"),
        ("minute 1 second 15", "75"),
        ("90:00", "5400"),
        ("75.5 s (1:15)", "75.5"),
        ("1:15 (75.5 s)", "75.5"),
        ("1 min 75 s", "60 75"),
        (".5 s", "0.5"),
        ("75\\,s", "75"),
        ("-5 s", "-5"),
        ("−5", "-5"),
        ("- 5", "5"),
        ("10s-20s", "10 20"),
        ("10 -20", "10 20"),
        ("10--20", "10 20"),
        ("10..20", "10 20"),
        ("0:10-0:20", "10 20"),
        ("00:00:10,500 --> 00:00:20,000", "10.5 20"),
        ("<10> <20>", "10 20"),
        ("between ten and twenty seconds", "10 20"),
        ("1,250.5 to 1,300", "1250.5 1300"),
        ("[1,250, 1,300]", "1250 1300"),
        ("the first half", ""),
        ("a minute", "60"),
        ("in the second clip", ""),
    ],
)
def test_other_spellings(text: str, expected: str) -> None:
    assert seconds(text) == [Fraction(value) for value in expected.split()]


@pytest.mark.parametrize(
    "text",
    ["1:75", "1:5", "1:2:03", "1:60:00", "1:20:30:40", "75,5", "10,20", "1/2", "1 1/0 min", "9" * 41, "one twenty",
     "ten twenty seconds", "1:20 ms", "one " * 30],
)  # fmt: skip
def test_what_could_be_two_times_or_none_is_not_read(text: str) -> None:
    assert None in seconds(text)


def test_the_words_around_times_are_kept_in_their_gaps() -> None:
    assert find_times("From about 10 s to 20 seconds, I think").gaps == [["from", "about"], ["to"], [",", "i", "think"]]
    assert find_times("nothing here").gaps == [["nothing", "here"]]


@given(
    text=st.text(st.characters(exclude_categories=("Cs",)), max_size=60)
    | st.text("0123456789:.,-+/'s m<>()½", max_size=30)
)
@settings(max_examples=300, deadline=None)
def test_reading_never_raises_and_there_is_one_gap_more_than_times(text: str) -> None:
    found = find_times(text)
    assert len(found.gaps) == len(found.times) + 1


def test_seconds_are_shown_to_the_millisecond() -> None:
    assert [shown(value) for value in (75, Fraction(151, 2), Fraction(1, 3), Fraction(80), 0)] == [
        "75", "75.5", "0.333", "80", "0",
    ]  # fmt: skip
