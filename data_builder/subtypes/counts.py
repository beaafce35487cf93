"""Counts: how many times something happens in a clip, with the same four numbers as options for every question."""

from data_builder.question import BaseQuestion, Solve
from data_builder.subtypes.options import COUNTS, fixed_options
from data_builder.windows import Window
from reward.answers import Number


def count_question(
    subtype: str,
    window: Window,
    solve: Solve,
    *,
    stem: str,
    claim: str,
    groups: tuple[str, ...],
    asked: dict[str, str | float],
    how: str | None = None,
) -> BaseQuestion:
    """A question of level 3 whose key is a number. Raises Undecidable where the window does not settle it."""
    solution = solve(window)
    return BaseQuestion(
        subtype=subtype,
        level=3,
        window=window,
        stem=stem,
        claim=claim,
        solve=solve,
        answer=Number(value=solution.key.text),
        key_kind="number",
        solution=solution,
        wrong=fixed_options(COUNTS, solution.key),
        shown_from=("fixed",),
        groups=groups,
        how=how,
        asked=asked,
    )
