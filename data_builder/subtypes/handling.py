"""Handling: which object a narrated action has in hand, and when the narration does not say so plainly."""

import random
from collections.abc import Iterable
from functools import cache

from data_builder.facts import Action, Fact, Video, overlaps
from data_builder.question import BaseQuestion, Option, require
from data_builder.subtypes.options import choose, elsewhere, object_option
from data_builder.subtypes.wording import nested, object_names, object_words, words_of
from data_builder.windows import Window
from reward.answers import Phrase
from reward.plain import wordset

# Verbs (their first word) that put a hand on the noun itself. With "stir" or "cut" the hand is on a tool that the
# narration does not name, with "wipe counter" on a cloth.
BY_HAND = wordset(
    """close drop dry empty fold get grab hang hold insert lather lift move open pack pick place press pull push
    put remove replace return rinse roll rotate screw shake shut squeeze stack take throw toss unfold unpack
    unscrew unwrap wash"""
)
SWITCHED = frozenset({"turn-on", "turn-off"})  # what else is turned is often turned with a tool
GRASP = wordset("get grab hold lift pick take")
RELEASE = wordset("drop hang insert place put replace return throw toss")
# Cleaning takes more than the object that is named: these may be in the other hand, or are used all the while.
CLEANING = wordset("dry lather rinse wash")
CLEANS = wordset(
    "brush cloth detergent glove liquid napkin paper rag scourer scrubber sink soap sponge tap tissue towel"
)
# No things that a hand holds, or names for any of several things in view.
NO_OBJECT = wordset(
    """box bag bottle can carton container cover cutlery dish door fire flame food fruit gas heat ingredient item jar
    kitchen leftover level light liquid mixture pack package packaging packet packing plastic power rubbish setting
    silverware sound stuff temperature thing time tin tub utensil vegetable waste water wrapper wrapping"""
)
PARTS = wordset("bottom content edge end hand part piece rest side top")
# Names that annotators give to the same thing now and then, so that the one does not exclude the other.
KINDRED = [
    wordset("cooker burner grill hob oven stove"),
    wordset("cloth napkin rag sponge towel"),
    wordset("cup glass mug"),
    wordset("pan pot saucepan wok"),
    wordset("sink tap"),
]
FILLERS = wordset("continue keep my of some still")
Pool = list[tuple[Action, Option]]

HELD = 15.0
"""Seconds for which an object may stay in the hand that took it, if nothing is narrated of its being put away."""


def verb_of(action: Action) -> str:
    """The verb without its particle: `put` for `put-down`."""
    return action.verb.split("-")[0]


@cache
def unclear(action: Action) -> str | None:
    """Why it is not plain which one object the action handles, as the reason for a drop; None when it is."""
    if len(action.nouns) > 1:
        return "several_objects_narrated"
    if verb_of(action) not in BY_HAND and action.verb not in SWITCHED:
        return "object_not_in_hand"
    if action.noun in NO_OBJECT or action.noun.split(":")[0] in PARTS:
        return "no_nameable_object"
    said, known = words_of(action.narration), words_of(action.noun) | words_of(action.verb) | FILLERS
    rest = [word for word in said - known if not word.startswith(verb_of(action)[:4].rstrip("e"))]
    # "put them back into the refrigerator" and "clean upper part" do not name what is in hand, whatever their noun is
    return "narration_says_more" if rest or not words_of(action.noun) <= said else None


def one_object(actions: Iterable[Action]) -> Action:
    """The action, when all of them handle one object; raises Undecidable otherwise."""
    actions = list(actions)
    require(actions, "no_action")
    for action in actions:
        require(not (reason := unclear(action)), reason or "")
    require(len({action.noun for action in actions}) == 1, "several_objects")
    return actions[0]


def objects(window: Window, video: Video) -> Pool:
    """What is plainly handled in the video, as options."""
    return [(a, object_option(a, origin)) for a, origin in elsewhere(video.actions, window) if not unclear(a)]


def object_question(
    when: str,
    action: Action,
    wrong: tuple[Option, ...],
    window: Window,
    *,
    subtype: str,
    level: int,
    facts: tuple[Fact, ...],
    because: str,
    asked: dict[str, str | float],
) -> BaseQuestion:
    """Which object is handled at a moment, which `when` tells ("About 12 seconds into the clip")? The action's is."""
    key, names = object_option(action), tuple(option.text for option in wrong)
    return BaseQuestion(
        source=window.source,
        subtype=subtype,
        level=level,
        stem=f"{when}, which object is the camera wearer handling?",
        claim=f"{when}, the camera wearer is handling the {{}}.",
        key=key,
        wrong=wrong,
        answer=Phrase(
            text=key.text, aliases=tuple(n for n in object_names(key.label)[1:] if n not in names), wrong=names
        ),
        facts=facts,
        clip=window.clip,
        because=because,
        how="Answer with the name of the object.",
        asked=asked,
    )


def not_handled(
    action: Action, start: float, end: float, pool: Pool, video: Video, rng: random.Random
) -> tuple[Option, ...]:
    """Wrong options for what is handled between two times, where the action's object is the key."""
    meanwhile = [other for other in video.actions if overlaps(other, start, end)]
    by_noun = {other.noun: other for other, _ in pool} | {action.noun: action}
    return choose(
        object_option(action),
        [option for _, option in pool],
        rng,
        clash=lambda a, b: by_noun[a].noun_class == by_noun[b].noun_class or _may_be_one(a, b),
        false=lambda option: (
            not (
                any(_may_go_on(by_noun[option.label], other) for other in meanwhile)
                or _in_hand(video, by_noun[option.label].noun_class, (start + end) / 2)
            )
        ),
    )


@cache
def _may_be_one(noun: str, other: str) -> bool:
    """Whether two nouns may be names for one object."""
    one, two = object_words(noun), object_words(other)
    return nested(one, two) or any(words_of(one) & group and words_of(two) & group for group in KINDRED)


def _may_go_on(action: Action, meanwhile: Action) -> bool:
    """Whether an action's object may be handled in another action.

    It may when that one names it or a thing that may be it, or takes it along, as washing does the sponge.
    """
    return (
        action.noun_class in meanwhile.noun_classes
        or any(_may_be_one(action.noun, noun) for noun in meanwhile.nouns)
        or (verb_of(meanwhile) in CLEANING and bool(words_of(action.noun) & CLEANS))
    )


def _in_hand(video: Video, noun_class: int, at: float) -> bool:
    """Whether an object may be held at a moment at which it is not narrated.

    It may when it was taken a short while ago and not put away since, or when it is put away next, unless it had been
    put away before.
    """
    same = [action for action in video.actions if action.noun_class == noun_class]
    before = [action for action in same if action.end <= at]
    after = [action for action in same if action.start >= at]
    released = [i for i, action in enumerate(before) if verb_of(action) in RELEASE]
    taken = [a for a in before[released[-1] + 1 if released else 0 :] if verb_of(a) in GRASP and at - a.end < HELD]
    put_next = bool(after) and verb_of(after[0]) in RELEASE
    return bool(taken) or (put_next and not (released and released[-1] == len(before) - 1))
