"""Statements and free answers: the numbers of small sets, worked out by hand."""

import pytest

from data_builder.audit.judged import balances, frequent_keys
from data_builder.audit.question import Free, Judged


def judged(number: int, *truth: bool, said: str = "", one: bool = False, format: str = "statements") -> Judged:
    texts = tuple(f"{said} {number} {place}" for place in range(len(truth)))
    return Judged(str(number), "s", (f"v{number}",), format, texts, truth, one)


def test_constants_and_the_blind_over_true_ratio() -> None:
    found = balances([judged(0, True, True), judged(1, True, False), judged(2, False, False), judged(3, True, True)])
    balance = found["statements"]
    assert (balance.items, balance.statements, balance.true) == (4, 8, 5 / 8)
    assert (balance.all_true, balance.all_false, balance.best_pattern) == (0.5, 0.25, 0.5)
    assert balance.over_true_blind == pytest.approx((0 + 1 / 4 + 3 / 4 + 0) / (4 * 3 / 4))


def test_letters_of_the_only_true_statement() -> None:
    found = balances([judged(i, i % 2 == 0, i % 2 == 1, one=True, format="options") for i in range(10)])["options"]
    assert found.letters == {"A": 0.5, "B": 0.5}
    assert found.solver.accuracy is None


def test_words_that_tell_the_truth_are_found() -> None:
    leaking = [judged(i, i % 2 == 0, said="truly" if i % 2 == 0 else "hardly", format="statement") for i in range(60)]
    clean = [judged(i, i % 2 == 0, said="a cup", format="statement") for i in range(60)]
    assert balances(leaking)["statement"].solver.corrected == pytest.approx(1)
    corrected = balances(clean)["statement"].solver.corrected
    assert corrected is not None
    assert corrected < 0.3


def test_statements_that_are_all_true_teach_nothing() -> None:
    assert balances([judged(i, True) for i in range(9)])["statements"].solver.accuracy is None


def test_the_most_frequent_key() -> None:
    found = frequent_keys([Free("b", "cup"), Free("a", "pan"), Free("a", "lid"), Free("a", "pan")])
    assert list(found) == ["a", "b"]
    assert (found["a"].items, found["a"].keys, found["a"].most_frequent, found["a"].share) == (3, 2, "pan", 2 / 3)
