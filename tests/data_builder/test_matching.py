"""Matching: within one video every label is right once in four times that it is offered, and every option is wrong."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from made_cards import NAMES, card

from data_builder.matching import WRONG, matched

DRAWN = st.lists(st.tuples(st.sampled_from(NAMES), st.sets(st.sampled_from(NAMES))), max_size=14)


@given(DRAWN)
def test_every_label_is_right_once_in_four_times(drawn: list[tuple[str, set[str]]]) -> None:
    cards = [card(i, key, sorted(wrong - {key})) for i, (key, wrong) in enumerate(drawn)]
    found = matched(cards)
    right = Counter(one.key for one, _ in found)
    wrong = Counter(label for _, labels in found for label in labels)
    assert wrong == Counter({key: WRONG * count for key, count in right.items()})
    for one, labels in found:
        assert len(set(labels)) == WRONG
        assert set(labels) <= set(one.wrong)
    assert found == matched(cards)


def test_five_questions_of_which_no_four_share_their_options_are_matched() -> None:
    ring = NAMES[:5]
    cards = [card(i, ring[i], [ring[(i + step) % 5] for step in (1, 2, 3)]) for i in range(5)]
    assert [(one.key, set(labels)) for one, labels in matched(cards)] == [
        (ring[i], {ring[(i + step) % 5] for step in (1, 2, 3)}) for i in range(5)
    ]


def test_too_few_questions_and_a_label_that_all_others_lack_are_left_out() -> None:
    assert matched([card(i, NAMES[i]) for i in range(3)]) == []
    lonely = card(9, "ladle")  # no other question could offer it as wrong
    found = matched([*(card(i, NAMES[i]) for i in range(4)), lonely])
    assert [one.key for one, _ in found] == NAMES[:4]


def test_two_options_that_may_be_one_thing_are_not_offered_together() -> None:
    """Nothing proves that a pan is no pot: neither is wrong where the other is right."""
    names = ["pan", "pot", "cup", "fork", "lid"]
    apart = {"pan": "pot", "pot": "pan"}
    cards = [card(i, key, [n for n in names if n not in (key, apart.get(key))]) for i, key in enumerate(names)]
    assert all(not {"pan", "pot"} <= {one.key, *labels} for one, labels in matched(cards))


def test_many_questions_take_no_more_than_a_moment() -> None:
    cards = [card(i, NAMES[i % 8]) for i in range(200)]
    assert len(matched(cards)) == 200
