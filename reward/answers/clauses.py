"""Clauses: what the parts of a sentence say of the options that they name.

They are read in the code that `Options.coded` makes of a text. A clause asserts, denies, hedges or asks, and commits
to its option more or less firmly.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from reward.answers.options import NAMES
from reward.plain import wordset

BREAKS = wordset(", ; : ( )")
REASONS = wordset("because since as for if when while whereas although though making leaving")
TURNS = wordset("but so thus hence therefore then")
CONTRASTS = wordset("not rather instead unlike")
OPENERS = TURNS | wordset("because since while whereas although though which however making leaving rather instead")
BACK = wordset("but however update scrap correction alternatively instead yet still no nope hmm wait although or")
CONCLUDING = wordset("suggest indicate conclude overall answer best")

NEGATIVE = wordset(
    "not no nope nobody never neither nor none nothing whether if unless cannot except excluding without unlike"
    " unlikely impossible wrong incorrect false untrue rule ruled ruling doubt doubtful eliminate eliminated reject"
    " rejected exclude excluded discard discarded dismiss dismissed ignore avoid forget contradict disagree distractor"
    " exception mistake refuse trap instead rather less"
)
DOUBTED = wordset("maybe perhaps possibly probably presumably might could suppose guess guessing unsure")
HEDGES = DOUBTED | wordset("possible may either seem torn tempted tempting potentially such including include")
PLEADING = wordset(
    "so thus hence therefore then and but for sure i we would will d ll think believe say choose pick select go going"
    " with it that this is be must has to my correct right best true final answer option choice one letter statement"
    " most likely appropriate accurate closest definitely clearly certainly obviously of course yes indeed here fit"
    " make sense look selected chosen ans vote actually wait sorry oh ok okay well hmm"
)
DENYING = (
    PLEADING
    | NEGATIVE
    | wordset(
        "was may might could can which or really certain however though wait actually quite exactly at all too either"
        " out everything anything know do"
    )
)
SUBJECT = wordset("option choice statement and also so thus therefore hence but")
LABEL_WORDS = wordset("option choice letter")
IS = wordset("is are was were be by =")
COMES_TO = IS | wordset("to matche represent has answer choose pick select option choice in with of from")
PICKS = wordset("pick choose select chose picked")
PICKING = wordset("i we would will d ll to so and therefore thus hence")
PICKS_WITH = {("go", "with"), ("going", "with"), ("opt", "for"), ("settle", "on"), ("point", "to"), ("answer", "is")}
UNMEANT = wordset("about consider considering than like between versus vs against compare comparing regarding ask")
ABOUT = UNMEANT | wordset("over from of at check test try discus and or both")
VERBS = wordset("is are was were has have had show would will can may doe")
FRONTED = wordset("based according given in on from at during after before among with by")
PREPOSITIONS = wordset("of in on at by from for to with as during within")
KINDS = wordset(
    "period style movement art architectural cell tissue muscle device rhythmic scheme type kind class level group"
    " family species region area object thing item tool one option answer image picture color colour material disease"
)
"""Nouns that only say what sort of thing an option is: "the Romanesque period", "a plant cell"."""
ENOUGH = 2
"""An option that opens a sentence is its subject only when more words than these follow: a "cup holder" is no cup."""
SHORT = 7
"""A remark of fewer tokens that names no option is about the option that was named before it."""
FULL = 4
"""A clause of so many words of its own is a full sentence, in which "is likely caused by X" reports that it is X."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause that names options: in which sentence, which, and how it is meant.

    `mode`: "said", "denied", "hedged" or "asked". `firm`: 3 when it picks its option by letter, 2 when it is nothing
    but an option's text, 1 when such a text is what it comes to, 0 when it only mentions options. `final`: the
    sentence turns to this option, whatever it mentioned before. `concluding`: its sentence draws a conclusion.
    `back`: its sentence turns from what was said before ("However, …").
    """

    sentence: int
    letters: tuple[str, ...]
    mode: str
    firm: int = 0
    final: bool = False
    concluding: bool = False
    back: bool = False


def denies(tokens: list[str]) -> bool:
    """Whether a clause that names no option says of the one before it that it is not so."""
    return not NEGATIVE.isdisjoint(tokens) and DENYING.union(BREAKS).issuperset(tokens)


def _pieces(tokens: list[str]) -> list[list[str]]:
    """A sentence in its clauses."""
    pieces: list[list[str]] = [[]]
    for at, token in enumerate(tokens):
        following = tokens[at + 1] if at + 1 < len(tokens) else ""
        if token in BREAKS or (token == "-" and not following[:1].isdigit()):
            pieces.append([])
            continue
        if token in OPENERS or (token in CONTRASTS and following in NAMES):
            pieces.append([])
        pieces[-1].append(token)
    return [piece for piece in pieces if piece]


def clauses_of(tokens: list[str], place: int, asked: bool, last: bool) -> list[Clause] | None:
    """The clauses of a sentence that name options; None when it takes back what it said."""
    pieces = _pieces(tokens)
    several = len({token for token in tokens if token in NAMES}) > 1
    supposed = _supposed(tokens)
    turned = tokens[0] in TURNS
    concluding = turned or not CONCLUDING.isdisjoint(tokens) or ("most" in tokens and "likely" in tokens)
    clauses: list[Clause] = []
    denial = False
    for at, piece in enumerate(pieces):
        names = [token for token in piece if token in NAMES]
        negative = not NEGATIVE.isdisjoint(piece)
        if piece[0] == "between" and at + 1 < len(pieces):
            continue  # it only says which are weighed
        if not names:
            if clauses and (denies(piece) or (len(piece) < SHORT and not DOUBTED.isdisjoint(piece))):
                return None
            denial = denial or (negative and piece[0] not in REASONS and piece != ["instead"])
            continue
        turns = piece[0] in TURNS or (turned and not clauses)
        mode = "denied" if negative or (denial and not turns) else "said"
        mode = "asked" if asked else "hedged" if supposed or _hedges(piece) else mode
        denial = False
        first, after_said = place == 0 and at == 0, at > 0 and not (clauses and clauses[-1].mode == "denied")
        clause = Clause(place, tuple(dict.fromkeys(name[1].upper() for name in names)), mode, 0, turns, concluding)
        clause = replace(clause, back=True) if tokens[0] in BACK else clause
        clause = _weighed(clause, piece, names, first, after_said, last)
        if clause.firm == 2 and at + 1 < len(pieces) and not _explains(pieces[at + 1]):
            clause = replace(clause, firm=int(first and not several))
        if clause.firm == 1 and piece[0] in FRONTED and at + 1 < len(pieces):
            clause = replace(clause, firm=0)
        if several and (piece[0] == "or" or (piece[0] in ("and", "nor") and piece.index(names[0]) < 4)):
            clause = replace(clause, firm=0)
        if several and len(piece) == 1 and after_said:
            clause = replace(clause, firm=0)  # one of a list
        if clause.firm or any(name[0] != "|" for name in names):
            clauses.append(clause)
    return clauses


def _explains(piece: list[str]) -> bool:
    """Whether a clause gives a reason for the one before it, turns from it, or tells what it is not."""
    opener = piece[1] if piece[0] in ("and", "but") and len(piece) > 1 else piece[0]
    return piece[0] in REASONS or piece[0] in TURNS or opener in CONTRASTS


def _supposed(tokens: list[str]) -> bool:
    """Whether a sentence speaks of an option under "if"."""
    for at, token in enumerate(tokens):
        if token in ("if", "unless", "whether") and (not at or tokens[at - 1] in (",", ";", "and")):
            following = tokens[at + 1 : at + 7]
            end = next((i for i, token in enumerate(following) if token in BREAKS), len(following))
            if not NAMES.isdisjoint(following[:end]):
                return True
    return False


def _hedges(piece: list[str]) -> bool:
    """Whether a clause only guesses."""
    if "or" in piece or not HEDGES.isdisjoint(piece):
        return True
    if "likely" not in piece or piece[max(0, piece.index("likely") - 1)] == "most":
        return False
    return len(_own_words(piece, PLEADING)) < FULL


def _own_words(piece: list[str], others: Collection[str]) -> list[str]:
    return [token for token in piece if token not in others and token[0] not in "[{<|"]


def _weighed(clause: Clause, piece: list[str], names: list[str], first: bool, after_said: bool, last: bool) -> Clause:
    """The clause with how firmly it commits to its option. `after_said`: the sentence said something else before it."""
    kind, at = names[-1][0], len(piece) - 1 - piece[::-1].index(names[-1])
    before, after = piece[:at], piece[at + 1 :]
    while before and (before[-1] in LABEL_WORDS or before[-1].endswith("ly")):
        before = before[:-1]
    leading = before[-1] if before else ""
    picks = leading in PICKS and (len(before) < 2 or before[-2] in PICKING)
    if picks or leading == "answer" or tuple(before[-2:]) in PICKS_WITH:
        return replace(clause, firm=3, final=True)
    rest = _own_words(piece, DENYING if clause.mode == "denied" else PLEADING)
    if len(clause.letters) > 1:
        return clause if rest else replace(clause, firm=2)
    marked = any(name[0] == "[" for name in names)
    if not rest:
        listed = kind == "{" and len(piece) == 1 and after_said
        return replace(clause, firm=0 if listed else 3 if marked or kind == "{" else 2)
    subject = SUBJECT.issuperset(piece[: piece.index(names[0])])
    verb = bool(after) and after[0] in VERBS
    if marked:
        held = not verb and leading not in ABOUT and (not subject or (first and piece[0] == names[0]))
        return replace(clause, firm=3) if held or (last and clause.final and after[:1] == ["is"]) else clause
    if kind == "{":
        return replace(clause, firm=3) if not after and (leading in IS or piece[at - 1] in LABEL_WORDS) else clause
    if leading in UNMEANT or (kind == "|" and leading not in COMES_TO):
        return clause
    while after and after[0] in KINDS:
        after = after[1:]
    ends = not after or after[0] in PREPOSITIONS
    opens = subject and not after_said and len(after) > ENOUGH and after[0] not in ("and", "or")
    return replace(clause, firm=int(ends or opens), final=leading in IS and not after)
