"""The scope of a judge: what it can be asked about an item, in words that it can understand without the clip.

Some answers are nothing for a judge, and stay undecided: a box or an interval has a measure that no reader applies, and
an answer that points at a place among the options means another one once they are shuffled.
"""

from reward.answers import Box, Choice, Interval, Judgements, Moment, Number
from reward.item import Item
from reward.plain import wordset
from reward.text import final_answer
from reward.unmasked import WORD

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
    """The question as a judge is asked it: the stem, with the statements that it is about, or how exact it is meant."""
    answer = item.answer
    if isinstance(answer, Judgements):
        lettered = [f"({letter}) {text}" for letter, text in zip(answer.letters, answer.statements, strict=True)]
        return " ".join([item.stem, "Which of these statements are true?", *lettered])
    if isinstance(answer, Moment) and answer.tol:
        return f"{item.stem} (Times that are at most {answer.tol:g} s apart mean the same.)"
    if isinstance(answer, Number) and answer.abs_tol:
        return f"{item.stem} (Numbers that are at most {answer.abs_tol} apart mean the same.)"
    if isinstance(answer, Number) and answer.rel_tol:
        return f"{item.stem} (Numbers that differ by at most {100 * float(answer.rel_tol):g} % mean the same.)"
    return item.stem


def reference_of(item: Item) -> str:
    """The key in words, in the form in which any answer may be given."""
    text = final_answer(item.answer.gold()).text or item.answer.gold()
    return f"{text} s" if isinstance(item.answer, Moment) else text
