"""The known answers: what they mean is beyond doubt to a person, and no rule decides them."""

from collections import Counter

import pytest

from reward import score
from reward.judge.check import said_of
from reward.judge.known import Case, known_cases
from reward.judge.match import right_options
from reward.judge.shown import shown


def name(case: Case) -> str:
    return case.answer


@pytest.mark.parametrize("case", known_cases(), ids=name)
def test_no_rule_decides_a_known_answer(case: Case) -> None:
    assert score(case.item, f"Answer: {case.answer}").score is None
    assert score(case.item, case.answer).score is None


@pytest.mark.parametrize("case", known_cases(), ids=name)
def test_what_an_answer_means_can_be_chosen(case: Case) -> None:
    right = right_options(case.item)
    if case.protocol == "reference":
        assert right == {}
        assert case.means in (None, case.key)
    else:
        assert [option for option in right if right[option]] == [case.key]
        assert len(right) == 4
        assert case.means is None or case.means in right
    assert shown(said_of(case))


def test_the_set_is_balanced_so_that_no_constant_answer_does_well() -> None:
    cases = known_cases()
    assert Counter(case.protocol for case in cases) == {"match": 48, "reference": 12}
    assert Counter(case.level for case in cases) == {"easy": 30, "hard": 30}
    assert max(Counter(case.means is None for case in cases if case.protocol == "reference").values()) == 6
    kinds = Counter("key" if c.means == c.key else "none" if c.means is None else "wrong" for c in cases)
    assert max(kinds.values()) / len(cases) < 0.4


def test_a_third_of_the_set_still_holds_every_part_of_it() -> None:
    cases = known_cases()[::3]
    assert {case.level for case in cases} == {"easy", "hard"}
    assert {case.item.id for case in cases if case.protocol == "match"} == {
        case.item.id for case in known_cases() if case.protocol == "match"
    }
    assert {case.means is None for case in cases if case.protocol == "reference"} == {True, False}
