"""Units: what a unit's spelling stands for, and exact conversion between units of one dimension.

The registry is fixed: pint reads the definitions below, and nothing of a reply ever reaches its parser. Spellings are
looked up in a table and joined by the small grammar of `leading` ("km/h", "m s^-1", "square metres", "kilometres per
hour"). Cups, pints and gallons are those of the United States; months and years are no exact number of days.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

PREFIXES = {
    "pico": ("p", "1e-12"), "nano": ("n", "1e-9"), "micro": ("μ", "1e-6"), "milli": ("m", "1e-3"),
    "centi": ("c", "1e-2"), "deci": ("d", "1e-1"), "hecto": ("h", "100"), "kilo": ("k", "1e3"), "mega": ("M", "1e6"),
    "giga": ("G", "1e9"), "tera": ("T", "1e12"),
}  # fmt: skip
# In pint's form: name = definition = symbol = other spellings. Those here take prefixes, those in PLAIN do not.
PREFIXED = """
meter = [length] = m = metre
second = [time] = s = sec
gram = [mass] = g = gramme
ampere = [current] = A = amp
mole = [substance] = mol
kelvin = [temperature] = K
newton = kilogram * meter / second ** 2 = N
joule = newton * meter = J
watt = joule / second = W
pascal = newton / meter ** 2 = Pa
volt = joule / coulomb = V
ohm = volt / ampere = Ω
hertz = 1 / second = Hz
coulomb = ampere * second = C
farad = coulomb / volt = F
tesla = newton / ampere / meter = T
liter = meter ** 3 / 1000 = L = l = litre
calorie = 4.184 * joule = cal
electronvolt = 1.602176634e-19 * joule = eV
bar = 100000 * pascal = bar
watthour = 3600 * joule = Wh
"""
PLAIN = """
minute = 60 * second = min
hour = 60 * minute = h = hr
day = 24 * hour = d
week = 7 * day = wk
month = [calendar] = mo
year = 12 * month = yr
decade = 10 * year = _
century = 100 * year = _ = centuries
inch = 0.0254 * meter = in = inches
foot = 12 * inch = ft = feet
yard = 3 * foot = yd
mile = 1760 * yard = mi
nautical_mile = 1852 * meter = nmi
light_year = 9460730472580800 * meter = ly
angstrom = 1e-10 * meter = Å
tonne = 1000 * kilogram = t = ton
pound = 0.45359237 * kilogram = lb
ounce = pound / 16 = oz
degC = kelvin; offset: 273.15 = _ = celsius = centigrade
degF = 5 / 9 * kelvin; offset: 233.15 + 200 / 9 = _ = fahrenheit
atmosphere = 101325 * pascal = atm
torr = 101325 / 760 * pascal = Torr = mmHg
psi = 6894.757293168361 * pascal = psi
acre = 4840 * yard ** 2 = ac
hectare = 10000 * meter ** 2 = ha
cc = meter ** 3 / 1000000 = cc
gallon = 231 * inch ** 3 = gal
quart = gallon / 4 = qt
us_pint = gallon / 8 = pt = pint
cup = gallon / 16 = _
fluid_ounce = gallon / 128 = floz
tablespoon = gallon / 256 = tbsp
teaspoon = gallon / 768 = tsp
molar = mole / liter = M
mph = mile / hour = mph
kph = kilometer / hour = kph = kmh
newtonmeter = newton * meter = Nm
knot = nautical_mile / hour = kn
degree = [angle] = deg = °
radian = 57.29577951308232 * degree = rad
dollar = [dollar] = USD = $
cent = dollar / 100 = ¢
euro = [euro] = EUR = €
pound_sterling = [sterling] = GBP = £
yen = [yen] = JPY = ¥
rupee = [rupee] = INR = ₹
pixel = [pixel] = px
frame = [frame] = _
fps = frame / second = fps
decibel = [level] = dB
squaremeter = meter ** 2 = sqm
squarefoot = foot ** 2 = sqft
byte = [data] = _
kilobyte = 1000 * byte = kB
megabyte = 1000 * kilobyte = MB
gigabyte = 1000 * megabyte = GB
terabyte = 1000 * gigabyte = TB
"""
HAVE_PLURAL = frozenset(["sec", "min", "hr", "wk", "yr", "lb", "yd", "amp", "mol", "gal"])
ALIASES = {
    "°C": "degC", "degreeC": "degC", "degreecelsius": "degC", "degreecentigrade": "degC", "degreescelsius": "degC",
    "degreescentigrade": "degC", "degreesC": "degC", "°F": "degF", "degreeF": "degF", "degreesF": "degF",
    "degreefahrenheit": "degF", "degreesfahrenheit": "degF", "newtonmetre": "newtonmeter",
    "newtonmetres": "newtonmeters", "usdollar": "dollar", "usdollars": "dollar",
    "US$": "dollar", "um": "μm", "ug": "μg", "uL": "μL", "kmph": "kph", "buck": "dollar", "bucks": "dollar",
    "kilo": "kilogram", "kilos": "kilogram",
}  # fmt: skip
COUNTED = frozenset(["cup", "cups", "tablespoon", "tablespoons", "teaspoon", "teaspoons", "pint", "pints", "foot"])
COUNTED |= {"frame", "frames", "pixel", "pixels"}
"""Units that are things as well: after a number they may be what is counted."""
JOINED = (
    r"degrees? (?:celsius|centigrade|fahrenheit|[CFcf]\b)|deg\.? ?[CF]\b|° ?[CFcf]\b|light[- ]years?|nautical miles?"
    r"|fluid ounces?|fl\.? ?oz\b|(?:kilo)?watt[- ]hours?|newton[- ]met(?:er|re)s?|US dollars?|US\$"
)
FACTOR = re.compile(
    r"(?P<joint> ?(?:[/·*⋅×]|\bper\b|\ban?\b(?= (?:hour|minute|second|day)\b)) ?(?P<open>\(?)| ?)"
    r"(?P<before>(?:square|cubic|sq\.?|cu\.?) )?"
    rf"(?P<name>{JOINED}|[^\W\d_]+|[°$€£¥₹¢])\.?"
    r"(?P<power>(?:\^|\*\*)[({]?[-−]?\d[)}]?|[-−]\^?\d(?!\d)|(?<=[ms])\d(?![\w.,])| squared\b| cubed\b)?\)?",
    re.IGNORECASE,
)
POWERS = {"square": 2, "sq": 2, "squared": 2, "cubic": 3, "cu": 3, "cubed": 3}
MAX_FACTORS = 6
METRE_PER = re.compile(r"(?<![^\W\d_])ms(?=(?:\^[({]?)?[-−]\^?[123](?![\w.]))")
"""In "10 ms^-1" these are metres and seconds."""
UNIT_POWER = re.compile(r"(?<=[^\W\d_])(?:(?:\^|\*\*)[({]?[-−]?\d[)}]?|[-−]\^?\d|\d)(?!\w)")
NO_UNITS = frozenset(
    str.split(
        "or not no none never and to but if than half halves quarter quarters third thirds plus minus more"
        " less fewer least most about maybe zero one two three four five six seven eight nine ten eleven twelve twenty"
        " once twice thrice true false null nan"
    )
)
"""Words that change or compare numbers, or are some."""
BITS = frozenset(["kb", "Kb", "Mb", "Gb", "Tb"])


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as `factor` times its base units plus `offset` (of temperatures); `dimension`: base units and powers."""

    factor: Fraction
    dimension: tuple[tuple[str, int], ...]
    offset: Fraction = Fraction(0)


def is_unit(word: str) -> bool:
    """Whether a word may be a unit; letters that stand alone count as they are written. Reads no definitions."""
    return word in _names() or _fold(word) in _folded_names()


def may_be_unit(text: str) -> bool:
    """Whether a text may be a key's unit, or what it counts: letters or signs, without numbers or "or" and the like."""
    words = re.findall(r"[^\W\d_]+", text.lower())
    if not NO_UNITS.isdisjoint(words) or any(c.isdecimal() for c in UNIT_POWER.sub("", text)):
        return False
    return bool(words) or any(c in "%°$€£¥₹¢‰′″'\"Ω" for c in text)


def convert(value: Fraction, unit: Unit, to: Unit) -> Fraction | None:
    """A value in another unit, exactly; None when the units differ in dimension."""
    if unit.dimension != to.dimension:
        return None
    return (value * unit.factor + unit.offset - to.offset) / to.factor


def unit_of(text: str) -> Unit | None:
    """The unit that the whole of a text spells (in the form of `numerals.normal`), else None."""
    found = leading(text)
    return found[0] if found and found[1] == len(text) else None


@lru_cache(maxsize=4096)
def leading(text: str) -> tuple[Unit, int] | None:
    """The unit that a text begins with, and where it ends; None where it begins with none."""
    factor, offset, end, count = Fraction(1), Fraction(0), 0, 0
    dimension: dict[str, int] = {}
    below = grouped = False
    while count < MAX_FACTORS and (found := FACTOR.match(text, end)):
        joint = found["joint"].strip(" (")
        divides = joint in ("/", "per", "a", "an")
        joined = divides or ((count == 0 or _multiplies(found, text)) and (grouped or not below))
        unit = _named(found["name"]) if joined and (count or joint not in ("a", "an")) else None
        if unit is None:
            break
        below, count, grouped = below or divides, count + 1, bool(found["open"]) or (grouped and not divides)
        power = -_power(found) if below else _power(found)
        factor, offset, end = factor * unit.factor**power, unit.offset, found.end()
        for name, n in unit.dimension:
            dimension[name] = dimension.get(name, 0) + n * power
    kept = tuple(sorted((name, n) for name, n in dimension.items() if n))
    return (Unit(factor, kept, offset if count == 1 else Fraction(0)), end) if count else None


def _multiplies(found: re.Match[str], text: str) -> bool:
    """Whether a factor after a space is one: a symbol such as the "s" of "m s^-1", not the "in" of "3 m in total"."""
    if found["joint"] != " ":
        return bool(found["joint"])
    return (
        len(found["name"]) <= 3
        and found["name"] != "in"
        and (bool(found["power"]) or text[found.end() : found.end() + 1] in ("", "/", "·", ")"))
    )


def _power(found: re.Match[str]) -> int:
    words = [POWERS[word.strip(" .").lower()] for word in (found["before"],) if word]
    if (shown := found["power"]) and shown.strip() in POWERS:
        words.append(POWERS[shown.strip()])
    elif shown:
        n = int(next(c for c in shown if c.isdecimal()))
        words.append(-n if "-" in shown or "−" in shown else n)
    return words[0] if len(words) == 1 else 1 if not words else 0


def _named(name: str) -> Unit | None:
    exact, folded = _table()
    if name in BITS:
        return None  # bits, not bytes
    return exact.get(name.replace("µ", "μ")) or folded.get(_fold(name))


def _fold(name: str) -> str:
    return name.casefold().replace("µ", "μ").translate(dict.fromkeys(map(ord, " -._")))


@cache
def _names() -> dict[str, str]:
    """The name of a unit in the registry by each of its spellings."""
    names: dict[str, str] = {}
    for line in PREFIXED.strip().split("\n"):
        name, symbols, words = _spellings(line)
        for prefix, (symbol, _) in PREFIXES.items():
            spelled = [symbol + short for short in symbols] + [prefix + word for word in words]
            names |= dict.fromkeys(spelled, prefix + name)
    for line in (PREFIXED + PLAIN[1:]).strip().split("\n"):
        name, symbols, words = _spellings(line)
        names |= dict.fromkeys([*symbols, *words], name)
    names |= {alias: names[spelling] for alias, spelling in ALIASES.items()}
    del names["pm"]  # after a number it is an hour of the day
    return names


@cache
def _folded_names() -> frozenset[str]:
    return frozenset(form for name in _names() if len(form := _fold(name)) > 1)


@cache
def _table() -> tuple[dict[str, Unit], dict[str, Unit]]:
    """The units by their spellings: as they are written, and, where no other unit looks like it, in any case."""
    import pint  # noqa: PLC0415  # it takes half a second, and only keys with a unit need it

    registry: Any = pint.UnitRegistry(None, non_int_type=Fraction)
    prefixes = [f"{name}- = {size} = {symbol}-" for name, (symbol, size) in PREFIXES.items()]
    registry.load_definitions([*prefixes, *PREFIXED.strip().split("\n"), *PLAIN.strip().split("\n")])
    units = {name: _defined(registry, name) for name in set(_names().values())}
    exact = {spelling: units[name] for spelling, name in _names().items()}
    folded: dict[str, Unit | None] = {}
    for spelling, unit in exact.items():
        form = _fold(spelling)
        folded[form] = unit if folded.get(form, unit) == unit else None
    return exact, {form: unit for form, unit in folded.items() if unit and len(form) > 1}


def _spellings(line: str) -> tuple[str, list[str], list[str]]:
    """The name in a definition, its symbols, and its words in the singular and the plural."""
    name, _, *others = (part.strip() for part in line.split(" = "))
    shown = [name, *(other for other in others if other != "_")]
    words = [spelling for spelling in shown if len(spelling) > 3 or spelling == name]
    symbols = [spelling for spelling in shown if spelling not in words or spelling in others]
    return name, [*symbols, *(f"{s}s" for s in symbols if s in HAVE_PLURAL)], [*words, *(f"{word}s" for word in words)]


def _defined(registry: Any, name: str) -> Unit:
    nothing, one = (registry.Quantity(Fraction(n), name).to_root_units() for n in (0, 1))
    dimension = tuple(sorted((base, int(n)) for base, n in one.dimensionality.items()))
    return Unit(one.magnitude - nothing.magnitude, dimension, Fraction(nothing.magnitude))
