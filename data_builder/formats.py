"""Formats: one base question asked in each of the ways that can be compared with one another.

Whatever a constant reply could exploit is dealt in shuffled rounds: whether a statement is true, the letter of the
key, and which of several statements are true.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, TypeVar

from pydantic import ValidationError

from data_builder.facts import Action, Sound
from data_builder.question import WRONG, BaseQuestion, Drop, Option
from reward import Item
from reward.answers import Answer, Choice, Judgements, YesNo
from reward.answers.choice import LETTERS
from reward.item import Format, Split, ask

T = TypeVar("T")

PATTERNS = [pattern for pattern in product((True, False), repeat=4) if any(pattern)]
"""Which of four statements are true: all but none of them, as the question's own key is always among the true ones."""
JUDGE = "Judge each of these statements about the clip on its own."


@dataclass(slots=True)
class Deck:
    """Deals values in shuffled rounds, so that after each round all have come equally often; one pile per name."""

    rng: random.Random
    piles: dict[tuple[str, ...], list[Any]] = field(default_factory=dict)

    def deal(self, values: Sequence[T], *name: str) -> T:
        pile: list[T] = self.piles.setdefault(name, [])
        if not pile:
            pile.extend(self.rng.sample(values, len(values)))
        return pile.pop()


@dataclass(frozen=True, slots=True)
class Form:
    """How a format asks: what differs between the items of one base question."""

    format: Format
    stem: str
    answer: Answer
    candidates: tuple[str, ...] = ()
    how: str | None = None
    others: tuple[BaseQuestion, ...] = ()
    meta: dict[str, Any] = field(default_factory=dict)


def in_formats(
    question: BaseQuestion, company: Sequence[BaseQuestion], split: Split, deck: Deck
) -> Iterator[Item | Drop]:
    """The question in every format that fits it; `company` are the other questions about its clip.

    Without three wrong options from the clip only the formats that need none remain: with others, the question would
    become which of the options is in the clip. A question that does not stand without its options is asked as
    `options` in place of `short` and `reasoned`.
    """
    pile = (split, question.subtype)
    place = deck.deal(range(len(question.wrong) + 1), "place", str(len(question.wrong)), *pile)
    options = (*question.wrong[:place], question.key, *question.wrong[place:])
    texts = tuple(option.text for option in options)
    forms: list[Form] = []
    if question.offered:
        forms += [_statement(question, deck, pile), Form("choice", question.stem, _choice(texts, place), texts)]
        if not question.stands:
            truth = tuple(option is question.key for option in options)
            answer = Judgements(statements=texts, truth=truth, exactly_one=True)
            forms.append(Form("options", question.stem, answer))
        if statements := _statements(question, company, deck, pile):
            forms.append(statements)
        else:
            yield Drop(question.subtype, "too_few_other_questions")
    else:
        few = len(question.wrong) < WRONG
        yield Drop(question.subtype, "too_few_options" if few else "options_not_in_clip")
    if question.stands:
        forms += [Form(format, question.stem, question.answer, texts, question.how) for format in ("short", "reasoned")]
    for form in forms:
        yield _item(question, options, form, split)


def _choice(texts: tuple[str, ...], place: int) -> Choice:
    return Choice(options=texts, correct=LETTERS[place])


def _statement(question: BaseQuestion, deck: Deck, pile: tuple[str, ...]) -> Form:
    """One statement, as often true as not."""
    truth = deck.deal((True, False), "truth", *pile)
    option = question.key if truth else deck.rng.choice(question.wrong)
    return Form("statement", question.state(option), YesNo(value=truth), ("yes", "no"), meta={"stated": option.label})


def _statements(
    question: BaseQuestion, company: Sequence[BaseQuestion], deck: Deck, pile: tuple[str, ...]
) -> Form | None:
    """Four statements: the question's key, and for each of three other questions its key or one of its wrong options.

    One statement a question: of two about the same question at most one is true, which tells without the clip.
    None when the clip has too few other questions.
    """
    by_stem = {other.stem: other for other in company if other.offered and other.stem != question.stem}
    if len(by_stem) < len(PATTERNS[0]) - 1:
        return None
    pattern = deck.deal(PATTERNS, "pattern", *pile)
    others = deck.rng.sample(list(by_stem.values()), len(pattern) - 1)
    asked: list[BaseQuestion] = list(others)
    asked.insert(deck.rng.choice([place for place, truth in enumerate(pattern) if truth]), question)
    stated = [(q, q.key if truth else deck.rng.choice(q.wrong)) for q, truth in zip(asked, pattern, strict=True)]
    return Form(
        format="statements",
        stem=JUDGE,
        answer=Judgements(statements=tuple(q.state(option) for q, option in stated), truth=pattern),
        others=tuple(others),
        meta={"stated": [{"base_id": q.id, "subtype": q.subtype, "option": option.label} for q, option in stated]},
    )


def _item(question: BaseQuestion, options: Sequence[Option], form: Form, split: Split) -> Item | Drop:
    facts = tuple(dict.fromkeys(fact for q in (question, *form.others) for fact in q.facts))
    try:
        return Item(
            base_id=question.id,
            source=question.source,
            subtype=question.subtype,
            level=question.level,
            format=form.format,
            question=ask(form.stem, form.answer, form.format, form.how),
            stem=form.stem,
            answer=form.answer,
            candidates=form.candidates,
            clips=(question.clip,),
            evidence=tuple(fact.id for fact in facts),
            split=split,
            meta={
                "asked": question.asked,
                "key": question.key.label,
                "sounds": [fact.id for fact in facts if isinstance(fact, Sound)],
                "actions": [fact.id for fact in facts if isinstance(fact, Action)],
                "options": [{"text": o.text, "label": o.label, "from": o.origin, "facts": o.evidence} for o in options],
                "stands_alone": question.stands,
                "because": question.because,
                **form.meta,
            },
        )
    except ValidationError:
        return Drop(question.subtype, "key_not_read_back")
