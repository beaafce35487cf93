"""Cues: bundles whose questions' words go with their answers are left out, others are not."""

import random

from made_cards import NAMES, card

from data_builder.bundles import Bundle, Offer
from data_builder.cues import uninformative

SOUNDS = dict(zip(NAMES, ["ring", "clink", "ting", "sizzle", "chop", "drip", "thud", "bang"], strict=True))


def bundle(number: int, cue_of: dict[str, str], rng: random.Random) -> Bundle:
    names = rng.sample(NAMES, 4)
    cards = tuple(
        card(number * 4 + i, name, video_id=f"V{number}", words=("at", "the", cue_of[name]))
        for i, name in enumerate(names)
    )
    return Bundle(tuple(Offer(one, cards) for one in cards))


def found(bundles: list[Bundle]) -> float:
    """How often the sound that goes with an option in SOUNDS is the question's word, and so tells the answer."""
    cards = [card for one in bundles for card in one.offers[0].options]
    return sum(SOUNDS[card.key] in card.words for card in cards) / len(cards)


def test_words_that_tell_nothing_leave_nearly_everything_as_it_is() -> None:
    rng = random.Random(0)
    made = [bundle(i, {name: rng.choice(list(SOUNDS.values())) for name in NAMES}, rng) for i in range(150)]
    assert len(uninformative(made)) > 100


def test_words_that_tell_the_answer_are_gone_afterwards() -> None:
    rng = random.Random(1)
    telling = [bundle(i, SOUNDS, rng) for i in range(60)]
    silent = [bundle(100 + i, {name: rng.choice(list(SOUNDS.values())) for name in NAMES}, rng) for i in range(120)]
    mixed = [*telling, *silent]
    kept = uninformative(mixed)
    assert found(mixed) > 0.35
    assert found(kept) < 0.2
    assert len(kept) > 60


def test_a_word_that_is_in_every_question_and_one_answer_that_is_often_offered_tell_nothing() -> None:
    rng = random.Random(2)
    made = [bundle(i, dict.fromkeys(NAMES, "sound"), rng) for i in range(40)]
    assert uninformative(made) == made


def test_each_subtype_is_measured_by_itself_and_the_order_is_kept_within_it() -> None:
    rng = random.Random(3)
    made = [bundle(i, dict.fromkeys(NAMES, "sound"), rng) for i in range(4)]
    assert uninformative([]) == []
    assert uninformative(made) == made
