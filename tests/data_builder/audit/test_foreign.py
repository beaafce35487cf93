"""Each foreign format is read from a small file; what cannot be read says what was looked for."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from real_data import FOLDER

from data_builder.audit.foreign import read_foreign
from data_builder.audit.question import Question
from data_builder.convert.mapping import FIELDS
from reward.jsonl import InputError


def read(folder: Path, content: Any, name: str = "set.json", by_category: bool = False) -> list[Question]:
    rows = [content] if not isinstance(content, list) else content
    text = "\n".join(map(json.dumps, rows)) if ".jsonl" in name else json.dumps(content)
    data = text.encode()
    (folder / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return list(read_foreign(folder / name, by_category))


def test_hd_epic(tmp_path: Path) -> None:
    inputs = {"video 1": {"id": "P01-1"}, "image 1": {"id": "P01-2", "time": "00:01"}}
    row = {"inputs": inputs, "question": "When?", "choices": [["a", "b"], ["b", "a"]], "correct_idx": 1}
    (found,) = read(tmp_path, {"when_0": row}, "recipe_order.json.gz")
    assert found == Question("when_0", "recipe_order", ("P01-1", "P01-2"), "When?", ("a, b", "b, a"), 1)


def test_daily_omni(tmp_path: Path) -> None:
    row = {
        "Question": "What?",
        "Choice": ["A. one", "B. two"],
        "Answer": "B",
        "video_id": "v",
        "Type": "Sequence",
    }
    (found,) = read(tmp_path, [row])
    assert (found.options, found.correct, found.subtype, found.videos) == (("one", "two"), 1, "set", ("v",))
    assert read(tmp_path, [row], by_category=True)[0].subtype == "Sequence"


def test_omnivideobench(tmp_path: Path) -> None:
    question = {"question": "Who?", "options": ["A.He", "B.She"], "answer": "She", "correct_option": "B"}
    found = read(tmp_path, [{"video": "video_1", "questions": [question, question]}])
    assert [(one.id, one.videos, one.options, one.key) for one in found] == [
        (f"row 1 question {number}", ("video_1",), ("He", "She"), "She") for number in (1, 2)
    ]


def test_egoexolearn(tmp_path: Path) -> None:
    asked = "<video>\nWhich hand?\n(A) Left\n(B) Right\nAnswer with the option's letter."
    turns = [{"from": "human", "value": asked}, {"from": "gpt", "value": "right"}]
    (found,) = read(tmp_path, {"id": "x_0", "conversations": turns, "image": {"video": "x.mp4"}}, "mcq.jsonl.gz")
    assert found == Question("x_0", "mcq", ("x.mp4",), "Which hand?", ("Left", "Right"), 1)


def test_egoexomem(tmp_path: Path) -> None:
    row = {"correct_answer": 0, "question": "Where?", "options": ["In front", "Behind"]}
    assert read(tmp_path, {"29l_21_4_2_Q4_001": row})[0].videos == ("29l_21_4_2",)
    assert read(tmp_path, [{**row, "qa_id": "a", "take_name": "t"}])[0].videos == ("t",)


@pytest.mark.parametrize(
    ("options", "key", "correct"),
    [
        ({"A": "one", "B": "two"}, "B", 1),
        (["one", "two"], 1, 1),
        (["one", "two"], "Two", 1),
        (["one", "two"], "(B)", 1),
        (["A. one", "B. two"], "B. two", 1),
        (["3", "2"], "2", 1),
        (["A. Smith", "C. Jones"], "C. Jones", 1),
    ],
)
def test_forms_of_a_key(tmp_path: Path, options: Any, key: Any, correct: int) -> None:
    row = {"question": "?", "options": options, "answer": key, "video": "v"}
    (found,) = read(tmp_path, [row], "set.jsonl")
    assert found.correct == correct


GOOD = {"question": "What?", "options": ["a", "b"], "answer": "A", "video_id": "v"}


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"question": None}, "question"),
        ({"options": None}, "options"),
        ({"options": ["a"]}, "options"),
        ({"options": ["a", {"b": 1}]}, "options"),
        ({"answer": None}, "key"),
        ({"answer": "E"}, "key"),
        ({"answer": 2}, "key"),
        ({"answer": True}, "key"),
        ({"answer": -1}, "key"),
        ({"video_id": None}, "video"),
        ({"video_id": None, "inputs": {"video 1": {}}}, "video"),
        ({"conversations": [{"value": "x"}]}, "conversations"),
    ],
)
def test_a_row_that_cannot_be_read(tmp_path: Path, change: dict[str, Any], part: str) -> None:
    with pytest.raises(InputError) as error:
        read(tmp_path, [GOOD, {**GOOD, **change}], "set.jsonl")
    assert str(error.value).startswith(f"{tmp_path / 'set.jsonl'}:2: {part}: ")
    if change.get(part, 0) is None:
        assert f"looked for {' or '.join(FIELDS[part])}" in str(error.value)


@pytest.mark.parametrize("content", [[], {}, [1], 5, {"a": 1}])
def test_a_file_without_questions(tmp_path: Path, content: Any) -> None:
    with pytest.raises(InputError):
        read(tmp_path, content)


@pytest.mark.parametrize("data", [b"{", b"\xff\xfe{", b"[" * 100_000, b"\x1f\x8b\x08broken"])
def test_a_broken_file(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "set.json.gz"
    path.write_bytes(data if data[:2] == b"\x1f\x8b" else gzip.compress(data))
    with pytest.raises(InputError, match=r"set\.json\.gz"):
        list(read_foreign(path))


def test_a_name_that_is_none_of_ours(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"\.jsonl"):
        list(read_foreign(tmp_path / "set.csv"))


@pytest.mark.parametrize(
    ("name", "questions", "videos"),
    [
        ("hd-epic/vqa-benchmark/gaze_gaze_estimation.json.gz", 1000, 70),
        ("av-ego-qa/daily-omni/qa.json.gz", 1197, 684),
        ("av-ego-qa/omnivideobench/data.json.gz", 1000, 628),
        ("av-ego-qa/egoexomem/lemma_qa_verified.json.gz", 1824, 265),
        ("av-ego-qa/egoexomem/egoexo4d_qa_merged_v6.json.gz", 764, 125),
        ("av-ego-qa/egoexolearn/video_mcq.jsonl.gz", 6832, 707),
    ],
)
def test_published_files(name: str, questions: int, videos: int) -> None:
    if not (FOLDER / name).exists():
        pytest.skip(f"needs {name} in the folder that ANSWERKEY_DATA names")
    found = list(read_foreign(FOLDER / name))
    assert len(found) == questions
    assert len({question.videos[0] for question in found}) == videos
