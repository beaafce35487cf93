"""Our own rules on a row: the row's key as a typed answer, and what `reward.score` says of the reply."""

import time
from collections.abc import Callable, Iterable, Iterator
from string import ascii_uppercase

from pydantic import ValidationError

from benchmarks.scorer.outcome import Outcome
from benchmarks.scorer.sets import Row
from reward import Item, Verdict, score
from reward.answers import Answer, Choice, Phrase, YesNo
from reward.key import key_of

Key = Callable[[Row], Answer]


def typed(row: Row) -> Answer:
    """The key in the kind that its references are of: a number, a date, an expression, a phrase …"""
    if row.options:
        return Choice(options=row.options, correct=row.letter)
    if row.set == "hallusionbench":
        return YesNo(value=True)
    return key_of(row.references, row.wrong, row.question)


def phrase(row: Row) -> Answer:
    """The key of a free reply as mere words, whatever it is."""
    if row.options or row.set == "hallusionbench":
        return typed(row)
    return Phrase(text=row.references[0], aliases=row.references[1:], wrong=row.wrong)


def outcomes(rows: Iterable[Row], key: Key = typed) -> Iterator[Outcome]:
    """One outcome per row; a key that is refused at load decides nothing and is named in `rule`."""
    for row in rows:
        try:
            item = Item(question=row.question or "?", answer=key(row))
        except ValueError as error:
            reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
            yield Outcome(None, None, 0.0, f"key refused: {reason}")
            continue
        start = time.process_time()
        verdict = score(item, row.reply)
        seconds = time.process_time() - start
        yield Outcome(_as_bool(verdict.score), _said(row, verdict), seconds, f"{item.answer.kind}: {verdict.rule}")


def _as_bool(score: float | None) -> bool | None:
    return None if score is None else score == 1


def _said(row: Row, verdict: Verdict) -> str | None:
    """What was read; of an option its letter alone."""
    names = {f"{letter}. {option}": letter for letter, option in zip(ascii_uppercase, row.options, strict=False)}
    return names.get(verdict.said or "", verdict.said)
