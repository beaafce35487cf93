"""What narrations alone tell: the object handled and the movement made at a moment, and what the whole clip adds up to.

A narration is plain only for the moment that it is about: see `handling` for what else may be in hand meanwhile.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, pairwise

from data_builder.facts import Action, overlaps
from data_builder.question import BaseQuestion, Drop, Option, Solution, Solve, attempt, require
from data_builder.subtypes.handling import (
    HANDLING,
    PICKING,
    PUTTING,
    RELEASE,
    company,
    done_to,
    in_hand,
    may_be_one,
    object_option,
    object_question,
    one_object,
    unclear,
    unclear_grip,
    verb_of,
)
from data_builder.subtypes.moments import ABOUT, at_its_level, clips, into_clip, whole_second
from data_builder.subtypes.options import COUNTS, fixed_options, wrong_options
from data_builder.subtypes.threes import first_order, order_question, threes
from data_builder.subtypes.wording import named_by, object_names, object_words, with_article, words_of
from data_builder.windows import Window
from reward.answers import Number, Phrase
from reward.plain import wordset

LENGTH, STEP, COUNTED = 60.0, 30.0, 240.0
"""Seconds of the clips, from one to the next, and of those in which is counted what is seldom done."""

# What undoes the other is not the other, so it can be a wrong option for the same object.
OPPOSITE = [({"take", "pick", "get", "grab"}, {"put", "place"}), ({"open"}, {"close"}), ({"turn-on"}, {"turn-off"})]
# Words of narrations that name no object, or no movement that could not go on at any other time.
UNCOUNTED = wordset(
    """beef bread broccoli butter cereal cheese chicken coffee corn dough flour foil garlic ham honey juice kale lettuce
    meat milk oil parsley pasta pepper rice salad salmon salt sauce soap spinach sugar tea yoghurt"""
)
VAGUE = wordset("another check checking hold it look looking other something still stuff them thing")


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
    require(not words_of(actions[0].narration) & VAGUE, "vague_narration")
    return actions[0]


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
        if not words_of(other.narration) & VAGUE and not (sound and named_by(sound, other.narration))
    ]
    narrated = {movement_option(other).label: other for other in (*plain, action)}
    meanwhile = [other for other in window.actions if overlaps(other, start, end)]
    return wrong_options(
        movement_option(action),
        [movement_option(other) for other in plain if not any(_same_movement(other, now) for now in meanwhile)],
        clash=lambda a, b: _same_movement(narrated[a], narrated[b]),
    )


def _same_movement(one: Action, other: Action) -> bool:
    """Whether two narrations may be of one movement: they share an object, and neither undoes the other."""
    shared = set(one.noun_classes) & set(other.noun_classes)
    return bool(shared) and not any(
        (_is(one, a) and _is(other, b)) or (_is(one, b) and _is(other, a)) for a, b in OPPOSITE
    )


def _is(action: Action, verbs: set[str]) -> bool:
    return action.verb in verbs or verb_of(action) in verbs


def object_order(window: Window) -> Iterator[BaseQuestion | Drop]:
    """In which order are three objects first handled?

    Level 3: they are first handled in both halves of the clip. Evidence: the first action with each. Wrong options:
    the other orders, the same for all questions. The question names the objects in alphabetical order.
    """
    for clip in clips(window, LENGTH, STEP):
        yield from attempt("object_order", threes(_firsts(clip), clip), partial(_order_question, clip))


def _order_question(window: Window, three: tuple[Action, ...]) -> BaseQuestion:
    nouns = sorted((action.noun for action in three), key=object_words)
    require(not any(may_be_one(one, other) for one, other in combinations(nouns, 2)), "similar_objects")
    solve, names = partial(_object_order, nouns=nouns), [object_names(noun) for noun in nouns]
    question = order_question("object_order", window, solve, "objects", "handled", names, "; ".join(nouns))
    return at_its_level(question)


def _object_order(window: Window, nouns: Sequence[str]) -> Solution:
    return first_order(window, _firsts(window), lambda action: action.noun, nouns)


def _firsts(window: Window) -> list[Action]:
    """The first action with each object, if it is plain, and nothing before it may have the object in hand."""
    seen: list[Action] = []
    firsts: list[Action] = []
    for action in window.actions:
        known = any(action.noun_class in a.noun_classes or any(may_be_one(action.noun, n) for n in a.nouns) for a in seen)
        seen.append(action)
        if known or (unclear(action) and unclear_grip(action)) or not window.holds(action):
            continue
        if verb_of(action) not in RELEASE and not in_hand(window, action.noun_class, window.start):
            firsts.append(action)
    return firsts


def object_count(window: Window) -> Iterator[BaseQuestion | Drop]:
    """How many times is something of one name picked up?

    Level 3: each time counts, and there are some in either half of the clip. Evidence: all that is narrated of picking
    one up, each whole in the clip and plain; each one that is put down has been picked up before. The options are
    2, 3, 4 and 5 for every question.
    """
    for clip in clips(window, COUNTED, STEP):
        nouns = sorted({action.noun for action in clip.actions if not unclear_grip(action)})
        yield from attempt("object_count", nouns, partial(_count_question, clip))


def _count_question(window: Window, noun: str) -> BaseQuestion:
    words = with_article(object_words(noun))
    solve = partial(_picked_up, noun=noun)
    solution = solve(window)
    require(noun not in UNCOUNTED and not noun.endswith("s"), "not_countable")
    question = BaseQuestion(
        subtype="object_count",
        level=3,
        window=window,
        stem=f"How many times does the camera wearer pick up {words} in the clip?",
        claim=f"The number of times that the camera wearer picks up {words} in the clip is {{}}.",
        solve=solve,
        answer=Number(value=solution.key.text),
        key_kind="number",
        solution=solution,
        wrong=fixed_options(COUNTS, solution.key),
        shown_from=("fixed",),
        groups=(noun, "object_count"),
        asked={"object": object_words(noun)},
    )
    return at_its_level(question)


def _picked_up(window: Window, noun: str) -> Solution:
    handled = [a for a in window.actions if any(may_be_one(noun, other) for other in a.nouns)]
    moved = [action for action in handled if done_to(action) != HANDLING]
    found = [action for action in moved if done_to(action) == PICKING]
    require(all(action.noun == noun and not unclear_grip(action) for action in found), "several_objects")
    require(all(map(window.holds, found)), "cut_by_edge")
    require(all(later.start - earlier.end >= 0 for earlier, later in pairwise(found)), "not_separable")
    downs = [done_to(action) == PUTTING for action in moved]
    require(not any(one and other for one, other in pairwise(downs)), "put_down_without_being_picked_up")
    number = str(len(found))
    require(number in COUNTS, "too_few_or_too_many")
    return Solution(Option(number, number, "fixed"), tuple(found))
