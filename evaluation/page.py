"""The page of a report: the template, and how numbers are written in it."""

from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined

HYPHENATED = {"chance_corrected": "chance-corrected", "over_true_ratio": "over-true ratio"}
NOTHING = "–"


def render(report: dict[str, Any]) -> str:
    """One self-contained HTML page. Every text in it is escaped: replies are hostile."""
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters |= {"share": share, "estimate": estimate, "bounds": bounds, "count": count, "label": label}
    environment.filters |= {"percent": percent, "whole_percent": whole_percent, "duration": duration}
    environment.filters |= {"most": most, "others": others}
    template = files("evaluation").joinpath("report.html.jinja").read_text("utf-8")
    return environment.from_string(template).render(report=report)


def share(value: float | None, signed: bool = False) -> str:
    """A number with two decimals; a dash for none."""
    if value is None:
        return NOTHING
    text = f"{value:+.2f}" if signed else f"{value:.2f}"
    return text.replace("-", "−")


def estimate(interval: dict[str, float | None] | None, signed: bool = False) -> str:
    """An estimate with its interval: "0.48 [0.42, 0.51]"."""
    if interval is None:
        return NOTHING
    return f"{share(interval['mean'], signed)} {bounds(interval)}".rstrip()


def bounds(interval: dict[str, float | None] | None) -> str:
    """The interval of an estimate: "[0.42, 0.51]"; nothing where there is none."""
    if interval is None or interval["low"] is None:
        return ""
    return f"[{share(interval['low'])}, {share(interval['high'])}]"


def count(value: int) -> str:
    return f"{value:,}"


def label(name: str) -> str:
    """The name of a number as people read it."""
    return HYPHENATED.get(name, name.replace("_", " "))


def percent(value: float | None) -> str:
    """A share as a CSS length, kept between 0 and 100 %."""
    return f"{100 * min(max(value or 0.0, 0.0), 1.0):.2f}%"


def whole_percent(value: float) -> str:
    """A share as people say it; only nothing is 0 %, and only all is 100 %."""
    return f"{100 * value:.0f} %" if value in (0.0, 1.0) else f"{min(max(round(100 * value), 1), 99)} %"


def duration(seconds: float) -> str:
    """A time with about two figures: "0.21 s", "43 ms", "12 s"."""
    milliseconds = 1000 * seconds
    if milliseconds < 9.5:
        return f"{milliseconds:.1f} ms"
    if milliseconds < 99.5:
        return f"{milliseconds:.0f} ms"
    return f"{seconds:.2g} s" if seconds < 9.5 else f"{seconds:,.0f} s"


def most(numbers: dict[str, int], shown: int) -> list[tuple[str, int]]:
    """The first names with their numbers, which are the most frequent ones."""
    return list(numbers.items())[:shown]


def others(numbers: dict[str, int], shown: int) -> int:
    """What the names that are not shown come to."""
    return sum(list(numbers.values())[shown:])
