"""Every published shape is read from a small file; every row comes out, as a question or refused; real files too."""

import gzip
import json
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from real_data import FOLDER

from data_builder.convert.mapping import FieldMap
from data_builder.convert.mcq import Mcq, Opened, Refused
from data_builder.convert.reading import read_mcqs
from reward.item import Clip
from reward.jsonl import InputError
from reward.plain import wordset

GOOD = {"question": "What?", "options": ["a cup", "a jar"], "answer": "A", "video_id": "v"}


def write(path: Path, content: Any) -> Path:
    """A file of this content: text, rows as JSON lines, or one JSON value; gzipped where the name says so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not isinstance(content, str):
        lines = ".jsonl" in path.name
        content = "\n".join(map(json.dumps, content)) if lines else json.dumps(content)
    data = content.encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def read(folder: Path, content: Any, name: str = "set.json", **how: Any) -> list[Mcq | Opened | Refused]:
    return list(read_mcqs(write(folder / name, content), **how))


def one(folder: Path, content: Any, name: str = "set.json", **how: Any) -> Mcq:
    (found,) = read(folder, content, name, **how)
    assert isinstance(found, Mcq), found
    return found


def test_hd_epic(tmp_path: Path) -> None:
    first = {"id": "P01-20240202-110250", "start_time": "00:01:19.170", "end_time": "00:01:21.250"}
    inputs = {"video 1": first, "image 1": {"id": "P01-20240202-161948", "time": "00:02:00.5"}}
    row = {"inputs": inputs, "question": "In what order?", "choices": [["a", "b"], ["b", "a"]], "correct_idx": 1}
    found = one(tmp_path, {"order_0": row}, "recipe_order.json.gz")
    assert found == Mcq(
        id="order_0",
        source="hd-epic-vqa",
        subtype="recipe_order",
        where="recipe_order.json.gz:order_0",
        stem="In what order?",
        options=("a, b", "b, a"),
        correct=1,
        clips=(
            Clip(video_id="P01-20240202-110250", start=79.17, end=81.25),
            Clip(video_id="P01-20240202-161948", start=120.5, end=120.54),
        ),
        lists=(("a", "b"), ("b", "a")),
        kitchen="P01",
    )
    inputs["video 1"] = {"id": "P02-20240202-110250"}
    assert one(tmp_path, {"order_0": row}).kitchen == ""


def test_the_index_of_hd_epic_is_never_taken_for_a_text(tmp_path: Path) -> None:
    row = {"inputs": {"v": {"id": "v"}}, "question": "How many?", "choices": ["2", "1", "0"], "correct_idx": 0}
    assert one(tmp_path, {"a": row}).key == "2"


def test_daily_omni(tmp_path: Path) -> None:
    row = {"Question": "Which?", "Choice": ["A. one", "B. two"], "Answer": "B", "video_id": "v", "Type": "Sequence"}
    found = one(tmp_path, [row], "qa.json")
    assert (found.source, found.subtype, found.options, found.key) == ("daily-omni", "qa", ("one", "two"), "two")
    assert (found.id, found.clips) == ("qa 1", (Clip(video_id="v", start=0),))
    assert one(tmp_path, [row], by_category=True).subtype == "Sequence"


def test_omnivideobench(tmp_path: Path) -> None:
    question = {"question": "Who?", "options": ["A.He", "B.She"], "answer": "She", "correct_option": "B"}
    row = {"video": "video_1", "duration": "03:28", "questions": [{**question, "question_type": "counting"}, 5]}
    found, refused = read(tmp_path, [row], by_category=True)
    assert isinstance(found, Mcq)
    assert isinstance(refused, Refused)
    assert (found.source, found.subtype, found.id) == ("omnivideobench", "counting", "row 1 question 1")
    assert found.clips == (Clip(video_id="video_1", start=0, end=208),)
    assert (refused.reason, refused.where) == ("no_object", "set.json:row 1 question 2")
    question["answer"] = "He"
    (refused,) = read(tmp_path, [{"video": "video_1", "questions": [question]}])
    assert isinstance(refused, Refused)
    assert refused.reason == "contradicting_keys"


def test_egoexomem(tmp_path: Path) -> None:
    row = {"correct_answer": 0, "question": "Where?", "options": ["In front", "Behind"]}
    lemma = one(tmp_path, {"29l_21_4_2_Q4_001": row})
    assert (lemma.source, lemma.id, lemma.videos) == ("egoexomem", "29l_21_4_2_Q4_001", ("29l_21_4_2",))
    ego = one(tmp_path, [{**row, "qa_id": "a", "take_name": "t", "qa_type": "Q1"}], by_category=True)
    assert (ego.source, ego.id, ego.videos, ego.subtype) == ("egoexomem", "a", ("t",), "Q1")


def test_egoexolearn(tmp_path: Path) -> None:
    asked = (
        "<video>\nWhich hand?\n(A) Left\n(B) Right\nAnswer with the option's letter from the given choices directly."
    )
    turns = [{"from": "human", "value": asked}, {"from": "gpt", "value": "B"}]
    found = one(tmp_path, [{"id": "x_0", "conversations": turns, "image": {"video": "x.mp4"}}], "mcq.jsonl.gz")
    assert (found.source, found.subtype, found.id, found.stem) == ("egoexolearn", "mcq", "x_0", "Which hand?")
    assert (found.options, found.key, found.videos) == (("Left", "Right"), "Right", ("x.mp4",))


@pytest.mark.parametrize("options", ["['$6', '$7']", ["$6", "$7"], '["$6", "$7"]'])
def test_mmmu(tmp_path: Path, options: Any) -> None:
    row = {"id": "validation_1", "question": "<image 1> How much?", "options": options, "answer": "B"}
    row |= {"subfield": "Costs", "question_type": "multiple-choice", "image_1": "a.png", "image_2": None}
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    found = one(tmp_path, [row], by_category=True)
    assert (found.source, found.subtype, found.key) == ("mmmu", "Costs", "$7")
    assert found.stem == "<image 1> How much?"
    assert found.clips == (Clip(video_id="a.png", start=0, images=(str((tmp_path / "a.png").resolve()),)),)


def test_the_evaluation_files_of_mmmu(tmp_path: Path) -> None:
    index = {"B": "$7", "A": "$6"}
    row = {"id": "v_1", "question": "How much?", "all_choices": ["A", "B"], "index2ans": index, "answer": "B"}
    found = one(tmp_path, [row])
    assert (found.source, found.options, found.key) == ("mmmu", ("$6", "$7"), "$7")


def test_a_table_as_vlmevalkit_writes_it(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "1.jpg").write_bytes(b"\xff\xd8\xff")
    table = "index\timage_path\tquestion\tA\tB\tC\tD\tanswer\tcategory\n7\t1.jpg\tHow many?\t1\t2\t3\t\tB\tcount\n"
    found = one(tmp_path, table, "bench.tsv", by_category=True)
    assert (found.id, found.source, found.subtype, found.options) == ("7", "bench", "count", ("1", "2", "3"))
    assert (found.key, found.where) == ("2", "bench.tsv:2")
    assert found.clips[0].images == (str((tmp_path / "images" / "1.jpg").resolve()),)


@pytest.mark.parametrize(
    "header",
    ["option_a,option_b,option_c", "Option A,Option B,Option C", "choice1,choice2,choice3", "opt0,opt1,opt2", "a,b,c"],
)
def test_options_in_columns(tmp_path: Path, header: str) -> None:
    found = one(tmp_path, f'question,{header},answer\n"Which, then?",red,"a, b",blue,C\n', "set.csv.gz")
    assert (found.stem, found.options, found.key) == ("Which, then?", ("red", "a, b", "blue"), "blue")
    assert found.clips == ()


def test_options_at_the_end_of_the_question(tmp_path: Path) -> None:
    row = {"problem": "Which one?\nA. red\nB. blue\nAnswer with the letter.", "solution": "<answer> B </answer>"}
    found = one(tmp_path, [row])
    assert (found.stem, found.options, found.key) == ("Which one?", ("red", "blue"), "blue")


@pytest.mark.parametrize(
    ("question", "stem"),
    [
        ("What? Answer with the option's letter from the given choices directly.", "What?"),
        ("What?\nPlease select the correct answer from the options above.", "What?"),
        ("What?\nRespond with only the letter (A, B, C, or D) of the correct option.\nThe best answer is:", "What?"),
        ("<video>\nWhat?", "What?"),
        ("Choose the best option for a cake.", "Choose the best option for a cake."),
        ("Which letter is on the option?", "Which letter is on the option?"),
        ("He stirs. Select the tool that he uses.", "He stirs. Select the tool that he uses."),
    ],
)
def test_how_to_answer_is_cut_off(tmp_path: Path, question: str, stem: str) -> None:
    assert one(tmp_path, [{**GOOD, "question": question}]).stem == stem


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        ({"question": None}, "question", "missing_question"),
        ({"question": "  "}, "question", "empty_question"),
        ({"question": "Answer with the letter."}, "question", "empty_question"),
        ({"question": "x" * 60_000}, "question", "long_question"),
        ({"question": {"a": 1}}, "question", "bad_question"),
        ({"hint": {"a": 1}}, "context", "bad_context"),
        ({"options": None}, "options", "open_question"),
        ({"options": "[]"}, "options", "open_question"),
        ({"options": None, "answer": None}, "options", "missing_options"),
        ({"options": ["a"]}, "options", "too_few_options"),
        ({"options": list(map(str, range(27)))}, "options", "too_many_options"),
        ({"options": ["a", {"b": 1}]}, "options", "bad_options"),
        ({"options": ["a", float("nan")]}, "options", "bad_options"),
        ({"options": ["a", ""]}, "options", "empty_options"),
        ({"options": ["a cup", "The cup.", "a jar"]}, "options", "duplicate_options"),
        ({"answer": None}, "key", "missing_key"),
        ({"answer": "E"}, "key", "key_out_of_range"),
        ({"answer": 2}, "key", "key_one_past"),
        ({"answer": 3}, "key", "key_out_of_range"),
        ({"answer": -1}, "key", "key_out_of_range"),
        ({"answer": "a spoon"}, "key", "unknown_key"),
        ({"answer": True}, "key", "bad_key"),
        ({"answer": ["A", "B"]}, "key", "bad_key"),
        ({"options": ["1", "0"], "answer": 0}, "key", "ambiguous_key"),
        ({"options": ["B", "A"], "answer": "A"}, "key", "ambiguous_key"),
        ({"answer_index": 1}, "key", "contradicting_keys"),
        ({"video_id": 1.5}, "video", "bad_video"),
        ({"video_id": "a\nb"}, "video", "bad_video"),
        ({"video_id": None, "inputs": {"video 1": {}}}, "video", "bad_video"),
        ({"start_time": 5, "end_time": 5}, "end", "bad_times"),
        ({"start_time": -1}, "start", "bad_times"),
        ({"start_time": "soon"}, "start", "bad_times"),
        ({"end_time": float("inf")}, "end", "bad_times"),
        ({"image": "no.png"}, "image", "missing_image"),
        ({"image": "https://host/a.png"}, "image", "image_by_url"),
        ({"image": "../a.png"}, "image", "image_outside"),
        ({"image": "/etc/hostname"}, "image", "image_outside"),
        ({"image": 5}, "image", "bad_image"),
        ({"video_path": "../v.mp4"}, "video_path", "video_path_outside"),
        ({"id": "a\nb"}, "id", "bad_id"),
        ({"conversations": [{"value": "x"}]}, "conversations", "bad_conversation"),
    ],
)
def test_a_refused_row(tmp_path: Path, change: dict[str, Any], field: str, reason: str) -> None:
    first, refused, last = read(tmp_path, [GOOD, {**GOOD, **change}, GOOD], "set.jsonl")
    assert isinstance(first, Mcq)
    assert isinstance(last, Mcq)
    assert isinstance(refused, Refused)
    assert (refused.field, refused.reason, refused.where) == (field, reason, "set.jsonl:2")
    assert refused.message.startswith(f"set.jsonl:2: {field}: ")
    assert "\n" not in refused.message
    assert len(refused.message) < 500


def test_a_broken_line_and_a_row_that_is_no_object(tmp_path: Path) -> None:
    lines = [json.dumps(GOOD), "{", "[1]", "", json.dumps(GOOD)]
    found = read(tmp_path, "\n".join(lines), "set.jsonl")
    assert [one.reason if isinstance(one, Refused) else "" for one in found] == ["", "broken_json", "no_object", ""]


def test_an_id_that_comes_twice(tmp_path: Path) -> None:
    rows = [{**GOOD, "id": 0}, {**GOOD, "id": "0", "question": "Why?"}, {**GOOD, "id": 1}]
    first, refused, last = read(tmp_path, rows)
    assert isinstance(first, Mcq)
    assert isinstance(last, Mcq)
    assert isinstance(refused, Refused)
    assert (first.id, last.id, refused.reason) == ("0", "1", "repeated_id")
    assert "set.json:row 1" in refused.message


def test_what_a_question_needs_is_put_before_it(tmp_path: Path) -> None:
    assert one(tmp_path, [{**GOOD, "hint": "Cups are red."}]).stem == "Cups are red.\nWhat?"


@pytest.mark.parametrize("content", [[], {}, [1], 5, {"a": 1}, [{"q": "?"}], [{"question": "Why?", "answer": "yes"}]])
def test_a_file_without_questions(tmp_path: Path, content: Any) -> None:
    with pytest.raises(InputError, match=r"set\.json"):
        read(tmp_path, content)


def test_a_file_of_other_fields_says_what_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"question: is missing; looked for question or .* mapping file"):
        read(tmp_path, [{"q": "?", "opts": ["a", "b"]}])


def test_a_mapping_names_the_fields(tmp_path: Path) -> None:
    row = {"q": "Which?", "first": "1", "second": "2", "gold": 2, "meta": {"clip": "v", "from": "0:05"}, "to": 9}
    fields = FieldMap.model_validate(
        {"question": "q", "options": ["first", "second"], "key": "gold", "key_is": "index1", "video": "meta.clip"}
        | {"start": "meta.from", "end": "to", "source": "ours"}
    )
    found = one(tmp_path, [row], mapping=fields)
    assert (found.source, found.options, found.key) == ("ours", ("1", "2"), "2")
    assert found.clips == (Clip(video_id="v", start=5, end=9),)


def test_keys_that_count_from_one(tmp_path: Path) -> None:
    rows = [{**GOOD, "answer": number} for number in (1, 2) * 5]
    with pytest.raises(InputError, match=r"counted from 1; say .key_is"):
        read(tmp_path, rows)
    found = read(tmp_path, rows * 2, mapping=FieldMap(key_is="index1"))
    assert [one.correct for one in found if isinstance(one, Mcq)] == [0, 1] * 10
    assert len(read(tmp_path, [*rows, {**GOOD, "answer": 0}])) == 11


def test_digits_of_a_table_may_be_an_index_or_a_text(tmp_path: Path) -> None:
    table = "question,A,B,C,answer\nHow many?,1,2,3,1\nHow many?,2,3,4,4\nWhich?,a,b,c,2\n"
    found = read(tmp_path, table, "set.csv")
    assert [one.key if isinstance(one, Mcq) else getattr(one, "reason", "") for one in found] == [
        *("ambiguous_key", "4", "c")
    ]


def test_a_folder(tmp_path: Path) -> None:
    write(tmp_path / "b" / "data-00001-of-00002.jsonl", [GOOD])
    write(tmp_path / "b" / "data-00000-of-00002.jsonl", [GOOD])
    write(tmp_path / "a.json", {"data": [{**GOOD, "question": "Why?"}]})
    write(tmp_path / "a.csv", "question,A,B,answer\nHow?,1,2,A\nHow?,1\n")
    for name in ("manifest.json", ".hidden.json", "readme.txt"):
        write(tmp_path / name, "{}")
    found = list(read_mcqs(tmp_path))
    assert [one.where for one in found] == [
        *("a.csv:2", "a.csv:3", "a.json:row 1", "b/data-00000-of-00002.jsonl:1", "b/data-00001-of-00002.jsonl:1")
    ]
    assert [getattr(one, "id", getattr(one, "reason", "")) for one in found] == [
        *("a 1", "broken_row", "a 1", "data 1", "data 2")
    ]
    with pytest.raises(InputError, match="holds no file that ends with"):
        list(read_mcqs(write(tmp_path / "empty" / "x.txt", "").parent))


def test_a_name_that_is_no_question_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"\.jsonl"):
        read(tmp_path, "x", "set.pkl")


def test_the_same_file_gives_the_same_questions_from_any_folder(tmp_path: Path) -> None:
    here, there = (read(tmp_path / name, [GOOD, {**GOOD, "answer": "x"}]) for name in "ab")
    assert here == there


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.just("<video>\nA. x\nB. y"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=5,
)
PARTS = st.sampled_from(
    sorted(
        wordset("choices Choice inputs conversations image image_1 start_time end_time answer_type questions hint")
        | wordset("correct_option correct_answer index2ans A B option1 option2 id subfield")
        | GOOD.keys()
    )
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.dictionaries(PARTS, JSON, max_size=6).map(lambda row: {**GOOD, **row}) | JSON, min_size=1, max_size=8)
)
def test_every_row_comes_out(rows: list[Any]) -> None:
    expected = sum(
        len(q) if isinstance(row, dict) and isinstance(q := row.get("questions"), list) else 1 for row in rows
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "set.jsonl"
        path.write_text("\n".join(map(json.dumps, rows)))
        found: list[Mcq | Opened | Refused] = []
        with suppress(InputError):  # where no row is a question, after the last of them
            for one in read_mcqs(path):
                found.append(one)
    assert len(found) == expected
    for one in found:
        if isinstance(one, Mcq):
            assert 2 <= len(set(one.options)) == len(one.options) <= 26
            assert one.stem.strip()
            assert one.key in one.options


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200), st.sampled_from(["json", "jsonl", "csv", "tsv", "json.gz", "parquet", "arrow"]))
def test_no_bytes_raise_anything_else(data: bytes, suffix: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"set.{suffix}"
        path.write_bytes(data)
        with pytest.raises(InputError):
            list(read_mcqs(path))


EPIC, AV = "hd-epic/vqa-benchmark", "av-ego-qa"


@pytest.mark.parametrize(
    ("name", "source", "questions", "refused"),
    [
        (EPIC, "hd-epic-vqa", 6550, {"duplicate_options": 2}),
        (f"{AV}/daily-omni", "daily-omni", 1197, {}),
        (f"{AV}/omnivideobench", "omnivideobench", 1000, {"duplicate_options": 1, "contradicting_keys": 11}),
        (f"{AV}/egoexomem/lemma_qa_verified.json.gz", "egoexomem", 1824, {}),
        (f"{AV}/egoexomem/egoexo4d_qa_merged_v6.json.gz", "egoexomem", 764, {}),
        (f"{AV}/egoexolearn", "egoexolearn", 6832, {"duplicate_options": 1}),
    ],
)
def test_published_files(name: str, source: str, questions: int, refused: dict[str, int]) -> None:
    if not (FOLDER / name).exists():
        pytest.skip(f"needs {name} in the folder that ANSWERKEY_DATA names")
    found = list(read_mcqs(FOLDER / name))
    assert len(found) == questions
    assert Counter(one.reason for one in found if isinstance(one, Refused)) == refused
    read = [one for one in found if isinstance(one, Mcq)]
    assert {one.source for one in read} == {source}
    assert all(one.clips and len(one.options) > 1 for one in read)
    assert len({one.base_id for one in read}) == len(read)
    if name == EPIC:
        assert len({one.subtype for one in read}) == 28
        assert sum(bool(one.lists) for one in read) == 50
        assert sum(one.kitchen == "" for one in read) < 150


@pytest.mark.parametrize("name", [f"{AV}/music-avqa", f"{AV}/open-eqa"])
def test_published_open_questions(name: str) -> None:
    if not (FOLDER / name).exists():
        pytest.skip(f"needs {name} in the folder that ANSWERKEY_DATA names")
    with pytest.raises(InputError, match="is open already"):
        list(read_mcqs(FOLDER / name))
