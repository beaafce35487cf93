"""Wording: the names of sounds and objects, and which of them exclude one another."""

import pytest

from data_builder.subtypes.wording import (
    SOUND_WORDS,
    may_be,
    named_by,
    nested,
    object_words,
    sound_words,
    with_article,
)
from reward.answers import Phrase
from reward.plain import plain


@pytest.mark.parametrize("name", [*SOUND_WORDS, "metal-only collision", "metal / wood collision", "new class"])
def test_every_name_of_a_sound_is_a_right_answer(name):
    first, *others = sound_words(name)
    key = Phrase(text=first, aliases=tuple(others), wrong=("something else",))
    assert name in {first, *others}
    assert all(key.mark_reply(f"Answer: {reply}")[0].score == 1 for reply in (first, *others))


def test_no_name_stands_for_two_sounds():
    names = [plain(word) for name in SOUND_WORDS for word in {plain(w): w for w in sound_words(name)}.values()]
    shared = {name for name in names if names.count(name) > 1}
    assert shared == {"chopping", "chop", "sizzling"}  # of the toy kitchen and of EPIC-Sounds, which never meet


def test_nouns_are_said_with_their_head_last():
    assert object_words("board:chopping") == "chopping board"
    assert object_words("liquid:washing:up") == "washing up liquid"
    assert object_words("red jug") == "red jug"


def test_things_are_said_with_an_article():
    assert (with_article("plate"), with_article("onion")) == ("a plate", "an onion")


def test_plurals_are_nested_in_what_they_are_plurals_of():
    assert nested("chilli", "green chillies")
    assert nested("knives", "bread knife")
    assert not nested("pan", "pasta")


def test_materials_of_a_collision_are_not_synonyms():
    assert sound_words("metal / wood collision")[:2] == ("metal hitting wood", "wood hitting metal")
    assert not {"metal", "wood"} & set(sound_words("metal / wood collision"))


def test_a_class_names_what_shares_its_words():
    assert named_by("cut / chop", "chopping onion")
    assert named_by("open / close", "closing drawer")
    assert named_by("metal / paper collision", "take paper")
    assert not named_by("metal-only collision", "take only spoon")
    assert not named_by("water", "rinse cup")


def test_a_clatter_may_be_any_collision_and_nothing_else():
    assert may_be("clang / clatter", "metal / wood collision")
    assert not may_be("clang / clatter", "rustle")
    assert may_be("paper rustle", "rustle")
