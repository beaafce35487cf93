"""Purposes: why something is done, where a narration says so ("shake the flask to remove the tea leaves")."""

import re
from collections.abc import Iterator
from functools import cache, partial
from itertools import pairwise

from data_builder.facts import Narration, overlaps
from data_builder.question import BaseQuestion, Drop, Option, Origin, Solution, attempt, require
from data_builder.subtypes.moments import ABOUT, into_clip, whole_second
from data_builder.subtypes.wording import words_of
from data_builder.windows import Window, windows
from reward.answers import Phrase
from reward.plain import wordset

SHOWN = 300.0
"""Seconds of a clip: long enough for several purposes."""
MOST_CHARACTERS = 250
"""A longer narration tells of more than one moment."""
WORDS = (2, 12)
"""Words of a purpose after "to"."""

# What is done on purpose: with other verbs, "to" tells where, or what goes on by itself ("wait for it to boil").
AIMS = wordset(
    """absorb access adjust align avoid balance break catch check clean clear close coat collect compact compress
    cool cover crack cut detach discard dissolve distribute divide drain drop dry ease empty ensure expose find fit
    flatten flip fold free gather get grab grind hang heat help keep level lift lock loosen measure melt mix move
    open peel pour press prevent protect pull push put raise reach read rearrange record reduce release remove
    retrieve reveal rinse roll scoop scrape scrub seal season see separate shape slice soak speed split spread
    squeeze stabilise stabilize steady stir stop straighten support switch take taste tear test throw tidy tighten
    transfer turn unlock unscrew wash weigh wet wipe"""
)
# Of these the ones that only tell what is done next.
NEXT = wordset("access drop help move put throw")
ROOM = re.compile(r"make (?:sure|space|room)\b")
SAYS_WHY = re.compile(
    r"\b(?:in order to|so as to|so (?:that )?(?:i|we) can|to)"
    r" (?:(?:actually|better|carefully|easily|fully|gently|properly|then) )?(?=(?P<verb>[a-z]+))"
)
BREAKS = re.compile(r"[.,;:()]")
# Words before "to" with which it tells of no purpose, or of somebody else's; a tool's use is how, not why.
NO_PURPOSE = re.compile(
    r"\b(?:able|about|according|add|allow\w*|ask\w*|attach\w*|attempt\w*|back|begin\w*|caus\w*|clos\w*|continu\w*"
    r"|decid\w*|difficult|due|eas\w+|enough|fail\w*|for|forc\w*|forg[eo]t\w*|from|go\w*|hard\w*|how|let\w*|manag\w*"
    r"|need\w*|next|prepar\w*|prior|ready|remember\w*|seem\w*|start\w*|struggl\w*|succeed\w*|tend\w*"
    r"|tr(?:y|ies|ied|ying)|used|wait\w*|want\w*|what|where|whether)\b(?: \w+){0,3} ?$"
    r"|^\W*(?:\w+ ){0,2}us(?:e|ing)\b|\b(?:while|whilst|and|again) using\b"
)
# Where a clause of purpose ends, and something else is told.
ENDS = re.compile(
    r" (?:(?:while|whilst|before|after|as|by|using|when|until|since|because|but|then|where|which|who|however|so)\b"
    r"|(?:that )?i(?:'m| am)\b|with (?:my|the|both|left|right)\b"
    r"|and (?:then|i|the (?:left|right|other) hand|with|also|hold\w*|plac\w*|put\w*|pick\w*)\b).*$"
)
OTHERS = {
    "i": "they",
    "my": "their",
    "me": "them",
    "myself": "themselves",
    "we": "they",
    "our": "their",
    "i'm": "they're",
}
# Last words with which a clause has lost its end.
CUT = wordset("also and by from in into of previously scraped the to with")
# Words for what only the narration around tells, so that they say little here.
POINTS = wordset("else it it's its itself later next one ones something stuff them there these they're this those")
ARTICLES = re.compile(r"\b(?:a|an|her|his|my|our|some|the|their)\b")
"""What narrations have that are not told in catchwords."""
AND_DO = re.compile(r"\band (?!(?:the|their|a|an|some) )\w+ (?:the|their|a|an|some)\b")
"""A second thing that is done."""
# What may be meant by two purposes at once: of two that share a group, the one does not exclude the other.
KINDRED = [
    wordset("cook cooked cooking distribute dissolve evenly heat melt mix spread stir"),
    wordset("check ensure find look read see sure test"),
    wordset("balance hold keep prevent stabilise stabilize steady straighten support"),
]
# Words that do not tell one purpose from another.
SMALL = wordset(
    """all and any are as at be better by can each for from his i in inside into is it its itself make more of off on
    one onto other out over own properly some still sure that their them they this those through to under up with"""
)


def purpose(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Why is done what is done about N seconds in? Level 1: the narration of that moment tells the purpose itself.

    Evidence: that narration. What carries the purpose out is seldom narrated apart, so no second fact is asked for.
    Wrong options: purposes of other moments of the clip that share no word and no sort of aim with it. The stem does
    not name the action, which would tell the purpose.
    """

    def ask(clip: Window, narration: Narration) -> BaseQuestion:
        at = clip.start + whole_second(clip, narration)
        solve = partial(_purpose_at, at=at)
        solution = solve(clip)
        when = into_clip(clip, at)
        return BaseQuestion(
            subtype="purpose",
            level=1,
            window=clip,
            stem=f"{when}, what is the purpose of what the camera wearer does?",
            claim=f"{when}, the purpose of what the camera wearer does is {{}}.",
            solve=solve,
            answer=Phrase(text=solution.key.text, aliases=(solution.key.text.removeprefix("to "),)),
            key_kind="purpose",
            solution=solution,
            wrong=_other_purposes(clip, solution),
            groups=(f"{clip.video.id} {clip.start}", clip.video.id),
            how="Answer with the purpose, beginning with “to”.",
            asked={"seconds": at},
        )

    for clip in windows(window.video, SHOWN, window.source) if window.narrations else []:
        told = [narration for narration in clip.whole(clip.narrations) if purpose_of(narration.text)]
        yield from attempt("purpose", told, partial(ask, clip))


def _purpose_at(window: Window, at: float) -> Solution:
    require(window.start <= at - ABOUT and at + ABOUT <= window.end, "edge_of_clip")
    near = [narration for narration in window.narrations if overlaps(narration, at - ABOUT, at + ABOUT)]
    told = [narration for narration in near if purpose_of(narration.text)]
    require(told, "no_purpose")
    require(len(told) == 1, "several_purposes")
    (one,) = told
    require(one.start <= at <= one.end, "between_whole_seconds")
    require(all(other is one or not other.start <= at <= other.end for other in near), "several_narrations")
    return Solution(_option(one, "clip"), (one,))


def _other_purposes(clip: Window, solution: Solution) -> tuple[Option, ...]:
    (fact,) = solution.facts
    meanwhile: list[str] = []
    found: dict[str, Narration] = {}
    for narration in clip.narrations:
        if not (text := purpose_of(narration.text)):
            continue
        if overlaps(narration, fact.start - ABOUT, fact.end + ABOUT):
            meanwhile.append(text)
        elif clip.holds(narration):
            found.setdefault(text, narration)
    return tuple(
        _option(narration, "clip")
        for text, narration in found.items()
        if not any(_alike(text, other) for other in meanwhile)
    )


def _alike(one: str, other: str) -> bool:
    a, b = _content(one), _content(other)
    return bool(a & b) or any(a & group and b & group for group in KINDRED)


def _option(narration: Narration, origin: Origin) -> Option:
    text = purpose_of(narration.text)
    return Option(text, text, origin, (narration.id,))


@cache
def purpose_of(narration: str) -> str:
    """The one purpose that a narration names, such as "to remove the tea leaves"; "" where it names none, or several.

    The camera wearer is told of as "they".
    """
    text = narration.lower()
    if len(narration) > MOST_CHARACTERS or not ARTICLES.search(text):
        return ""
    found = {aim for part in BREAKS.split(text) for aim in _aims(part)}
    aim = found.pop() if len(found) == 1 else ""
    return "" if _says_again(aim, text) or NEXT & set(aim.split()[1:2]) else aim


def _aims(part: str) -> Iterator[str]:
    """The purposes in a part of a narration that has no punctuation."""
    places = [
        match.span()
        for match in SAYS_WHY.finditer(part)
        if (match["verb"] in AIMS or ROOM.match(part, match.end())) and not NO_PURPOSE.search(part[: match.start()])
    ]
    for (_, start), (stop, _) in pairwise([*places, (len(part), 0)]):
        words = [OTHERS.get(word, word) for word in ENDS.sub("", part[start:stop].rstrip()).split()]
        plain = WORDS[0] <= len(words) <= WORDS[1] and not POINTS & set(words) and words[-1] not in CUT
        plain = plain and not AND_DO.search(" ".join(words))
        if plain and words_of(" ".join(words[1:])) - SMALL:
            yield f"to {' '.join(words)}"


def _says_again(aim: str, narration: str) -> bool:
    """Whether what is aimed at is what is done: "stir the rice to stir the rice"."""
    root = aim.removeprefix("to ").split(" ")[0].removesuffix("e")
    return root != "mak" and len(re.findall(rf"\b{re.escape(root)}", narration)) > 1


@cache
def _content(purpose: str) -> frozenset[str]:
    return words_of(purpose) - SMALL
