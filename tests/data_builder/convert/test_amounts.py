"""Numbers: what an option is read as, tolerances, units, and what other scorers get wrong."""

from fractions import Fraction

import pytest

from data_builder.convert.amounts import amount
from data_builder.convert.mcq import Mcq
from data_builder.convert.values import Typed, Untyped, typed
from data_builder.gate import faults
from reward.answers import Number
from reward.item import Item, ask


def asked(*options: str, key: int = 0, stem: str = "How much is it?") -> Mcq:
    return Mcq("1", "set", "file", "file:1", stem, options, key)


def key_of(*options: str, key: int = 0, stem: str = "How much is it?") -> Number:
    """The key as a number that passes the gate."""
    found = typed(asked(*options, key=key, stem=stem))
    assert isinstance(found, Typed), found
    assert isinstance(found.answer, Number)
    item = Item(question=ask(stem, found.answer, "short", found.how), answer=found.answer, candidates=found.candidates)
    assert faults(item) == []
    return found.answer


def how(*options: str, stem: str = "How much is it?") -> str | None:
    found = typed(asked(*options, stem=stem))
    assert isinstance(found, Typed), found
    return found.how


def score(answer: Number, reply: str) -> float | None:
    return answer.mark_reply(f"Answer: {reply}")[0].score


@pytest.mark.parametrize(
    ("option", "value", "unit", "noun"),
    [
        ("3", 3, "", ""),
        ("3.", 3, "", ""),
        (" three ", 3, "", ""),
        ("Twenty-one", 21, "", ""),
        ("Once", 1, "", "times"),
        ("Twice", 2, "", "times"),
        ("Three times", 3, "", "times"),
        ("Not at all", 0, "", "times"),
        ("Never", 0, "", "times"),
        ("A single time", 1, "", "time"),
        ("Only once", 1, "", "times"),
        ("Just two times", 2, "", "times"),
        ("A single garlic clove", 1, "", "garlic clove"),
        ("A pair", 2, "", ""),
        ("a pair of gloves", 2, "", "gloves"),
        ("No hands", 0, "", "hands"),
        ("One pipette", 1, "", "pipette"),
        ("Two pieces of dried tofu", 2, "", "pieces of dried tofu"),
        ("Five times in total", 5, "", "times"),
        ("736 g", 736, "g", ""),
        ("736g", 736, "g", ""),
        ("0.25 teaspoon", Fraction(1, 4), "teaspoon", ""),
        ("20 grams of sugar", 20, "grams", "sugar"),
        ("$6", 6, "$", ""),
        ("-$6.50", Fraction(-13, 2), "$", ""),
        ("50%", 50, "%", ""),
        ("12 percent", 12, "%", ""),
        ("1,200", 1200, "", ""),
        ("1/2", Fraction(1, 2), "", ""),
        ("$\\frac{1}{2}$", Fraction(1, 2), "", ""),
        ("$\\frac{3}{2}$", Fraction(3, 2), "", ""),
        ("-3", -3, "", ""),
        ("3.5e4", 35000, "", ""),
        ("3.5 x 10^5", 350000, "", ""),
        ("9.8 m/s^2", Fraction(49, 5), "m/s^2", ""),
        ("5 cm^3", 5, "cm^3", ""),
        ("30°", 30, "°", ""),
    ],
)
def test_an_amount_is_read(option: str, value: Fraction, unit: str, noun: str) -> None:
    found = amount(option)
    assert found is not None
    assert (found.value, found.unit, found.noun) == (value, unit, noun)
    assert Number(value=found.text).amount == value


@pytest.mark.parametrize(
    "option",
    [
        *("3-5", "3 to 5", "more than 3", "about 3", "3 or 4", "at least 2", "2 or more", "4.07, 31.8 kW", "1,5"),
        *("3 pm", "10 AM", "1:20", "3/4/2020", "4/4", "6/8", "4K", "2x", "3rd", "third", "No. 5", "#24", "E"),
        *("one of them", "Two men and one woman", "500,000x vs 10,000,000x", "9" * 300, "one " * 60),
        *("", "  ", ".", "$", "$$", "US$"),
    ],
)
def test_what_is_no_single_amount_is_none(option: str) -> None:
    assert amount(option) is None


def test_counts_are_exact() -> None:
    answer = key_of("100", "108", "96")
    assert answer.abs_tol is None
    assert score(answer, "100") == 1
    assert score(answer, "108") == 0
    assert score(answer, "101") == 0


def test_the_tolerance_stays_below_half_the_gap() -> None:
    answer = key_of("4.87", "4.97", "4.07")
    assert answer.abs_tol == pytest.approx(0.045)
    assert score(answer, "4.87") == score(answer, "4.9") == 1
    assert score(answer, "4.97") == score(answer, "4.92") == 0


def test_a_decimal_has_one_percent() -> None:
    answer = key_of("100.0", "108.0", "150.0")
    assert answer.abs_tol == pytest.approx(1)
    assert score(answer, "108") == 0
    assert score(answer, "100.5") == 1


def test_zero_matches_and_its_tolerance_comes_from_the_gap() -> None:
    answer = key_of("0.0", "0.5", "1.0")
    assert answer.abs_tol == pytest.approx(0.005)
    assert score(answer, "0.0") == score(answer, "0") == 1
    assert score(answer, "0.5") == score(answer, "0.1") == 0
    assert key_of("0 tbsp", "1 tbsp", "2 tbsp").value == "0"


def test_a_price_is_exact_to_less_than_a_cent() -> None:
    answer = key_of("$1,000", "$1,005", "$18")
    assert score(answer, "1000 dollars") == score(answer, "$1,000") == 1
    assert score(answer, "$1,000.50") == score(answer, "$1,005") == 0


def test_fractions_percents_and_powers() -> None:
    assert score(key_of("1/2", "1/3", "1/5"), "0.5") == 1
    assert score(key_of("50%", "25%", "75%"), "50 percent") == 1
    assert score(key_of("3.5 x 10^5", "3.5 x 10^6", "3.5 x 10^4"), "350000") == 1
    assert score(key_of("\\frac{1}{3}", "\\frac{1}{4}"), "1/3") == 1


def test_units_are_read_whole() -> None:
    assert score(key_of("5 cm^3", "3 cm^3"), "5 cm^3") == 1
    assert score(key_of("9.8 m/s^2", "8.9 m/s^2"), "9.8 m/s^2") == 1
    assert score(key_of("9.8 m/s^2", "8.9 m/s^2"), "2") == 0


def test_options_in_other_units_are_converted_exactly() -> None:
    found = typed(asked("500 g", "1 kg", "0.505 kg"))
    assert isinstance(found, Typed)
    assert found.candidates == ("500", "1000", "505")
    assert isinstance(found.answer, Number)
    assert found.answer.unit == "g"
    assert found.answer.abs_tol == pytest.approx(2.25)
    assert found.how == "Answer with a number in grams (g)."
    assert score(found.answer, "0.5 kg") == 1
    assert score(found.answer, "1 kg") is None  # a whole number of kilograms may be rounded


def test_how_to_answer_names_unit_form_and_things() -> None:
    assert how("736 g", "663 g") == "Answer with a number in grams (g)."
    assert how("2.56 g", "2.5 g") == "Answer with a number in grams (g), to two decimal places."
    assert how("9.8 m/s^2", "8.9 m/s^2") == "Answer with a number in m/s^2, to one decimal place."
    assert how("$6", "$7") == "Answer with a number in dollars ($)."
    assert how("50%", "60%") == "Answer with a percentage."
    assert how("3", "4") == "Answer with a number."
    of_pipettes = "Answer with the number of pipettes."
    assert how("One pipette", "Two pipettes", stem="What is the number on the table?") == of_pipettes
    assert how("One pipette", "No pipette", "Two pipettes", stem="What number is on the table?") == of_pipettes
    assert how("One pipette", "Two pipettes", stem="How many pipettes?") == "Answer with a number."
    assert how("Once", "Three times", stem="How often?") == "Answer with a number."


@pytest.mark.parametrize(
    ("options", "unit"),
    [
        (("1 gram", "2 grams"), "grams (g)"),
        (("2 grams", "1 gram"), "grams (g)"),
        (("Two millimeters", "Five millimeters"), "millimetres (mm)"),
        (("0.5 teaspoon", "0.1 teaspoon"), "teaspoons (tsp), to one decimal place"),
        (("1 cup", "2 cups"), "cups"),
        (("1 foot", "2 feet"), "feet"),
        (("3 °C", "4 °C"), "°C"),
        (("3 degree Celsius", "4 degree Celsius"), "degrees Celsius"),
        (("5 dollars", "300 cents"), "dollars ($)"),
        (("9 kcal", "8 kcal"), "kcal"),
    ],
)
def test_units_stand_in_the_plural(options: tuple[str, str], unit: str) -> None:
    assert how(*options) == f"Answer with a number in {unit}."


def test_parts_that_are_counted_are_no_number() -> None:
    stem = "How many halves of tomato does she pick up?"  # "2 halves" may be two, or one
    for options in (("One half", "Two halves"), ("1", "2")):
        assert typed(asked(*options, stem=stem)) == Untyped("counts_parts")


def test_half_a_thing_is_no_count() -> None:
    assert typed(asked("One half", "Two", stem="How many tomatoes are cut?")) == Untyped("part_of_a_thing")
    assert key_of("Half", "One", stem="How many cups are added?").value == "1/2"
    assert key_of("Half", "One third", stem="How much of it is left?").value == "1/2"


def test_none_is_zero_where_things_are_counted() -> None:
    found = typed(asked("One hand", "Two hands", "None", stem="How many hands?"))
    assert isinstance(found, Typed)
    assert found.candidates == ("1", "2", "0")
    assert key_of("One", "None at all", stem="How many hands?").value == "1"
    assert isinstance(typed(asked("None", "One", "Two", stem="How many hands?")), Untyped)  # it may mean none of these
    assert isinstance(typed(asked("One", "Two", "None", stem="Which?")), Untyped)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("3", "4", "many"), "different_kinds"),
        (("3", "3-5"), "different_kinds"),
        (("3", "3.0"), "same_values"),
        (("1 kg", "1000 g"), "same_values"),
        (("3", "03", "4"), "same_values"),
        (("3", "1/2", "0.5"), "wrong_options_alike"),
        (("3 g", "4 ml"), "different_units"),
        (("3 g", "4"), "different_units"),
        (("3 g", "50%"), "different_units"),
        (("One cup", "Two plates"), "different_nouns"),
        (("20 grams of sugar", "20 grams of salt"), "different_nouns"),
        (("4/4", "3/4"), "text"),
        (("more than 3", "less than 3"), "text"),
    ],
)
def test_what_cannot_be_proved_says_why(options: tuple[str, ...], reason: str) -> None:
    assert typed(asked(*options)) == Untyped(reason)


def test_a_time_signature_is_no_quotient() -> None:
    assert typed(asked("3/4", "7/8", stem="Which time signature is it?")) == Untyped("text")
