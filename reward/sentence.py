"""Sentences and questions as words: what a reply says, beside what it was asked.

Words are compared by their roots, so that "directed", "director" and "directs" agree.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import DamerauLevenshtein

from reward.nouns import singular
from reward.plain import plain, wordset

SENTENCE_END = re.compile(
    r"(?:(?<=\w\w)|(?<=\b[IVX]))(?<!\b(?:Mr|Dr|St|Jr|Sr|Ms|vs|No))(?<!\bMrs)[.!?][\"'”’)\]*]{0,3}\s{1,9}"
    r"(?=[\W_]{0,3}[A-Z\d])|\n"
)
TWO_QUESTIONS = re.compile(r"\band (?:what|who|when|where|how|which|why)\b", re.IGNORECASE)
BREAKS = frozenset(",;:()[]—–|/")
SPELLED_ALIKE = 6
"""Letters from which on one slip makes no other word of a word of the question."""


NEGATIONS = wordset(
    "not no never neither nor none nobody nothing cannot without except unlike unless t isnt arent wasnt dont"
    " doesnt didnt"
)
DOUBTS = wordset(
    "maybe perhaps possibly probably presumably likely unlikely may might could seem believe believed think"
    " thought guess either unclear unsure unknown supposedly reportedly allegedly assume assuming if whether or"
    " rather instead but wrong incorrect false however although though alternatively formerly unverified"
    " unconfirmed guessing should hardly another almost nearly supposed meant mistake untrue fake pretend"
)
ASKS_FOR_NUMBERS = wordset("when year date day month time how number age many much century decade")
ENDINGS = (
    "ations",
    "ation",
    "ings",
    "ing",
    "ions",
    "ion",
    "ors",
    "ers",
    "ied",
    "ies",
    "ed",
    "er",
    "or",
    "en",
    "ly",
    "al",
    "s",
)
SHORTEST_ROOT = 3
IRREGULAR_FORMS = (
    "sing sang sung|write wrote written|win won winner|make made|take took taken|give gave given|come came|"
    "go went gone|begin began begun|become became|build built|buy bought|bring brought|catch caught|"
    "choose chose chosen|do did done|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|"
    "fall fell fallen|feel felt|fight fought|find found|fly flew flown|freeze froze frozen|get got gotten|"
    "grow grew grown|hear heard|hold held|keep kept|know knew known|lead led|leave left|lose lost|mean meant|"
    "meet met|pay paid|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|"
    "sell sold|send sent|shake shook shaken|shoot shot|sit sat|slide slid|speak spoke spoken|spend spent|"
    "stand stood|steal stole stolen|swim swam swum|teach taught|tear tore torn|tell told|think thought|"
    "throw threw thrown|wear wore worn|break broke broken|bear born|locate location situate|die death dead|"
    "live life|film movie"
)
IRREGULAR = {form: forms.split()[0] for forms in IRREGULAR_FORMS.split("|") for form in forms.split()}


@dataclass(frozen=True, slots=True)
class Sentence:
    """The words of a sentence in comparison form, and the places of those behind a comma or another break.

    `opened`: those behind an opening bracket; `marked`: those that begin with a capital letter, a digit or a quote.
    """

    words: tuple[str, ...]
    breaks: frozenset[int]
    opened: frozenset[int]
    marked: frozenset[int]


@dataclass(frozen=True, slots=True)
class Question:
    """A question's words and their roots, the long ones among them, its negations in order, and what it asks for.

    `several`: it asks two things at once ("who … and when …"), which no single name answers.
    """

    roots: frozenset[str]
    words: frozenset[str]
    long: tuple[str, ...]
    negations: tuple[str, ...]
    for_person: bool
    for_number: bool
    for_place: bool
    for_object: bool
    several: bool


@lru_cache(maxsize=4096)
def question_of(stem: str) -> Question:
    """The question `stem` as words; asked again with every reply, so kept."""
    words = [word for chunk in stem.split() for word in plain(chunk).split()]
    roots = frozenset(map(root, words))
    return Question(
        roots=roots,
        words=frozenset(map(singular, words)),
        long=tuple(sorted(word for word in roots if len(word) >= SPELLED_ALIKE)),
        negations=tuple(sorted(word for word in words if word in NEGATIONS)),
        for_person=not {"who", "whom", "whose"}.isdisjoint(words),
        for_number=not ASKS_FOR_NUMBERS.isdisjoint(words),
        for_place="where" in words,
        for_object=not {"do", "does", "did"}.isdisjoint(words),
        several=TWO_QUESTIONS.search(stem) is not None,
    )


def sentences_of(text: str) -> list[Sentence]:
    """The sentences and lines of a text that hold words."""
    return [found for part in SENTENCE_END.split(text) if (found := _sentence(part)).words]


def _sentence(text: str) -> Sentence:
    words: list[str] = []
    breaks: set[int] = set()
    opened: set[int] = set()
    marked: set[int] = set()
    for chunk in text.split():
        if chunk[0] in BREAKS:
            (opened if chunk[0] in "([" else breaks).add(len(words))
        if not chunk[0].islower() and (words or not chunk[0].isalpha()):
            marked.add(len(words))
        words += map(singular, plain(chunk).split())
        if chunk[-1] in BREAKS or chunk[-2:-1] in BREAKS:
            breaks.add(len(words))
    return Sentence(tuple(words), frozenset(breaks), frozenset(opened), frozenset(marked))


def asked(word: str, question: Question) -> bool:
    """Whether a word, or one that differs by inflection or by one slip in a long word, stands in the question."""
    form = root(word)
    if form in question.roots:
        return True
    return len(form) >= SPELLED_ALIKE and any(
        DamerauLevenshtein.distance(form, other, score_cutoff=1) <= 1 for other in question.long
    )


@lru_cache(maxsize=65536)
def root(word: str) -> str:
    """A word without its inflection, as far as a few common endings go."""
    word = IRREGULAR.get(word) or singular(word)
    ending = next((e for e in ENDINGS if word.endswith(e) and len(word) - len(e) >= SHORTEST_ROOT), "")
    word = word[: len(word) - len(ending)]
    if len(word) <= SHORTEST_ROOT:
        return word
    return word[:-1] if word[-1] in ("e", "y", "i", word[-2]) else word
