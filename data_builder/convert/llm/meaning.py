"""Whether a new wording asks for the same: word for word, in the same order, but for what depended on a list.

A model may leave out the wording of a list, turn "In the video, what …?" round, and make "did … take" of "took".
Nothing else: a word that comes or goes could be another person, object, number, time or a "not". What passes here still
has to be rated and to make the round trip.
"""

import re
from collections.abc import Sequence

from data_builder.convert.llm.calls import OPTION_CHARS, STEM_CHARS, seen
from data_builder.convert.llm.listed import CORRECT, depends, needs_list, neutral_nouns, without_list
from data_builder.convert.llm.opinion import Asked
from data_builder.convert.llm.words import bases, same_word, tokens
from data_builder.standing import LISTED
from reward.appeals import appeals
from reward.judge.asking import normalised
from reward.plain import wordset
from reward.unmasked import clauses, unmasked

DO = wordset("do does did")
"""One of them may come where a verb loses its ending: "he took", "did he take"."""
MOST_ADDED = 1
"""How many neutral nouns may come."""
SIDES = wordset(
    "in on at after before when while during between from according based as with by for once until since upon right"
    " immediately just if"
)
"""Words that begin what may stand before the question or behind it."""
ASKING = wordset("what which who whom whose where when why how")
SMALL_WORDS = DO | ASKING | wordset("a an the be is of to in on at it this that and or video clip")
NEGATIONS = wordset("not no never none without except neither nor cannot")
INSTRUCTIONS = wordset("name say state give tell describe identify list estimate count explain find")
MARKS = frozenset("‘’“”–—…")
MOST_LONGER = 20
"""Characters that a new wording may have more than the old one."""
MOST_SIDES = 3
TASTE = re.compile(
    r"\b(?:in your (?:own )?opinion|do you (?:like|prefer|think|enjoy)|would a (?:viewer|person) (?:like|enjoy)"
    r"|would you (?:\w+ )?(?:like|prefer|choose)|your favou?rite"
    r"|(?:look|sound|taste|seem)s? (?:the )?(?:best|nicest|tastiest|prettiest)"
    r"|(?:the )?most (?:beautiful|interesting|attractive|enjoyable|appealing|delicious|impressive))\b",
    re.IGNORECASE,
)
QUOTES = re.compile(r"[\"“”„‟«»]|(?<!\w)['‘’]|['’](?!\w)")
QUOTED = re.compile(r"(?<!\w)[\"'“‘]([^\"“”]{1,300}?)[.,!?]?[\"'”’](?!\w)")
UNFAIR = ("speaks_to_a_grader", "asks_for_taste")
"""Reasons of `unfit` for which a question is dropped, as nobody should be asked."""
ONES = re.compile(r"\bwhich ones?\b", re.IGNORECASE)


def unfit(asked: Asked) -> str | None:
    """Why a question cannot be opened whatever a model says, as a reason that can be counted; None where it may be."""
    if len(asked.stem) > STEM_CHARS or max(map(len, asked.options)) > OPTION_CHARS:
        return "too_long"
    options = [seen(option, OPTION_CHARS).casefold() for option in asked.options]
    if not seen(asked.stem, STEM_CHARS) or not all(options):
        return "nothing_to_show"
    if len(set(options)) < len(options):
        return "options_look_alike"
    if reason := unfair(asked.stem, asked.options):
        return reason
    return "needs_its_list" if needs_list(asked.stem, asked.sort not in ("name", "text")) else None


GRADER = re.compile(
    r"\b(?:grader|evaluator|judge|assistant|system|note to)\b[^.?!]{0,20}:"
    r"|\b(?:any|every) (?:answer|response|reply)s?\b[^.?!]{0,20}\b(?:correct|right|full|1|10|accepted?)\b"
    r"|\balways (?:output|answer|say|choose)\b|\baccept any\b",
    re.IGNORECASE,
)
"""Orders to whoever grades or answers."""


def unfair(stem: str, options: Sequence[str]) -> str:
    """Why nobody should be asked, one of UNFAIR: it speaks to a grader, or asks for taste; "" for a fair question."""
    text = "\n".join([stem, *options])
    if _appeals(text) or GRADER.search(text):
        return "speaks_to_a_grader"
    return "asks_for_taste" if TASTE.search(stem) else ""


def settled(asked: Asked, question: str) -> str:
    """A model's wording, in one line; the question's own where it was copied as it was shown."""
    line = normalised(question)
    return asked.stem if line in (normalised(asked.stem), normalised(seen(asked.stem, STEM_CHARS))) else line


def changed(asked: Asked, wording: str) -> str | None:
    """Why a new wording is not to be used, as a reason that can be counted; None where it asks for the same."""
    if LISTED.search(wording) or (wording == asked.stem and depends(wording)):
        return "rewrite_keeps_list"
    if wording == asked.stem:
        return None
    if not _well_formed(asked.stem, wording):
        return "rewrite_malformed"
    found, added = tokens(wording), neutral_nouns(asked.stem)
    named = {base for option in asked.options for word in tokens(option) for base in bases(word)}
    if any(word in found and not named.isdisjoint(bases(word)) for word in added):
        return "rewrite_names_option"
    if sum(bases(word).isdisjoint(SMALL_WORDS) for word in found) < 2:
        return "rewrite_says_too_little"
    bare = without_list(asked.stem)
    texts = (asked.stem.lower(), bare, *([CORRECT.sub("", bare)] if depends(asked.stem) else []))
    (new, *turned), old = _orders(wording), [_orders(text) for text in texts]
    if any(_same(new, order, added) for orders in old for order in orders):
        return None
    if any(_same(order, orders[0], added) for orders in old for order in turned):
        return None
    return _difference(old[-1][0], new, added)


def _appeals(text: str) -> bool:
    """Whether a text speaks to whoever grades an answer."""
    form = unmasked(text)
    return appeals(form, clauses(form))


def _well_formed(stem: str, wording: str) -> bool:
    """Whether a wording is a question or an instruction of known characters, with the same quotes, hardly longer."""
    first = tokens(wording)[:1]
    asks = wording.endswith("?") and not wording.endswith((",?", " ?", "??"))
    tells = wording.endswith(".") and first != [] and first[0] in INSTRUCTIONS
    known = wording.isprintable() and all(char.isascii() or char in MARKS or char in stem for char in wording)
    quoted = sorted(QUOTED.findall(stem)) == sorted(QUOTED.findall(wording))
    return (asks or tells) and known and quoted and len(wording) <= min(len(stem) + MOST_LONGER, STEM_CHARS)


def _orders(text: str) -> list[list[str]]:
    """The words in order; and once more with each side before the question moved behind it."""
    parts = [_words(part) for part in text.split(",")]
    orders = [[word for part in parts for word in part]]
    for end in range(1, min(len(parts), MOST_SIDES + 1)):
        head = [word for part in parts[:end] for word in part]
        tail = [word for part in parts[end:] for word in part]
        quoted = len(QUOTES.findall(",".join(text.split(",")[:end]))) % 2
        if head and tail and head[0] in SIDES and tail[0] in ASKING and not quoted:
            orders.append(tail + head)
    return orders


def _words(text: str) -> list[str]:
    """The tokens of a text in which "what", "which" and "which one" are the same."""
    return ["which" if word == "what" else word for word in tokens(ONES.sub("which", text))]


def _same(new: Sequence[str], old: Sequence[str], added: frozenset[str]) -> bool:
    """Whether the words are the same in the same order, but for a neutral noun, or "did" before a verb that changes."""
    pairs = _paired(new, old, added)
    if pairs is not None:
        return True
    helping = [place for place, word in enumerate(new) if word in DO]
    for place in helping:
        pairs = _paired([*new[:place], *new[place + 1 :]], old, added)
        if pairs is not None and any(one != other for at, one, other in pairs if at >= place):
            return True
    return False


def _paired(new: Sequence[str], old: Sequence[str], added: frozenset[str]) -> list[tuple[int, str, str]] | None:
    """Each word of the new wording, by its place, with that of the old one; None where they are not the same."""
    pairs: list[tuple[int, str, str]] = []
    more = 0
    for place, word in enumerate(new):
        if len(pairs) < len(old) and same_word(word, old[len(pairs)]):
            pairs.append((place, word, old[len(pairs)]))
        elif word in added and more < MOST_ADDED:
            more += 1
        else:
            return None
    return pairs if len(pairs) == len(old) else None


def _difference(old: Sequence[str], new: Sequence[str], added: frozenset[str]) -> str:
    """What sort of difference it is."""
    if sum(word in NEGATIONS for word in old) != sum(word in NEGATIONS for word in new):
        return "rewrite_changes_negation"
    known, kept = ({base for word in words for base in bases(word)} for words in (old, new))
    if any(bases(word).isdisjoint(known) and word not in added for word in new):
        return "rewrite_adds_words"
    if any(bases(word).isdisjoint(kept) for word in old):
        return "rewrite_loses_words"
    return "rewrite_changes_order"
