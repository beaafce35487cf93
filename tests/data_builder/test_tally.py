"""The tally: parts add up to the whole, and a set that a constant reply can win is a finding."""

import json
from collections.abc import Sequence

import pytest

from data_builder.question import Drop
from data_builder.tally import ENOUGH, Tally
from reward import Clip, Item
from reward.answers import Answer, Choice, Judgements, Phrase, YesNo
from reward.item import Format, ask

CLIP = Clip(video_id="V1", start=30, end=60)
OPTIONS = ("cup", "fork", "pan", "pot")


def item(answer: Answer, stem: str, format: Format) -> Item:
    meta = {"key": "cup", "options": [{"label": name, "from": "clip"} for name in OPTIONS]}
    return Item(question=ask(stem, answer, format), stem=stem, answer=answer, format=format, clips=(CLIP,), meta=meta)


def statements(values: Sequence[bool]) -> list[Item]:
    return [item(YesNo(value=value), f"Statement {i}.", "statement") for i, value in enumerate(values)]


def tally(found: Sequence[Item | Drop]) -> Tally:
    made = Tally()
    assert len(list(made.shipped(found))) == sum(isinstance(one, Item) for one in found)
    return made


def findings(found: Sequence[Item]) -> list[str]:
    return tally(found).constants()[1]


def test_constants_are_scored_by_the_items_own_rules() -> None:
    key = Phrase(text="red cup", aliases=("cup",), wrong=("fork",))
    table, found = tally([*statements([True] * 3 + [False]), item(key, "Which object is it?", "short")]).constants()
    assert table["statement"] == {
        "items": 4,
        "chance": 0.5,
        "constants": {"": 0.0, "Answer: no": 0.25, "Answer: yes": 0.75},
        "frequent_keys": {},
    }
    assert table["short"]["constants"] == {"": 0.0, "Answer: 0": 0.0}
    assert table["short"]["frequent_keys"] == {"Answer: red cup": 1.0}
    assert not found  # too few items to say so


def test_a_constant_that_beats_chance_on_many_items_is_a_finding() -> None:
    half = ENOUGH // 2
    assert findings(statements([True] * (half + 4) + [False] * (half - 4))) == []
    [found] = findings(statements([True] * (half + 20) + [False] * (half - 20)))
    assert found == "statement: the constant 'Answer: yes' scores 0.550, chance is 0.500"


def test_a_letter_and_a_pattern_of_truth_that_come_too_often_are_findings() -> None:
    mostly_a = ["ABCD"[i % 4 * (i % 3 > 0)] for i in range(ENOUGH)]
    letters = [item(Choice(options=OPTIONS, correct=letter), f"{i}?", "choice") for i, letter in enumerate(mostly_a)]
    judged = [
        item(Judgements(statements=OPTIONS, truth=(True, True, True, i % 2 == 0)), f"{i}", "statements")
        for i in range(ENOUGH)
    ]
    assert {finding.split(" scores")[0] for finding in findings([*letters, *judged])} == {
        "choice: the constant 'Answer: A'",
        "statements: the constant 'A: true\\nB: true\\nC: true\\nD: false'",
        "statements: the constant 'A: true\\nB: true\\nC: true\\nD: true'",
    }


@pytest.mark.parametrize("cut", [0, 3, 8])
def test_tallies_of_parts_add_up_also_after_they_were_written_down(cut: int) -> None:
    found: list[Item | Drop] = [
        *statements([True, False] * 3),
        Drop("custom", "key_in_stem"),
        Drop("custom", "key_in_stem"),
    ]
    found.append(item(Choice(options=OPTIONS, correct="A"), "Which?", "choice"))
    whole, parts = tally(found), Tally()
    for part in (found[:cut], found[cut:]):
        parts.add(Tally.from_json(json.loads(json.dumps(tally(part).to_json()))))
    assert parts.to_json() == whole.to_json()
    assert parts.constants() == whole.constants()
    assert whole.origins == {("custom", "clip"): 3}
    assert parts.drops[Drop("custom", "key_in_stem")] == 2
