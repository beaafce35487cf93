"""Options one by one: exclusivity, polarity and place tell nothing, and every item passes the gate."""

import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from data_builder.convert.per_option import Deal, as_choice, dealt, per_option
from data_builder.convert.shown import Shown
from data_builder.formats import Form
from data_builder.gate import faults
from reward import Item
from reward.answers import Choice, Judgements, YesNo
from reward.item import ask
from reward.plain import plain

STEM = "Why did the person pick up the towel?"
COUNT = 5_000


def shown(number: int, size: int = 5, bundle: str = "") -> Shown:
    """A question with one right option at a place and of a length that tell nothing."""
    rng = random.Random(f"options {number}")
    options = tuple(f"option {rng.randrange(10**9)} {'x' * rng.randrange(1, 20)}" for _ in range(size))
    right = rng.randrange(size)
    return Shown(STEM, options, tuple(i == right for i in range(size)), "bundle" if bundle else "published", bundle)


def asked_as(one: Shown, deal: Deal) -> Form:
    form = per_option(one, deal)
    assert form is not None
    return form


def forms(count: int, size: int = 5, seed: int = 0) -> list[tuple[Shown, Deal, Form]]:
    asked = [(f"{number:05}", shown(number, size)) for number in range(count)]
    deals = dealt(asked, seed)
    return [(one, deals[id], asked_as(one, deals[id])) for id, one in asked]


def item(form: Form) -> Item:
    return Item(
        format=form.format,
        question=ask(form.stem, form.answer, form.format, form.how),
        stem=form.stem,
        answer=form.answer,
        candidates=form.candidates,
        meta=form.meta,
    )


MADE = forms(COUNT)
JUDGED = [(deal, form.answer) for _, deal, form in MADE if isinstance(form.answer, Judgements)]
ALONE = [(deal, form.answer) for _, deal, form in MADE if isinstance(form.answer, YesNo)]


def _one_right(deal: Deal, at: int) -> tuple[bool, ...]:
    """What is true if the option that is stated at a place is right, or none where the place is beyond."""
    return tuple((i == at) != negated for i, negated in enumerate(deal.negated))


def _first_affirmed(deal: Deal, answer: Judgements) -> tuple[bool, ...]:
    return _one_right(deal, deal.negated.index(False) if False in deal.negated else len(deal.negated))


def _longest(deal: Deal, answer: Judgements) -> tuple[bool, ...]:
    lengths = [len(statement) for statement in answer.statements]
    return _one_right(deal, lengths.index(max(lengths)))


def _only_affirmed(deal: Deal, answer: Judgements) -> tuple[bool, ...]:
    """Exactly one of the affirmed is right: as if nothing were left out."""
    affirmed = [i for i, negated in enumerate(deal.negated) if not negated]
    return _one_right(deal, random.Random(repr(answer.statements)).choice(affirmed or [0]))


BLIND: dict[str, Callable[[Deal, Judgements], tuple[bool, ...]]] = {
    "all true": lambda deal, answer: (True,) * 4,
    "all false": lambda deal, answer: (False,) * 4,
    "by turns": lambda deal, answer: (True, False) * 2,
    "true where negated": lambda deal, answer: deal.negated,
    "true where affirmed": lambda deal, answer: tuple(not negated for negated in deal.negated),
    "the first is right": lambda deal, answer: _one_right(deal, 0),
    "the last is right": lambda deal, answer: _one_right(deal, 3),
    "the first affirmed is right": _first_affirmed,
    "one affirmed is right": _only_affirmed,
    "the longest is right": _longest,
    "half are true": lambda deal, answer: (True, True, False, False),
}


@pytest.mark.parametrize("name", BLIND)
def test_no_blind_strategy_gets_more_than_one_in_k(name: str) -> None:
    got = sum(BLIND[name](deal, answer) == answer.truth for deal, answer in JUDGED) / len(JUDGED)
    assert got <= 1 / 5 + 0.02


@pytest.mark.parametrize("name", ["all true", "all false", "by turns", "half are true"])
def test_a_constant_gets_two_to_the_minus_n(name: str) -> None:
    got = sum(BLIND[name](deal, answer) == answer.truth for deal, answer in JUDGED)
    assert abs(got - len(JUDGED) / 2**4) <= 1


def test_each_number_of_true_statements_comes_as_often_as_by_tossing_coins() -> None:
    counts = Counter(sum(answer.truth) for _, answer in JUDGED)
    for true, ways in enumerate((1, 4, 6, 4, 1)):
        assert abs(counts[true] - len(JUDGED) * ways / 16) <= ways


def test_the_key_is_left_out_once_in_k_and_half_of_the_statements_are_negated() -> None:
    absent = sum(not any(one.truth[i] for i in deal.order) for one, deal, _ in MADE if deal.form == "options")
    assert abs(absent - len(JUDGED) / 5) <= 1
    negated = [flag for deal, _ in JUDGED for flag in deal.negated]
    assert abs(sum(negated) / len(negated) - 0.5) < 0.02
    stated_at = Counter(place for one, deal, _ in MADE for place, i in enumerate(deal.order) if one.truth[i])
    assert all(abs(stated_at[place] / len(JUDGED) - 1 / 5) < 0.02 for place in range(1, 4))


def test_one_question_in_four_is_asked_about_one_option_right_or_wrong_affirmed_or_negated() -> None:
    assert len(ALONE) == COUNT / 4
    sides = Counter((answer.value, deal.negated[0]) for deal, answer in ALONE)
    assert set(sides) == {(a, b) for a in (True, False) for b in (True, False)}
    assert max(sides.values()) - min(sides.values()) <= 1


def test_the_key_has_each_letter_equally_often_as_a_choice() -> None:
    choices = [as_choice(one, deal) for one, deal, _ in MADE]
    letters = Counter(form.answer.correct for form in choices if form and isinstance(form.answer, Choice))
    assert letters == dict.fromkeys("ABCDE", COUNT / 5)


def test_a_bundle_is_asked_in_one_form_its_key_has_each_letter_and_what_is_stated_tells_nothing() -> None:
    asked = []
    for number in range(400):
        options = shown(number).options
        for i in range(5):
            truth = tuple(i == other for other in range(5))
            asked.append((f"{number:03}-{i}", Shown(STEM, options, truth, "bundle", f"{number:03}")))
    deals = dealt(asked, 0)
    alone = 0
    for at in range(0, len(asked), 5):
        unit = [(one, deals[id]) for id, one in asked[at : at + 5]]
        assert len({deal.form for _, deal in unit}) == 1
        assert sorted(deal.choice.index(one.truth.index(True)) for one, deal in unit) == [0, 1, 2, 3, 4]
        if unit[0][1].form == "statement":
            alone += 1
            said = Counter((asked_as(one, deal).stem, one.truth[deal.order[0]]) for one, deal in unit)
            pairs = {stem for stem, _ in said if said[stem, True] and said[stem, False]}
            assert len(pairs) >= 1
            assert sum(said[stem, truth] for stem in pairs for truth in (True, False)) >= 4
    assert alone == 100


def test_two_options_are_asked_about_one_by_one_and_a_stem_that_needs_its_list_never_is() -> None:
    assert {deal.form for _, deal, _ in forms(40, size=2)} == {"statement"}
    listed = "Which of these did the person pick up?"
    asked = [(str(i), Shown(listed, shown(i).options, shown(i).truth)) for i in range(40)]
    asked += [(f"o{i}", Shown(STEM, (*shown(i).options[:4], "all of the above"), shown(i).truth)) for i in range(40)]
    assert {deal.form for deal in dealt(asked, 0).values()} == {"options"}


def test_all_or_none_of_the_options_may_be_right() -> None:
    for truth in ((True,) * 4, (False,) * 4, (True, True, False, False)):
        asked = [(str(i), Shown(STEM, ("a fork", "a spoon", "a knife", "a cup"), truth)) for i in range(400)]
        deals = dealt(asked, 0)
        made = [asked_as(one, deals[id]) for id, one in asked]
        answers = [form.answer for form in made if isinstance(form.answer, Judgements)]
        patterns = Counter(answer.truth for answer in answers)
        assert len(patterns) == 8
        assert max(patterns.values()) - min(patterns.values()) <= 1
        alone = Counter(form.answer.value for form in made if isinstance(form.answer, YesNo))
        assert abs(alone[True] - alone[False]) <= 1
        assert all(as_choice(one, deals[id]) is None for id, one in asked)
        assert all(not faults(item(form)) for form in made)


def test_the_wording_and_what_is_recorded() -> None:
    one = Shown(
        "Where is it?", ("At the hob.", "on the “top” shelf", "not visible"), (True, False, False), "bundle", "b"
    )
    form = asked_as(one, Deal("options", (2, 0), (False, True), (0, 1, 2)))
    assert form.stem == "Where is it?"
    assert form.answer == Judgements(
        statements=("The answer “not visible” fits.", "The answer “At the hob” does not fit."), truth=(False, False)
    )
    assert form.meta == {
        "form": "options",
        "origin": "bundle",
        "bundle": "b",
        "kept": "",
        "blind_chance": 0.3333,
        "stated": ["not visible", "At the hob."],
        "negated": [False, True],
        "left_out": ["on the “top” shelf"],
    }
    yes = asked_as(one, Deal("statement", (0,), (False,), (0, 1, 2)))
    assert yes.stem == "Where is it?\nIs the answer “At the hob”?"
    assert yes.answer == YesNo(value=True)
    no = asked_as(one, Deal("statement", (0,), (True,), (0, 1, 2)))
    assert no.stem == "Where is it?\nIs the answer something other than “At the hob”?"
    assert no.answer == YesNo(value=False)
    assert (yes.candidates, yes.meta["blind_chance"]) == (("yes", "no"), 0.5)
    choice = as_choice(one, Deal("statement", (0,), (True,), (2, 0, 1)))
    assert choice is not None
    assert choice.answer == Choice(options=("not visible", "At the hob.", "on the “top” shelf"), correct="B")


TEXTS = (
    "At the counter left of the hob",
    "to dry",
    "Yes",
    "not visible",
    "a “quoted” word",
    "3",
    "A",
    "true",
    "no, left",
)
LINES = (
    "{l}: {s} {v}",
    "{l}. {s} – {v}",
    "{l}: {v} ({s})",
    "{s}: {v}",
    "{s} → {v}",
    "{s}\n{v}",
    "- {s} **{v}**",
    "Statement {l} ({s}) is {v}.",
)


@pytest.mark.parametrize("line", LINES)
def test_a_reply_may_repeat_the_statements(line: str) -> None:
    rng = random.Random(line)
    for _ in range(60):
        options = rng.sample(TEXTS, 5)
        deal = Deal("options", (0, 1, 2, 3), tuple(rng.random() < 0.5 for _ in range(4)), ())
        answer = asked_as(Shown(STEM, tuple(options), tuple(rng.random() < 0.5 for _ in range(5))), deal).answer
        assert isinstance(answer, Judgements)
        assert answer.mark_reply(_said(line, answer, answer.truth))[0].score == 1
        turned = [value != (i == 2) for i, value in enumerate(answer.truth)]
        assert answer.mark_reply(_said(line, answer, turned))[0].score == 0


def _said(line: str, answer: Judgements, values: Sequence[bool]) -> str:
    rows = zip(answer.letters, answer.statements, values, strict=True)
    return "\n".join(line.format(l=letter, s=text, v="true" if value else "false") for letter, text, value in rows)


@pytest.mark.parametrize("negated", [False, True])
def test_a_reply_may_repeat_the_one_statement(negated: bool) -> None:
    one = Shown(STEM, ("to dry the plate", "to reach a spoon"), (True, False))
    answer_is = asked_as(one, Deal("statement", (0,), (negated,), (0, 1)))
    said = "the answer is something other than" if negated else "the answer is"
    for reply, value in (
        ("Yes.", True),
        ("No.", False),
        (f"Yes, {said} “to dry the plate”.", True),
        ("No, the answer is “to dry the plate”." if negated else "No, the answer is something else.", False),
    ):
        score = answer_is.answer.mark_reply(reply, answer_is.stem)[0].score
        assert score in (None, float(value == (not negated))), reply


def test_options_that_are_too_long_or_the_same_make_no_item() -> None:
    deal, truth = Deal("options", (0, 1), (False, True), (0, 1, 2)), (True, False, False)
    with pytest.raises(ValidationError):
        per_option(Shown(STEM, ("x" * 990, "y", "z"), truth), deal)
    assert per_option(Shown(STEM, ("The cup.", "cup", "z"), truth), deal) is None
    assert item(asked_as(Shown(STEM, ("x" * 960, "y", "z"), truth), deal))


def test_the_same_seed_deals_the_same_in_any_order_and_another_one_differently() -> None:
    asked = [(f"{i}", shown(i, 3 + i % 4, f"b{i % 7}" if i % 3 and i % 4 == 1 else "")) for i in range(300)]
    mixed = random.Random(0).sample(asked, len(asked))
    assert dealt(asked, 3) == dealt(mixed, 3)
    assert dealt(asked, 3) != dealt(asked, 4)


OPTIONS = st.lists(st.text(min_size=1, max_size=60), min_size=2, max_size=12, unique_by=plain).filter(
    lambda texts: all(map(plain, texts))
)


@given(OPTIONS, st.data(), st.integers(0, 999))
def test_any_options_make_items_whose_key_is_right_and_whose_turned_key_is_wrong(
    options: list[str], data: st.DataObject, seed: int
) -> None:
    truth = data.draw(st.tuples(*[st.booleans()] * len(options)))
    asked = [(str(i), Shown(STEM, tuple(options), truth)) for i in range(8)]
    deals = dealt(asked, seed)
    for id, one in asked:
        form = asked_as(one, deals[id])
        made = item(form)
        assert [fault for fault in faults(made) if fault != "list_dependent_wording"] == []
        assert made.answer.mark_reply(made.gold())[0].score == 1
        assert made.model_dump_json() == item(asked_as(one, dealt(asked, seed)[id])).model_dump_json()
        if isinstance(made.answer, Judgements):
            for i in range(len(made.answer.truth)):
                turned = [value != (i == at) for at, value in enumerate(made.answer.truth)]
                assert made.answer.mark_reply(_said("{l}: {v}", made.answer, turned))[0].score == 0
        elif isinstance(made.answer, YesNo):
            assert made.answer.mark_reply("Answer: no" if made.answer.value else "Answer: yes")[0].score == 0
        else:
            raise AssertionError("an option is judged, or confirmed")
