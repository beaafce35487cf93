"""Aliases: which of the names that a model proposes are the key in another form, so that a rule may take them.

Precision first: an alias is taken only where it can be proved without knowing what the words mean, or where a class
table says so. "pan" for "saucepan" may be right and is not proved; a judge may still match such words, a rule may not.
"""

import re
from collections.abc import Callable, Iterable, Mapping

from rapidfuzz.distance import DamerauLevenshtein

from data_builder.convert.llm.opinion import Asked
from data_builder.convert.llm.words import tokens
from reward.assertion import REFUSALS, asserted, negates, parts
from reward.nouns import singular
from reward.numerals import SMALL
from reward.plain import plain, wordset

Classes = Mapping[str, tuple[str, ...]]
MOST_CHARS, MOST_WORDS, MOST_ALIASES = 80, 8, 8
INNER = frozenset(["a", "an", "the"])
NUMBERS = {word: str(number) for number, word in enumerate(SMALL)}
DASHES = re.compile(r"(?<=\w)[-‐‑](?=\w)")
SPELLINGS = [
    (re.compile(pattern), american)
    for pattern, american in (
        (r"\b(col|fav|flav|harb|hon|hum|lab|neighb|od|rum|sav|vap)our", r"\1or"),
        (r"\b(cent|fib|lit|theat|calib|(?:kilo|centi|milli)?met)re(s?)\b", r"\1er\2"),
        (r"\b(\w{3,20})ise(s|d|r)?\b", r"\1ize\2"),
        (r"\b(\w{2,20})yse(s|d|r)?\b", r"\1yze\2"),
        (r"\bgrey", "gray"),
        (r"\baluminium\b", "aluminum"),
        (r"\b(m)ould(s|y)?\b", r"\1old\2"),
        (r"\byoghurt", "yogurt"),
        (r"\bdoughnut", "donut"),
        (r"\bpyjama", "pajama"),
        (r"\bjewellery\b", "jewelry"),
        (r"\btyre(s?)\b", r"tire\1"),
        (r"\bplough", "plow"),
        (r"\bwhisky\b", "whiskey"),
        (r"\bchilli\b", "chili"),
    )
]
INITIALS = {
    "tv": "television", "pc": "personal computer", "dvd": "digital versatile disc", "cd": "compact disc",
    "usa": "united states of america", "uk": "united kingdom", "eu": "european union",
}  # fmt: skip
"""Initials that everybody reads in one way here; others have to be made of the key's own words."""
UNTOLD = wordset("of the and a an for in on to de la")
"""Words that initials leave out."""
LEAST_INITIALS = 3
VERB_PHRASE = re.compile(r"[a-z]{2,20} (?:the|an?) ", re.IGNORECASE)
VERBAL = re.compile(r"([a-z]{3,20})ing")
OF_THE = re.compile(r"(\w{2,20}(?: \w{2,20})?) of (?:the|a|an) (\w{2,20}(?: \w{2,20})?)")
TABLED = re.compile(r"([a-z]{2,20}):([a-z]{2,20})")


def proved(
    asked: Asked, stem: str, proposed: Iterable[str], classes: Classes
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The proposed names that are the key in another form, and the others; each once, in the order proposed.

    Neither names what the rules take for the key anyway. `stem` is the question as it will be asked: a name that stands
    there would give the key away. `classes`: the other nouns of each noun's class.
    """
    taken: list[str] = []
    unproved: list[str] = []
    seen = {plain(asked.key)}
    for name in proposed:
        line = " ".join(name.split())
        form = plain(line)
        if form in seen:
            continue
        seen.add(form)
        fine = _is_name(line, asked.key) and f" {form} " not in f" {plain(stem)} " and _apart(line, asked)
        if fine and len(taken) < MOST_ALIASES and _provable(line, asked, classes):
            taken.append(line)
        else:
            unproved.append(line[:MOST_CHARS])
    return tuple(taken), tuple(unproved)


def tabled(key: str, classes: Classes) -> tuple[str, ...]:
    """The other names of a key's class, as people write them. A class holds more than synonyms: each is a proposal."""
    members = [member for form in _table_forms(key) for member in classes.get(form, ())]
    return tuple(dict.fromkeys(_readings(member)[-1] for member in members))[:MOST_ALIASES]


def _is_name(name: str, key: str) -> bool:
    """Whether it asserts one short name: nothing negated, listed, hedged or refused, no mark that the key has not."""
    form = plain(name)
    if not form or len(name) > MOST_CHARS or len(form.split()) > MOST_WORDS or not name.isprintable():
        return False
    if asserted(name).mode != "asserted" or negates(name) or REFUSALS.fullmatch(form):
        return False
    known = all(char.isascii() or char in key for char in name)
    fresh = set(name) - set(key)
    return (
        known and fresh.isdisjoint('/|;\n?!=<>[]{}&+*_"') and len(parts(name)) == len(parts(key)) and "," not in fresh
    )


def _apart(name: str, asked: Asked) -> bool:
    """Whether a name is far from every wrong option: not its words, nor all of them, nor one letter from it."""
    words = set(_spelled(name))
    for option in asked.wrong:
        other = set(_spelled(option))
        if not other or words <= other or other <= words or _initials(option) == _joined(name):
            return False
        if DamerauLevenshtein.distance(_joined(name), _joined(option), score_cutoff=2) <= 1:
            return False
    return True


def _provable(name: str, asked: Asked, classes: Classes) -> bool:
    key = asked.key
    ways: tuple[Callable[[str, str], bool], ...] = (_same_spelling, _same_verb, _turned_round)
    return any(way(name, key) for way in ways) or _made_of_initials(name, key) or _in_class(name, asked, classes)


def _same_spelling(name: str, key: str) -> bool:
    """Other spaces and hyphens, numbers in words, British or American, singular or plural of the last word."""
    one, other = _spelled(name), _spelled(key)
    one, other = ([*words[:-1], singular(words[-1])] if words else [] for words in (one, other))
    return bool(one) and (one == other or ("".join(one) == "".join(other) and "".join(one).isalpha()))


def _same_verb(name: str, key: str) -> bool:
    """Nothing differs but the "ing" of the first word: "opening the drawer" and "open the drawer". Without an article
    it may be a thing: boiling water is not what it is to boil water."""
    one, other = _spelled(name), _spelled(key)
    if min(len(one), len(other)) < 2 or one[1:] != other[1:] or not (VERB_PHRASE.match(name) or VERB_PHRASE.match(key)):
        return False
    longer, base = sorted((one[0], other[0]), key=len, reverse=True)
    stem = found[1] if (found := VERBAL.fullmatch(longer)) else ""
    doubled = len(stem) > 2 and stem[-1] == stem[-2]
    return bool(stem) and base in (stem, f"{stem}e", stem[:-1] if doubled else stem)


def _turned_round(name: str, key: str) -> bool:
    """As "lid of the saucepan" and "saucepan lid". Without an article, a cup of tea is no tea cup."""
    for whole, short in ((name, key), (key, name)):
        if found := OF_THE.fullmatch(whole.lower().removeprefix("the ").removeprefix("a ")):
            head, of = (_spelled(found[side]) for side in (1, 2))
            if _spelled(short) in ([*of, *head], [*of[:-1], singular(of[-1]), *head]):
                return True
    return False


def _made_of_initials(name: str, key: str) -> bool:
    """Initials of the key's own words, or initials that everybody reads in one way and what they stand for."""
    one, other = plain(name), plain(key)
    if INITIALS.get(one) == other or INITIALS.get(other) == one:
        return True
    letters = _initials(key)
    return len(letters) >= LEAST_INITIALS and name.isupper() and _joined(name) == letters


def _in_class(name: str, asked: Asked, classes: Classes) -> bool:
    """Whether a class table gives both names to one class, and no wrong option to the same."""
    for key in _table_forms(asked.key):
        members = [form for member in classes.get(key, ()) for form in _readings(member)]
        wrong = {form for option in asked.wrong for form in _table_forms(option)}
        if plain(name) in members and wrong.isdisjoint(members):
            return True
    return False


def _table_forms(name: str) -> tuple[str, ...]:
    """How a class table may write a name: "water bottle" is "bottle:water" there."""
    form = plain(name)
    words = form.split()
    forms = [form, singular(form), *([":".join(reversed(words))] if len(words) > 1 else [])]
    return tuple(dict.fromkeys(forms))


def _readings(member: str) -> tuple[str, ...]:
    found = TABLED.fullmatch(member)
    return (member, f"{found[2]} {found[1]}") if found else (member,)


def _spelled(name: str) -> list[str]:
    """The words of a name without articles: hyphens as spaces, numbers in digits, American spelling."""
    text = plain(DASHES.sub(" ", name))
    for pattern, american in SPELLINGS:
        text = pattern.sub(american, text)
    return [NUMBERS.get(word, word) for word in text.split() if word not in INNER]


def _joined(name: str) -> str:
    return "".join(plain(name).replace(".", "").split())


def _initials(name: str) -> str:
    """The initials of a name of several words, in small letters; "" for one word."""
    words = [word for word in tokens(name) if word not in UNTOLD]
    return "".join(word[0] for word in words) if len(words) > 1 else ""
