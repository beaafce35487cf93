"""Amounts of ingredients: a decimal number as it was written, and its unit in one short word."""

from decimal import Decimal, InvalidOperation

UNKNOWN = frozenset(["", "n/a", "na", "none", "null", "nan"])
MOST = Decimal(1_000_000)
UNITS = {
    "gram": "g", "grams": "g", "kilogram": "kg", "kilograms": "kg", "millilitre": "ml", "millilitres": "ml",
    "milliliter": "ml", "milliliters": "ml", "litre": "l", "litres": "l", "liter": "l", "liters": "l",
    "tbsp": "tablespoon", "tbsps": "tablespoon", "tablespoons": "tablespoon",
    "tsp": "teaspoon", "tsps": "teaspoon", "teaspoons": "teaspoon",
    "cloves": "clove", "cubes": "cube", "cups": "cup", "fish cakes": "fish cake", "leaves": "leaf", "mugs": "mug",
    "packs": "pack", "pods": "pod", "small tubs": "small tub", "sprays": "spray", "sticks": "stick",
    "quantity": "", "unit": "", "units": "",
}  # fmt: skip


def amount_of(written: str | float | None) -> str | None:
    """ "0.5" for 0.50 and "100" for "100.0"; "" where it is not known, None for what is no amount.

    Zero is no amount, since the ingredient was added; an amount is below a million.
    """
    text = "" if written is None else str(written).strip()
    if text.casefold() in UNKNOWN:
        return ""
    try:
        amount = Decimal(text[:40])
    except InvalidOperation:
        return None
    if not amount.is_finite() or not 0 < amount < MOST or amount.as_tuple().exponent < -9:  # type: ignore[operator]
        return None
    plain = f"{amount:f}"
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def unit_of(written: str | None) -> str:
    """ "tablespoon" for "tbsp", "g" for "grams"; "" where there is none, as for a number of eggs."""
    text = " ".join((written or "").casefold().split()).rstrip(".")
    return "" if text in UNKNOWN or not text.isprintable() else UNITS.get(text, text[:40])
