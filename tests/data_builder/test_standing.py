"""Whether a question stands without its options, and why."""

from typing import Any

import pytest

from data_builder.question import BaseQuestion, KeyKind, Option, Solution
from data_builder.standing import LISTED, MOST_WORDS, Standing, standing
from data_builder.windows import whole_video
from reward.answers import Phrase


def asked(make: Any, stem: str = "Which object is it?", key: str = "cup", kind: KeyKind = "name") -> BaseQuestion:
    solution = Solution(Option(key, key), ())
    return BaseQuestion(
        subtype="test",
        level=1,
        window=whole_video(make.video(duration=9.0), "test"),
        stem=stem,
        claim="It is {}.",
        solve=lambda window: solution,
        answer=Phrase(text=key),
        key_kind=kind,
        solution=solution,
    )


def test_a_name_a_number_a_time_an_order_and_a_purpose_stand_alone(make: Any) -> None:
    for kind in ("name", "number", "time", "order", "purpose"):
        found = standing(asked(make, kind=kind))
        assert found.alone
        assert found.because


def test_what_can_be_told_in_many_ways_and_what_only_annotators_know_does_not(make: Any) -> None:
    assert standing(asked(make, kind="narration")) == Standing(False, "one movement can be told in many ways")
    assert not standing(asked(make, kind="annotated")).alone


def test_a_name_of_many_words_and_a_list_dependent_wording_do_not(make: Any) -> None:
    assert standing(asked(make, key="a b c d e")).alone
    assert not standing(asked(make, key=" ".join("a" * (MOST_WORDS + 1)))).alone
    assert "wording" in standing(asked(make, "Which of the following is it?")).because


@pytest.mark.parametrize(
    ("stem", "listed"),
    [
        ("Which of these is moved?", True),
        ("Choose one object.", True),
        ("Are all of the above true?", True),
        ("In which order are these sounds heard?", False),
    ],
)
def test_wording_that_depends_on_a_list(stem: str, listed: bool) -> None:
    assert (LISTED.search(stem) is not None) == listed
