"""Aliases: which names are the key in another form. Precision first: what nothing proves stays out of the rule."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_builder.convert.llm.aliases import MOST_ALIASES, proved
from data_builder.convert.llm.opinion import Asked
from reward.answers import Phrase

CLASSES = {
    "saucepan": ("pan:sauce", "pot"), "pot": ("saucepan",), "tap": ("faucet", "tap:water"), "faucet": ("tap",),
}  # fmt: skip


def taken(key: str, alias: str, *wrong: str, stem: str = "What is it?") -> bool:
    asked = Asked("1", stem, (key, *(wrong or ("helicopter",))), 0)
    found, unproved = proved(asked, stem, [alias], CLASSES)
    assert len(found) + len(unproved) <= 1
    return found == (" ".join(alias.split()),)


PROVED = [
    ("saucepan lid", "lid of the saucepan"),
    ("lid of the saucepan", "saucepan lid"),
    ("lid of the saucepan", "the saucepan lid"),
    ("tea towel", "teatowel"),
    ("teatowel", "tea towel"),
    ("two cups", "2 cups"),
    ("grey jumper", "gray jumper"),
    ("colour chart", "color chart"),
    ("litre jug", "liter jug"),
    ("knife", "knives"),
    ("open the drawer", "opening the drawer"),
    ("cutting the bread", "cut the bread"),
    ("Bayerische Motoren Werke", "BMW"),
    ("television", "TV"),
    ("tap", "faucet"),
    ("tap", "water tap"),
    ("saucepan", "sauce pan"),
]


@pytest.mark.parametrize(("key", "alias"), PROVED)
def test_the_key_in_another_form(key: str, alias: str) -> None:
    assert taken(key, alias)


UNPROVED = [
    ("saucepan lid", "lid"),
    ("saucepan lid", "saucepan"),
    ("saucepan lid", "lid saucepan"),
    ("saucepan lid", "glass saucepan lid"),
    ("chocolate milk", "milk chocolate"),
    ("cup of tea", "tea cup"),
    ("boiling water", "boil water"),
    ("boiling water", "boiled water"),
    ("frying pan", "pan"),
    ("spoon", "cutlery"),
    ("spoon", "thing"),
    ("spoon", "spork"),
    ("spoon", "not a fork"),
    ("spoon", "no spoon"),
    ("spoon", "spoon or fork"),
    ("spoon", "spoon and fork"),
    ("spoon", "spoon/fork"),
    ("spoon", "spoon, fork"),
    ("spoon", "maybe spoon"),
    ("spoon", "spoon?"),
    ("spoon", "I don't know"),
    ("spoon", ""),
    ("spoon", "spoon\u200b"),
    ("spoon", "sрoon"),
    ("spoon", "spoon\nfork"),
    ("spoon", "spoon " * 100),
    ("us", "united states"),
    ("BMW", "Big Metal Wagon"),
    ("milk pan", "MP"),
    ("3", "three and a half"),
    ("12 g", "12 kg"),
    ("red", "hundred"),
]


@pytest.mark.parametrize(("key", "alias"), UNPROVED)
def test_what_nothing_proves(key: str, alias: str) -> None:
    assert not taken(key, alias)


@pytest.mark.parametrize(
    ("key", "alias", "wrong"),
    [
        ("lid of the pan", "pan lid", "pan"),
        ("lid of the pan", "pan lid", "pan lid of glass"),
        ("lid of the pan", "pan lid", "pen lid"),
        ("tap", "faucet", "water tap"),
        ("saucepan", "pot", "faucet pot"),
        ("sauce pan lid", "SPL", "small paper label"),
        ("knife", "knives", "knive"),
        ("two cups", "2 cups", "3 cups"),
    ],
)
def test_a_name_near_a_wrong_option_is_not_taken(key: str, alias: str, wrong: str) -> None:
    assert not taken(key, alias, wrong)


def test_a_name_that_stands_in_the_question_is_not_taken() -> None:
    assert not taken("tap", "faucet", stem="What does the faucet belong to?")


def test_each_name_counts_once_and_the_key_itself_is_none() -> None:
    asked = Asked("1", "What is it?", ("tea towel", "fork"), 0)
    names = ["Tea Towel", "the tea towel", "tea-towel", "teatowel", "teatowel", "apron", "apron", "apron "]
    assert proved(asked, asked.stem, names, {}) == (("teatowel",), ("apron",))


def test_no_more_are_taken_than_a_few() -> None:
    asked = Asked("1", "What is it?", ("tap", "fork"), 0)
    members = tuple(f"{chr(97 + n)}sink" for n in range(20))
    found, _ = proved(asked, asked.stem, members, {"tap": members})
    assert len(found) == MOST_ALIASES


NAMES = st.text("abcdeo -'ofthe12", min_size=1, max_size=25)


@given(NAMES, st.lists(NAMES, min_size=1, max_size=3), st.lists(NAMES, max_size=6))
def test_what_is_taken_never_names_a_wrong_option(key: str, wrong: list[str], names: list[str]) -> None:
    asked = Asked("1", "What is it?", (key, *wrong), 0)
    found, _ = proved(asked, asked.stem, [*names, *wrong, f"not {key}", f"{key} or {wrong[0]}"], {})
    for alias in found:
        assert alias.casefold() not in [other.casefold() for other in wrong]
        phrase = Phrase(text=key, aliases=(alias,))
        assert phrase.mark(wrong[0]).score != 1 or Phrase(text=key).mark(wrong[0]).score == 1
