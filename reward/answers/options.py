"""Options: which of them a text is, and where a longer text mentions them.

A text is compared with the options in its plain form and in the looser one. A form of two options names neither.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from string import ascii_lowercase

from reward.answers.loose import LETTER, bare, loose
from reward.nouns import singular
from reward.numerals import ORDINALS, TENS, numeral
from reward.numerals import SMALL as DIGIT_WORDS
from reward.plain import DIGITS_APART, plain

STOP = r"(?: [,.;:!?()=¶]){0,3}"
NAME = re.compile(r"[\[{<|]([a-z])[\]}>|]")
NAMES = frozenset(
    f"{before}{letter}{after}" for before, after in ("[]", "{}", "<>", "||") for letter in ascii_lowercase
)
ONE_LETTER = re.compile(r"[a-z]")
WITH_WORDS = re.compile(r"\[([a-z])\](?: [:.)-])? ([^¶\[\]<>|]{1,600})")
REVERSING = frozenset(["not", "no", "never", "neither", "nor", "without", "except"])
SMALL = "yes no true false not never none neither both all either maybe for and or if up down"
SMALL_WORDS = frozenset(SMALL.split())
ALONE = r"(?:(?<=[,.;:!?()¶\]] )|(?<=^ )){0}(?= [,.;:!?()¶]| $)"
"""Such an option is mentioned only where nothing else stands in its clause."""
COMMON_WORD = re.compile(r"(?<!\\)\b[^\W\d_]{3}")
ARITHMETIC = re.compile(r"[-+*/=^<>≠≤≥±]")
INTERVAL = re.compile(r"\W*?([\[(])\s?[^()\[\]]{1,60},[^()\[\]]{1,60}([\])])[\s.*_]*")
OF_OTHERS = re.compile(
    r"\b(?:[Bb]oth|[Nn]one|[Aa]ll|[Nn]either|[Ee]ither|above)\b|^\W*[A-Z]{2,9}\W*$|\b[A-Z],? (?:and|or|&) [A-Z]\b"
)
ORDINAL = re.compile(
    rf"(?:({'|'.join(ORDINALS)}|last(?= ))|(\d{{1,2}}) ?(?:st|nd|rd|th))(?: (?:option|choice|answer|one|alternative))?"
    r"|(?:option|choice|alternative)(?: number| no)? (\d{1,2})"
)
NUMBERED = re.compile(r"([a-z]{2,20}) (\d{1,2})")
QUANTITY = re.compile(r"(-?\d{1,15}(?:\.\d{1,15})?)(?: ?/ ?(\d{1,9}))?(?: (?!\d)(.{1,30}))?")
NUMBER_WORDS = re.compile(rf"(?!zero)(?:(?:{'|'.join((*DIGIT_WORDS, *TENS, 'hundred', 'and'))}) ?){{1,6}}")
REMARK = re.compile(r"\([^()]{1,60}\)")
IN_DIGITS = {word: str(number) for number, word in enumerate(DIGIT_WORDS)}
MAX_LOOSE = 300
"""Longer options are compared in their plain form alone."""


def identity(option: str) -> tuple[str, ...]:
    """What tells an option from others: its plain form, numbers in digits, and in a formula every arithmetic sign.

    Of an interval its brackets do as well.
    """
    words = [IN_DIGITS.get(word, word) for word in plain(option.translate(DIGITS_APART).replace("⁄", "/")).split()]
    signs = [] if COMMON_WORD.search(option) else ARITHMETIC.findall(option.strip(" *_"))
    brackets = found.groups() if (found := INTERVAL.fullmatch(option)) else ()
    return (" ".join(words), *signs, *brackets)


def _unshared(forms: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Which letter each form names; a form of several letters names none."""
    letters: dict[str, set[str]] = {}
    for form, letter in forms:
        letters.setdefault(form, set()).add(letter)
    return {form: next(iter(named)) for form, named in letters.items() if form and len(named) == 1}


@dataclass(frozen=True)
class Options:
    """The texts of a choice's options, by letter."""

    texts: dict[str, str]

    @cached_property
    def plain_of(self) -> dict[str, str]:
        """The letter of each option's plain form."""
        return _unshared((plain(text), letter) for letter, text in self.texts.items() if letter not in self._doubled)

    @cached_property
    def _doubled(self) -> set[str]:
        """The options that are the same but for singular and plural: such a text alone names none of them."""
        forms: dict[str, set[str]] = {}
        for text in self.texts.values():
            forms.setdefault(" ".join(map(singular, plain(text).split())), set()).add(plain(text))
        doubled = set().union(*(several for several in forms.values() if len(several) > 1))
        return {letter for letter, text in self.texts.items() if plain(text) in doubled}

    @cached_property
    def written_of(self) -> dict[str, str]:
        """The letter of each option as it is written, but for case and spaces."""
        known = {letter: text for letter, text in self.texts.items() if letter not in self._doubled}
        return _unshared((_as_written(text), letter) for letter, text in known.items())

    @cached_property
    def loose_of(self) -> dict[str, str]:
        """The letter of each option's looser forms: its own, that without a remark in brackets, "second graph"."""
        short = {k: text for k, text in self.texts.items() if len(text) <= MAX_LOOSE and k not in self._doubled}
        own = _unshared((bare(text), letter) for letter, text in short.items())
        aliases = [(alias, letter) for letter, text in short.items() for alias in _aliases(text)]
        if len({text.partition("=")[0].strip() for text in self.texts.values() if "=" in text} | {""}) == 2:
            aliases += [(bare(text.partition("=")[2]), letter) for letter, text in short.items()]
        return {**_unshared(aliases), **own}

    @cached_property
    def longest(self) -> int:
        """No text of more characters is looked up as an option."""
        return 2 * max(map(len, self.texts.values())) + 60

    @cached_property
    def _value_of(self) -> dict[tuple[Fraction, str], str]:
        """The letter of each option's number, where every option is one number and all have the same unit."""
        quantities = {letter: _quantity(bare(text)) for letter, text in self.texts.items()}
        known = [(quantity, letter) for letter, quantity in quantities.items() if quantity]
        if len({value for (value, _), _ in known}) < len(self.texts) or len({unit for (_, unit), _ in known}) > 1:
            return {}
        return {(value, name): letter for (value, unit), letter in known for name in (unit, "")}

    @cached_property
    def _placed(self) -> bool:
        """Whether "the second option" can only be the place of an option, not one's own words."""
        pattern = rf"\d|\b(?:option|choice|{'|'.join(ORDINALS)}|last)\b"
        return not any(re.search(pattern, text, re.IGNORECASE) for text in self.texts.values())

    @cached_property
    def mixed(self) -> bool:
        """Whether an option's text is the letter of another, so that a letter may mean either."""
        return any(self.plain_of.get(plain(letter), letter) != letter for letter in self.texts)

    @cached_property
    def about_others(self) -> bool:
        """Whether an option is about other options, such as "both A and C", "BCD" or "none of the above"."""
        return any(OF_OTHERS.search(text) for text in self.texts.values())

    def named(self, text: str) -> str | None:
        """The letter of the option that a text is, in other writing perhaps; None when it is none or one of several."""
        if len(text) > self.longest:
            return None
        form = plain(text)
        if letter := self.plain_of.get(form) or self.written_of.get(_as_written(text)):
            return letter
        if len(form) < 2 and not form.isdigit():
            return None
        form = bare(text)
        return (
            self.loose_of.get(form)
            or self._value_of.get(_quantity(form) or NO_QUANTITY)
            or (self._value_of.get((numeral(form) or Fraction(0), "")) if NUMBER_WORDS.fullmatch(form) else None)
            or self._by_place(form)
            or self._by_part(form)
        )

    def _by_part(self, form: str) -> str | None:
        """The letter of the one option that begins or ends with a form, where that is most of it."""
        if form.count(" ") < 2:
            return None
        whole = [(own, letter) for own, letter in self.loose_of.items() if f" {form} " in f" {own} "]
        if len({letter for _, letter in whole}) != 1 or 10 * len(form) < 7 * min(len(own) for own, _ in whole):
            return None
        return whole[0][1] if any(own.startswith(form) or own.endswith(form) for own, _ in whole) else None

    def _by_place(self, form: str) -> str | None:
        """The letter for "the second option", "option 2" or "the last one"."""
        if not (found := ORDINAL.fullmatch(form)) or not self._placed:
            return None
        letters = list(self.texts)
        if found[1]:
            place = len(letters) if found[1] == "last" else ORDINALS.index(found[1]) + 1
        else:
            place = int(found[2] or found[3])
        return letters[place - 1] if 0 < place <= len(letters) else None

    def knows(self, letter: str) -> bool:
        """Whether some option's text has a letter as a word of its own."""
        return any(re.search(rf"\b{letter}\b", text) for text in self.texts.values())

    @cached_property
    def _forms(self) -> list[tuple[str, str]]:
        """The looser forms with their letters, the longest first."""
        forms = [(form, letter) for form, letter in self.loose_of.items() if not ONE_LETTER.fullmatch(form)]
        return sorted(forms, key=lambda pair: (-len(pair[0]), pair[0]))

    @cached_property
    def _codes(self) -> list[str]:
        """What stands for each form in a coded text."""
        words = [form in SMALL_WORDS or COMMON_WORD.search(form) is not None for form, _ in self._forms]
        return [f"<{k.lower()}>" if word else f"|{k.lower()}|" for word, (_, k) in zip(words, self._forms, strict=True)]

    @cached_property
    def _mention(self) -> re.Pattern[str]:
        """Finds the options' texts in a string of loose tokens, the longest first."""
        found = [_pattern(form) for form, _ in self._forms]
        return re.compile(rf"(?<= )(?:{'|'.join(f'({pattern})' for pattern in found) or '(?!)'})(?= )")

    def coded(self, text: str) -> str:
        """A text as loose tokens; `<b>` stands for the text of option B, `|b|` where that has no common word.

        Empty where a letter may mean two options.
        """
        if self.mixed:
            return ""
        code = LETTER.sub(self._in_range, f" {loose(text)} ")
        code = self._mention.sub(lambda found: self._codes[(found.lastindex or 1) - 1], code)
        return WITH_WORDS.sub(self._with_own_words, code) if "[" in code else code

    def _in_range(self, found: re.Match[str]) -> str:
        return found[0] if found[1].upper() in self.texts else found[1]

    def _with_own_words(self, found: re.Match[str]) -> str:
        """A marked letter with the words after it, where most of its option's own words follow it in their order."""
        words, own = found[2].split(" "), bare(self.texts[found[1].upper()]).split(" ")
        at = matched = 0
        for word in own:
            gap = next((i for i in range(at, min(at + 3, len(words))) if words[i] == word), None)
            if gap is not None and not REVERSING & set(words[at:gap]):
                at, matched = gap + 1, matched + 1
        if matched < 2 or matched < 0.7 * len(own):
            return found[0]
        return f"[{found[1]}] {' '.join(words[at:])}"


NO_QUANTITY = (Fraction(0), "no unit")


def _as_written(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .*`\"'$")


def _aliases(text: str) -> list[str]:
    """Other forms of an option: without a remark in brackets, without "both", "second graph" for "graph 2"."""
    forms = [bare(REMARK.sub(" ", text))] if "(" in text and COMMON_WORD.search(text) else []
    form = bare(text).strip("<> ")
    forms.append(form.removeprefix("both "))
    if (numbered := NUMBERED.fullmatch(form)) and 0 < int(numbered[2]) <= len(ORDINALS):
        forms.append(f"{ORDINALS[int(numbered[2]) - 1]} {numbered[1]}")
    return forms


def _pattern(form: str) -> str:
    """A form as a pattern over tokens: marks may stand between them, and two words may be written as one."""
    if form in SMALL_WORDS:
        return ALONE.format(form)
    tokens = form.split(" ")
    parts = [rf"[\[{{]?{token}[\]}}]?" if ONE_LETTER.fullmatch(token) else re.escape(token) for token in tokens]
    pattern = parts[0]
    for before, token, part in zip(tokens, tokens[1:], parts[1:], strict=False):
        glued = min(len(before), len(token)) > 2 and before.isalpha() and token.isalpha()
        pattern += f"{STOP} {'?' if glued else ''}{part}"
    return pattern if COMMON_WORD.search(form) else rf"(?<![-+/^<>] ){pattern}(?! [-+/^%°<>≠≤≥±√])"


def _quantity(form: str) -> tuple[Fraction, str] | None:
    """A loose form that is one number, perhaps with a unit: the number's exact value and the unit."""
    found = QUANTITY.fullmatch(form.replace("- ", "-")) if form[:1] in "-0123456789" else None
    if not found or (found[2] and not int(found[2])):
        return None
    return Fraction(found[1]) / int(found[2] or 1), found[3] or ""
