"""The typed key of a question: sorts that are no number, time or list, and what holds for every sort."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_builder.convert.mcq import Mcq
from data_builder.convert.values import Typed, Untyped, asks_number, typed
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
    found = typed(asked(*options, stem="Is the tap on at the end?"))
    assert passes(found, "Is the tap on at the end?")
    assert isinstance(found, Typed)
    assert found.answer == YesNo(value=value)


@pytest.mark.parametrize("options", [("Yes", "No", "Maybe"), ("Yes", "False"), ("Yes", "Not yet"), ("No", "no way")])
def test_no_yes_and_no(options: tuple[str, ...]) -> None:
    assert isinstance(typed(asked(*options)), Untyped)


@pytest.mark.parametrize(
    "stem",
    [
        *("How many eggs are there?", "How often does it ring?", "How old was he?", "How much damage did he deal?"),
        *("What is the number of the player who won?", "When he sat down, what was the speed on the dashboard?"),
        *("What was the exact quantity of salt used?", "In which year was it?", "What percentage of it is left?"),
        *("What is the price tag of the item behind it?", "What's the maximum number of lemons?", "What is 3 + 4?"),
        *("The total number of sides is", "Find the area of the square.", "Calculate the sum."),
    ],
)
def test_a_question_for_a_number(stem: str) -> None:
    assert asks_number(stem)
    assert typed(asked("3", "4", stem=stem)) != Untyped("text")


@pytest.mark.parametrize(
    "stem",
    [
        *("Which player passed the ball?", "What was in the scene when the number was shown?", "Which lane is it?"),
        *("What was the height ranking of the candles?", "What number ranking has it?", "Which of the balls was it?"),
        *(
            "On which day did the alarm sound?",
            "Which one was she?",
            "What is the order?",
            "What time signature is it?",
        ),
        *("Where is the speed sign?", "What does he do at that time?"),
    ],
)
def test_no_question_for_a_number(stem: str) -> None:
    assert typed(asked("3", "4", stem=stem)) == Untyped("text")
    assert typed(asked("Three persons", "Two persons", stem=stem)) == Untyped("text")
    assert isinstance(typed(asked("3 kg", "4 kg", stem=stem)), Typed)  # a measure is a number whatever is asked


@pytest.mark.parametrize(
    ("options", "candidates"),
    [
        (("The hand holds it two times.", "The hand holds it three times"), ("2", "3")),
        (
            ("The hand holds the pan once.", "The hand holds a pan twice.", "The hand never holds a pan"),
            ("1", "2", "0"),
        ),
        (("One egg is put in.", "Two eggs are put in.", "No eggs are put in."), ("1", "2", "0")),
        (("It has 3 legs, in total", "It has 4 legs"), ("3", "4")),
        (("There was 1 action", "There were 2 actions"), ("1", "2")),
    ],
)
def test_sentences_that_differ_in_a_number_alone(options: tuple[str, ...], candidates: tuple[str, ...]) -> None:
    found = typed(asked(*options, stem="How many times?"))
    assert passes(found, "How many times?")
    assert isinstance(found, Typed)
    assert (found.candidates, found.how) == (candidates, "Answer with a number.")


def test_a_sentence_names_its_unit() -> None:
    found = typed(asked("It boils for two minutes.", "It boils for five minutes.", stem="How long does it boil?"))
    assert isinstance(found, Typed)
    assert found.how == "Answer with a number in minutes (min)."


@pytest.mark.parametrize(
    "options",
    [
        ("It holds two eggs.", "It drops three eggs."),
        ("In less than one minute", "In less than two minutes"),
        ("It is held once or twice.", "It is held four times or five."),
        ("It rings 2 or more times", "It rings 3 or more times"),
        ("It weighs 3-4 kilos", "It weighs 5-6 kilos"),
        ("It costs $3 here", "It costs $4 here"),
        ("Two of the eggs are held.", "Three of the eggs are held."),
    ],
)
def test_other_sentences_are_text(options: tuple[str, str]) -> None:
    assert not isinstance(typed(asked(*options, stem="How many?")), Typed)
    assert isinstance(typed(asked("It is held twice", "It is held once", stem="What happens?")), Untyped)


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
        *(
            "3 o'clock",
            "May 2024",
            "2024-05-01",
            "first",
            "2nd",
            "the third row",
            "a single",
            "a pair",
            "never",
            "halves",
        ),
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
    st.permutations(["Cup", "lid", "the pan", "Oil."]).map(", ".join),
    st.builds("fat {}, salt {}".format, NUMBERS, NUMBERS),
    st.builds("The hand holds {} eggs {}.".format, NUMBERS | st.just("no"), st.sampled_from(["", "twice", "again"])),
    st.integers(1, 40).map("{}th".format) | st.sampled_from(["first", "the second", "third", "3"]),
    st.integers(1, 12).map("{} o'clock".format),
    st.dates().map(str) | st.dates().map("{:%d %B %Y}".format) | st.dates().map("{:%m/%d/%Y}".format),
]
OPTIONS = st.sampled_from([TEXTS, *OF_A_SORT]).flatmap(lambda text: st.lists(text, min_size=2, max_size=5, unique=True))
STEMS = st.sampled_from(
    [
        *("When in the video?", "How many are there?", "Which box?", "On which date?", "Where?", "What?"),
        *("How many halves?", "In what order was it used?"),
    ]
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
