"""Questions that Liu et al. (ReVeL) opened already, and the typed keys that their answers are."""

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from pydantic import ValidationError

from data_builder.convert.options import in_question
from data_builder.convert.rows import RowError
from data_builder.convert.written import list_of
from reward.answers import Answer, Judgements, List, Number, Phrase, Text, YesNo
from reward.jsonl import describe, printable

REVEL_TYPES = ("open_ended", "text match", "true_false", "integer", "float")
OR = " <OR> "
STATEMENT = re.compile(r"(?:(?<=\s)|^)\(([A-Z])\)\s")
AFTER_LAST = re.compile(r"\n|(?:Please )?(?:Provide|Give|Output|Answer|Respond)\b[^\n]{0,200}?\b(?:True|False|list)\b")
TRUTHS = {"true": True, "false": False}
MAX_DIGITS = 60


def answer_of(row: Mapping[str, Any], question: str) -> tuple[str, Answer]:
    """The question without its statements, and the typed key of a row of ReVeL's files.

    Numbers are exact up to the last digit that is given; several numbers are a list in order. Raises RowError.
    """
    kind, value = str(row["answer_type"]), row.get("answer")
    if value is None or value == "" or value == []:
        raise RowError("answer", "missing_key", "is missing or empty; give the right answer")
    try:
        if kind == "true_false":
            return _judgements(value, question)
        if kind in ("integer", "float"):
            return question, _numbers(value, kind)
        texts = _texts(value)
        if kind == "text match":
            return question, Phrase(text=texts[0], aliases=tuple(texts[1:]))
        return question, Text(reference=", ".join(texts))
    except ValidationError as error:
        raise RowError("answer", "bad_answer", f"{describe(error)}; mend the answer") from None


def _texts(value: Any) -> list[str]:
    """The wordings of one answer."""
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(one, str | int | float) and not isinstance(one, bool) for one in values):
        raise RowError("answer", "bad_answer", "is no text; give a string, or a list of strings")
    texts = [part.strip() for one in values for part in str(one).split(OR) if part.strip()]
    if not texts:
        raise RowError("answer", "bad_answer", "is empty; give the right answer")
    return list(dict.fromkeys(texts))


def _numbers(value: Any, kind: str) -> Answer:
    written = list_of(value) if isinstance(value, str) else None
    values = written if isinstance(written, list) else value if isinstance(value, list) else [value]
    numbers = [_decimal(one) for one in values]
    if kind == "integer":
        numbers = [number.to_integral_value() if number == number.to_integral_value() else number for number in numbers]
    if len(numbers) == 1:
        return Number(value=f"{numbers[0]:f}", abs_tol=_half_a_digit(numbers[0]))
    texts = [f"{number:f}" for number in numbers]
    if len(set(numbers)) < len(numbers):  # a list names each thing once
        return Text(reference=", ".join(texts))
    return List(items=tuple((text,) for text in texts), ordered=True)


def _decimal(value: Any) -> Decimal:
    try:
        number = Decimal(str(value).strip().replace(",", ""))
        if isinstance(value, bool) or not number.is_finite() or abs(number.adjusted()) > MAX_DIGITS:
            raise InvalidOperation
    except InvalidOperation:
        raise RowError("answer", "bad_answer", f"{printable(repr(value)[:80], 40)} is no number; give one") from None
    if len(number.as_tuple().digits) > MAX_DIGITS:
        raise RowError("answer", "bad_answer", f"has more than {MAX_DIGITS} digits; round it")
    return number


def _half_a_digit(number: Decimal) -> float | None:
    """Half a unit of the last decimal place: what rounds to the key is right. None for a whole number."""
    places = -int(number.as_tuple().exponent)
    return float(Decimal(5).scaleb(-places - 1)) if places > 0 else None


def _judgements(value: Any, question: str) -> tuple[str, Answer]:
    written = list_of(value) if isinstance(value, str) else None
    values = written or (value.split(",") if isinstance(value, str) else value if isinstance(value, list) else [value])
    truth = [TRUTHS.get(str(one).strip().lower()) for one in values]
    if None in truth:
        raise RowError("answer", "bad_answer", "has something other than true and false; give one of them for each")
    known = tuple(bool(one) for one in truth)
    if len(known) == 1:
        return question, YesNo(value=known[0])
    stem, statements = _statements(question)
    if len(statements) != len(known):
        what = f"has {len(statements)} statements (A), (B), … for {len(known)} values; write one for each"
        raise RowError("question", "no_statements", what)
    return stem, Judgements(statements=statements, truth=known)


def _statements(question: str) -> tuple[str, tuple[str, ...]]:
    """The question before "(A)", and the statements (A), (B), … in it."""
    marks = list[re.Match[str]]()
    for mark in STATEMENT.finditer(question):
        if mark[1] == chr(ord("A") + len(marks)):
            marks.append(mark)
    if len(marks) < 2:
        return in_question(question)
    ends = [*(mark.start() for mark in marks[1:]), len(question)]
    texts = [question[mark.end() : end].strip() for mark, end in zip(marks, ends, strict=True)]
    if (after := AFTER_LAST.search(texts[-1])) and after.start() > 0:
        texts[-1] = texts[-1][: after.start()].rstrip()
    return question[: marks[0].start()].rstrip(), tuple(text.rstrip(";,") for text in texts)
