"""The labelled replies that scorers are compared on: rows of people's verdicts, and multiple-choice replies with a key.

The files are not shipped with the project: the folder is what ANSWERKEY_DATA names, or one beside the checkout, and
`SOURCE.txt` there says where each set comes from. Only the halves that are meant for development are read.
"""

import gzip
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(os.environ.get("ANSWERKEY_DATA") or Path(__file__).resolve().parents[3] / "shared" / "data")
LETTER_FILES = {"mmmu_qwen_vl": "qwen_vl_val_outputs", "mmmu_llava": "llava1.5_13b_val_outputs"}
CACHES = {"egoexomem_gemini": "eval_cache_gemini_s0", "egoexomem_internvl": "eval_cache_internvl_s0"}


@dataclass(frozen=True, slots=True)
class Row:
    """One reply. `references`: the right answer in any of these words; `wrong`: the known wrong ones.

    `options` and `letter` belong to a multiple-choice question, whose `references` is the letter. `label`: whether the
    reply is right, None where nobody says.
    """

    set: str
    question: str
    references: tuple[str, ...]
    reply: str
    label: bool | None
    wrong: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    letter: str = ""


def spread(rows: Iterable[Row], most: int) -> list[Row]:
    """At most so many rows of each set, evenly spread over it."""
    sets: dict[str, list[Row]] = {}
    for row in rows:
        sets.setdefault(row.set, []).append(row)
    return [some[i * len(some) // n] for some in sets.values() for n in [min(most, len(some))] for i in range(n)]


def labelled(folder: Path = FOLDER) -> Iterator[Row]:
    """Free replies, judged right or wrong: by people, by a test suite's authors where the set's name says so."""
    for data in _lines(folder / "labelled-replies" / "dev.jsonl.gz"):
        if data["label"] is not None and data.get("clear", True):
            references = tuple(dict.fromkeys(text for text in data["references"] if text.strip()))
            yield Row(data["source"], data["question"], references, data["reply"], data["label"])
    for data in _lines(folder / "labelled-replies" / "with-candidates-dev.jsonl.gz"):
        if data["label"] is not None:
            wrong = tuple(text for text in data["options"] if text != data["answer"])
            for name, reply in (("mmlu_pro_free", data["reply"]), ("mmlu_pro_free_full", data["full_reply"])):
                yield Row(name, data["question"], (data["answer"],), reply, data["label"], wrong)


def letters(folder: Path = FOLDER) -> Iterator[Row]:
    """Multiple-choice replies; `label` is the source's own verdict, None where it has none (MMMU)."""
    for name, file in LETTER_FILES.items():
        for data in _lines(folder / "mcq-replies" / f"{file}.jsonl.gz"):
            if data["question_type"] == "multiple-choice":
                options = tuple(data["index2ans"].values())
                yield Row(name, "", (data["answer"],), data["response"], None, (), options, data["answer"])
    for name, file in CACHES.items():
        for data in json.loads(_text(folder / "mcq-replies" / f"{file}.json.gz")).values():
            letter = chr(ord("A") + data["correct"])
            options = tuple(data["options"])
            yield Row(name, data["question"], (letter,), data["response"], data["is_correct"], (), options, letter)


def yes_no(folder: Path = FOLDER) -> Iterator[Row]:
    """Replies to yes/no questions whose key is not at hand."""
    for data in json.loads(_text(folder / "mcq-replies" / "HallusionBench_result_sample.json.gz")):
        yield Row("hallusionbench", data["question"], ("yes",), data["model_prediction"], None)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    return map(json.loads, _text(path).splitlines())


def _text(path: Path) -> str:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
        return file.read()
