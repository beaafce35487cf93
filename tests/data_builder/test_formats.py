"""Formats: each asks the same base question, and nothing in how they are dealt tells the key."""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

from data_builder.formats import PATTERNS, Deck, in_formats
from data_builder.question import BaseQuestion, Drop, Option
from reward import Clip, Item
from reward.answers import List, Phrase

CLIP = Clip(video_id="V1", start=0, end=30)


def question(number: int = 0, wrong: int = 3, stands: bool = True) -> BaseQuestion:
    options = tuple(Option(f"wrong {number} {i}", f"w{i}", "clip") for i in range(wrong))
    return BaseQuestion(
        source="test",
        subtype="toy",
        level=1,
        stem=f"Question {number}?",
        claim=f"The answer to question {number} is {{}}.",
        key=Option(f"key {number}", "k", "clip"),
        wrong=options,
        answer=Phrase(text=f"key {number}", wrong=tuple(option.text for option in options)),
        facts=(),
        clip=CLIP,
        because="it is plain",
        stands=stands,
        how="Answer with the name.",
    )


def deck() -> Deck:
    return Deck(random.Random("deck"))


def items_of(found: Iterable[Item | Drop]) -> dict[str, Item]:
    return {item.format: item for item in found if isinstance(item, Item)}


COMPANY = [question(number) for number in range(1, 6)]


def test_a_question_that_stands_alone_comes_in_five_formats_and_one_that_does_not_is_judged_option_by_option() -> None:
    alone = items_of(in_formats(question(), COMPANY, "train", deck()))
    assert list(alone) == ["statement", "choice", "statements", "short", "reasoned"]
    needy = items_of(in_formats(question(stands=False), COMPANY, "train", deck()))
    assert set(needy) == {"statement", "choice", "statements", "options"}
    for items in (alone, needy):
        assert len({item.base_id for item in items.values()}) == 1
        assert len({item.id for item in items.values()}) == len(items)
        assert {item.split for item in items.values()} == {"train"}


def test_options_keep_their_order_in_every_format() -> None:
    asked = question()
    items = items_of(in_formats(asked, COMPANY, "train", deck()))
    options = items["choice"].candidates
    assert set(options) == {asked.key.text, *(option.text for option in asked.wrong)}
    assert items["short"].candidates == items["reasoned"].candidates == options
    assert [option["text"] for option in items["statement"].meta["options"]] == list(options)


def test_option_free_formats_show_no_option() -> None:
    items = items_of(in_formats(question(), COMPANY, "train", deck()))
    for format in ("short", "reasoned"):
        assert "wrong" not in items[format].question
        assert "key" not in items[format].question
        assert "Answer with the name." in items[format].question
    assert "Because: <" in items["reasoned"].question


@pytest.mark.parametrize("wrong", [0, 1, 2])
def test_with_fewer_than_three_wrong_options_only_formats_that_need_none_remain(wrong: int) -> None:
    found = list(in_formats(question(wrong=wrong), COMPANY, "train", deck()))
    assert list(items_of(found)) == ["short", "reasoned"]
    assert [drop.reason for drop in found if isinstance(drop, Drop)] == ["too_few_options"]


def test_four_statements_need_three_other_questions() -> None:
    twice = [COMPANY[0], COMPANY[0], question(), COMPANY[1], question(9, wrong=2)]
    found = list(in_formats(question(), twice, "train", deck()))
    assert "statements" not in items_of(found)
    assert [drop.reason for drop in found if isinstance(drop, Drop)] == ["too_few_other_questions"]


def test_the_own_key_is_always_among_the_true_statements_and_every_statement_is_what_it_claims() -> None:
    dealt, asked = deck(), question()
    known = {q.state(q.key): True for q in [asked, *COMPANY]}
    known |= {q.state(option): False for q in [asked, *COMPANY] for option in q.wrong}
    for _ in range(60):
        answer = items_of(in_formats(asked, COMPANY, "train", dealt))["statements"].answer
        assert [known[text] for text in answer.statements] == list(answer.truth)
        assert asked.state(asked.key) in answer.statements


def test_no_two_of_four_statements_are_about_one_question() -> None:
    """Of two such statements at most one is true, which a reply could use without the clip."""
    dealt, asked = deck(), question()
    source = {q.state(option): q.stem for q in [asked, *COMPANY] for option in (q.key, *q.wrong)}
    for _ in range(60):
        answer = items_of(in_formats(asked, COMPANY, "train", dealt))["statements"].answer
        assert len({source[text] for text in answer.statements}) == 4


def test_options_from_outside_of_the_clip_are_not_shown() -> None:
    asked = question()
    far = replace(asked, wrong=(*asked.wrong[:2], replace(asked.wrong[2], origin="video")))
    found = list(in_formats(far, COMPANY, "train", deck()))
    assert list(items_of(found)) == ["short", "reasoned"]
    assert [drop.reason for drop in found if isinstance(drop, Drop)] == ["options_not_in_clip"]


def test_truth_letters_and_patterns_come_equally_often() -> None:
    dealt = deck()
    found = [items_of(in_formats(question(n), COMPANY, "train", dealt)) for n in range(100, 160)]
    assert Counter(items["statement"].answer.value for items in found) == {True: 30, False: 30}
    assert Counter(items["choice"].answer.correct for items in found) == dict.fromkeys("ABCD", 15)
    assert Counter(items["statements"].answer.truth for items in found) == dict.fromkeys(PATTERNS, 4)


def test_a_deck_deals_every_value_once_before_any_twice_and_piles_do_not_mix() -> None:
    dealt = deck()
    first = [dealt.deal("abcd", "x") for _ in range(2)]
    assert sorted(dealt.deal("abcd", "y") for _ in range(4)) == list("abcd")
    assert sorted([*first, dealt.deal("abcd", "x"), dealt.deal("abcd", "x")]) == list("abcd")


def test_a_key_that_its_own_rule_does_not_read_back_is_a_drop() -> None:
    unreadable = replace(question(), answer=List(items=(("a\nb",), ("c",)), ordered=True))
    found = list(in_formats(unreadable, COMPANY, "train", deck()))
    assert set(items_of(found)) == {"statement", "choice", "statements"}
    assert [drop.reason for drop in found if isinstance(drop, Drop)] == ["key_not_read_back"] * 2
