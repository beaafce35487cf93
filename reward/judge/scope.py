"""The scope of a judge: what it can be asked about an item, in words that it can understand without the clip.

Some answers are nothing for a judge, and stay undecided: a box or an interval has a measure that no reader applies, and
an answer that points at a place among the options means another one once they are shuffled.
"""

import re

from reward.answers import Box, Choice, Interval, Judgements, Moment, Number, Phrase
from reward.item import Item
from reward.plain import wordset
from reward.text import final_answer

WORD = re.compile(r"[^\W_]+")
PLACES = wordset(
    "first second third fourth fifth sixth seventh eighth ninth tenth last final middle top bottom upper lower above"
    " below former latter next previous preceding following one two three four five six seven eight nine ten option"
    " options choice choices letter number item listed list position"
)


def in_scope(item: Item, said: str) -> bool:
    """Whether a judge may know better than the rules what an answer means."""
    if isinstance(item.answer, Box | Interval):
        return False
    if not isinstance(item.answer, Choice):
        return True
    named = set(WORD.findall(" ".join([item.stem, *item.answer.options]).casefold()))
    words = set(WORD.findall(said.casefold())) - named
    return PLACES.isdisjoint(words) and not any(word.isdecimal() for word in words)


def question_of(item: Item) -> str:
    """The question as a judge is asked it: the stem, and the statements where the answer is about some."""
    if not isinstance(item.answer, Judgements):
        return item.stem
    lettered = zip(item.answer.letters, item.answer.statements, strict=True)
    return " ".join(
        [item.stem, "Which of these statements are true?", *(f"({letter}) {text}" for letter, text in lettered)]
    )


def reference_of(item: Item) -> str:
    """The key in words, with its other names, or with how far from it an answer may be."""
    answer = item.answer
    text = final_answer(answer.gold()).text or answer.gold()
    if isinstance(answer, Phrase) and answer.aliases:
        return f"{text} (or: {', '.join(answer.aliases)})"
    if isinstance(answer, Moment):
        return f"{text} s after the start, give or take {answer.tol:g} s"
    if isinstance(answer, Number) and (answer.abs_tol or answer.rel_tol):
        slack = f"{answer.abs_tol}" if answer.abs_tol else f"{100 * float(answer.rel_tol or 0):g} %"
        return f"{text}, give or take {slack}"
    return text
