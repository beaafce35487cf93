"""Handling: which object a narrated action has in hand, and when the narration does not say so plainly."""

import re
from collections.abc import Iterable
from functools import cache

from data_builder.facts import Action, overlaps
from data_builder.question import BaseQuestion, Option, Origin, Solve, require
from data_builder.subtypes.naming import fixed
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
SWITCHES = wordset(
    """boiler cooker dishwasher extractor fan fire flame gas grill grinder heat heater hob hood kettle lamp light
    machine maker microwave mixer oven socket stereo stove switch tap timer toaster"""
)
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
    silverware sound stuff temperature thing time tin tub utensil v60 vegetable waste water wrapper wrapping"""
)
PARTS = wordset(
    "base bit bottom content edge excess fragment hand end height intensity part piece rest side top volume"
)
# Words that the annotators' parser took for a part of a name, and that say which one it is to nobody else.
MISREAD = wordset("access cut empty excess first inside jarred more open opening other residual scoop second wash")
# Names that annotators give to the same thing now and then, so that the one does not exclude the other.
KINDRED = [
    wordset("cooker burner grill hob oven stove"),
    wordset("cloth napkin rag sponge towel"),
    wordset("cup glass mug"),
    wordset("pan pot saucepan wok"),
    wordset("sink tap"),
]
FILLERS = wordset("again continue keep my of some still")

HELD = 15.0
"""Seconds for which an object may stay in the hand that took it, if nothing is narrated of its being put away."""

PICKING, PUTTING, HANDLING = "picking up", "putting down or away", "handling"
"""What can be asked about an object. In hand may be others as well, but hardly picked up or put down at one time."""
DOES = {PICKING: "picking up the {}", PUTTING: "putting the {} down or away", HANDLING: "handling the {}"}
TAKES = frozenset(["fetch", "get", "get-from", "grab", "grab-from", "pick", "pick-up", "take", "take-from", "take-out"])
PUTS = frozenset(["place-back", "place-down", "put-away", "put-back", "put-down"])
INTO = ("", "-in", "-inside", "-into", "-on", "-onto")
PUTS_SOMEWHERE = frozenset(f"{verb}{to}" for verb in ("place", "put") for to in INTO)
# Where things are put and left; what is put into a pan is mostly poured or cooked.
PLACES = wordset(
    """cabinet counter cupboard dishwasher drawer freezer fridge hob microwave oven rack refrigerator shelf side sink
    stove table worktop"""
)
# "get soap on hands" is no picking up.
ELSEWHERE = re.compile(r"\b(?:for|in|into|on|onto|over|to|using|with)\b")
TOWARDS = re.compile(r"\b(?:at|beside|by|for|from|in|inside|into|near|next|of|off|on|onto|over|to|under|using|with)\b")


def verb_of(action: Action) -> str:
    """The verb without its particle: `put` for `put-down`."""
    return action.verb.split("-")[0]


def done_to(action: Action) -> str:
    """What an action does to its object: picks it up, puts it down, or has it in hand in any other way."""
    return PICKING if verb_of(action) in GRASP else PUTTING if verb_of(action) in RELEASE else HANDLING


def switched(action: Action) -> bool:
    """Whether something is turned on or off that can be: a tap or a stove top, but neither a lid nor coffee."""
    return bool(SWITCHES & set(action.noun.split(":")))


@cache
def unclear(action: Action) -> str | None:
    """Why it is not plain which one object the action handles, as the reason for a drop; None when it is."""
    if len(action.nouns) > 1:
        return "several_objects_narrated"
    if not (switched(action) if action.verb in SWITCHED else verb_of(action) in BY_HAND):
        return "object_not_in_hand"
    return _unnamed(action, action.narration)


@cache
def unclear_grip(action: Action) -> str | None:
    """Why it is not plain which one object the action picks up or puts down; None when it is.

    Other nouns may say where from and where to.
    """
    somewhere = action.verb in PUTS_SOMEWHERE and action.nouns[-1].split(":")[0] in PLACES and len(action.nouns) > 1
    if action.verb not in TAKES and action.verb not in PUTS and not somewhere:
        return "neither_picked_up_nor_put_down"
    if fixed(object_words(action.noun)):
        return "neither_picked_up_nor_put_down"
    verb, *rest = action.narration.split(maxsplit=1)
    told = " ".join(rest).lower()
    if action.verb in TAKES and ELSEWHERE.search(told):
        return "neither_picked_up_nor_put_down"
    return _unnamed(action, f"{verb} {TOWARDS.split(told)[0]}")


def _unnamed(action: Action, said: str) -> str | None:
    """Why the words are not the verb and the noun alone; those of "wash upper part" are not, whatever its noun is."""
    if action.noun in NO_OBJECT or action.noun.split(":")[0] in PARTS or words_of(action.noun) & MISREAD:
        return "no_nameable_object"
    words, known = words_of(said), words_of(action.noun) | words_of(action.verb) | FILLERS
    rest = [word for word in words - known if not word.startswith(verb_of(action)[:4].rstrip("e"))]
    if rest or not words_of(action.noun) <= words:
        return "narration_says_more"
    return None if set(action.noun.split(":")) <= set(re.findall(r"\w+", said.lower())) else "several_of_a_kind"


def one_object(actions: Iterable[Action], doing: str = HANDLING) -> list[Action]:
    """The actions that do this, when all of them are plainly of one object; raises Undecidable otherwise.

    What else is done meanwhile makes no difference to what is picked up or put down, but to what is handled.
    """
    found = [action for action in actions if doing == HANDLING or done_to(action) == doing]
    require(found, "no_action")
    for action in found:
        reason = unclear(action) if doing == HANDLING else unclear_grip(action)
        require(not reason, reason or "")
    require(len({action.noun for action in found}) == 1, "several_objects")
    return found


def same_done(window: Window, noun: str, doing: str) -> list[Action]:
    """The actions of the clip that may do this to an object."""
    return [
        action
        for action in window.actions
        if doing in (HANDLING, done_to(action)) and any(may_be_one(noun, other) for other in action.nouns)
    ]


def company(window: Window, doing: str) -> tuple[str, ...]:
    """Groups of a clip and then of its video: what is picked up is put down as well, and mostly no door or tap."""
    clip, moved = f"{window.video.id} {window.start}", "handled" if doing == HANDLING else "moved"
    return f"{clip} {doing}", f"{clip} {moved}", f"{window.video.id} {moved}"


def object_option(action: Action, origin: Origin = "clip") -> Option:
    return Option(object_words(action.noun), action.noun, origin, (action.id,))


def object_question(
    subtype: str,
    level: int,
    window: Window,
    *,
    when: str,
    doing: str,
    solve: Solve,
    span: tuple[float, float],
    groups: tuple[str, ...],
    asked: dict[str, str | float],
    sound: str = "",
) -> BaseQuestion:
    """Which object is handled at a moment, which `when` tells ("About 12 seconds into the clip")?

    Wrong options: objects to which nobody does so in `span`, seconds of the video, and none that `sound` names.
    """
    solution = solve(window)
    action = next(fact for fact in solution.facts if isinstance(fact, Action))
    wrong = other_objects(window, action, doing, *span, sound)
    texts = {option.text for option in wrong}
    key = solution.key
    return BaseQuestion(
        subtype=subtype,
        level=level,
        window=window,
        stem=f"{when}, which object is the camera wearer {doing}?",
        claim=f"{when}, the camera wearer is {DOES[doing]}.",
        solve=solve,
        answer=Phrase(text=key.text, aliases=tuple(n for n in object_names(key.label)[1:] if n not in texts)),
        key_kind="name",
        solution=solution,
        wrong=wrong,
        groups=groups,
        how="Answer with the name of the object.",
        asked={"doing": doing, **asked},
    )


def other_objects(
    window: Window, action: Action, doing: str, start: float, end: float, sound: str = ""
) -> tuple[Option, ...]:
    """Objects to which nobody does so between two times, where the action does; none that the sound names."""
    around = elsewhere(window, lambda part: part.actions)
    plain = [(a, origin) for a, origin in around if not (unclear(a) and unclear_grip(a))]
    plain = [(a, origin) for a, origin in plain if doing == HANDLING or not fixed(object_words(a.noun))]
    by_noun = {a.noun: a for a, _ in plain} | {action.noun: action}
    meanwhile = [a for a in window.video.actions if overlaps(a, start, end) and doing in (HANDLING, done_to(a))]

    def idle(option: Option) -> bool:
        other = by_noun[option.label]
        held = doing == HANDLING and in_hand(window, other.noun_class, (start + end) / 2)
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


def in_hand(window: Window, noun_class: int, at: float) -> bool:
    """Whether an object of a class may be held at a moment of the video without being narrated.

    It may when it was taken a short while ago and not put away since, or when it is put away next, unless it had been
    put away before.
    """
    same = [action for action in window.video.actions if noun_class in action.noun_classes]
    before = [action for action in same if action.end <= at]
    after = [action for action in same if action.start >= at]
    released = [i for i, action in enumerate(before) if verb_of(action) in RELEASE]
    taken = [a for a in before[released[-1] + 1 if released else 0 :] if verb_of(a) in GRASP and at - a.end < HELD]
    put_next = bool(after) and verb_of(after[0]) in RELEASE
    return bool(taken) or (put_next and not (released and released[-1] == len(before) - 1))
