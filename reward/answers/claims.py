"""Claims: which option the sentences of a text commit to, which they deny, and which they leave open.

It reads the code that `Options.coded` makes of a text: `[b]` is a marked letter ("(B)"), `{b}` a bare capital, `<b>`
the text of option B, `|b|` its text where that is a number or formula; all else is tokens. A letter is read only where
one option is committed to and nothing takes it back. Which option is the key is not known here, so no text can be
read as more than one letter of the same options.
"""

import re
from dataclasses import dataclass, replace

from reward.answers.clauses import BREAKS, Clause, clauses_of, denies
from reward.answers.options import NAME, NAMES
from reward.plain import wordset

# How letters and texts stand together: each of these gives one marked letter, or a contradiction.
LINE = re.compile(r"((?:^|[¶,;.]) )\{([a-z])\} [):] (?=\w)")
OWN = re.compile(
    r"\[([a-z])\](?: [:,)-])? [<|]\1[>|]"
    r"|[<|]([a-z])[>|](?: [,:-])?(?: \()?(?: option| answer| choice)? [\[{]\2[\]}](?: \))?"
    r"|\{([a-z])\}(?: [:.)-]| [)] [:-])? [<|]\3[>|]|(?:option|choice|letter|answer) \{([a-z])\}"
)
OTHERS_TEXT = re.compile(
    r"(?:(?:^|[¶.;,:]) [\[{]([a-z])[\]}](?: [:.)-]){0,2}|[\[{]([a-z])[\]}](?: [:)-]){0,2}) [<|](?!\1|\2)[a-z][>|]"
    r"|[<|]([a-z])[>|] \( (?:option )?[\[{](?!\3)[a-z][\]}]"
)
FIGURE = re.compile(
    r"\b(part|panel|figure|fig|image|picture|graph|case|point|region|step|equation|section|question|label|labeled"
    r"|labelled|stock|line|curve|type|vitamin|hepatitis|group|class|grade|box|table|appendix|chapter|bar|plan)"
    r" [\[{][a-z][\]}]"
)
BUT = re.compile(r" (?:all|any|every|everything|anything|nothing|none|no one)(?: \w+)? but (?=[\[{<|])")
JUDGED = re.compile(r"([\]}>|]) [-:(] (?=(?:(?:not|in)? ?correct|wrong|right|true|false)\b)")
UNSURE = re.compile(
    r" (?:not (?:(?:entirely|completely|very|at all|100 %|fully) )?(?:sure|certain|confident)|unsure|uncertain|no idea"
    r"|(?:do not|cannot|can not) (?:know|tell|say|see|answer|determine|be determined|provide)"
    r"|(?:not|im)possible to (?:\w+ )?(?:determine|tell|say|know|answer|see)"
    r"|not (?:yet )?(?:verified|confirmed|checked|tested|validated)|untested|unchecked|unverified|unconfirmed"
    r"|just guessing|wild guess|had to guess|just kidding|joking) "
    r"| ((?:this|that|it|answer|choice|option|which) (?:is|was|be|may be|might be|could be|would be|seem) (?:\w+ )?"
    r"(?:wrong|incorrect|untrue|not (?:right|correct|answer|true|best|it))) "
)
UNSURE_WORDS = wordset(
    "not no unsure uncertain cannot impossible guess guessing kidding joking wrong incorrect untrue untested unchecked"
    " unverified unconfirmed"
)

ASIDE = re.compile(
    r" (?:far from|(?:opposite|reverse|contrary) of|hardly|scarcely|barely|(?<!by )non"
    r"|random(?: (?:guess|pick|choice))?|guess"
    r"|(?:used to|once|first|originally|initially|formerly|previously) (?:think|thought|believe|believed|say)"
    r"|(?:people|other|some|many|everyone|everybody|else) (?:would |may |might )?(?:say|think|believe|choose|pick))"
    r"(?: (?:that|it|was|is|be|:|-|,)){0,4} (?:option |answer )?[\[{<|]([a-z])"
    r"|[\[{<|]([a-z])[\]}>|] (?:(?:is|was) (?:only |just |merely )?"
    r"(?:out of question|among|one(?: possible)? (?:option|candidate|possibility|choice|of)|candidate|possibility)\b"
    r"|was my (?:first|initial|original) )"
)
"""What says of an option that it is not taken, or that others take it, or that it is only one of them."""
ASIDE_WORDS = wordset(
    "far opposite reverse contrary hardly scarcely barely non random guess used once first originally initially"
    " formerly previously people other some many everyone everybody else out among one candidate possibility my"
)
ENDS = wordset(". ! ? ¶")


@dataclass(frozen=True, slots=True)
class Claims:
    """What a text says of the options: the letter it commits to, or the rule that keeps it from being read.

    `named`: the letters of all options that it mentions.
    """

    letter: str | None
    rule: str = "claimed"
    named: frozenset[str] = frozenset()


def claimed(code: str) -> Claims:
    """What a coded text claims."""
    named = frozenset(letter.upper() for letter in NAME.findall(code))
    if not named:
        return Claims(None, "unread")
    code = BUT.sub(" except ", code) if " but " in code else code
    if "[" in code or "{" in code:
        code = OWN.sub(lambda found: f"[{found[1] or found[2] or found[3] or found[4]}]", code)
        code = JUDGED.sub(r"\1 ", LINE.sub(r"\1[\2] ", FIGURE.sub(r"\1 it", code)))
        if OTHERS_TEXT.search(code):
            return Claims(None, "contradiction", named)
    tokens = code.split()
    if not UNSURE_WORDS.isdisjoint(tokens) and (doubt := UNSURE.search(code)):
        return Claims(None, "negated" if doubt[1] else "hedged", named)
    clauses = _all_clauses(_sentences(tokens))
    if clauses is None:
        return Claims(None, "negated", named)
    said = _verdict(clauses) if clauses else Claims(None, "unread")
    if said.letter and not ASIDE_WORDS.isdisjoint(tokens) and said.letter in _aside(code):
        return Claims(None, "hedged", named)
    return replace(said, named=named)


def _aside(code: str) -> set[str]:
    """The letters of the options of which a text says that they are not taken, or only by others."""
    return {(found[1] or found[2]).upper() for found in ASIDE.finditer(f" {code}")}


def _sentences(tokens: list[str]) -> list[tuple[list[str], bool]]:
    """The sentences, and whether each is a question."""
    sentences: list[tuple[list[str], bool]] = []
    start = 0
    for at, token in enumerate(tokens):
        if token in ENDS:
            if at > start:
                sentences.append((tokens[start:at], token == "?"))
            start = at + 1
    return [*sentences, (tokens[start:], False)] if start < len(tokens) else sentences


def _all_clauses(sentences: list[tuple[list[str], bool]]) -> list[Clause] | None:
    """The clauses of all sentences that name options; None when one takes back what was said."""
    clauses: list[Clause] = []
    for place, (tokens, asked) in enumerate(sentences):
        names = [token for token in tokens if token in NAMES]
        last = place == len(sentences) - 1
        if not last and names and names != [token for token in tokens if token not in BREAKS]:
            names = [name for name in names if name[0] != "|"]  # a number on the way to the answer
            tokens = [token for token in tokens if token[0] != "|"]
        if not names:
            if clauses and not asked and denies(tokens):
                return None
            continue
        if clauses and clauses[-1].mode == "asked" and tokens[0] in ("no", "nope"):
            tokens = tokens[1:]
        found = clauses_of(tokens, place, asked, last)
        if found is None:
            return None
        clauses += found
    return clauses


def _verdict(clauses: list[Clause]) -> Claims:
    """The one letter that the clauses commit to, if there is one and nothing speaks against it."""
    said = [clause for clause in clauses if clause.mode == "said"]
    firmest = max((clause.firm for clause in said), default=0)
    if not firmest:
        modes = {clause.mode for clause in clauses}
        return Claims(None, "negated" if "denied" in modes else "hedged" if modes & {"hedged", "asked"} else "unread")
    chosen = [clause for clause in said if clause.firm == firmest]
    if firmest == 1:
        chosen = _coming_to(chosen, {clauses[0].sentence, clauses[-1].sentence})
    letters = {letter for clause in chosen for letter in (clause.letters if clause.firm == 2 else clause.letters[-1:])}
    if len(letters) != 1:
        return Claims(None, "contradiction" if letters else "unread")
    letter = letters.pop()
    for clause in clauses:
        if clause.mode == "denied" and letter in clause.letters and (firmest < 3 or clause.firm > 1):
            return Claims(None, "negated")
    place = clauses.index(chosen[0])
    others = [c for at, c in enumerate(clauses) if c.mode in ("said", "hedged") or (c.mode == "asked" and at > place)]
    others = [clause for clause in others if set(clause.letters) != {letter} and clause not in chosen]
    end = max(clause.sentence for clause in chosen)
    if any(_speaks_against(clause, chosen, firmest) or (clause.back and clause.sentence > end) for clause in others):
        return Claims(None, "contradiction")
    return Claims(letter)


def _coming_to(chosen: list[Clause], ends: set[int]) -> list[Clause]:
    """Of the clauses that come to an option's text those in the first and last sentence, or in the conclusion."""
    chosen = [clause for clause in chosen if clause.sentence in ends]
    if not chosen or not chosen[-1].final:
        return chosen
    last = chosen[-1].sentence
    return [c for c in chosen if c.final or (c.sentence != last and not chosen[-1].concluding)]


def _speaks_against(clause: Clause, chosen: list[Clause], firmest: int) -> bool:
    """Whether a clause that names another option keeps the chosen ones from being read."""
    beside = [other for other in chosen if other.sentence == clause.sentence]
    if beside:
        return clause.mode == "hedged" or not all(other.final for other in beside)
    if clause.mode != "said":
        return clause.mode == "asked"
    concluded = all(other.final and other.concluding for other in chosen)
    return clause.firm > 1 or (firmest == 1 and not concluded) or (clause.firm > 0 and clause.concluding)
