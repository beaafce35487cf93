"""Which published set a row is from, told by its fields, and the row with the fields that all sets share."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from data_builder.convert.clips import VIDEO_IN_ID
from data_builder.convert.opened import REVEL_TYPES
from data_builder.convert.options import in_question
from data_builder.convert.rows import RowError
from reward.plain import wordset

MARKERS = re.compile(r"(?:\s{0,20}<(?:video|image|audio)>){1,20}\s*")
HOW_WORDS = wordset(
    "a above all among and answer answers answering any appropriate as based below best by choice choices choose"
    " chosen content correct corresponding directly do each else explain explanation following for from give given in"
    " index indicate is it just label letter letter's letters most multiple must need no not nothing number of on one"
    " only option option's options or other output phrase pick please provide provided question reply respond response"
    " return right select should simply single text that the these this to using video with without word words write"
    " you your"
)
"""Words of a sentence that says nothing but how to answer."""
TELLS = wordset("answer choose give indicate output pick provide reply respond return select write options choices")
NAMES = wordset("answer answers choice choices index label letter letters option options phrase word")
WORD = re.compile(r"[A-Za-z]+(?:['’]s)?")
SENTENCE_END = re.compile(r"[.?!:]['\")\]]{0,2}\s+(?=\S)")
MAX_SENTENCE = 300


@dataclass(frozen=True, slots=True)
class Shape:
    """`source` is the set, "" for one that is not known; `is_open` says that the row is a question of ReVeL's files."""

    source: str
    row: Mapping[str, Any]
    is_open: bool = False


def shape_of(row: dict[str, Any]) -> Shape:
    """Raises RowError for a conversation that is no question and one answer."""
    if "conversations" in row:
        return _chat(row)
    if row.get("answer_type") in REVEL_TYPES and row.get("question_type", "open") == "open" and "question" in row:
        return Shape("revel", row, is_open=True)
    if "inputs" in row and "choices" in row and "correct_idx" in row:
        return Shape("hd-epic-vqa", row)
    if "Choice" in row and "Question" in row and "Answer" in row:
        return Shape("daily-omni", row)
    if "correct_option" in row and "options" in row and "video" in row:
        return Shape("omnivideobench", row)
    if "correct_answer" in row and "options" in row and _of_egoexomem(row):
        return Shape("egoexomem", row)
    if isinstance(row.get("index2ans"), dict) and "answer" in row:
        return Shape("mmmu", {**row, "options": row["index2ans"]})
    if "options" in row and "answer" in row and ("image_1" in row or "subfield" in row):
        return Shape("mmmu", row)
    return Shape("", row)


def unmarked(text: str) -> str:
    """A text without the markers of its video or image before it."""
    marker = MARKERS.match(text) if text[:1] == "<" else None
    return text[marker.end() :].strip() if marker else text


def stem_of(text: str) -> str:
    """The question without the sentences behind it that say only how to answer."""
    text = text.strip()
    for _ in range(3):
        start = _last_sentence(text)
        if not _says_how(text[start:]):
            break
        text = text[:start].rstrip()
    return text


def _says_how(sentence: str) -> bool:
    """Whether a sentence is like "Answer with the option's letter from the given choices directly."."""
    if len(sentence) > MAX_SENTENCE or "?" in sentence or not sentence.isascii():
        return False
    words = [word.lower() for word in WORD.findall(sentence) if len(word) > 1]
    return (
        all(word in HOW_WORDS for word in words)
        and not TELLS.isdisjoint(words)
        and not NAMES.isdisjoint(word.removesuffix("'s") for word in words)
    )


def _last_sentence(text: str) -> int:
    """Where the last sentence or line of a text starts; 0 where it is the whole text, or longer than 300 characters."""
    tail = max(0, len(text) - MAX_SENTENCE)
    starts = [text.rfind("\n", tail) + 1, *(end.end() for end in SENTENCE_END.finditer(text, tail))]
    return max(starts)


def _of_egoexomem(row: Mapping[str, Any]) -> bool:
    return "take_name" in row or VIDEO_IN_ID.fullmatch(str(row.get("id", ""))) is not None


def _chat(row: Mapping[str, Any]) -> Shape:
    """The question and its lines "(A) …" in one turn, the letter in the next, as in EgoExoLearn."""
    try:
        asked, answered = (turn["value"] for turn in row["conversations"])
    except (TypeError, KeyError, ValueError):
        asked = answered = None
    if not isinstance(asked, str) or not isinstance(answered, str):
        what = "is no question and one answer; give a turn of each, with a value"
        raise RowError("conversations", "bad_conversation", what)
    question, options = in_question(asked)
    image = row.get("image")
    video = image.get("video") if isinstance(image, dict) else None
    about = {"video": video} if video else {name: row[name] for name in ("video", "image") if name in row}
    listed = {"options": list(options)} if options else {}
    shaped = {"id": row.get("id"), "question": question, "answer": answered.strip(), **listed, **about}
    return Shape("egoexolearn" if video else "", shaped)
