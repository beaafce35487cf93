"""Options and questions with a wording of their own: "all of the above", "both A and C", "which is NOT …".

What such an option says of the others is computed, so that each ordinary option can be judged by itself; where it is
wrong, it goes away. A negated question is asked the other way round where one pattern proves how, and every truth turns
with it.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal

from data_builder.convert.mcq import Mcq
from data_builder.convert.shown import Shown, as_published
from data_builder.convert.words import words_of
from reward.plain import wordset

MANY = (
    r"(?:of )?(?:the |these |those )?(?:above|following|these|those|them"
    r"|(?:above |listed |other |given )?(?:options|choices|answers|statements)(?: above)?)"
)
ENDING = r"(?: (?:are|is) (?:correct|right|true|incorrect|wrong|false))?"
ALL = re.compile(rf"(?:all|both|each|every one) {MANY}{ENDING}", re.IGNORECASE)
NONE = re.compile(
    rf"(?:none|neither|no one|not any) {MANY}{ENDING}|no (?:correct|right) (?:answer|option)", re.IGNORECASE
)
WRONG = re.compile(r"\b(?:incorrect|wrong|false)$", re.IGNORECASE)
LETTER = r"\(?[A-Z]\)?"
SEVERAL = re.compile(
    r"(?:(?:[Bb]oth|[Oo]nly|[Oo]ptions?|[Cc]hoices?|[Aa]nswers?|[Ss]tatements?) ){0,3}"
    rf"({LETTER}(?:, ?{LETTER}){{0,8}},? ?(?:and|&|\+) ?{LETTER})(?: (?:only|are (?:correct|right|true)))?"
)
SMALL = r"\(?[a-h]\)?"
MARK = r"\(?[a-h1-9]\)?"
AND = r"(?: ?(?:,|and|or|nor|but not|&|\+|/) ?(?:and |or )?)"
LISTED = r"(?: (?:above|below|listed|mentioned|options|answers|choices))"
NUMBERS = r"(?: (?:two|three|four|five))"
BEYOND = re.compile(
    rf"(?:both|neither|options?|choices?|answers?|statements?) {MARK}(?:{AND}{MARK}){{0,8}}(?: only)?"
    rf"|(?:either|only) {SMALL}(?:{AND}{SMALL}){{0,8}}|{SMALL} only"
    rf"|{SMALL}(?:, ?{SMALL}){{1,8}}(?:{AND}{SMALL})?|{SMALL} (?:or|nor|but not) {SMALL}"
    rf"|(?:all|each|both|any|none|every ?(?:one|thing)|nothing)(?: of)?(?: the)?{LISTED}?"
    r" (?:but|except|apart from) .{1,40}"
    rf"|(?:all|both|each|every ?(?:one|thing)|none|nothing|neither|any)(?: of)?(?: the| these| those)?{NUMBERS}?"
    rf"{LISTED}?(?: (?:is|are|apply|applies)(?: (?:correct|right|true|wrong|possible))?)"
    rf"|(?:all|both)(?: of)?(?: the| these)?{NUMBERS}|every ?thing (?:above|listed|mentioned)"
    rf"|the (?:first|last){NUMBERS}(?: (?:options|answers|choices|ones))?"
    r"|more than one(?: of (?:these|them|the above))?|the (?:previous|former|latter)(?: (?:option|answer|choice|one))?"
    r"|the (?:first|second|third|fourth|last) (?:option|answer|choice)"
    rf"|[1-9] ?& ?[1-9]|\([a-h]\) ?& ?\([a-h]\)|i{{1,3}}(?:, ?i{{1,3}}|,? and i{{1,3}}){{1,3}}|all|any"
    r"|both|neither|either|others?|(?:some|any)(?:thing|one|where) else|another (?:one|option|answer)",
    re.IGNORECASE,
)
"""What can only be read beside the other options: as a wrong option it says nothing, as the key it cannot be asked."""
TWO = re.compile(r"[A-H]{2,4}")
BOTH = re.compile(r"both|neither", re.IGNORECASE)
"""Says that there are two."""
JOINT = re.compile(r"[A-Z]&[A-Z]")
"""A name, where there are no such letters: "R&B"."""
ABSTAINS = re.compile(
    r"(?:it )?(?:can ?not|can['’]t|could not|couldn['’]t|is impossible to|not possible to) (?:be )?"
    r"(?:tell|say|know|determined?|inferred|answered|judged|seen|identified)\b.{0,60}"
    r"|(?:there is )?(?:not enough|insufficient|no) (?:information|evidence|context)\b.{0,60}"
    r"|(?:i am |i['’]m )?not sure|(?:i )?(?:do not|don['’]t) know"
    r"|(?:it is )?(?:unknown|unclear|not (?:mentioned|specified|stated|given|shown|clear)|undetermined)"
    r"|the (?:image|video|picture|clip|captions?|text) do(?:es)?(?: not|n['’]t) "
    r"(?:feature|show|contain|specify|mention|say|tell|state)\b.{0,60}",
    re.IGNORECASE,
)
REFERS = re.compile(
    r"\b(?:[Oo]ptions?|[Cc]hoices?|[Aa]nswers?) \(?[A-Z]\)?(?![\w'’])"
    r"|\b(?:[Ss]ame as|[Oo]ther than|[Oo]pposite (?:of|to)|[Nn]ot|[Ll]ike) (?:option )?\(?[A-Z]\)?$"
    r"|\b(?:the|mentioned|listed|stated|as) above$|\b(?:other|previous|preceding) (?:options?|choices?|answers?)\b",
)
SPEAKING = wordset(
    "all both each every none neither no not option options choice choices answer answers same above know unknown"
    " unclear insufficient impossible previous preceding undetermined cannot can't couldn't don't doesn't other others"
    " either only any like opposite than more second third fourth former latter i ii iii everything everyone something"
    " someone somewhere anything anyone else another first last a b c d e f g h 1 2 3 4 5 6 7 8 9"
)
"""Words without which no option speaks of the others, single letters aside."""
LONE = re.compile(r"(?<!\w)(?:[A-Z]|[A-H]{2,4})(?![\w'’])")
DENYING = wordset("not never cannot except excluding incorrect false untrue wrong")
DENIAL = r"(?:\b(?:not|never|cannot|excluding)\b|n['’]t\b)"
SIDE = r"(?:if|when|while|after|before|because|that|as|until|unless|about|who|since|where|whose|whom|says?|said)"
NEGATED = re.compile(
    rf"(?:^|[,.?!:] )(?:\w{{1,12}} )?(?:which|what|who|whom|whose)\b(?:(?! {SIDE}\b)[^,.?!]){{0,60}}?{DENIAL}"
    r"|\b(?:statement|option|description|claim|answer|one)s? (?:is|are|was|were) (?:incorrect|false|untrue|wrong)\b"
    r"|\bexcept\b",
    re.IGNORECASE,
)
"""A denial in the main clause of a question for one of several, not in what it quotes or says aside."""
QUOTED = re.compile(r"“[^”]{1,300}”|\"[^\"]{1,300}\"|(?<!\w)['‘][^'’]{1,300}['’](?!\w)")
CAPTIONED = re.compile(
    r",? ?\b(?:according to|based on|as (?:described|mentioned|stated|noted) (?:in|by)|as per)"
    r" the (?:(?:video|given|provided) )?(?:captions?|descriptions?)"
    r"(?:, ?|(?=[.?]?$)| (?=(?:what|which|how|who|where|when|why)\b))",
    re.IGNORECASE,
)
"""Speaks of a caption that whoever answers does not have."""
TURNED = re.compile(
    r"((?:Which|What)(?: one)? of (?:these|the following)(?: [\w-]{1,30}){0,4} "
    r"(?:is|are|was|were|did|does|do|has|have|had|can|could))(?: (?:not|NOT)|n['’]t)"
    r" (?!(?:only|just|yet|even|necessarily|always|all|really|quite|so|as|because)\b)([^,;:]{1,300})",
    re.DOTALL,
)
TWISTING = wordset(
    "but because until although though unless before after yet while whereas if except without not never no"
)
"""Words behind a "not" by which it denies something else than what is asked for."""
NEGATION = re.compile(r"\b(?:not|never|no|except|without)\b|n['’]t\b", re.IGNORECASE)
Path = Literal["all_of_the_above", "none_of_the_above", "several_letters", "key_abstains", "negated"]


@dataclass(frozen=True, slots=True)
class Own:
    """A question whose options stay, and the path that brought it there."""

    shown: Shown
    path: Path


@dataclass(frozen=True, slots=True)
class Unusable:
    """A question that cannot be asked without its own list of letters: the reason of the drop."""

    reason: str


def worded(mcq: Mcq) -> Mcq | Own | Unusable:
    """The question with ordinary options only; or on a path of its own; or not usable."""
    found = _ordinary(_without_captions(mcq))
    if not isinstance(found, Mcq):
        return found
    denied = not DENYING.isdisjoint(words_of(found.stem)) or "n't" in found.stem or "n’t" in found.stem
    if denied and NEGATED.search(QUOTED.sub("“”", found.stem)):
        return Own(_turned(found), "negated")
    return found


def _ordinary(mcq: Mcq) -> Mcq | Own | Unusable:
    """Without options that speak of others; their key, if it is one, becomes the truth of each ordinary option."""
    together = "\n".join(mcq.options)
    if SPEAKING.isdisjoint(words_of(together)) and not LONE.search(together):
        return mcq
    said = [_says(text, len(mcq.options)) for text in mcq.options]
    if not any(said):
        return mcq
    plain = [i for i, what in enumerate(said) if not what]
    key = said[mcq.correct]
    if key == "refers" or (isinstance(key, frozenset) and not key <= set(plain)):
        return Unusable("options_refer_to_each_other")
    if key in ("all", "none") and plain and plain[-1] > mcq.correct:
        return Unusable("options_refer_to_each_other")  # "above" means those above it
    if isinstance(key, frozenset) and _labels_things(mcq):
        return Unusable("letters_may_name_things")
    if key == "abstains":
        plain = sorted({*plain, mcq.correct})
    if len(plain) < 2:
        return Unusable("too_few_ordinary_options")
    options = tuple(mcq.options[i] for i in plain)
    if not key:
        return replace(mcq, options=options, correct=plain.index(mcq.correct), lists=_kept(mcq, plain))
    if key == "abstains":
        return Own(Shown(mcq.stem, options, tuple(i == mcq.correct for i in plain)), "key_abstains")
    if isinstance(key, frozenset):
        return Own(Shown(mcq.stem, options, tuple(i in key for i in plain)), "several_letters")
    if BOTH.match(mcq.key.strip()) and len(plain) != 2:
        return Unusable("options_refer_to_each_other")
    path: Path = "all_of_the_above" if key == "all" else "none_of_the_above"
    return Own(Shown(mcq.stem, options, (key == "all",) * len(plain)), path)


def _without_captions(mcq: Mcq) -> Mcq:
    if "aption" not in mcq.stem and "escription" not in mcq.stem:
        return mcq
    stem = CAPTIONED.sub(" ", mcq.stem).strip()
    return replace(mcq, stem=" ".join(f"{stem[:1].upper()}{stem[1:]}".replace(" ?", "?").split()))


def _kept(mcq: Mcq, plain: list[int]) -> tuple[tuple[str, ...], ...]:
    return tuple(mcq.lists[i] for i in plain) if mcq.lists else ()


def _says(text: str, count: int) -> str | frozenset[int]:
    """What an option says of the others: "all", "none", their indices, "refers", "abstains"; "" for an ordinary one."""
    if len(text) > 200:
        return ""
    bare = text.strip(" .!\"'")
    if ALL.fullmatch(bare):
        return "none" if WRONG.search(bare) else "all"
    if NONE.fullmatch(bare):
        return "all" if WRONG.search(bare) else "none"
    if found := SEVERAL.fullmatch(bare):
        named = frozenset(ord(letter) - ord("A") for letter in re.findall(r"(?<![A-Za-z])[A-Z](?![A-Za-z])", found[1]))
        if max(named) >= count:
            return "" if JOINT.fullmatch(bare) else "refers"
        return named if len(named) > 1 else "refers"
    if ABSTAINS.fullmatch(bare):
        return "abstains"
    if TWO.fullmatch(bare) and all(ord(letter) - ord("A") < count for letter in bare):
        return "refers"
    return "refers" if BEYOND.fullmatch(bare) or REFERS.search(bare) else ""


def _labels_things(mcq: Mcq) -> bool:
    """Whether the letters may be names in the question, such as points of a figure."""
    return re.search(r"(?<![\w'’])[B-H](?![\w'’.])", mcq.stem) is not None


def _turned(mcq: Mcq) -> Shown:
    """The question asked the other way round, with each truth turned; as it is where no pattern proves how."""
    shown = as_published(mcq)
    found = TURNED.fullmatch(mcq.stem)
    denied = [text for text in mcq.options if NEGATION.search(text)]
    if found is None or denied or not TWISTING.isdisjoint(words_of(found[2])):
        return shown
    return Shown(f"{found[1]} {found[2]}", shown.options, tuple(not true for true in shown.truth))
