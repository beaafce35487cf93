"""Values: the words and signs for true and false, and a text that holds nothing but them and their labels."""

import re

TRUE = frozenset({"true", "t", "yes", "y", "correct", "right"})
FALSE = frozenset({"false", "f", "no", "n", "incorrect", "wrong"})
TICKED = re.compile(r"\[[xX✓✔]\]|[✓✔✅☑]\ufe0f?|\\checkmark\b")
CROSSED = re.compile(r"\[[ ]?\]|[✗✘❌✖☐☒⬜]\ufe0f?|\\times\b")
WORD = re.compile(r"\w+")
SIGNS = frozenset([*TRUE, *FALSE, "all", "none", "either", "neither", "both", "other", "others", "only", "every"]) | {
    "just",
    "hold",
    "holds",
}
NOTHING_ELSE = re.compile(r"[\w\s:.,;|()\[\]{}*`\"'“”=/→>–—•-]*")
FILLERS = frozenset(
    ["statement", "statements", "option", "options", "item", "claim", "is", "answer", "value", "verdict", "truth"]
)
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
CHARS_PER_VALUE = 40
IN_DIGITS = re.compile(r"(?:([A-Z]) ?[:=] ?([01])(?!\w)[,;. \n]{0,3}){2,26}")
DIGIT = re.compile(r"([A-Z]) ?[:=] ?([01])")


def judging(text: str) -> bool:
    """Whether a text holds anything by which it may judge a statement; False is certain, and cheap to find."""
    if "[" in text or "\\" in text or not text.isascii():
        return True
    words = WORD.findall(text.lower())
    return not SIGNS.isdisjoint(words) or (len(words) == 1 and set(words[0]) <= {"t", "f"})


def in_words(text: str) -> str:
    """A text with ticks for "true" and crosses and empty boxes for "false"."""
    return CROSSED.sub(" false ", TICKED.sub(" true ", text))


def in_digits(text: str, letters: str) -> dict[str, bool] | None:
    """The value of each letter in a text that labels each with 1 or 0 ("A: 1, B: 0") and holds nothing else."""
    if len(text) > CHARS_PER_VALUE * len(letters) or not IN_DIGITS.fullmatch(text):
        return None
    said = DIGIT.findall(text)
    return {letter: digit == "1" for letter, digit in said} if [letter for letter, _ in said] == [*letters] else None


def only_values(text: str, letters: str) -> dict[str, bool] | None:
    """The value of each letter in a text of values alone ("TFTF"; "true, false"), or of labels and values alone.

    Fewer values than letters are those of the first ones. None for a text that holds, or leaves out, anything else.
    """
    if len(text) > CHARS_PER_VALUE * len(letters) or not NOTHING_ELSE.fullmatch(text):
        return None
    words = [word for word in WORD.findall(text.casefold().replace("_", " ")) if word != "and"]
    words = list(words[0]) if len(words) == 1 and set(words[0]) <= {"t", "f"} else words
    if "/" in text and len(words) == 2:
        return None  # "true/false" repeats what was asked
    if all(word in TRUE or word in FALSE for word in words):
        return dict(zip(letters, (w in TRUE for w in words), strict=False)) if len(words) <= len(letters) else None
    words = [word for word in words if word not in FILLERS]
    if len(words) != 2 * len(letters):
        return None
    half = len(letters)
    for labels, values in ((words[::2], words[1::2]), (words[1::2], words[::2]), (words[:half], words[half:])):
        named = _letters(labels, letters)
        if named and all(value in TRUE or value in FALSE for value in values):
            return {letter: value in TRUE for letter, value in zip(named, values, strict=True)}
    return None


def _letters(labels: list[str], letters: str) -> list[str] | None:
    """The letters that labels stand for, if they are all of them, once each: "a" or "1", or "i" where all are Roman."""
    if labels == list(ROMAN[: len(labels)]):
        return list(letters)
    numbered = {str(number): letter for number, letter in enumerate(letters, 1)}
    named = [numbered.get(label, label.upper()) for label in labels]
    return named if sorted(named) == list(letters) else None
