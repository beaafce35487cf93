"""Which field of a row is which part of a question: the names that are known, and a file that names others."""

import tomllib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import from_json

from data_builder.sources.rows import check_regular
from reward.jsonl import InputError, describe, printable

KeyIs = Literal["index0", "index1", "letter", "text"]
"""How a file gives the right option: its index from 0 or from 1, its letter, or its text."""
Names = Mapping[str, tuple[str, ...]]
MAX_MAPPING_BYTES = 1024 * 1024

FIELDS: dict[str, tuple[str, ...]] = {
    "question": ("question", "Question", "problem", "question_content"),
    "context": ("hint", "context", "passage"),
    "options": ("options", "choices", "Choice", "candidates"),
    "key": (
        *("correct_idx", "correct_option", "correct_answer", "answer", "Answer", "answerKey", "answer_idx"),
        *("answer_index", "solution", "label", "gold", "ground_truth", "anser"),
    ),
    "video": ("video_id", "take_name", "video", "inputs", "video_path"),
    "start": ("start_time", "start"),
    "end": ("end_time", "end"),
    "image": ("image", "images", "image_path", "img_path"),
    "category": ("subfield", "subject", "Type", "qa_type", "question_type", "category"),
    "id": ("qa_id", "question_id", "id", "index"),
}
"""What a part of a question may be called; the first that a row has counts."""


class FieldMap(BaseModel):
    """The names of a file's own fields; a part that is not given is looked for under the usual names.

    `context` is a text that the question needs, and is put before it. `options` is one field, or one for each option in
    order; `source` is no field but the name of the set. A dot leads into an object: "meta.video".
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str | None = None
    context: str | None = None
    options: str | tuple[str, ...] | None = None
    key: str | None = None
    key_is: KeyIs | None = None
    video: str | None = None
    start: str | None = None
    end: str | None = None
    image: str | None = None
    id: str | None = None
    category: str | None = None
    source: str | None = Field(default=None, min_length=1, max_length=100)

    @property
    def columns(self) -> tuple[str, ...]:
        """The fields that hold one option each; none where one field holds all."""
        return self.options if isinstance(self.options, tuple) else ()

    @cached_property
    def names(self) -> Names:
        """FIELDS, with the file's own names in their place."""
        given = {part: getattr(self, part) for part in FIELDS}
        return {part: (own,) if isinstance(own := given[part], str) else usual for part, usual in FIELDS.items()}


def read_mapping(path: Path) -> FieldMap:
    """The mapping of a JSON or TOML file. Raises InputError for a file that is none."""
    check_regular(path)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_MAPPING_BYTES + 1)
        if len(data) > MAX_MAPPING_BYTES:
            raise InputError(f"{path}: is larger than {MAX_MAPPING_BYTES} bytes; a mapping names a few fields")
        value = tomllib.loads(data.decode()) if path.suffix == ".toml" else from_json(data)
        return FieldMap.model_validate(value)
    except ValidationError as error:
        raise InputError(f"{path}: {describe(error)}; the parts are {', '.join(FieldMap.model_fields)}") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        kind = "TOML" if path.suffix == ".toml" else "JSON"
        raise InputError(f"{path}: not valid {kind}: {printable(str(error))}") from None


def found(row: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    """The value of the first of these fields that the row fills; None where it fills none of them."""
    for name in names:
        value = row.get(name)
        if value is None and "." in name:
            value = _within(row, name)
        if value is not None and value != "":
            return value
    return None


def looked_for(names: Names, *parts: str) -> str:
    """The names under which parts are looked for, for a message."""
    return "; ".join(f"{part}: {' or '.join(names[part])}" for part in parts)


def _within(row: Any, name: str) -> Any:
    for step in name.split("."):
        row = row.get(step) if isinstance(row, Mapping) else None
    return row
