"""What the comparison of scorers counts, on made-up rows: its data and the peers need not be there."""

import gzip
import json
from pathlib import Path

import pytest

from benchmarks.scorer import baselines, ours, sets, tables
from benchmarks.scorer.outcome import Outcome, Share, counts
from benchmarks.scorer.sets import Row


def free(reply: str, label: bool | None, *references: str) -> Row:
    return Row("made-up", "What is it?", references or ("cup",), reply, label)


def choice(reply: str) -> Row:
    return Row("mmmu", "", ("B",), reply, None, (), ("red cup", "green bowl"), "B")


def outcome(right: bool | None, said: str | None = None) -> Outcome:
    return Outcome(right, said, 0.001)


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [(0, 0, "–"), (95, 100, "95.0 [88.8, 97.8]"), (10, 10, "100.0 [72.2, 100.0]"), (0, 10, "0.0 [0.0, 27.8]")],
)
def test_share_has_the_interval_of_wilson(part: int, whole: int, text: str) -> None:
    assert str(Share(part, whole)) == text


def test_counts_against_labels() -> None:
    said = [outcome(True), outcome(True), outcome(False), outcome(None), outcome(None), outcome(False)]
    found = counts(said, [True, False, False, True, False, True])
    assert (found.right, found.wrong) == (Share(1, 2), Share(1, 2))
    assert (found.decided, found.recall) == (Share(4, 6), Share(1, 3))


def test_best_peer_is_at_least_as_precise_as_ours() -> None:
    rows = [free("cup", True), free("a mug", True), free("plate", False)]
    results = {
        tables.OURS: [outcome(True), outcome(None), outcome(None)],
        "generous": [outcome(True)] * 3,
        "precise": [outcome(True), outcome(True), outcome(False)],
        "silent": [outcome(None)] * 3,
    }
    best = tables.best_peer(rows, results)
    assert best is not None
    assert best[0] == "precise"
    assert "| precise | 100.0 | 100.0 | NO |" in tables.summary({"made-up": (rows, results)})


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("B", "B"),
        (" (b)", None),
        ("So the answer is (A).", "A"),
        ("The answer is (A). No, the answer is (B).", None),
        ("A bowl.", None),
    ],
)
def test_a_letter_is_plain_only_beyond_doubt(reply: str, said: str | None) -> None:
    assert tables.plainly_said(choice(reply)) == said


def test_readings_that_the_reply_cannot_have_given_are_counted() -> None:
    rows = [choice("B"), choice("The bowl is green."), choice("I cannot see it."), choice("A")]
    table = tables.reading_table(rows, {"guesses B": [outcome(True, "B")] * 4, "abstains": [outcome(None)] * 4})
    guesses, abstains = table.splitlines()[2:]
    # All read, as the key; of two plain ones one is misread; two of four have neither letter nor words of B.
    assert [cell.split(" [")[0].strip() for cell in guesses.split("|")[2:6]] == ["100.0", "100.0", "50.0", "50.0"]
    assert [cell.split(" [")[0].strip() for cell in abstains.split("|")[2:6]] == ["0.0", "0.0", "0.0", "–"]


def test_a_refusal_is_a_decision_but_no_reading() -> None:
    assert tables.reading(outcome(False, "I cannot say.")) is None
    assert [tables.reading(outcome(True, said)) for said in ("B", "yes", "no", "?", "")] == [
        "B",
        "yes",
        "no",
        None,
        None,
    ]


def test_our_rules_run_on_rows_of_each_kind_and_name_refused_keys() -> None:
    rows = [
        free("Answer: cup", True),
        free("Answer: 3.0", True, "3"),
        choice("(B) green bowl"),
        Row("hallusionbench", "Is it?", ("yes",), "No, it is not.", None),
        Row("made-up", "", ("A",), "A", None, (), ("same", "Same"), "A"),
    ]
    said = list(ours.outcomes(rows))
    assert [o.right for o in said] == [True, True, True, False, None]
    assert [o.said for o in said[2:4]] == ["B", "no"]
    assert said[4].rule.startswith("key refused: ")
    assert "| made-up | 2 |" in tables.ours_alone({"made-up": (rows[:2], {tables.OURS: said[:2]})})


def test_baselines() -> None:
    assert baselines.equal("The cup!", "cup")
    assert not baselines.equal("a red cup", "cup")
    assert baselines.contained("It is a red cup.", "red cup")
    assert not baselines.contained("cupboard", "cup")
    assert baselines.half_shared("red cup", "blue cup")
    assert not baselines.half_shared("one red cup", "blue plate")
    said = list(baselines.read([choice("It is (A), no, (B)"), choice("no")], baselines.last_in_brackets))
    assert [(o.said, o.right) for o in said] == [("B", True), (None, None)]


def test_spread_takes_evenly_from_each_set() -> None:
    rows = [Row(name, "", (), str(number), None) for name in "xy" for number in range(10)]
    assert [row.reply for row in sets.spread(rows, 4)] == ["0", "2", "5", "7"] * 2
    assert sets.spread(rows, 10) == rows


def test_rows_without_a_clear_label_are_left_out(tmp_path: Path) -> None:
    base = {"source": "s", "question": "q", "references": ["cup", "cup", " "], "reply": "r"}
    free_rows = [{**base, "label": True}, {**base, "label": None}, {**base, "label": False, "clear": False}]
    rated = {"source": "m", "question": "q", "options": ["a", "b"], "answer": "a", "reply": "a", "full_reply": "So a"}
    write(tmp_path / "labelled-replies" / "dev.jsonl.gz", free_rows)
    write(
        tmp_path / "labelled-replies" / "with-candidates-dev.jsonl.gz",
        [{**rated, "label": True}, {**rated, "label": None}],
    )
    rows = list(sets.labelled(tmp_path))
    assert [(row.set, row.references, row.wrong, row.reply) for row in rows] == [
        ("s", ("cup",), (), "r"),
        ("mmlu_pro_free", ("a",), ("b",), "a"),
        ("mmlu_pro_free_full", ("a",), ("b",), "So a"),
    ]


def write(path: Path, rows: list[dict[str, object]]) -> None:
    path.parent.mkdir(exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
