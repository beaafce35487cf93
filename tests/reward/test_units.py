"""Units: spellings, prefixes, products and powers; conversion is exact and stays within one dimension."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reward.numerals import normal
from reward.units import convert, is_unit, leading, unit_of

SAME = """
s: second ¦ seconds ¦ sec ¦ secs ¦ Seconds ¦ sec.
min: minute ¦ minutes ¦ mins ¦ min. ¦ Minutes
km/h: km / h ¦ kph ¦ kmh ¦ km per hour ¦ kilometers per hour ¦ kilometres an hour ¦ km h^-1 ¦ km h⁻¹ ¦ km·h^-1
m/s^2: m/s² ¦ m s^-2 ¦ m s⁻² ¦ meters per second squared ¦ metres/second^2 ¦ m/s**2
m^2: m² ¦ m2 ¦ square metres ¦ square meter ¦ sq m ¦ sq. m ¦ metres squared ¦ m^{2}
cm^3: cm³ ¦ cc ¦ ml ¦ mL ¦ millilitres ¦ cubic centimetres
°C: degC ¦ degrees Celsius ¦ celsius ¦ degrees C ¦ ℃ ¦ ° C ¦ degree centigrade
g/cm^3: g/cm³ ¦ g cm^-3 ¦ kg/L ¦ grams per cubic centimetre
J/(mol K): J mol^-1 K^-1 ¦ J/mol/K
N m: N·m ¦ J ¦ newton meters ¦ newton metres ¦ Nm
kg: KG ¦ Kg ¦ kilogram ¦ kilograms ¦ kilogrammes
$: USD ¦ dollar ¦ dollars ¦ US$ ¦ US dollars
μm: µm ¦ um ¦ micrometer ¦ micrometres
mph: miles per hour ¦ mi/h ¦ mile/hour
"""
TABLE = [(a, b) for a, rest in (line.split(": ") for line in SAME.strip().split("\n")) for b in rest.split(" ¦ ")]


@pytest.mark.parametrize(("name", "spelling"), TABLE)
def test_a_unit_is_the_same_however_it_is_spelled(name: str, spelling: str) -> None:
    assert unit_of(normal(name)) is not None
    assert unit_of(normal(spelling)) == unit_of(normal(name))


@pytest.mark.parametrize(
    ("value", "unit", "to", "result"),
    [
        ("90", "seconds", "minutes", "3/2"),
        ("1200", "m", "km", "6/5"),
        ("1", "mile", "km", "1.609344"),
        ("77", "°F", "°C", "25"),
        ("-40", "°C", "°F", "-40"),
        ("0", "K", "°C", "-273.15"),
        ("36", "km/h", "m/s", "10"),
        ("1", "g/cm^3", "kg/m^3", "1000"),
        ("1", "kWh", "MJ", "3.6"),
        ("1", "L", "m^3", "1/1000"),
        ("6", "ft", "in", "72"),
        ("500", "cents", "dollars", "5"),
        ("2", "weeks", "days", "14"),
    ],
)  # fmt: skip
def test_conversion_is_exact(value: str, unit: str, to: str, result: str) -> None:
    source, target = unit_of(unit), unit_of(to)
    assert source is not None
    assert target is not None
    assert convert(Fraction(value), source, target) == Fraction(result)


@pytest.mark.parametrize(
    ("unit", "to"), [("s", "m"), ("kg", "N"), ("m", "m^2"), ("$", "€"), ("°", "°C"), ("years", "days")]
)
def test_units_of_different_dimensions_are_not_converted(unit: str, to: str) -> None:
    source, target = unit_of(unit), unit_of(to)
    assert source is not None
    assert target is not None
    assert convert(Fraction(1), source, target) is None


@pytest.mark.parametrize(
    "text", ["", "bananas", "pm", "a", "cups of rice", "m in total", "km!", "/", "per", "x", "^2", "3"]
)
def test_what_is_no_unit_is_none(text: str) -> None:
    assert unit_of(text) is None


@pytest.mark.parametrize(
    ("text", "length"),
    [("m in total", 1), ("seconds long", 7), (" km/h in", 5), ("min 30 s", 3), ("h30", 1), ("ft 11 in", 2)],
)
def test_the_unit_at_the_start_of_a_text_ends_where_other_words_begin(text: str, length: int) -> None:
    found = leading(text)
    assert found is not None
    assert found[1] == length


def test_a_word_that_may_be_a_unit_is_known_without_reading_definitions() -> None:
    assert all(is_unit(word) for word in ("s", "Seconds", "km", "KG", "minutes", "m", "A", "dollars"))
    assert not any(is_unit(word) for word in ("a", "spoons", "cup-boards", "", "I", "times", "pm"))


@given(st.text(max_size=60))
def test_any_text_is_read_without_an_error(text: str) -> None:
    found = leading(text)
    assert found is None or 0 < found[1] <= len(text)


@given(
    st.fractions(),
    st.sampled_from(["s", "km", "°F", "m/s^2", "psi"]),
    st.sampled_from(["h", "inch", "K", "km/h^2", "kPa"]),
)
def test_converting_there_and_back_changes_nothing(value: Fraction, unit: str, to: str) -> None:
    a, b = unit_of(unit), unit_of(to)
    assert a is not None
    assert b is not None
    there = convert(value, a, b)
    assert there is None or convert(there, b, a) == value
