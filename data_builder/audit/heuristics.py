"""Plain heuristics: always the longest, the odd one out, the roundest number. What a policy finds first."""

from collections.abc import Mapping, Sequence

import numpy as np

from data_builder.audit.question import Question
from data_builder.audit.table import Floats, Ints, Table

OF_MEASURES: dict[str, tuple[str, int]] = {
    "longest": ("length", 1),
    "shortest": ("length", -1),
    "freq_most": ("frequency", 1),
    "freq_least": ("frequency", -1),
    "centroid_most": ("centroid", 1),
    "centroid_least": ("centroid", -1),
    "overlap_q_most": ("overlap_q", 1),
    "overlap_q_least": ("overlap_q", -1),
    "num_min": ("num_value", -1),
    "num_max": ("num_value", 1),
    "num_mid": ("num_mid", 1),
    "num_round": ("num_round", 1),
    "num_shared": ("num_shared", 1),
    "num_isolated": ("num_isolated", 1),
    "t_first": ("t_start", -1),
    "t_last": ("t_start", 1),
    "t_mid": ("t_mid", 1),
    "t_longdur": ("t_length", 1),
    "t_shortdur": ("t_length", -1),
    "t_mostseg": ("t_segments", 1),
    "t_prec_low": ("t_decimals", -1),
    "t_prec_high": ("t_decimals", 1),
    "t_overlap_most": ("t_overlap", 1),
    "t_overlap_least": ("t_overlap", -1),
    "t_isolated": ("t_isolated", 1),
    "t_clustered": ("t_isolated", -1),
    "t_inorder": ("t_inorder", 1),
    "t_soonest": ("t_soonest", 1),
}
"""Each takes the option with most (1) or least (-1) of a measure."""


def heuristics(table: Table, measures: Mapping[str, Floats]) -> dict[str, Floats]:
    """Of each heuristic that applies, how often it is right on each question; ties are drawn by lot.

    Where a measure is not known it is a tie. `position` always takes the place where most keys are.
    """
    found = {"position": position(table.questions)}
    for name, (measure, sign) in OF_MEASURES.items():
        if measure in measures:
            found[name] = table.accuracy(np.nan_to_num(sign * measures[measure], nan=0.0, posinf=1e12, neginf=-1e12))
    return found


def position(questions: Sequence[Question]) -> Floats:
    """What is got on each question by always taking the place where most keys are; a guess where it has none."""
    places = np.array([question.correct for question in questions])
    sizes = np.array([len(question.options) for question in questions])
    chosen = np.bincount(places).argmax()
    return np.where(sizes > chosen, places == chosen, 1 / sizes).astype(np.float64)


def chosen_by_training(found: Mapping[str, Floats], folds: Ints) -> tuple[Floats, str]:
    """How often the heuristic is right that was best on the other folds, and which that was most often."""
    names = list(found)
    worth = np.stack([found[name] for name in names])
    result, picks = np.zeros(worth.shape[1]), []
    for fold in np.unique(folds):
        held = folds == fold
        picks.append(int(worth[:, ~held].mean(axis=1).argmax()) if (~held).any() else 0)
        result[held] = worth[picks[-1], held]
    return result, names[max(picks, key=picks.count)]
