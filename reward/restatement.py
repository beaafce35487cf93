"""Restatement: the answer in a sentence that repeats the question.

"Which object is washed first?" – "The object that is washed first is the cup, in the sink." What a sentence adds to its
question is its answer, and only the first thing that it adds counts: whatever stands before that comes from the
question. So a sentence gives one name at most, however many it holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from reward.nouns import singular
from reward.sentence import DOUBTS, NEGATIONS, Question, Sentence, asked, words_of

# Words that carry no answer of their own: they may stand before the answer though the question lacks them.
EMPTY = words_of(
    "a an the is are was were be been being am s re ve has have had having do does did it its they them their he"
    " she his her him i we you this that these those there here who whom whose which what where when how why by in"
    " at on of as to with for will would can so thus therefore hence then also too just only both called named"
    " known titled answer correct right well sure yes released performed created located situated found held"
    " featured used considered based formed recorded portrayed set took take place occur happen appear come mean"
    " include contain represent refer commonly often usually primarily mainly mostly generally typically"
    " officially actually now currently since during after before until originally written composed sung directed"
    " produced played stand start begin derived"
)
QUALIFIERS = words_of("first main total full real famous popular common official best")
"""Like EMPTY, but right before a name in small letters they make another name of it: "a full cup"."""
# Nouns that only say what sort of thing follows: a name in capitals or quotes may stand right behind one.
SORTS = words_of(
    "type kind sort term name word number phrase title role part member city country state town song film movie"
    " book novel sery series show musical play album band group team sport game color colour animal river island"
    " company"
)
PERSONS = words_of(
    "sir dame lord lady dr mr mrs ms sgt captain general officer detective professor president king queen prince"
    " princess actor actress singer artist author writer novelist poet composer director physicist scientist"
    " playwright player character man woman person songwriter musician rapper comedian politician philosopher"
    " chemist psychologist inventor engineer economist journalist american british english french german italian"
    " irish scottish"
)
"""What may stand before the name of a person, where the question is "who …"."""
BE = words_of("is are was were be been s re")
PLACING = words_of("in on at to for of with by")
"""Right before a name these say where something is or goes, unless the question uses the word."""
LINKS = (
    BE
    | PLACING
    | words_of(
        "a an the has had have did does do can will would who whom whose which what where when how why it they he she"
        " this that these those there"
    )
)
RETRACTING = words_of("however but although though alternatively or wait actually sorry correction no not")
# What may follow the answer without making another name of it ("the cup in the sink", but not "the cup of tea").
TAIL = words_of(
    "in at on during since after before when while as by from who which that where because until between through"
    " is are was were has had have did does do can will would to under near"
)
AFTER_COMMA = TAIL | words_of("a an whose with and of also for one it he she they its his her their")
MONTHS = words_of("january february march april may june july august september october november december")


def filled(names: Sequence[str], sentences: list[Sentence], question: Question) -> str | None:
    """The name, of some in plain form, that a reply gives where it repeats its question; None if it gives none."""
    if question.several:
        return None
    for number, sentence in enumerate(sentences):
        first = _first_new(sentence.words, question)
        if first is not None:
            place = _place(first, sentence, question, names)
            if place is None or not _plainly(sentence, place, question):
                return None
            others = sentences[:number] + sentences[number + 1 :]
            return None if any(_takes_back(other, place.name) for other in others) else place.name
    return None


def _first_new(words: tuple[str, ...], question: Question) -> int | None:
    for i, (word, after) in enumerate(pairwise((*words, ""))):
        if not _given(word, question) and not (word == "and" and after and _given(after, question)):
            return i
    return None


def _given(word: str, question: Question) -> bool:
    """Whether a word adds nothing to the question."""
    if (
        word in EMPTY
        or word in QUALIFIERS
        or word in SORTS
        or word in NEGATIONS
        or (question.for_person and word in PERSONS)
    ):
        return True
    if not question.for_number and (word in MONTHS or (word.isdecimal() and len(word) <= 4)):
        return True
    return asked(word, question)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a name stands in a sentence."""

    name: str
    start: int
    end: int


def _place(first: int, sentence: Sentence, question: Question, names: Sequence[str]) -> Place | None:
    """The longest name that covers the first new word and ends where the sentence's answer does."""
    words, best = sentence.words, None
    for name in names:
        parts = tuple(map(singular, name.split()))
        for offset, part in enumerate(parts):
            start, end = first - offset, first - offset + len(parts)
            fits = part == words[first] and start >= 0 and words[start:end] == parts
            longer = best is None or len(name) > len(best.name)
            if fits and longer and _stands(sentence, start, end, question):
                best = Place(name, start, end)
    return best


def _stands(sentence: Sentence, start: int, end: int, question: Question) -> bool:
    """Whether a name stands where the answer does: behind the question's words, or before what was asked of it."""
    words = sentence.words
    before = [word for word in words[:start] if word not in EMPTY]
    if start not in sentence.marked and before and words[start - 1] == before[-1] and not asked(before[-1], question):
        return False  # "a full cup", "the book cover"
    bracketed = end in sentence.opened and "or" not in words[end:]
    if any(word not in PERSONS and word not in SORTS for word in before):
        return _leads_to(words[:start], question) and (bracketed or _ends(sentence, end, start, question))
    if end == len(words) or bracketed:
        return bracketed or (question.for_person and len(before) == start > 0)  # "Dr. Brown"
    return _is_what_was_asked(sentence, end, question)


def _leads_to(before: tuple[str, ...], question: Question) -> bool:
    """Whether the words before a name make it the answer, and not the place of the answer."""
    *rest, last = ["", *(word for word in before if word not in ("a", "an", "the"))]
    if last not in PLACING or asked(last, question):
        return True
    if last == "by":
        return rest[-1] not in BE
    if last == "of":
        return rest[-1] in SORTS or rest[-1] == "total" or asked(rest[-1], question)
    return last in ("in", "on", "at") and (question.for_number or question.for_place)


def _is_what_was_asked(sentence: Sentence, end: int, question: Question) -> bool:
    """Whether a name at the start does or is what was asked: "X directed the film", "X, a painter, was the first"."""
    words = sentence.words
    if end in sentence.breaks:
        end = min((place for place in sentence.breaks if place > end), default=len(words))
    for word in words[end:]:
        if asked(word, question) and word not in LINKS:
            return True
        if not asked(word, question) and (word in PLACING or not _given(word, question)):
            return False
    return False


def _ends(sentence: Sentence, end: int, start: int, question: Question) -> bool:
    """Whether nothing follows a name that could be more of it, or another one."""
    if end == len(sentence.words):
        return True
    word, after = sentence.words[end], sentence.words[end:]
    if end in sentence.breaks:
        placed = word == "the" or {start, end} <= sentence.marked  # "Paris, the capital of France", "Paris, France"
        given = asked(word, question) and word not in LINKS
        return word in AFTER_COMMA or given or (placed and not {"and", "or"} & set(after))
    follows = next((w for w in after if not asked(w, question) or w in TAIL), "")
    named = end in sentence.marked  # "southwest Florida" is another name
    return word in TAIL or (asked(word, question) and not named and word != "of" and follows not in ("and", "or"))


def _plainly(sentence: Sentence, place: Place, question: Question) -> bool:
    """Whether the sentence neither doubts nor denies more than the question does."""
    words = sentence.words[: place.start] + sentence.words[place.end :]
    doubts = any(
        word in DOUBTS and not asked(word, question) and not (word == "may" and after.isdecimal())
        for word, after in pairwise((*words, ""))
    )
    return not doubts and tuple(sorted(word for word in words if word in NEGATIONS)) == question.negations


def _takes_back(sentence: Sentence, name: str) -> bool:
    """Whether another sentence contradicts, or denies the name."""
    if sentence.words[0] in RETRACTING:
        return True
    denied = [i for i, word in enumerate(sentence.words) if word in NEGATIONS]
    named = singular(name.split()[0])
    return any(named in sentence.words[max(0, i - 3) : i + 4] for i in denied)
