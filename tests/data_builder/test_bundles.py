"""Bundles: four keys that are each other's options, each right once, none asked twice."""

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from made_cards import NAMES, card

from data_builder.bundles import SIZE, Bundle, bundles

SPLIT = {"V1": "train", "V2": "train", "V3": "test"}
DRAWN = st.lists(
    st.tuples(
        st.sampled_from(NAMES), st.sets(st.sampled_from(NAMES)), st.sampled_from(sorted(SPLIT)), st.sampled_from("gh")
    ),
    max_size=40,
)


def ids(bundle: Bundle) -> list[str]:
    return [offer.card.id for offer in bundle.offers]


@given(DRAWN, st.integers(0, 5))
def test_every_option_is_one_question_s_key_and_proved_wrong_for_the_others(
    drawn: list[tuple[str, set[str], str, str]], seed: int
) -> None:
    cards = [
        card(i, key, sorted(wrong - {key}), video_id=video, groups=(group,))
        for i, (key, wrong, video, group) in enumerate(drawn)
    ]
    found = bundles(cards, SPLIT, seed)
    for bundle in found:
        four = [offer.card for offer in bundle.offers]
        assert all(len({option.key for option in offer.options}) == SIZE for offer in bundle.offers)
        one_group = len({(SPLIT[c.video_id], c.groups) for c in four}) == 1 and len(four) == SIZE
        assert one_group or len({c.video_id for c in four}) == 1  # or matched within a video
        assert all(o is offer.card or o.key in offer.card.wrong for offer in bundle.offers for o in offer.options)
    assert max(Counter(name for bundle in found for name in ids(bundle)).values(), default=1) == 1
    again = bundles(random.Random(seed).sample(cards, len(cards)), SPLIT, seed)
    assert sorted(map(ids, again)) == sorted(map(ids, found))


def test_each_text_is_right_once_in_four_appearances() -> None:
    found = bundles([card(i, NAMES[i % 8], start=float(i)) for i in range(64)], SPLIT, 0)
    assert len(found) == 16
    right = Counter(offer.card.key for bundle in found for offer in bundle.offers)
    offered = Counter(option.key for bundle in found for offer in bundle.offers for option in offer.options)
    assert all(offered[key] == SIZE * right[key] for key in NAMES)


def test_the_same_key_from_the_same_fact_is_asked_once() -> None:
    first = [card(i, name) for i, name in enumerate(NAMES[:4])]
    twins = [card(10 + i, name, evidence=(f"f{i}", "more")) for i, name in enumerate(NAMES[:4])]
    assert len(bundles([*first, *twins], SPLIT, 0)) == 1


def test_a_bundle_stays_in_one_split_and_narrow_groups_come_first() -> None:
    groups = {0: ("a", "all"), 1: ("a", "all"), 2: ("a", "all"), 3: ("a", "all"), 4: ("b", "all")}
    [bundle] = bundles([card(i, NAMES[i], groups=groups[i]) for i in range(5)], SPLIT, 0)
    assert sorted(ids(bundle)) == ["q0000", "q0001", "q0002", "q0003"]
    assert bundles([card(i, NAMES[i], video_id="V1" if i < 3 else "V3") for i in range(4)], SPLIT, 0) == []


def test_texts_that_are_the_same_once_case_and_marks_are_set_aside_are_not_offered_together() -> None:
    cards = [card(i, NAMES[i], text=text) for i, text in enumerate(["Salt", "salt.", "pepper", "flour"])]
    assert bundles(cards, SPLIT, 0) == []


def test_a_large_group_takes_time_in_proportion() -> None:
    assert len(bundles([card(i, NAMES[i % 8], start=float(i)) for i in range(4_000)], SPLIT, 0)) == 1_000


def test_a_question_whose_options_are_exchangeable_needs_no_others() -> None:
    orders = ["1, 2, 3", "1, 3, 2", "2, 1, 3", "2, 3, 1", "3, 1, 2", "3, 2, 1"]
    cards = [
        card(i, orders[i % 6], [o for o in orders if o != orders[i % 6]], start=float(i), exchangeable=True, groups=())
        for i in range(600)
    ]
    found = bundles(cards, SPLIT, 0)
    assert [len(bundle.offers) for bundle in found] == [1] * 600
    offered = Counter(option.key for bundle in found for option in bundle.offers[0].options)
    assert all(len({option.key for option in bundle.offers[0].options}) == SIZE for bundle in found)
    assert all(360 < offered[order] < 440 for order in orders)


def test_one_clip_is_not_asked_about_without_end() -> None:
    cards = [card(i, NAMES[i % 8]) for i in range(24)]
    assert len(bundles(cards, SPLIT, 0)) == 1
    apart = [card(i, NAMES[i % 8], start=float(i)) for i in range(24)]
    assert len(bundles(apart, SPLIT, 0)) == 6
