"""A verdict: None is not 0, and nothing else may be said in it."""

import copy
import json
import pickle

import pytest
from pydantic import ValidationError

from reward import Verdict
from reward.verdict import Fault, by_rules, unscored

FIELDS = ["score", "by", "said", "rule", "format_ok", "note", "judge", "details", "error"]


def test_an_unscored_verdict_is_null_in_json_and_comes_back_as_none() -> None:
    verdict = unscored(
        "bad_item", "The key is empty.", Fault(code="bad_item", message="empty", item=3, field="answer.text")
    )
    written = json.loads(verdict.model_dump_json())
    assert list(written) == FIELDS
    assert (written["score"], written["by"], written["said"], written["format_ok"]) == (None, "none", None, False)
    assert written["error"] == {"code": "bad_item", "message": "empty", "item": 3, "field": "answer.text"}
    assert Verdict.model_validate_json(verdict.model_dump_json()) == verdict


def test_zero_and_none_are_different_scores() -> None:
    zero = Verdict(score=0.0, by="rule", said="no", rule="unequal", format_ok=True, note="")
    assert json.loads(zero.model_dump_json())["score"] == 0.0
    assert zero != zero.model_copy(update={"score": None})


@pytest.mark.parametrize(
    "change",
    [
        {"by": "nobody"},
        {"score": "right"},
        {"score": 1.5},
        {"score": float("nan")},
        {"rule": None},
        {"error": {"code": "x"}},
    ],
)
def test_what_cannot_be_a_verdict_is_refused(change: dict[str, object]) -> None:
    fields = {"score": 1.0, "by": "rule", "said": "yes", "rule": "equal", "format_ok": True, "note": ""}
    assert Verdict.model_validate(fields).score == 1
    with pytest.raises(ValidationError):
        Verdict.model_validate({**fields, **change})


def test_a_verdict_does_not_change() -> None:
    with pytest.raises(ValidationError):
        unscored("a", "b").score = 1.0  # type: ignore[misc]


def test_a_verdict_by_rules_is_like_any_other_and_refuses_a_score_that_is_none() -> None:
    fields = {"score": 1.0, "said": "b", "rule": "equal", "format_ok": True, "note": "Right.", "details": {"iou": 0.5}}
    fast, checked = by_rules(**fields), Verdict(by="rule", **fields)  # type: ignore[arg-type]
    assert fast == checked
    assert fast.model_dump_json() == checked.model_dump_json()
    assert Verdict.model_validate_json(fast.model_dump_json()) == fast
    assert pickle.loads(pickle.dumps(fast)) == copy.deepcopy(fast) == fast.model_copy() == checked
    assert fast.model_copy(update={"score": 0.0}).score == 0
    assert by_rules(None, None, "unread", False, "", {}).by == "none"
    with pytest.raises(ValidationError):
        fast.score = 0.0  # type: ignore[misc]
    for score in (1.5, -0.1, float("nan"), float("inf")):
        with pytest.raises(ValidationError):
            by_rules(score, None, "equal", True, "", {})
