"""What narrations alone tell: the object handled and the movement made at a moment, and what the whole clip adds up to.

A narration is plain only for the moment that it is about: see `handling` for what else may be in hand meanwhile.
"""

from collections.abc import Iterator
from functools import cache, partial
from itertools import pairwise

from data_builder.facts import Action, overlaps
from data_builder.question import BaseQuestion, Drop, Option, Solution, Solve, attempt, require
from data_builder.subtypes.handling import (
    GRASP,
    SWITCHED,
    company,
    done_to,
    object_option,
    object_question,
    one_object,
    switched,
    verb_of,
)
from data_builder.subtypes.moments import ABOUT, clips, into_clip, whole_second
from data_builder.subtypes.options import wrong_options
from data_builder.subtypes.wording import named_by, words_of
from data_builder.windows import Window
from reward.answers import Phrase
from reward.plain import wordset

LENGTH, STEP = 60.0, 30.0
"""Seconds of the clips in which objects are asked for, and from one to the next."""

# What undoes the other is not the other, so it can be a wrong option for the same object.
OPPOSITE = [({"take", "pick", "get", "grab"}, {"put", "place"}), ({"open"}, {"close"}), ({"turn-on"}, {"turn-off"})]
# Words of narrations that name no object, or no movement that could not go on at any other time.
VAGUE = wordset("another bit check checking hold it look looking other part something still stuff them thing upper")
NO_VERB = wordset("again also and begin continue end hand keep now start still tap then thrown to try tun used wait")
CUT_OFF = wordset("a an and for from in into my of or some the to with")  # as last words
# What is put has to be told with where to: "put plate" says too little, and "put on pot" does not say what.
PUTS = wordset("lay place put set")
AWAY = wordset("aside away back down")
WHERE = AWAY | wordset("at by in inside into next on onto over to under")


def easy_object(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which object is picked up, put down, or else handled about N seconds in?

    Level 1: one object, and no other is narrated so around that time. Evidence: the actions around that time.
    Wrong options: objects handled at other times, of the clip first. The clips are of a minute, since in shorter ones
    there are seldom four objects.
    """
    for clip in clips(window, LENGTH, STEP):
        yield from _easy_object(clip)


def _easy_object(window: Window) -> Iterator[BaseQuestion | Drop]:
    def ask(action: Action) -> BaseQuestion:
        at = window.start + whole_second(window, action)
        doing = done_to(action)
        return object_question(
            "easy_object",
            1,
            window,
            when=into_clip(window, at),
            doing=doing,
            solve=partial(_object_at, at=at, doing=doing),
            span=(at - ABOUT, at + ABOUT),
            groups=company(window, doing),
            asked={"seconds": at},
        )

    return attempt("easy_object", _one_a_second(window), ask)


def _object_at(window: Window, at: float, doing: str) -> Solution:
    near = one_object(_around(window, at), doing)
    require(any(action.start <= at <= action.end for action in near), "between_whole_seconds")
    return Solution(object_option(near[0]), tuple(near))


def _around(window: Window, at: float) -> list[Action]:
    return [action for action in window.actions if overlaps(action, at - ABOUT, at + ABOUT)]


def _one_a_second(window: Window) -> list[Action]:
    """The actions that lie whole in the clip, of those with their middle at the same second the first."""
    seconds: dict[int, Action] = {}
    for action in window.whole(window.actions):
        seconds.setdefault(int((action.start + action.end) / 2 - window.start + 0.5), action)
    return list(seconds.values())


def easy_action(window: Window) -> Iterator[BaseQuestion | Drop]:
    """What is the camera wearer doing about N seconds in?

    Level 1: one narration, and no other around that time. Evidence: that action. Wrong options: narrations of other
    times, none of the same object unless it is the opposite (open, close). Needs its options: one movement can be told
    in many ways.
    """

    def ask(action: Action) -> BaseQuestion:
        at = window.start + whole_second(window, action)
        return movement_question(
            "easy_action",
            1,
            window,
            when=into_clip(window, at),
            solve=partial(_action_at, at=at),
            span=(at - ABOUT, at + ABOUT),
            groups=(f"{window.video.id} {window.start}", window.video.id),
            asked={"seconds": at},
        )

    return attempt("easy_action", _one_a_second(window), ask)


def _action_at(window: Window, at: float) -> Solution:
    near = _around(window, at)
    action = one_movement(near)
    require(action.start <= at <= action.end, "between_whole_seconds")
    return Solution(movement_option(action), (action,))


def one_movement(actions: list[Action]) -> Action:
    """The only one of the actions; raises Undecidable where there are others or where its narration is vague."""
    require(actions, "no_action")
    require(len(actions) == 1, "several_actions")
    require(_plain(actions[0]), "vague_narration")
    return actions[0]


@cache
def _plain(action: Action) -> bool:
    """Whether a narration is a full sentence but for its articles, and says which movement is made with what."""
    verb, *said = action.narration.lower().strip(" .").split() or [""]
    if not said or said[-1] in CUT_OFF or verb in NO_VERB or verb.endswith("ing"):
        return False
    misspelt = any(one == other for one, other in pairwise(said))
    if misspelt or (verb_of(action) in GRASP and said[-1] in ("hand", "hands")):
        return False
    if words_of(action.narration) & VAGUE or (action.verb in SWITCHED and not switched(action)):
        return False
    return verb not in PUTS or said[0] in AWAY or (said[0] not in WHERE and any(word in WHERE for word in said))


def movement_option(action: Action) -> Option:
    narration = action.narration.strip(" .")
    return Option(narration, narration, "clip", (action.id,))


def movement_question(
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
    """What is done at a moment, which `when` tells? Wrong options: what is not done in `span`, seconds of the video."""
    solution = solve(window)
    [action] = [fact for fact in solution.facts if isinstance(fact, Action)]
    return BaseQuestion(
        subtype=subtype,
        level=level,
        window=window,
        stem=f"{when}, what is the camera wearer doing?",
        claim=f"{when}, the camera wearer does this: {{}}.",
        solve=solve,
        answer=Phrase(text=solution.key.text),
        key_kind="narration",
        solution=solution,
        wrong=other_movements(window, action, *span, sound),
        groups=groups,
        asked=asked,
    )


def other_movements(window: Window, action: Action, start: float, end: float, sound: str = "") -> tuple[Option, ...]:
    """Narrations of the clip of which none is, or may be, true between two times, where the action's is.

    None is named by the sound. There is no use for those of the rest of the video: the question needs its options.
    """
    plain = [
        other
        for other in window.whole(window.actions)
        if _plain(other) and not (sound and named_by(sound, other.narration))
    ]
    narrated: dict[str, list[Action]] = {}  # annotators tell one thing in the same words of several nouns
    for other in (*plain, action):
        narrated.setdefault(movement_option(other).label, []).append(other)
    meanwhile = [other for other in window.actions if overlaps(other, start, end)]
    return wrong_options(
        movement_option(action),
        [
            movement_option(other)
            for other in plain
            if not any(_same_movement(one, now) for one in narrated[movement_option(other).label] for now in meanwhile)
        ],
        clash=lambda a, b: any(_same_movement(one, two) for one in narrated[a] for two in narrated[b]),
    )


def _same_movement(one: Action, other: Action) -> bool:
    """Whether two narrations may be of one movement: they share an object, and neither undoes the other."""
    shared = set(one.noun_classes) & set(other.noun_classes)
    return bool(shared) and not any(
        (_is(one, a) and _is(other, b)) or (_is(one, b) and _is(other, a)) for a, b in OPPOSITE
    )


def _is(action: Action, verbs: set[str]) -> bool:
    return action.verb in verbs or verb_of(action) in verbs
