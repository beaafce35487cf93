"""Choosing: bundles first, then single questions that stand alone, one for each clip; all else is counted."""

from collections import Counter

from made_cards import NAMES, card

from data_builder.choosing import choose
from data_builder.question import Drop

SPLIT = {"V1": "train"}


def test_what_is_in_no_bundle_is_asked_alone_once_a_clip() -> None:
    cards = [card(i, name, start=0.0) for i, name in enumerate(NAMES[:4])]
    spare = [card(10 + i, "tap", (), start=60.0, end=90.0, groups=("h",)) for i in range(3)]
    chosen = choose([*cards, *spare], SPLIT, 0)
    assert len(chosen.bundled) == 1
    assert [one.id for one in chosen.singles] in (["q0010"], ["q0011"], ["q0012"])
    assert chosen.drops[Drop("test", "another_asked_in_this_clip")] == 2


def test_what_needs_its_options_and_has_none_is_dropped() -> None:
    chosen = choose([card(0, "cup", stands=False)], SPLIT, 0)
    assert (chosen.bundled, chosen.singles) == ([], [])
    assert chosen.drops[Drop("test", "no_bundle_for_its_options")] == 1


def test_a_single_question_is_not_a_bundled_one_in_other_words() -> None:
    cards = [card(i, name) for i, name in enumerate(NAMES[:4])]
    twin = card(9, NAMES[0], start=15.0, end=45.0, evidence=("f0",), groups=("h",))
    chosen = choose([*cards, twin], SPLIT, 0)
    assert chosen.singles == []
    assert chosen.drops[Drop("test", "asked_from_the_same_facts")] == 1


def test_keys_are_drawn_before_questions_so_that_frequent_ones_are_no_keys_more_often() -> None:
    clips = [(float(start), start + 30.0) for start in range(0, 30_000, 30)]
    cards = [
        card(n * 10 + i, "tap" if i < 4 else "cup", (), start=start, end=end, evidence=(f"{start} {i}",))
        for n, (start, end) in enumerate(clips)
        for i in range(5)
    ]
    keys = [one.key for one in choose(cards, SPLIT, 0).singles]
    assert len(keys) > 900
    assert 0.48 < keys.count("cup") / len(keys) < 0.52


def test_no_key_makes_more_than_its_share_of_the_answers() -> None:
    counts = [
        card(i, key, (), start=30.0 * i, end=30.0 * i + 30, subtype="count")
        for i, key in enumerate("2" * 300 + "3" * 120 + "4" * 60 + "5" * 50)
    ]
    names = [
        card(1_000 + i, name, (), start=30.0 * i, end=30.0 * i + 30)
        for i, name in enumerate(["counter"] * 300 + [f"name {i % 40}" for i in range(400)])
    ]
    chosen = choose([*counts, *names], SPLIT, 0)
    for subtype, share in (("count", 0.27), ("test", 0.12)):
        keys = Counter(one.key for one in chosen.singles if one.subtype == subtype)
        assert max(keys.values()) <= share * keys.total()
    assert chosen.drops[Drop("count", "key_too_frequent")] > 200
