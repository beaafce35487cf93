"""Restatement: the answer in a sentence that repeats the question.

"Which object is washed first?" – "The object that is washed first is the cup, in the sink." What a sentence adds to its
question is its answer, and only the first thing that it adds counts: whatever stands before that comes from the
question. So a sentence gives one name at most, however many it holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from reward.dates import MONTHS
from reward.nouns import singular
from reward.plain import wordset
from reward.sentence import DOUBTS, NEGATIONS, Question, Sentence, asked

# Words that carry no answer of their own: they may stand before the answer though the question lacks them.
EMPTY = wordset(
    "a an the is are was were be been being am s re ve has have had having do does did it its they them their he"
    " she his her him i we you this that these those there here who whom whose which what where when how why by in"
    " at on of as to with for will would can so thus therefore hence also too just only both called named known"
    " titled answer correct right well sure yes released performed created located situated found held featured"
    " used considered based formed recorded portrayed set took take place occur happen appear come mean include"
    " contain represent refer commonly often usually primarily mainly mostly generally typically officially"
    " actually now currently since during originally written composed sung directed produced played stand start"
    " begin derived"
)
QUALIFIERS = wordset("first main total full real famous popular common official best")
"""Like EMPTY, but right before a name in small letters they make another name of it: "a full cup"."""
# Nouns that only say what sort of thing follows: a name in capitals or quotes may stand right behind one.
SORTS = wordset(
    "type kind sort term name word number phrase title role part member city country state town song film movie"
    " book novel sery series show musical play album band group team sport game color colour animal river island"
    " company"
)
PERSONS = wordset(
    "sir dame lord lady dr mr mrs ms sgt captain general officer detective professor president king queen prince"
    " princess actor actress singer artist author writer novelist poet composer director physicist scientist"
    " playwright player character man woman person songwriter musician rapper comedian politician philosopher"
    " chemist psychologist inventor engineer economist journalist american british english french german italian"
    " irish scottish"
)
"""What may stand before the name of a person, where the question is "who …"."""
BE = wordset("is are was were be been s re")
PLACING = wordset("in on at to for of with by")
"""Right before a name these say where something is or goes, unless the question uses the word."""
LINKS = (
    BE
    | PLACING
    | wordset(
        "a an the has had have did does do can will would who whom whose which what where when how why it they he she"
        " this that these those there"
    )
)
SEQUENCE = wordset(
    "then after before next later last finally second third fourth until once again followed followup previously"
)
"""Words that put one thing behind another: unless the question uses them, what they lead to is another answer."""
RELATIONS = wordset("after before behind above below under over than near beside between")
RETRACTING = wordset("however but although though alternatively or wait actually sorry correction no not i then")
ARTICLES = frozenset(["a", "an", "the"])
SHORT_CLAIM = 8
# What may follow the answer without making another name of it ("the cup in the sink", but not "the cup of tea").
TAIL = wordset(
    "in at on during since when while as by from who which that where because between through is are was were has"
    " had have did does do can will would to under near"
)
AFTER_COMMA = TAIL | wordset("whose with and of also for one it he she they its his her their")


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
            denied = any(_takes_back(other, place.name) or _claims_another(other, question) for other in others)
            return None if denied else place.name
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
    if _claims_more(sentence, end, question):
        return False
    before = [word for word in words[:start] if word not in EMPTY]
    if start not in sentence.marked and before and words[start - 1] == before[-1] and not asked(before[-1], question):
        return False  # "a full cup", "the book cover"
    bracketed = (
        end in sentence.opened and "or" not in words[end:] and not any(end < p < len(words) for p in sentence.breaks)
    )
    if any(word not in PERSONS and word not in SORTS for word in before):
        return _leads_to(sentence, start, question) and (bracketed or _ends(sentence, end, start, question))
    if end == len(words) or bracketed:
        return bracketed or (question.for_person and len(before) == start > 0)  # "Dr. Brown"
    return _is_what_was_asked(sentence, end, question)


def _claims_more(sentence: Sentence, end: int, question: Question) -> bool:
    """Whether something is named behind a name as well: "the cup, a knife", "the cup …; the object is the knife"."""
    words = sentence.words
    for i in range(end, len(words) - 1):
        listed = i > end and i in sentence.breaks
        claimed = i > 0 and words[i - 1] in BE and words[i - 2 : i - 1] not in (("who",), ("which",), ("that",))
        if (listed or claimed) and words[i] in ARTICLES and not _given(words[i + 1], question):
            return True
    return False


def _leads_to(sentence: Sentence, start: int, question: Question) -> bool:
    """Whether the words before a name make it the answer, and not the place of the answer, or what is done to it."""
    led = [word for word in sentence.words[:start] if word not in ARTICLES]
    rest, last = ["", *led[:-1]], led[-1] if led else ""
    if last in RELATIONS:
        return False
    if last not in PLACING:
        verb = asked(last, question) and last not in EMPTY and last not in SORTS and last not in PERSONS
        return not verb or question.for_object or not {start, start - 1}.isdisjoint(sentence.marked | sentence.breaks)
    if asked(last, question):
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
    passive = False
    for word in words[end:]:
        if asked(word, question) and word not in LINKS:
            return passive or not question.for_object
        if not asked(word, question) and (word in PLACING or not _given(word, question)):
            return False
        passive = passive or word in BE or word in ("that", "which")
    return False


def _ends(sentence: Sentence, end: int, start: int, question: Question) -> bool:
    """Whether nothing follows a name that could be more of it, or another one."""
    if end == len(sentence.words):
        return True
    word, after = sentence.words[end], sentence.words[end:]
    if end in sentence.breaks:
        proper = start in sentence.marked and not {"and", "or"} & set(after)
        if word in ARTICLES or end in sentence.marked:
            return proper  # "Paris, the capital of France", "Paris, France", but "the cup, a knife"
        return word in AFTER_COMMA or (asked(word, question) and word not in LINKS)
    follows = next((w for w in after if not asked(w, question) or w in TAIL), "")
    named = end in sentence.marked  # "southwest Florida" is another name
    given = word in question.words and not named and word != "of" and follows not in ("and", "or")
    return word in TAIL or given


def _claims_another(sentence: Sentence, question: Question) -> bool:
    """Whether another short sentence names something of its own at its end: "It is a knife."."""
    words = sentence.words
    short = len(words) <= SHORT_CLAIM and not BE.isdisjoint(words)
    return short and len(words) > 1 and words[-2] in ARTICLES and not _given(words[-1], question)


def _plainly(sentence: Sentence, place: Place, question: Question) -> bool:
    """Whether the sentence neither doubts nor denies more than the question does."""
    words = sentence.words[: place.start] + sentence.words[place.end :]
    doubts = any(
        word in DOUBTS and not asked(word, question) and not (word == "may" and after.isdecimal())
        for word, after in pairwise((*words, ""))
    )
    if any(word in SEQUENCE and not asked(word, question) for word in words):
        return False
    return not doubts and tuple(sorted(word for word in words if word in NEGATIONS)) == question.negations


def _takes_back(sentence: Sentence, name: str) -> bool:
    """Whether another sentence contradicts, or denies the name."""
    if sentence.words[0] in RETRACTING:
        return True
    denied = [i for i, word in enumerate(sentence.words) if word in NEGATIONS]
    named = singular(name.split()[0])
    return any(named in sentence.words[max(0, i - 3) : i + 4] for i in denied)
