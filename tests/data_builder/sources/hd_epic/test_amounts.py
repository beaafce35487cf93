"""Amounts and units of ingredients."""

from typing import Any

import pytest

from data_builder.sources.hd_epic.amounts import amount_of, unit_of


@pytest.mark.parametrize(
    ("written", "amount"),
    [
        (100, "100"),
        (100.0, "100"),
        ("100", "100"),
        (0.5, "0.5"),
        ("0.50", "0.5"),
        ("1E+2", "100"),
        (297.67, "297.67"),
        ("N/A", ""),
        ("", ""),
        (None, ""),
        (0, None),
        (-3, None),
        ("a pinch", None),
        ("1e999999999", None),
        ("1e-999999999", None),
        (float("inf"), None),
        ("9" * 100_000, None),
    ],
)
def test_an_amount_is_a_plain_decimal_number(written: Any, amount: str | None) -> None:
    assert amount_of(written) == amount


@pytest.mark.parametrize(
    ("written", "unit"),
    [
        *(("g", "g"), ("Grams", "g"), ("tbsp", "tablespoon"), ("tsp.", "teaspoon"), ("teaspoon", "teaspoon")),
        *(("sprays", "spray"), ("cloves", "clove"), ("small tub", "small tub"), ("ML", "ml")),
        *(("N/A", ""), ("", ""), (None, ""), ("quantity", "")),
    ],
)
def test_a_unit_is_one_short_word(written: str | None, unit: str) -> None:
    assert unit_of(written) == unit
