"""Handling: which object a narrated action has in hand, and when the narration does not say so plainly."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache

from data_builder.facts import Action, overlaps
from data_builder.question import BaseQuestion, Option, Origin, Solve, require
from data_builder.subtypes.options import elsewhere, wrong_options
from data_builder.subtypes.wording import named_by, nested, object_names, object_words, words_of
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


def handled_once(window: Window, noun: str) -> Action:
    """The only action of the clip with an object, which it handles plainly and whole in the clip.

    Raises Undecidable where there is none, and where another one is of a thing that may be it.
    """
    found = [action for action in window.actions if any(may_be_one(noun, other) for other in action.nouns)]
    require(found, "no_action")
    require(len(found) == 1, "handled_again")
    require(window.holds(found[0]), "cut_by_edge")
    return one_object(found)


def object_option(action: Action, origin: Origin = "clip") -> Option:
    return Option(object_words(action.noun), action.noun, origin, (action.id,))


def object_question(
    subtype: str,
    level: int,
    window: Window,
    *,
    when: str,
    solve: Solve,
    span: tuple[float, float],
    groups: tuple[str, ...],
    asked: dict[str, str | float],
    sound: str = "",
) -> BaseQuestion:
    """Which object is handled at a moment, which `when` tells ("About 12 seconds into the clip")?

    Wrong options: objects that are not handled in `span`, in seconds of the video, and none that `sound` names.
    """
    solution = solve(window)
    action = next(fact for fact in solution.facts if isinstance(fact, Action))
    wrong = not_handled(window, action, *span, sound)
    texts = {option.text for option in wrong}
    key = solution.key
    return BaseQuestion(
        subtype=subtype,
        level=level,
        window=window,
        stem=f"{when}, which object is the camera wearer handling?",
        claim=f"{when}, the camera wearer is handling the {{}}.",
        solve=solve,
        answer=Phrase(text=key.text, aliases=tuple(n for n in object_names(key.label)[1:] if n not in texts)),
        key_kind="name",
        solution=solution,
        wrong=wrong,
        groups=groups,
        how="Answer with the name of the object.",
        asked=asked,
    )


def not_handled(window: Window, action: Action, start: float, end: float, sound: str = "") -> tuple[Option, ...]:
    """Objects that are not handled between two times, where the action's object is; none that the sound names."""
    actions = window.video.actions
    plain = [(a, origin) for a, origin in elsewhere(actions, window) if not unclear(a)]
    by_noun = {a.noun: a for a, _ in plain} | {action.noun: action}
    by_class = defaultdict(list)
    for other in actions:
        by_class[other.noun_class].append(other)
    meanwhile = [other for other in actions if overlaps(other, start, end)]

    def idle(option: Option) -> bool:
        other = by_noun[option.label]
        held = in_hand(by_class[other.noun_class], (start + end) / 2)
        return not held and not any(_may_go_on(other, during) for during in meanwhile)

    return wrong_options(
        object_option(action),
        [object_option(a, origin) for a, origin in plain if not (sound and named_by(sound, a.narration))],
        clash=lambda a, b: by_noun[a].noun_class == by_noun[b].noun_class or may_be_one(a, b),
        false=idle,
    )


@cache
def may_be_one(noun: str, other: str) -> bool:
    """Whether two nouns may be names for one object."""
    one, two = object_words(noun), object_words(other)
    return nested(one, two) or any(words_of(one) & group and words_of(two) & group for group in KINDRED)


def _may_go_on(action: Action, meanwhile: Action) -> bool:
    """Whether an action's object may be handled in another action.

    It may when that one names it or a thing that may be it, or takes it along, as washing does the sponge.
    """
    return (
        action.noun_class in meanwhile.noun_classes
        or any(may_be_one(action.noun, noun) for noun in meanwhile.nouns)
        or (verb_of(meanwhile) in CLEANING and bool(words_of(action.noun) & CLEANS))
    )


def in_hand(actions: Iterable[Action], at: float) -> bool:
    """Whether an object, of which these are all actions in their order, may be held at a moment without being narrated.

    It may when it was taken a short while ago and not put away since, or when it is put away next, unless it had been
    put away before.
    """
    actions = list(actions)
    before = [action for action in actions if action.end <= at]
    after = [action for action in actions if action.start >= at]
    released = [i for i, action in enumerate(before) if verb_of(action) in RELEASE]
    taken = [a for a in before[released[-1] + 1 if released else 0 :] if verb_of(a) in GRASP and at - a.end < HELD]
    put_next = bool(after) and verb_of(after[0]) in RELEASE
    return bool(taken) or (put_next and not (released and released[-1] == len(before) - 1))
