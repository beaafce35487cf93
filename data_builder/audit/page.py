"""The page of an audit: the template, and how numbers are written in it."""

from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined

NOTHING = "–"


def render(report: dict[str, Any]) -> str:
    """One self-contained HTML page. Every text in it is escaped: questions are hostile."""
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters |= {"share": share, "bounds": bounds, "count": count, "percent": percent, "far": far}
    template = files("data_builder.audit").joinpath("audit.html.jinja").read_text("utf-8")
    return environment.from_string(template).render(report=report)


def share(value: float | None) -> str:
    """A number with two decimals; a dash for none."""
    return NOTHING if value is None else f"{value:.2f}".replace("-", "−").replace("−0.00", "0.00")


def bounds(estimate: dict[str, float | None]) -> str:
    """The interval of an estimate: "[0.42, 0.51]"; nothing where there is none."""
    return "" if estimate["low"] is None else f"[{share(estimate['low'])}, {share(estimate['high'])}]"


def count(value: int) -> str:
    """A count with its thousands apart."""
    return f"{value:,}"


def percent(value: float | None) -> str:
    """A share as a CSS length, kept between 0 and 100 %."""
    return f"{100 * min(max(value or 0.0, 0.0), 1.0):.2f}%"


def far(found: dict[str, Any], limit: float) -> list[tuple[str, float]]:
    """The heuristics whose accuracy lies further from chance than the limit, the furthest first."""
    distance = {name: accuracy - found["chance"] for name, accuracy in found["heuristics"].items()}
    names = sorted(distance, key=lambda name: (-abs(distance[name]), name))
    return [(name, found["heuristics"][name]) for name in names if abs(distance[name]) > limit]
