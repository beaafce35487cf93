"""95 % intervals of chance-corrected accuracy, by drawing whole groups again; seeded, so the same twice."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from data_builder.audit.table import Floats

DRAWS = 2_000
CHUNK = 100
FEW_GROUPS = 10
"""An interval from fewer groups is too narrow."""
MIDDLE = (0.025, 0.975)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A solver's accuracy in [0, 1], the same corrected for chance, and the 95 % interval of the latter.

    Corrected is (accuracy - chance) / (1 - chance): 0 is guessing, 1 is always right. `low` and `high` are None where
    there is but one group; all is None where there was nothing to learn from, which is fewer than three groups.
    """

    accuracy: float | None
    corrected: float | None
    low: float | None
    high: float | None


NOTHING = Estimate(None, None, None, None)


def estimate(right: Floats, chance: Floats, groups: Sequence[str]) -> Estimate:
    """The estimate from how often each question is answered right and what guessing gives, with a group for each."""
    codes = np.unique(np.array(groups, dtype=object).astype(str), return_inverse=True)[1]
    above, room = (np.bincount(codes, weights=column) for column in (right - chance, 1 - chance))
    accuracy, corrected = float(right.mean()), float(above.sum() / room.sum())
    if len(above) == 1:
        return Estimate(accuracy, corrected, None, None)
    drawn = np.random.default_rng(0)
    values: list[float] = []
    for _ in range(0, DRAWS, CHUNK):
        picked = drawn.integers(len(above), size=(CHUNK, len(above)))
        values.extend(above[picked].sum(axis=1) / room[picked].sum(axis=1))
    low, high = np.quantile(values, MIDDLE)
    return Estimate(accuracy, corrected, float(low), float(high))
