"""Planted leaks are found; where nothing leaks, and where keys are drawn by lot, solvers guess."""

import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from data_builder.audit.figures import figures
from data_builder.audit.interval import estimate
from data_builder.audit.parsed import numbers_in, times_in
from data_builder.audit.question import Question
from data_builder.audit.solved import solve_subtype, together
from data_builder.audit.table import table_of

OBJECTS = [f"{a} {b}" for a in ("red", "blue", "green", "old", "new") for b in ("cup", "pan", "lid", "tap", "bag")]
Choose = Callable[[random.Random, str, list[str]], tuple[list[str], str, str]]


def questions(count: int, change: Choose | None = None, videos: int = 40, seed: int = 0) -> list[Question]:
    """Questions with four options of a common pool and a key drawn by lot, then changed: (options, key, stem)."""
    draw = random.Random(f"made {seed}")
    found = []
    for number in range(count):
        options = draw.sample(OBJECTS, 4)
        key, stem = draw.choice(options), f"What is touched near the {draw.choice(OBJECTS)}?"
        if change:
            options, key, stem = change(draw, key, options)
        found.append(
            Question(
                id=f"q{number:04}",
                subtype="made",
                videos=(f"v{draw.randrange(videos):02}",),
                stem=stem,
                options=tuple(options),
                correct=options.index(key),
            )
        )
    return found


def bundled(bundles: int, size: int = 4) -> list[Question]:
    """Bundles: questions of one video that share their keys as options, so that each is right once."""
    draw = random.Random("bundled")
    found = []
    for number in range(bundles):
        keys = draw.sample(OBJECTS, size)
        for place, key in enumerate(draw.sample(keys, size)):
            options = tuple(draw.sample(keys, size))
            name = f"b{number:03}-{place}"
            stem = f"What is touched at {draw.randrange(60)} seconds?"
            found.append(Question(name, "made", (f"v{number // 2}",), stem, options, options.index(key)))
    return found


def longest_is_right(draw: random.Random, key: str, options: list[str]) -> tuple[list[str], str, str]:
    longer = f"{key} on the far side of it"
    return [longer if option == key else option for option in options], longer, "What is it?"


def other_words(draw: random.Random, key: str, options: list[str]) -> tuple[list[str], str, str]:
    """Keys from one pool of words, wrong options from another; all of one length."""
    wrong = [f"{draw.choice('bcdfg')}{draw.choice('aei')}lon" for _ in options]
    right = f"{draw.choice('hjkmn')}{draw.choice('aei')}rum"
    texts = [right, *dict.fromkeys(wrong)]
    draw.shuffle(texts)
    return texts, right, "What is it?"


def asked_names_option(draw: random.Random, key: str, options: list[str]) -> tuple[list[str], str, str]:
    """A word of the question goes with a word of the key that it does not share."""
    pairs = {"metal": "spoon", "wood": "board", "glass": "jar", "water": "tap", "paper": "towel", "fire": "hob"}
    asked = draw.choice(list(pairs))
    texts = draw.sample(list(pairs.values()), len(pairs))[:4]
    if pairs[asked] not in texts:
        texts[draw.randrange(4)] = pairs[asked]
    return texts, pairs[asked], f"Which object goes with the sound of {asked}?"


def roundest_is_right(draw: random.Random, key: str, options: list[str]) -> tuple[list[str], str, str]:
    right = f"{draw.randrange(1, 90) * 10} g"
    texts = [right, *(f"{draw.randrange(1, 900)}.{draw.randrange(1, 9)} g" for _ in range(3))]
    draw.shuffle(texts)
    return texts, right, "How much?"


@pytest.mark.parametrize(
    ("leak", "alone", "heuristic"),
    [
        (longest_is_right, True, "longest"),
        (other_words, True, None),
        (roundest_is_right, True, "num_round"),
        (asked_names_option, False, None),
    ],
)
def test_a_planted_leak_is_found(leak: Choose, alone: bool, heuristic: str | None) -> None:
    found = figures(solve_subtype(questions(120, leak)))
    assert found["question_options"]["corrected"] > 0.8
    assert (found["options_only"]["corrected"] > 0.8) == alone
    if heuristic:
        assert found["heuristics"][heuristic] == pytest.approx(1)
        assert found["chosen_heuristic"]["accuracy"] > 0.95


def test_where_nothing_leaks_all_guess() -> None:
    found = figures(solve_subtype(questions(450)))
    for solver in ("options_only", "question_options"):
        assert found[solver]["low"] < 0.03
        assert abs(found[solver]["corrected"]) < 0.08


def test_bundles_leave_exactly_chance() -> None:
    found = figures(solve_subtype(bundled(50)))
    assert found["bundled"] == 1
    assert found["options_only"]["accuracy"] == pytest.approx(0.25)
    assert abs(found["question_options"]["corrected"]) < 0.1
    assert {name for name, worth in found["heuristics"].items() if abs(worth - 0.25) > 1e-9} <= {
        "position",
        "overlap_q_most",
        "overlap_q_least",
    }


@pytest.mark.parametrize("leak", [longest_is_right, other_words, asked_names_option])
def test_with_keys_drawn_by_lot_all_guess(leak: Choose) -> None:
    draw = random.Random("permuted")
    asked = [replace(q, correct=draw.randrange(len(q.options))) for q in questions(400, leak)]
    found = figures(solve_subtype(asked))
    for solver in ("options_only", "question_options"):
        assert abs(found[solver]["corrected"]) < 0.1


def test_the_place_of_an_option_is_no_input() -> None:
    first = [replace(q, options=(q.key, *(o for o in q.options if o != q.key)), correct=0) for q in questions(300)]
    found = figures(solve_subtype(first))
    assert found["heuristics"]["position"] == 1
    assert abs(found["question_options"]["corrected"]) < 0.12


def test_the_same_twice_in_any_order() -> None:
    asked = questions(60, other_words)
    assert figures(solve_subtype(asked)) == figures(solve_subtype(asked[::-1]))


def test_too_few_groups_to_learn_from() -> None:
    solved = solve_subtype(questions(30, videos=2))
    found = figures(solved)
    assert found["question_options"] == dict.fromkeys(("accuracy", "corrected", "low", "high"))
    assert figures(together([solved]))["question_options"]["accuracy"] is None


def test_together_is_the_sum_of_the_parts() -> None:
    parts = [solve_subtype(questions(40, longest_is_right)), solve_subtype(questions(60, seed=1))]
    whole = figures(together(parts))
    assert whole["n"] == 100
    accuracies = [figures(part)["question_options"]["accuracy"] for part in parts]
    assert whole["question_options"]["accuracy"] == pytest.approx((40 * accuracies[0] + 60 * accuracies[1]) / 100)


@pytest.mark.parametrize("texts", [("!", "?"), ("", " "), ("same", "same"), ("é" * 5000, "ß")])
def test_odd_texts_do_no_harm(texts: tuple[str, str]) -> None:
    asked = [Question(str(i), "s", (f"v{i}",), "!" if i % 2 else "?", texts, i % 2) for i in range(12)]
    found = figures(solve_subtype(asked))
    assert 0 <= found["question_options"]["accuracy"] <= 1


def test_ties_are_drawn_by_lot() -> None:
    table = table_of(
        [Question("a", "s", ("v",), "?", ("x", "y", "z"), 1), Question("b", "s", ("v",), "?", ("x", "y"), 0)]
    )
    assert table.accuracy(np.array([1.0, 1.0, 0.0, 2.0, 2.0])).tolist() == [0.5, 0.5]
    assert table.chance.tolist() == pytest.approx([1 / 3, 1 / 2])
    assert table.neighbours(1).tolist() == [1, 2, 0, 4, 3]


def test_an_interval_covers_the_truth() -> None:
    draw = np.random.default_rng(1)
    inside = 0
    for _ in range(100):
        groups = [f"v{i // 5}" for i in range(300)]
        right = (draw.random(300) < 0.4).astype(float)
        found = estimate(right, np.full(300, 0.25), groups)
        assert found.low is not None
        assert found.high is not None
        inside += found.low <= 0.2 <= found.high
    assert inside >= 88


def test_one_group_gives_no_interval() -> None:
    found = estimate(np.ones(3), np.full(3, 0.5), ["v"] * 3)
    assert (found.accuracy, found.corrected, found.low, found.high) == (1, 1, None, None)


@pytest.mark.parametrize(
    ("text", "start", "length", "segments"),
    [
        ("<TIME 00:01:02.500 video 1> to <TIME 00:01:04 video 1>", 62.5, 1.5, 1),
        ("01:05", 65, 0, 1),
        ("1:00:00 to 1:00:10, 0:00:05 to 0:00:06", 5, 11, 2),
    ],
)
def test_times(text: str, start: float, length: float, segments: int) -> None:
    found = times_in(text)
    assert found
    assert (found.start, found.length, len(found.segments)) == (start, length, segments)


def test_numbers() -> None:
    assert numbers_in("-3.5 g and 10 ml") == (-3.5, 10)
    assert numbers_in("Three times") == (3,)
    assert numbers_in("P01 x2y") == ()
