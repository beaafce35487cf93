"""Quantities: whether the words around a number leave it as it is.

"Three cups", "x = 5" and "There are 3 in total" assert their number; "at least 3", "3 or more" and "step 3" may not.
"""

import re
from collections.abc import Sequence

from reward.dates import MONTHS, WEEKDAYS
from reward.numerals import CLASSES, Numeral
from reward.plain import plain, wordset
from reward.sentence import asked, question_of
from reward.units import is_unit

# Words that say nothing of a number that follows them.
LEADING = wordset(
    "there are is are was were it they s re that this a an the i we see saw hear heard hears count counted counts found"
    " get have has had total of in all exactly only just precisely answer final correct right number sum value result"
    " so thus therefore hence equals equal would be must think believe say d to amount amounts comes come even can year"
    " = :"
)
# What stands before these words is or has the number right behind them.
STATING = wordset(
    "is are was were equals equal has have had contains contain includes totals takes took lasts lasted weighs weighed"
    " costs cost uses used shows showed measures measured = :"
)
STEPS = wordset("exactly only just precisely a the total of in all about")
"""What may stand between such a word and its number."""
ABOUT = wordset("about around approximately approx roughly circa nearly almost ~ ≈ ≅ ∼")
# What follows a number and makes another number, or none, of it.
CHANGING = wordset(
    "or but if plus minus point half halves quarter quarters third thirds tenth tenths dozen dozens hundred hundreds"
    " thousand thousands million millions billion billions trillion trillions k bn tens pair pairs couple couples"
    " squared cubed more less fewer least most too unless except bigger larger smaller greater higher lower longer"
    " shorter faster slower × * + ^ ÷ ± / < > ≤ ≥ pm am o per each"
    " every apiece daily weekly hourly percent percentage π pi √ % ‰ cents ~ ≈"
)
# What stands before a number and compares it, doubts it, or makes a label of it.
COMPARING = (
    (CHANGING - {"o", "am", "in"})
    | ABOUT
    | wordset(
        "at than over under above below up every another other last first next until by within maximum minimum limit"
        " average each between from before after since prior"
        " may might could should seems seem appears maybe perhaps possibly probably likely"
        " guess suppose assuming assume step option camera figure part page line frame question - – —"
    )
)
JUDGING = wordset("is was would could can may might seems looks sounds")
"""After a number these say what it is: the answer, or "possible", or "my first thought"."""
SAID_BESIDE = (
    LEADING
    | STATING
    | ABOUT
    | CLASSES.keys()
    | WEEKDAYS.keys()
    | {*MONTHS, *(month[:3] for month in MONTHS), "sept"}
    | wordset(
        "on at by for with from during as here them which who its my our your and or not no"
        " between either until till half quarter date day month time times"
        " clock am pm ad bc ce st nd rd th happened happens occurred took place place been being"
        " consists consisted comprises"
    )
)
"""What may stand beside a number or a date without saying anything else of it."""
ASIDE = re.compile(r"\([^()]{1,120}\)")
A_FEW = 3
"""How many words beside its number make no sentence yet."""
PERIODS = wordset("second minute hour day week month year time person")
AS_MANY = wordset("a an as more less bigger larger smaller greater higher lower longer shorter faster slower the that")
"""After "three times" these say how many times as much, and of what."""
WORD = re.compile(r"[^\W\d_]+|[:×*+^÷±/<>≤≥~≈≅∼√=%‰–—-]")
LISTED = re.compile(r"(?:(?:between|from|either|maybe) )?\s?#(?:(?:\s?(?:[,;/&|–—-]|\bor\b|\band\b|\bto\b))+\s?#)+\W*")
NO_COMMA = re.compile(r"\W{0,3}no\b[,.;:!]", re.IGNORECASE)
NONE = re.compile(
    r"(?:there (?:is|are|was|were) |it has |(?:i|we) (?:see|hear|heard|saw|count) )?(?:none(?: of (?:them|these|those"
    r"|the (?!above|below|following|options|answers)[a-z]+)"
    r"(?: (?:are|were|is|was|have|has|do|does|did|can be seen|can be heard)(?: [a-z]+){0,4})?)?|not once|nothing"
    r"|no (?!idea|answer|clue|one knows|doubt|number|more|fewer|less|way|information|need|not|it|there|they|he|she|i|we"
    r"|you|that|this|is|does|did)[a-z]+(?: [a-z]+){0,4})|(?:[a-z]+ ){0,4}never(?: [a-z]+)?"
    r"|there (?:aren t|are not|isn t|is not|weren t|were not|wasn t|was not) any(?: [a-z]+){0,4}"
)


def words_in(text: str) -> list[str]:
    """The words of a text in lower case, and the signs that change a number."""
    return WORD.findall(text.lower())


def says_none(text: str) -> bool:
    """Whether a text without a number says that there is nothing to count: "none", "no cups", "it never happens"."""
    lowered = text.lower()
    if len(text) > 80 or not ("no" in lowered or "never" in lowered or " any" in lowered) or NO_COMMA.match(text):
        return False
    return NONE.fullmatch(plain(text)) is not None


def says_more(text: str, stem: str) -> bool:
    """Whether a sentence says of its number or date what the question did not ask: it may be that of another thing."""
    words = [word for word in words_in(ASIDE.sub(" ", text)) if word[0].isalpha()]
    if len(words) <= A_FEW:
        return False
    question = question_of(stem)
    return any(
        word not in SAID_BESIDE and len(word) > 1 and not asked(word, question) and not is_unit(word) for word in words
    )


def asserts(before: Sequence[str], after: Sequence[str], about: bool) -> bool:
    """Whether the words around a number leave it as it is; `about`: words such as "roughly" leave it as well."""
    if not CHANGING.isdisjoint(after):
        return False
    words = set(before) - ABOUT if about else set(before)
    if after[:1] == ["a"] and not PERIODS.isdisjoint(after[1:2]):
        return False
    if after[:2] in (["a", "m"], ["p", "m"]):
        return False
    if after[:1] and after[0] in JUDGING and not LEADING.issuperset(after[1:]):
        return False
    if words <= LEADING:
        return after[:1] != ["times"] or AS_MANY.isdisjoint(after[1:2])
    if not COMPARING.isdisjoint(words):
        return False
    if after[:1] == ["times"]:
        return AS_MANY.isdisjoint(after[1:2])
    return next((word in STATING for word in reversed(before) if word not in STEPS), False)


def lists(text: str, found: Sequence[Numeral]) -> bool:
    """Whether a text gives several numbers side by side ("2 or 3", "2-3", "1, 2, 3 times") and little else."""
    pieces, last, nouns = [], 0, set()
    for one in found:
        pieces.append(text[last : one.start])
        last = one.end
    pieces.append(text[last:])
    for i, piece in enumerate(pieces[1:], 1):
        if noun := re.match(r" ?([^\W\d_]{2,20}|[smhg°%$€£])(?![^\W\d_])", piece):
            if noun[1] in ("or", "and", "to"):
                continue
            nouns.add(noun[1].lower())
            pieces[i] = piece[noun.end() :]
    lead = [word for word in words_in(pieces[0]) if word not in LEADING and word not in ("between", "from", "either")]
    shown = "#" + "#".join([" ".join(piece.lower().split()) for piece in pieces[1:]])
    return not lead and len(nouns) <= 1 and LISTED.fullmatch(shown) is not None
