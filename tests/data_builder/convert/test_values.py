"""The typed key of a question: sorts that are no number, time or list, and what holds for every sort."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_builder.convert.mcq import Mcq
from data_builder.convert.values import Typed, Untyped, typed
from data_builder.gate import faults
from reward.answers import Date, YesNo
from reward.item import Item, ask

ASKS_WHERE = "Given the direction I am looking in, where is the sink?"


def asked(*options: str, key: int = 0, stem: str = "What is it?") -> Mcq:
    return Mcq("1", "set", "file", "file:1", stem, options, key)


def passes(found: Typed | Untyped, stem: str) -> bool:
    assert isinstance(found, Typed), found
    question = ask(stem, found.answer, "short", found.how)
    return faults(Item(question=question, stem=stem, answer=found.answer, candidates=found.candidates)) == []


@pytest.mark.parametrize(
    ("options", "value"),
    [
        (("Yes", "No"), True),
        (("no.", "yes."), False),
        (("True", "False"), True),
        (("Incorrect", "Correct"), False),
    ],
)
def test_yes_and_no(options: tuple[str, ...], value: bool) -> None:
    found = typed(asked(*options))
    assert passes(found, "Is it on?")
    assert isinstance(found, Typed)
    assert found.answer == YesNo(value=value)


@pytest.mark.parametrize("options", [("Yes", "No", "Maybe"), ("Yes", "False"), ("Yes", "Not yet"), ("No", "no way")])
def test_no_yes_and_no(options: tuple[str, ...]) -> None:
    assert isinstance(typed(asked(*options)), Untyped)


def test_directions_of_a_clock() -> None:
    found = typed(asked("3 o'clock", "12 o'clock", "9 o’clock", stem=ASKS_WHERE))
    assert passes(found, ASKS_WHERE)
    assert isinstance(found, Typed)
    assert found.candidates == ("3 o'clock", "12 o'clock", "9 o'clock")
    replies = {"3": 1, "three o'clock": 1, "3 o'clock.": 1, "4 o'clock": 0, "12": 0, "three or four": 0}
    assert {reply: found.answer.mark_reply(f"Answer: {reply}")[0].score for reply in replies} == replies


def test_a_time_of_the_day_is_no_direction() -> None:
    assert typed(asked("3 o'clock", "4 o'clock", stem="When does she leave?")) == Untyped("text")
    assert typed(asked("3 o'clock", "behind me", stem=ASKS_WHERE)) == Untyped("different_kinds")


@pytest.mark.parametrize(
    ("options", "value"),
    [
        (("May 1, 2024", "May 2, 2024"), "2024-05-01"),
        (("2024-05-01", "1 June 2023"), "2024-05-01"),
        (("1998", "2001"), "1998"),
        (("12 May", "13 May"), "--05-12"),
    ],
)
def test_dates(options: tuple[str, ...], value: str) -> None:
    found = typed(asked(*options, stem="On which date was it?"))
    assert passes(found, "On which date was it?")
    assert isinstance(found, Typed)
    assert found.answer == Date(value=value)


def test_dates_of_different_precision_are_not_told_apart() -> None:
    options = ("May 1, 2024", "May 2024")
    assert typed(asked(*options, stem="On which date?")) == Untyped("dates_of_different_precision")
    assert isinstance(typed(asked("May 1, 2024", "in spring", stem="On which date?")), Untyped)


@pytest.mark.parametrize("text", ["the cup", "Everyone", "a one-handed grip", "then he waits", "", "→", "x" * 100_000])
def test_words_are_text(text: str) -> None:
    assert typed(asked(text, "the pan")) == Untyped("text")


@pytest.mark.parametrize(
    "text", ["1" * 50_000, "1 " * 30_000, "[" * 50_000, "a → " * 20_000, "then " * 20_000, "1:" * 30_000]
)
def test_long_options_are_text_at_once(text: str) -> None:
    assert isinstance(typed(asked(text, "1")), Untyped)


PARTS = st.sampled_from(
    [
        *("1", "2", "3.5", "0", "0.0", "-4", "1,200", "1/3", "10%", "½", "²", "９", "\u0660", "x 10^5", "\\frac{1}{2}"),
        *("half", "one", "two", "no", "None", "twice", "yes", "false", "g", "kg", "%", "$", "s", "min", "cup", "times"),
        *("hands", "of", "to", "at", "from", "then", "-", "→", ",", ":", "1:20", "10 s to 20 s", "[1, 2, 30, 40]"),
        *("3 o'clock", "May 2024", "2024-05-01"),
    ]
)
TEXTS = st.one_of(st.text(max_size=12), st.lists(PARTS, min_size=1, max_size=5).map(" ".join), PARTS)
WHOLE = st.integers(-3, 2_000).map(str)
NUMBERS = (
    WHOLE | st.decimals(0, 300, places=2, allow_nan=False).map(str) | st.sampled_from(["1/2", "1,234", "two", "2e3"])
)
TIMES = st.decimals(0, 99, places=1, allow_nan=False).map(str)
OF_A_SORT: list[st.SearchStrategy[str]] = [
    NUMBERS,
    *(st.builds("{} {}".format, NUMBERS, st.just(unit)) for unit in ("g", "%", "m/s", "cups", "eggs", "s", "m")),
    st.builds("{} {}".format, NUMBERS, st.sampled_from(["g", "kg", "oz", "°C", "K"])),
    st.builds("${}".format, NUMBERS),
    st.builds("{} s to {} s".format, TIMES, TIMES),
    st.builds("{0} s to {1} s, {1} s to {2} s".format, TIMES, TIMES, TIMES)
    | st.builds("{} to {} s".format, TIMES, TIMES),
    st.builds("{}:{:02}".format, st.integers(0, 70), st.integers(0, 70)),
    st.builds("[{}, {}, {}, {}]".format, TIMES, TIMES, TIMES, TIMES),
    st.permutations(["cup", "lid", "pan", "oil"]).map(" → ".join),
    st.permutations(["1", "2", "3"]).map(", then ".join),
    st.builds("fat {}, salt {}".format, NUMBERS, NUMBERS),
    st.integers(1, 12).map("{} o'clock".format),
    st.dates().map(str) | st.dates().map("{:%d %B %Y}".format) | st.dates().map("{:%m/%d/%Y}".format),
]
OPTIONS = st.sampled_from([TEXTS, *OF_A_SORT]).flatmap(lambda text: st.lists(text, min_size=2, max_size=5, unique=True))
STEMS = st.sampled_from(
    ["When in the video?", "How many are there?", "Which box?", "On which date?", "Where?", "What?"]
)


@settings(max_examples=400, deadline=None)
@given(OPTIONS, STEMS, st.data())
def test_whatever_the_options_no_wrong_one_is_right(options: list[str], stem: str, data: st.DataObject) -> None:
    correct = data.draw(st.integers(0, len(options) - 1))
    found = typed(asked(*options, key=correct, stem=stem))
    if isinstance(found, Typed):
        assert len(found.candidates) == len(options)
        item = Item(
            question=ask(stem, found.answer, "short", found.how), answer=found.answer, candidates=found.candidates
        )
        assert not {"wrong_candidate_not_wrong", "tolerance_too_wide", "same_candidates"} & set(faults(item))
        scores = [item.mark_reply(f"Answer: {text}")[0].score for text in found.candidates]
        assert scores == [float(i == correct) for i in range(len(options))]
