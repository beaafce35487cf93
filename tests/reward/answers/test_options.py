"""Options: which one a text is, which ones a text mentions, and which are too much alike."""

import pytest

from reward.answers.options import Options, identity

GRAPHS = Options({"A": "Graph 1", "B": "Graph 2", "C": "Graph 3"})
WEIGHTS = Options({"A": "0.5 kg", "B": "2 kg", "C": "3 kg"})
NAMES = Options({"A": "Downy mildew (oomycete)", "B": "rain forest", "C": "No", "D": "segmentation and growth"})


@pytest.mark.parametrize(
    ("options", "text", "letter"),
    [
        (GRAPHS, "graph 2", "B"),
        (GRAPHS, "the second graph", "B"),
        (GRAPHS, "the second option", None),
        (WEIGHTS, "1/2 kg", "A"),
        (WEIGHTS, "0.50", "A"),
        (WEIGHTS, "2 g", None),
        (WEIGHTS, "2.0 kg", "B"),
        (NAMES, "downy mildew", "A"),
        (NAMES, "rainforest", None),
        (NAMES, "the last option", "D"),
        (NAMES, "option 4", "D"),
        (NAMES, "option 0", None),
        (NAMES, "growth", None),
        (NAMES, "", None),
        (NAMES, "x" * 10_000, None),
    ],
)
def test_a_text_is_one_option_or_none(options: Options, text: str, letter: str | None) -> None:
    assert options.named(text) == letter


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("It is rainforest.", " it is <b> . "),
        ("no trees", " no tree "),
        ("No, none", " <c> , none "),
        ("segmentation, and growth", " <d> "),
        ("(E) and (A)", " e and [a] "),
    ],
)
def test_mentions_are_coded(text: str, code: str) -> None:
    assert NAMES.coded(text) == code


def test_nothing_is_coded_where_a_letter_may_mean_two_options() -> None:
    assert Options({"A": "B", "B": "A"}).coded("(A) is right") == ""


def test_options_of_equal_value_are_not_found_by_it() -> None:
    alike = Options({"A": "0.5", "B": "1/2", "C": "2"})
    assert alike.named("0.50") == "A"
    assert alike.named("2/4") is None


def test_signs_tell_formulas_apart_but_not_names() -> None:
    assert identity("K>0") != identity("K<0")
    assert identity("red-mug") == identity("red mug")
    assert identity("3.") == identity("3")
