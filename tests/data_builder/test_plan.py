"""The plan: whatever a constant reply or the text alone could exploit is dealt evenly."""

import random
from collections import Counter
from collections.abc import Iterable

import pytest
from made_cards import NAMES, card

from data_builder.bundles import SIZE, Bundle, Offer, bundles
from data_builder.cards import Card, Heard
from data_builder.plan import HEARD, PATTERNS, Deck, Plan, plans

SPLIT = {f"V{i}": "train" for i in range(400)}


def made(count: int, per_clip: int = 2) -> list[Bundle]:
    """Bundles of one clip each, `per_clip` of them for a clip, which are of different subtypes."""
    cards = [
        card(
            b * SIZE + i,
            NAMES[(b + i) % 8],
            video_id=f"V{b // per_clip}",
            subtype=f"test {b % per_clip}",
            groups=(f"V{b // per_clip}",),
        )
        for b in range(count)
        for i in range(SIZE)
    ]
    found = bundles(cards, SPLIT, 0)
    assert len(found) == count
    return found


def together(cards: Iterable[Card]) -> Bundle:
    options = tuple(cards)
    return Bundle(tuple(Offer(one, options) for one in options))


def cards_of(bundle: Bundle) -> list[Card]:
    return [offer.card for offer in bundle.offers]


def planned(bundled: list[Bundle], heard: tuple[Heard, ...] = (), seed: int = 0) -> dict[str, Plan]:
    return plans(bundled, [], heard, SPLIT, seed)


def test_in_a_bundle_each_letter_is_the_key_once_and_options_come_in_many_orders() -> None:
    bundled = made(200)
    plan = planned(bundled)
    for bundle in bundled:
        places = [plan[c.id].options.index(c.key) for c in cards_of(bundle)]
        assert sorted(places) == list(range(SIZE))
        assert all(set(plan[c.id].options) == {o.key for o in bundle.offers[0].options} for c in cards_of(bundle))
    assert len({plan[c.id].options for bundle in bundled for c in cards_of(bundle)}) > 100


def test_each_stated_text_is_true_once_and_false_once_in_its_bundle() -> None:
    bundled = made(100)
    plan = planned(bundled)
    for bundle in bundled:
        stated = [plan[c.id].statement for c in cards_of(bundle)]
        truths: dict[str, list[bool]] = {}
        for c, one in zip(cards_of(bundle), stated, strict=True):
            assert one is not None
            assert one.true == (one.label == c.key)
            truths.setdefault(one.label, []).append(one.true)
        assert all(sorted(values) == [False, True] for values in truths.values())


def test_four_statements_are_about_four_questions_and_the_own_key_is_among_the_true_ones() -> None:
    bundled = made(100)
    keys = {c.id: c.key for bundle in bundled for c in cards_of(bundle)}
    clip_of = {c.id: c.clip for bundle in bundled for c in cards_of(bundle)}
    for entry in planned(bundled).values():
        assert len({one.id for one in entry.statements}) == 4
        assert {clip_of[one.id] for one in entry.statements} == {clip_of[entry.id]}
        assert any(one.id == entry.id and one.true for one in entry.statements)
        assert all(one.true == (one.label == keys[one.id]) for one in entry.statements)


def test_two_questions_of_one_bundle_are_not_said_to_have_one_answer() -> None:
    bundled = made(100, per_clip=1)
    for entry in planned(bundled).values():
        assert len({one.label for one in entry.statements}) == len(entry.statements)


def test_patterns_of_true_and_false_come_equally_often_and_no_sort_of_statement_is_mostly_true() -> None:
    plan = planned(made(150))
    patterns = Counter(tuple(one.true for one in entry.statements) for entry in plan.values())
    assert set(patterns) == set(PATTERNS)
    assert max(patterns.values()) - min(patterns.values()) <= 1
    sorts: dict[str, list[bool]] = {}
    subtype = {c.id: c.subtype for bundle in made(150) for c in cards_of(bundle)}
    for entry in plan.values():
        for one in entry.statements:
            sorts.setdefault(subtype[one.id], []).append(one.true)
    shares = [sum(values) / len(values) for values in sorts.values()]
    assert max(shares) - min(shares) < 0.04


def test_a_sound_fills_up_what_other_questions_do_not_give_and_each_is_true_as_often_as_false() -> None:
    rng = random.Random(0)
    bundled = [
        together(
            card(b * SIZE + i, NAMES[i], video_id=f"V{b // 3 * SIZE + i}", subtype=f"test {b % 3}") for i in range(SIZE)
        )
        for b in range(300)
    ]
    classes = [f"sound {i}" for i in range(12)]
    heard = []
    for video in range(400):
        there = rng.sample(classes, 6)
        heard.append(Heard(f"V{video}", 0.0, 30.0, tuple(there), tuple(name for name in classes if name not in there)))
    plan = planned(bundled, tuple(heard))
    said = [one for entry in plan.values() for one in entry.statements if one.id == HEARD]
    assert len(said) > 1_000
    known = {entry.clip: entry for entry in heard}
    clip_of = {c.id: c.clip for bundle in bundled for c in cards_of(bundle)}
    for entry in plan.values():
        for one in entry.statements:
            if one.id == HEARD:
                here = known[clip_of[entry.id]]
                assert one.label in (here.present if one.true else here.absent)
    usual = sum(one.true for one in said) / len(said)
    for name in classes:
        truths = [one.true for one in said if one.label == name]
        assert abs(sum(truths) / len(truths) - usual) < 0.08


def test_a_clip_with_too_little_to_state_has_no_statements() -> None:
    lonely = [together(card(i, NAMES[i], video_id=f"V{i}") for i in range(SIZE))]
    assert all(entry.statements == () for entry in planned(lonely).values())


def test_single_questions_get_no_options() -> None:
    entry = plans([], [card(1, "cup", level=3)], [], SPLIT, 0)["q0001"]
    assert (entry.options, entry.bundle, entry.statement, entry.level) == ((), "", None, 3)


@pytest.mark.parametrize("seed", [0, 1])
def test_the_same_seed_makes_the_same_plan(seed: int) -> None:
    assert planned(made(20), seed=seed) == planned(made(20), seed=seed)
    assert planned(made(20), seed=seed) != planned(made(20), seed=seed + 7)


def test_a_deck_deals_every_value_once_before_any_twice_and_piles_do_not_mix() -> None:
    dealt = Deck(random.Random("deck"))
    first = [dealt.deal("abcd", "x") for _ in range(2)]
    assert sorted(dealt.deal("abcd", "y") for _ in range(4)) == list("abcd")
    assert sorted([*first, dealt.deal("abcd", "x"), dealt.deal("abcd", "x")]) == list("abcd")


def test_a_bundle_of_one_is_stated_truly_as_often_as_not_and_its_key_has_every_letter() -> None:
    orders = [f"order {i}" for i in range(6)]
    alone = [
        card(i, orders[i % 6], [o for o in orders if o != orders[i % 6]], video_id=f"V{i}", exchangeable=True)
        for i in range(200)
    ]
    bundled = bundles(alone, SPLIT, 0)
    plan = planned(bundled)
    assert Counter(plan[c.id].options.index(c.key) for c in alone) == dict.fromkeys(range(SIZE), 50)
    stated = [one for c in alone if (one := plan[c.id].statement)]
    assert sum(one.true for one in stated) == len(stated) / 2 == 100
    assert all((one.label == c.key) == one.true for c, one in zip(alone, stated, strict=True))
    assert all(one.label in plan[one.id].options for one in stated)


def test_questions_that_share_options_are_all_asked_without_them_or_all_with_them() -> None:
    mixed = [together(card(i, NAMES[i], stands=i > 0) for i in range(SIZE))]
    assert not any(entry.alone for entry in planned(mixed).values())
    assert all(entry.alone for entry in planned(made(2)).values())


def test_a_statement_of_a_sort_that_an_item_has_once_is_no_more_often_true() -> None:
    """In a clip with one question of a sort among many of another it would be the item's own, and true."""
    clips = []
    for v in range(120):
        cards = [card(100 * v + i, NAMES[i], video_id=f"V{v}", subtype="many") for i in range(SIZE)]
        clips.append(together(cards))
    ones = [card(50_000 + v, NAMES[4 + v % 4], video_id=f"V{v}", subtype="lone") for v in range(120)]
    lone = [together(ones[i : i + 4]) for i in range(0, 120, 4)]
    plan = planned([*clips, *lone])
    subtype = {c.id: c.subtype for bundle in [*clips, *lone] for c in cards_of(bundle)}
    truths = [one.true for e in plan.values() for one in e.statements if subtype[one.id] == "lone"]
    assert len(truths) > 300
    assert 0.45 < sum(truths) / len(truths) < 0.6


def test_a_sound_is_stated_only_where_it_could_be_true_and_false() -> None:
    bundled = [
        together(card(b * SIZE + i, NAMES[i], video_id=f"V{i}", subtype=f"test {b}") for i in range(SIZE))
        for b in range(3)
    ]
    always = [Heard(f"V{v}", 0.0, 30.0, ("water", "beep"), ()) for v in range(SIZE)]
    assert all(entry.statements == () for entry in planned(bundled, tuple(always)).values())
