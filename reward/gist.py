"""Gist: the words of a short text that say something, to compare a reply with a key that is a sentence of its own."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import compress

from reward.plain import wordset
from reward.sentence import DOUBTS, NEGATIONS, Question, Sentence, asked, root, sentences_of

# Words that say nothing: everything else, prepositions and negations among them, has to agree.
FUNCTION = wordset(
    "a an the is are was were be been being am s re ve it its they their he she his her him that this these those"
    " here so thus therefore hence answer of do does did has have had having will would to"
    " yes"
)
VERBS = wordset("is are was were has had have will does did")
MOST_WORDS = 40
SHORT_NAME = 3


@dataclass(frozen=True, slots=True)
class Gist:
    """A text's words in order, those of the question by their roots; which are new; "yes" or "no" where it opens so.

    `sentence`: it has a verb such as "is"; `place`: it opens with "in", "at" or "on" where the question asks where;
    `added`: the words that the question does not have.
    """

    words: tuple[str, ...]
    new: tuple[bool, ...]
    polarity: str
    sentence: bool
    place: bool
    added: tuple[str, ...]


def same_gist(said: Gist, key: Gist) -> bool:
    """Whether a text says what a key says, to someone who has read the question.

    Either all of their words agree in their order, or the key holds no word of the question and the text adds to the
    question just the key's words; or the text leaves out what the question has: the last word of a name ("top" for
    "top drawer", where the question is "which drawer"), the subject of a sentence ("it is washed" for "the cup is
    washed"), or the preposition of a place.
    """
    if said.polarity != key.polarity or not (said.words or said.polarity):
        return False
    if said.words == key.words or (said.place and said.words[1:] == key.words):
        return True
    if key.place and key.words[1:] == said.words:
        return True
    if said.added != key.added or not said.added:
        return False
    if all(key.new) or not all(said.new):
        return all(key.new)
    if key.new.count(False) > 1:
        return False
    return not key.new[0] if key.sentence else not key.new[-1] and len(key.new) <= SHORT_NAME


def gist_of(sentences: list[Sentence], question: Question) -> Gist | None:
    """The gist of a text; None where it doubts what it says, or is too long to be compared word by word."""
    words = [word for sentence in sentences for word in sentence.words]
    if len(words) > MOST_WORDS or any(word in DOUBTS and root(word) not in question.roots for word in words):
        return None
    kept = [word for word in words if word not in FUNCTION]
    new = tuple(word in NEGATIONS or not asked(word, question) for word in kept)
    return Gist(
        words=tuple(word if is_new else root(word) for word, is_new in zip(kept, new, strict=True)),
        new=new,
        polarity=words[0] if words and words[0] in ("yes", "no") else "",
        sentence=not VERBS.isdisjoint(words),
        place=question.for_place and len(kept) > 1 and kept[0] in ("in", "at", "on"),
        added=tuple(compress(kept, new)),
    )


@lru_cache(maxsize=4096)
def gist_of_key(name: str, question: Question) -> Gist | None:
    return gist_of(sentences_of(name), question)
