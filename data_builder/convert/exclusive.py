"""Which questions may share their keys as options: no key may be right for another's question."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from data_builder.convert.mcq import Mcq
from data_builder.convert.places import Place, may_both_be, places, stands_by
from data_builder.convert.shown import Shown
from data_builder.convert.stretches import Stretch, meet, named, whole
from data_builder.convert.triage import COMPARATIVE
from data_builder.convert.words import words_of
from reward.nouns import singular
from reward.plain import plain, wordset

MOST_WORDS, OFTEN = 100, 20
"""How many words the keys have at most, and how often each comes on average, where a vocabulary is closed."""
SHARED = 3
"""Of free texts that share a third of their words both may be right: "by tipping it" and "tip it with a hand"."""

ACTION = re.compile(r"<([^<>]{1,200})>")
NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
ENDING = re.compile(r"(?:ing|ed)$")
EMPTY = wordset(
    "a an the some any this that these those it its of to in into on onto at by with using use used from for and or as "
    "so then while is are was were be been being has have had do does did can could will would i me my we our you your "
    "he him his she her they them their person someone one two three four five six seven eight nine ten eleven twelve "
    "both all several once twice few many"
)
"""Words by which two keys do not differ: articles, small words, numbers in words."""

ALIKE = {
    **dict.fromkeys(wordset("pot saucepan casserole"), "pan"),
    **dict.fromkeys(wordset("cover cap"), "lid"),
    **dict.fromkeys(wordset("towel rag"), "cloth"),
    **dict.fromkeys(wordset("teaspoon tablespoon"), "spoon"),
    **{"mug": "cup", "yogurt": "yoghurt", "chili": "chilli"},
}
"""Words that people take for one another: a pot cover may be a pan lid."""


@dataclass(frozen=True, eq=False)
class Ask:
    """A question that takes part: its key and published wrong options in small letters, and what they say.

    Most of it is worked out when it is first asked for, as most questions have no partners.
    """

    mcq: Mcq
    shown: Shown

    @cached_property
    def key(self) -> str:
        """The key in small letters."""
        return _form(self.text)

    @cached_property
    def wrong(self) -> frozenset[str]:
        """The published wrong options in small letters."""
        pairs = zip(self.shown.options, self.shown.truth, strict=True)
        return frozenset(_form(text) for text, right in pairs if not right)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The places that the key names, if it may name any."""
        return places(self.key)

    @cached_property
    def stands_by(self) -> bool:
        """Whether the key surely names places."""
        return stands_by(self.places)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the key."""
        return content(plain(self.key))

    @cached_property
    def action(self) -> str:
        """What questions of one sort have in common."""
        return action_of(self.shown.stem)

    @cached_property
    def about(self) -> frozenset[str]:
        """The words of the action."""
        return content(self.action)

    @cached_property
    def compared(self) -> bool:
        """Whether the key is the most apt of several that may be true."""
        return not words_of(self.shown.stem).isdisjoint(COMPARATIVE)

    @cached_property
    def named(self) -> tuple[Stretch, ...]:
        """The stretches that the stem names."""
        return named(self.mcq)

    @property
    def text(self) -> str:
        """The key as it is published."""
        return self.shown.options[self.shown.truth.index(True)]


@dataclass(frozen=True, slots=True)
class Proof:
    """What the questions of one subtype tell of their keys.

    `rivals` are a scope, a key and a text that is published as wrong beside it. The vocabulary is `closed` where the
    same few words come again and again: then each word was put to tell one thing from another. It is `of_places` where
    most keys are places that are named by others.
    """

    rivals: frozenset[tuple[str, str, str]]
    closed: bool
    of_places: bool


def proof_of(asks: Sequence[Ask]) -> Proof:
    """What the questions of one subtype tell of their keys."""
    words = Counter(word for ask in asks for word in ask.words)
    keys = {ask.key for ask in asks}
    of_places = 2 * sum(stands_by(places(key)) for key in keys) > len(keys)
    return Proof(
        rivals=frozenset((_scope(ask, of_places), ask.key, text) for ask in asks for text in ask.wrong & keys),
        closed=len(words) <= MOST_WORDS and words.total() >= OFTEN * len(words),
        of_places=of_places,
    )


def _scope(ask: Ask, of_places: bool) -> str:
    """Within what it counts that one text was published as wrong beside another: the action, or the kitchen."""
    if ask.compared:
        return f"action {ask.action}"
    return f"place {ask.mcq.kitchen or ' '.join(sorted(set(ask.mcq.videos)))}" if of_places else ""


def exclusive(one: Ask, other: Ask, proof: Proof) -> bool:
    """Whether neither question's key can be right for the other.

    By words, or by proof: each was published as wrong where the other is the key. Of questions for what fits best, only
    by proof for the same action. Two questions about the same moment may both be right.
    """
    if one.action != other.action and (one.about ^ other.about) & (one.words | other.words):
        return False
    by_words = not one.compared and _apart(one, other, proof)
    return (by_words or _told_apart(one, other, proof)) and not _of_one_moment(one, other)


def _apart(one: Ask, other: Ask, proof: Proof) -> bool:
    """By words: of a closed vocabulary each key has a word that the other lacks, else they share few words.

    Two places are told apart by more than that.
    """
    if proof.of_places:
        return bool(one.places and other.places) and not may_both_be(one.places, other.places)
    if one.stands_by and other.stands_by and may_both_be(one.places, other.places):
        return False
    shared, fewer = len(one.words & other.words), min(len(one.words), len(other.words))
    return shared < fewer if proof.closed else SHARED * shared < fewer


def _told_apart(one: Ask, other: Ask, proof: Proof) -> bool:
    """Whether each of two keys was published as wrong where the other is right.

    That is no proof for a whole way from place to place, nor for furniture without a place: any of its sort may be it.
    """
    scope = _scope(one, proof.of_places)
    if not {(scope, one.key, other.key), (scope, other.key, one.key)} <= proof.rivals:
        return False
    if scope != _scope(other, proof.of_places) or plain(one.key) == plain(other.key):
        return False
    return not proof.of_places or all(ask.stands_by and len(ask.places) == 1 for ask in (one, other))


def _of_one_moment(one: Ask, other: Ask) -> bool:
    """Whether two questions may ask about one moment of a video.

    Where stems name seconds, these count, and other words are no proof; else clips do, of questions in the same words.
    """
    if one.named or other.named:
        return meet(one.named or whole(one.mcq), other.named or whole(other.mcq))
    return one.mcq.stem == other.mcq.stem and meet(whole(one.mcq), whole(other.mcq))


def action_of(stem: str) -> str:
    """What questions of one sort have in common: the action in <angle brackets>, else the stem without its numbers."""
    actions = " ".join(ACTION.findall(stem)) if "<" in stem else ""
    return plain(actions) or plain(NUMBER.sub("0", stem))


def content(form: str) -> frozenset[str]:
    """The words of a plain text that say what it is about, without endings and numbers."""
    return frozenset(_root(word) for word in form.split() if word not in EMPTY and not word[0].isdigit())


@lru_cache(maxsize=8192)
def _form(text: str) -> str:
    return text.strip(" .").casefold()


@lru_cache(maxsize=65536)
def _root(word: str) -> str:
    """A word without its ending, roughly: "tipping", "tipped" and "tips" are "tip"."""
    root = ENDING.sub("", word) if len(word) > 5 else word
    root = root[:-1] if len(root) > 2 and root[-1] == root[-2] else root
    root = singular(root) if root == word else root
    return ALIKE.get(root, root)
