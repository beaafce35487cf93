"""The page of a conversion: the template, and how numbers are written in it."""

from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined

from data_builder.audit.page import NOTHING, bounds, count, percent, share
from data_builder.convert.account import JUDGED, PER_OPTION
from data_builder.convert.figures import place

BANDS = ("typed", "phrase", "options", "text", "dropped")
"""What a question becomes, as the bars show it: a value that a rule decides, a name, items that still show options,
an open answer for a judge, nothing."""


def render(report: dict[str, Any]) -> str:
    """One self-contained HTML page. Every text in it is escaped: questions are hostile."""
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters |= {"share": share, "bounds": bounds, "count": count, "percent": percent, "money": money}
    environment.filters |= {"figure": figure, "range": within, "words": words, "bands": bands, "columns": columns}
    template = files("data_builder.convert").joinpath("convert.html.jinja").read_text("utf-8")
    return environment.from_string(template).render(report=report)


def figure(found: dict[str, Any]) -> str:
    """A share in percent; a dash for none."""
    return NOTHING if found["value"] is None else f"{100 * found['value']:.1f}\u00a0%"


def within(found: dict[str, Any]) -> str:
    """The interval of a share in percent: "[92.4, 93.6]"; nothing where there is none."""
    return "" if found["value"] is None else f"[{100 * found['low']:.1f}, {100 * found['high']:.1f}]"


def money(value: float | None) -> str:
    """A price as it was given, in whatever money it is; a dash where none is known."""
    return NOTHING if value is None else f"{value:,.2f}" if value >= 1 or not value else f"{value:.2g}"


def words(name: str) -> str:
    """A name of a sort or of a reason as people read it."""
    return name.replace("_", " ")


def bands(found: dict[str, Any]) -> list[tuple[str, int, float]]:
    """What the questions became: the name of each of BANDS, how many, and which share; without those that are empty."""
    numbers = dict.fromkeys(BANDS, 0)
    for kind, n in found["kinds"].items():
        numbers[_band(kind)] += n
    numbers["dropped"] = found["dropped"]
    return [(name, n, n / found["questions"]) for name, n in numbers.items() if n]


def _band(kind: str) -> str:
    if kind in PER_OPTION:
        return "options"
    if kind in JUDGED:
        return "text"
    return "phrase" if kind == "phrase" else "typed"


def columns(sorts: dict[str, dict[str, int]]) -> list[str]:
    """The kinds that a table of sorts has columns for."""
    return sorted({after for row in sorts.values() for after in row}, key=place)
