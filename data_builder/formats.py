"""Formats: one base question asked, as its plan says, in each of the ways that can be compared with one another."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from data_builder.facts import KIND_OF, Fact
from data_builder.plan import HEARD, Plan, Stated
from data_builder.question import BaseQuestion, Drop, Option
from data_builder.standing import Standing, standing
from data_builder.subtypes.options import heard_claim
from reward import Item
from reward.answers import Answer, Choice, Judgements, Phrase, YesNo
from reward.answers.choice import LETTERS
from reward.item import Format, ask
from reward.plain import plain

WRONG = 3
"""Wrong names that a question without a bundle tells the judge."""
JUDGE = "Judge each of these statements about the clip on its own."


@dataclass(frozen=True, slots=True)
class Form:
    """How a format asks: what differs between the items of one base question."""

    format: Format
    stem: str
    answer: Answer
    candidates: tuple[str, ...] = ()
    how: str | None = None
    facts: tuple[Fact, ...] = ()
    meta: dict[str, Any] = field(default_factory=dict)


Planned = tuple[BaseQuestion, Plan]


def in_formats(question: BaseQuestion, plan: Plan, company: Mapping[str, Planned]) -> Iterator[Item | Drop]:
    """The question in every format that fits it; `company` are all planned questions of its video, by id.

    Without options only the formats that need none remain. A question that does not stand without its options is asked
    as `options` in place of `short` and `reasoned`.
    """
    options = _options(question, plan)
    texts = tuple(option.text for option in options) if len(options) > 1 else ()
    stands = _standing(question, plan)
    forms: list[Form] = []
    if plan.bundle:
        place = plan.options.index(question.key.label)
        forms.append(Form("choice", question.stem, Choice(options=texts, correct=LETTERS[place]), texts))
        if plan.statement:
            forms.append(_statement(question, plan.statement, options))
        if plan.statements:
            forms.append(_statements(question, plan.statements, company))
        else:
            yield Drop(question.subtype, "too_few_other_questions")
        if not stands.alone:
            truth = tuple(option.label == question.key.label for option in options)
            forms.append(Form("options", question.stem, Judgements(statements=texts, truth=truth, exactly_one=True)))
    if stands.alone:
        answer = _knowing(question.answer, [o.text for o in options if o.label != question.key.label])
        forms += [Form(format, question.stem, answer, texts, question.how) for format in ("short", "reasoned")]
    for form in forms:
        yield _item(question, plan, options, form)


def _standing(question: BaseQuestion, plan: Plan) -> Standing:
    own = standing(question)
    return own if plan.alone or not own.alone else Standing(False, "it shares its options with one that needs them")


def _options(question: BaseQuestion, plan: Plan) -> tuple[Option, ...]:
    """The options in the order of their letters; without a bundle the key and up to three wrong ones, by text."""
    own = {option.label: option for option in question.wrong} | {question.key.label: question.key}
    if not plan.bundle:
        return tuple(sorted((question.key, *_some_wrong(question)), key=lambda option: option.text))
    return tuple(
        own.get(label) or Option(plan.texts[label], label, "other", plan.evidence[label]) for label in plan.options
    )


def _some_wrong(question: BaseQuestion) -> list[Option]:
    """Of the wrong options the first few, those of the clip first, whose texts differ."""
    found = {plain(question.key.text): question.key}
    for option in question.wrong:
        if len(found) <= WRONG:
            found.setdefault(plain(option.text), option)
    return [option for option in found.values() if option is not question.key]


def _knowing(answer: Answer, wrong: Sequence[str]) -> Answer:
    """The key with the wrong names that are known to a phrase."""
    if not isinstance(answer, Phrase):
        return answer
    forms = {plain(name) for name in wrong}
    aliases = tuple(alias for alias in answer.aliases if plain(alias) not in forms)
    return Phrase(text=answer.text, aliases=aliases, wrong=tuple(wrong))


def _statement(question: BaseQuestion, stated: Stated, options: Sequence[Option]) -> Form:
    option = next(option for option in options if option.label == stated.label)
    meta = {"stated": option.label}
    return Form("statement", question.state(option), YesNo(value=stated.true), ("yes", "no"), meta=meta)


def _statements(question: BaseQuestion, stated: Sequence[Stated], company: Mapping[str, Planned]) -> Form:
    """Four statements: the question's key, and for others their key or one of their wrong options, or a sound."""
    texts: list[str] = []
    facts: list[Fact] = []
    meta: list[dict[str, str]] = []
    for one in stated:
        if one.id == HEARD:
            texts.append(heard_claim(one.label))
            meta.append({"subtype": HEARD, "option": one.label})
            facts += [s for s in question.window.whole(question.window.sounds) if s.name == one.label and one.true][:1]
            continue
        other = company[one.id][0]
        option = next(option for option in _options(*company[one.id]) if option.label == one.label)
        texts.append(other.state(option))
        meta.append({"base_id": other.id, "subtype": other.subtype, "option": option.label})
        facts += other.facts
    return Form(
        format="statements",
        stem=JUDGE,
        answer=Judgements(statements=tuple(texts), truth=tuple(one.true for one in stated)),
        facts=tuple(facts),
        meta={"stated": meta},
    )


def _item(question: BaseQuestion, plan: Plan, options: Sequence[Option], form: Form) -> Item | Drop:
    stands, facts = _standing(question, plan), tuple(dict.fromkeys((*question.facts, *form.facts)))
    by_kind: dict[str, list[str]] = {}
    for fact in facts:
        by_kind.setdefault(KIND_OF[type(fact)], []).append(fact.id)
    try:
        return Item(
            base_id=question.id,
            source=question.window.source,
            subtype=question.subtype,
            level=plan.level,
            format=form.format,
            question=ask(form.stem, form.answer, form.format, form.how),
            stem=form.stem,
            answer=form.answer,
            candidates=form.candidates,
            clips=(question.window.clip,),
            evidence=tuple(fact.id for fact in facts),
            split=plan.split,
            meta={
                "asked": question.asked,
                "key": question.key.label,
                "facts": by_kind,
                "options": [{"text": o.text, "label": o.label, "from": o.origin, "facts": o.evidence} for o in options],
                "shown_from": question.shown_from,
                "bundle": plan.bundle,
                "stands_alone": stands.alone,
                "because": stands.because,
                **form.meta,
            },
        )
    except ValidationError:
        return Drop(question.subtype, "key_not_read_back")
