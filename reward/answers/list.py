"""A list: several names, each given once, in order where the order is asked for."""

import math
import re
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from reward.answers.base import BaseAnswer, Mark, Names, right, undecided, wrong
from reward.assertion import asks, asserted
from reward.enumeration import IN_ORDER, OPEN, SEALED, is_divided, piece, sentences, split
from reward.nouns import singular
from reward.numerals import numeral
from reward.plain import plain

SEALED_NAME = re.compile(rf"\W{{0,9}}(?:(?:the|an?|some)\s)?{SEALED}(\d+){SEALED}\W{{0,9}}", re.IGNORECASE)
GLOSS = re.compile(r"([^()]+?)\s{0,9}\(([^()]+)\)\W{0,9}")
TIMES = re.compile(r"[\d\s:.,–-]+(?:s|sec|seconds|min)?")
NONE = frozenset(["none", "nothing", "none of them", "nothing at all"])
# What may stand before the first name, if the last of it links the two: "the sounds are: …", "I can hear …".
LEADS = frozenset([
    "the", "order", "correct", "right", "final", "answer", "list", "sound", "sounds", "item", "items", "object",
    "objects", "step", "steps", "action", "actions", "event", "events", "thing", "things", "tool", "tools",
    "name", "names", "sequence", "is", "are", "was", "were", "as", "follows", "following", "in", "of", "i",
    "we", "can", "hear", "heard", "see", "saw", "there", "they", "these", "those", "here", "it",
    "that", "this", "would", "be", "my", "video", "clip", "image", "scene", "a", "an", "some", "so", "thus",
    "therefore", "two", "three", "four", "five", "2", "3", "4", "5", "different", "used", "chronological",
    "number", "numbers", "value", "values", "solutions", "roots", "temporal", "think", "believe", "say", "d", "s",
])  # fmt: skip
LINKS = frozenset(
    ["is", "are", "was", "were", "be", "hear", "heard", "see", "saw", "follows", "believe", "think", "say", "s"]
)
ARTICLES = frozenset(["the", "a", "an", "some"])
LONGEST_LEAD = 14
SPACED = re.compile(r"\d{1,15}(?: (?!\d{3}\b)\d{1,15}){1,49}")
"""Numbers with nothing but spaces between them, none of which may part thousands."""
ONE_NUMBER = r"[-−]?\d{1,15}(?:\.\d{1,15})?"
NUMBERS = re.compile(rf"{ONE_NUMBER}(?:(?:, ?(?:and )?| and |; ?|\n){ONE_NUMBER}){{1,49}}")
NUMBER = re.compile(r"\d+(?:\.\d+)?")
ROUNDED = Fraction(1, 50)
"""How far apart, as a part of it, a number that is not whole and another way to round it may be."""
THOUSANDS = re.compile(r"\d,\d{3}(?!\d)")


class List(BaseAnswer[tuple[int, ...]]):
    """Each of `items` holds one name and its aliases; a reply names each of them once, in order if `ordered`."""

    kind: Literal["list"] = "list"
    items: tuple[Names, ...] = Field(min_length=1, max_length=50)
    ordered: bool = False

    @model_validator(mode="after")
    def _items_differ(self) -> Self:
        seen: dict[str, int] = {}
        singulars: dict[str, int] = {}
        for i, names in enumerate(self.items):
            forms = {plain(name) for name in names}
            if not names or "" in forms:
                raise ValueError(f"items: number {i + 1} has no name, or an empty one")
            for form in forms:
                if seen.setdefault(form, i) != i:
                    raise ValueError(f"items: {form!r} stands for number {seen[form] + 1} and for number {i + 1}")
                if (other := singulars.setdefault(" ".join(map(singular, form.split())), i)) != i:
                    raise ValueError(
                        f"items: {form!r}, in the singular or plural, stands for number {other + 1} and for number"
                        f" {i + 1}; name them apart"
                    )
        return self

    how: ClassVar[str] = "Answer with a list, separated by commas."

    @cached_property
    def hint(self) -> str:
        return f"Answer: <{', '.join(['first', 'second', '…'][: len(self.items)] if self.ordered else ['name', '…'])}>"

    def read(self, text: str) -> tuple[int, ...] | Mark:
        """The numbers of the items that the reply names, in its order."""
        if (usual := self._usual(text)) is not None:
            return usual
        words = plain(text)
        if not words[:1].isalnum() and not any(map(str.isalnum, words)):
            return wrong("empty", None, "The reply states no answer.")
        if asks(text):
            return undecided("hedged", text, "The reply asks instead of asserting an answer.")
        sealed = IN_ORDER.sub("", self._seal(text))
        if self._numbers and SPACED.fullmatch(sealed):
            sealed = sealed.replace(" ", ", ")
        for parts in split(sealed):
            found, ranks = self._found(parts)
            if found and None not in found:
                return self._named(text, [i for i in found if i is not None], ranks)
        found, ranks = self._found(sentences(sealed))
        if found and None not in found and len(set(found)) == len(found):
            return self._named(text, [i for i in found if i is not None], ranks)
        if self._other_numbers(sealed):
            return wrong("unequal", text, "The reply gives other numbers.")
        if words in NONE or asserted(text).mode == "refused":
            return wrong("refused", text, "The reply declines to answer, or names nothing.")
        return undecided("unread", text, "The reply names something that is not in the key.")

    def _other_numbers(self, text: str) -> bool:
        """Whether a key of numbers is answered by as many numbers, and not by the same but for signs and rounding."""
        text = text.strip(" \t.[](){}$")
        if not self._numbers or not NUMBERS.fullmatch(text) or THOUSANDS.search(text):
            return False
        if "." in text and not any("." in name for names in self.items for name in names):
            return False  # where whole numbers are asked for it may be something else
        said = sorted(map(Fraction, NUMBER.findall(text)))
        return len(said) == len(self.items) and not all(map(_may_be_one, said, self._numbers))

    @cached_property
    def _numbers(self) -> list[Fraction]:
        """The key's numbers without their signs, in order of size, where each item is one number; else none."""
        values = [{numeral(name) for name in names} for names in self.items]
        only = [value for (value, *others) in values if not others and value is not None]
        return sorted(map(abs, only)) if len(only) == len(self.items) else []

    def _named(self, text: str, found: list[int], ranks: list[int]) -> tuple[int, ...] | Mark:
        """What a reply names whose every piece is in the key, unless it leaves its end or its order open."""
        if OPEN.search(text) and not any(OPEN.search(name) for names in self.items for name in names):
            return undecided("open", text, "The reply leaves open whether there is more.")
        if self.ordered and ranks != sorted(ranks):
            return undecided("numbered", text, "The numbers in the reply give another order than its lines.")
        return tuple(found)

    def _usual(self, text: str) -> tuple[int, ...] | None:
        """What a text names that is names between commas and nothing else, which needs no closer reading."""
        if self._joined or "?" in text or ".." in text or "…" in text:
            return None
        text = text.replace(", and ", ", ").replace(" and ", ", ") if " and " in text else text
        found = [self._index.get(plain(part)) for part in text.split(", ")]
        return None if None in found else tuple(i for i in found if i is not None)

    def _found(self, parts: list[str]) -> tuple[list[int | None], list[int]]:
        """Which item each part names, up to the first that names none, and the numbers that parts begin with."""
        found: list[int | None] = []
        ranks: list[int] = []
        for part in parts:
            if (i := self._index.get(form := plain(part))) is None and (form or SEALED in part):
                listed = piece(part)  # after the part as it is written: "first aid kit" is a name
                ranks += [listed.rank] if listed.rank else []
                if (not plain(listed.name) and SEALED not in listed.name) or (not found and _only_leads(listed.name)):
                    continue
                i = self._item(listed.name)
                i = self._after_lead(listed.name) if i is None and not found else i
            elif i is None:
                continue
            found.append(i)
            if i is None:
                break
        return found, ranks

    def _item(self, text: str) -> int | None:
        """The item that a piece names: in other case, number or spelling of its compounds, or with a time behind it."""
        if SEALED in text:
            return int(sealed[1]) if (sealed := SEALED_NAME.fullmatch(text)) else None
        if (i := self._of_form(plain(text))) is not None:
            return i
        if self._amounts and (amount := numeral(text)) is not None:
            return self._amounts.get(amount)
        if "(" in text and (gloss := GLOSS.fullmatch(text)):
            i = self._item(gloss[1])
            return i if TIMES.fullmatch(gloss[2]) or self._item(gloss[2]) == i else None
        return None

    def _after_lead(self, text: str) -> int | None:
        """The item that a piece names after a lead-in ("The sounds are …", "In order: …")."""
        lead, colon, rest = text.rpartition(":")
        if colon and LEADS.issuperset(plain(lead).split()):
            return self._item(rest)
        if SEALED in text:
            lead, _, rest = text.partition(SEALED)
            return self._item(SEALED + rest) if _links(plain(lead).split()) else None
        words, linked = plain(text).split(), False
        for at, word in enumerate(words[:LONGEST_LEAD]):
            if linked and (i := self._of_form(" ".join(words[at:]))) is not None:
                return i
            if word not in LEADS:
                return None
            linked = word in LINKS or (linked and word in ARTICLES)
        return None

    def _of_form(self, form: str) -> int | None:
        """The item of a name in comparison form, in whichever number and spelling of its compounds."""
        i = self._index.get(form)
        return self._folded.get(_folded(form)) if i is None else i

    def _seal(self, text: str) -> str:
        """The text with the names that hold a separator ("cut / chop") as one sign each."""
        text = text.replace(SEALED, "") if SEALED in text else text
        if not self._divided:
            return text
        pattern, numbers = self._divided

        def sealed(name: re.Match[str]) -> str:
            i = numbers.get(_spaced(name[0]))  # "ı" matches "i" in any case, and has no number
            return name[0] if i is None else f"{SEALED}{i}{SEALED}"

        return pattern.sub(sealed, text)

    @cached_property
    def _index(self) -> dict[str, int]:
        return {plain(name): i for i, names in enumerate(self.items) for name in names}

    @cached_property
    def _folded(self) -> dict[str, int]:
        """The items by their names in the singular and without spaces, where that still tells them apart."""
        items: dict[str, set[int]] = {}
        for form, i in self._index.items():
            items.setdefault(_folded(form), set()).add(i)
        return {folded: i for folded, (i, *others) in items.items() if not others}

    @cached_property
    def _amounts(self) -> dict[Fraction, int]:
        """The items whose names are numbers, by their amounts, where those differ."""
        amounts = [(amount, i) for form, i in self._index.items() if (amount := numeral(form)) is not None]
        items = {amount: {j for other, j in amounts if other == amount} for amount, _ in amounts}
        return {amount: i for amount, (i, *others) in items.items() if not others}

    @cached_property
    def _divided(self) -> tuple[re.Pattern[str], dict[str, int]] | None:
        """The names that hold a separator, as a pattern and with the numbers of their items."""
        divided = {name: i for i, names in enumerate(self.items) for name in names if is_divided(name)}
        if not divided:
            return None
        parts = [re.findall(r"\w+|[^\w\s]", name) for name in sorted(divided, key=len, reverse=True)]
        texts = [r"\s{0,9}".join(map(re.escape, words)) for words in parts]
        numbers = {_spaced(name): i for name, i in divided.items()}
        return re.compile(rf"(?<!\w)(?:{'|'.join(texts)})(?!\w)", re.IGNORECASE), numbers

    @cached_property
    def _joined(self) -> bool:
        """Whether a name may hold what `_usual` splits at."""
        names = [name.casefold() for names in self.items for name in names]
        return any("," in name or "and" in name for name in names if is_divided(name))

    def grade(self, said: tuple[int, ...]) -> Mark:
        shown = ", ".join(self.items[i][0] for i in said)
        if len(set(said)) < len(said):
            return wrong("duplicate", shown, "The reply names the same thing twice.")
        if missing := [names[0] for i, names in enumerate(self.items) if i not in said]:
            return wrong("missing", shown, f"The reply leaves out {len(missing)} of {len(self.items)}.")
        if self.ordered and list(said) != sorted(said):
            return wrong("wrong_order", shown, "The reply names the right things in another order.")
        return right("equal", shown)

    def gold(self) -> str:
        return f"Answer: {', '.join(names[0] for names in self.items)}"

    @property
    def chance(self) -> float:
        """One order in all of them, since an ordering question names its things; 0 for a list and for a single name."""
        return 1 / math.factorial(len(self.items)) if self.ordered and len(self.items) > 1 else 0.0


def _may_be_one(said: Fraction, key: Fraction) -> bool:
    whole = said.denominator == key.denominator == 1
    return said == key if whole else abs(said - key) <= key * ROUNDED


def _folded(form: str) -> str:
    return "".join(map(singular, form.split()))


def _spaced(name: str) -> str:
    return "".join(name.casefold().split())


def _only_leads(text: str) -> bool:
    """Whether a piece does nothing but lead to the list: "The order is:"."""
    return text.rstrip().endswith((":", " is", " are")) and LEADS.issuperset(plain(text).split())


def _links(words: list[str]) -> bool:
    """Whether the words before a name are nothing but a lead-in, or articles."""
    told = [word for word in words if word not in ARTICLES]
    return LEADS.issuperset(words) and (not told or told[-1] in LINKS)
