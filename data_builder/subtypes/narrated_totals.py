"""What narrations of the whole clip add up to: the order in which objects are first handled, and how often."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, pairwise

from data_builder.facts import Action
from data_builder.question import BaseQuestion, Drop, Option, Solution, attempt, require
from data_builder.subtypes.counts import count_question
from data_builder.subtypes.handling import (
    HANDLING,
    PICKING,
    PUTTING,
    done_to,
    in_hand,
    may_be_one,
    unclear,
    unclear_grip,
)
from data_builder.subtypes.moments import at_its_level, clips
from data_builder.subtypes.options import COUNTS
from data_builder.subtypes.threes import numbered, order_question, threes, whole_order
from data_builder.subtypes.wording import object_names, object_words, with_article
from data_builder.windows import Window
from reward.plain import wordset

SHORT, LONG, STEP = 60.0, 240.0, 30.0
"""Seconds of the clips in which objects are put in order, of those in which is counted, and from one to the next."""
# Nobody picks up a rice or a washing up liquid.
UNCOUNTED = wordset(
    """beef bread broccoli butter cereal cheese chicken coffee corn cream curry cutlery detergent dough drink film
    flour foil food fruit garlic ginger ham honey hummus humus juice kale lettuce liquid meat milk oil paper parsley
    pasta paste pepper powder quorn rice rubbish salad salmon salt sauce silverware soap soup spice spinach sugar
    tea tofu tuna tupperware vinegar water wine yoghurt"""
)


def object_order(window: Window) -> Iterator[BaseQuestion | Drop]:
    """In which order are three objects first handled?

    Level 3: they are first handled in both halves of the clip. Evidence: the first action with each. Wrong options:
    the other orders, the same for all questions.
    """
    for clip in clips(window, SHORT, STEP):
        yield from attempt("object_order", threes(_firsts(clip), clip), partial(_order_question, clip))


def _order_question(window: Window, three: tuple[Action, ...]) -> BaseQuestion:
    nouns = numbered((action.noun for action in three), window)
    require(not any(may_be_one(one, other) for one, other in combinations(nouns, 2)), "similar_objects")
    solve, names = partial(_object_order, nouns=nouns), [object_names(noun) for noun in nouns]
    question = order_question(
        "object_order",
        window,
        solve,
        stem="In which order are three objects first handled in the clip",
        claim=("In the clip, three objects", " are first handled"),
        names=names,
        asked={"objects": "; ".join(nouns)},
    )
    return at_its_level(question)


def _object_order(window: Window, nouns: Sequence[str]) -> Solution:
    return whole_order(window, {action.noun: action for action in _firsts(window)}, nouns)


def _firsts(window: Window) -> list[Action]:
    """The first action with each object, if it is plain, and nothing before it may have the object in hand."""
    seen: list[Action] = []
    firsts: list[Action] = []
    for action in window.actions:
        new = not any(_named(action, other) for other in seen)
        seen.append(action)
        plain = not (unclear(action) and unclear_grip(action)) and done_to(action) != PUTTING
        if new and plain and window.holds(action) and not in_hand(window, action.noun_class, window.start):
            firsts.append(action)
    return firsts


def _named(action: Action, other: Action) -> bool:
    """Whether another action names the object of an action, or a thing that may be it."""
    return action.noun_class in other.noun_classes or any(may_be_one(action.noun, noun) for noun in other.nouns)


def object_count(window: Window) -> Iterator[BaseQuestion | Drop]:
    """How many times is something of one name picked up?

    Level 3: each time counts, and there are some in either half of the clip. Evidence: all that is narrated of picking
    one up, each whole in the clip and plain; each one that is put down has been picked up before. The options are
    2, 3, 4 and 5 for every question.
    """
    for clip in clips(window, LONG, STEP):
        nouns = sorted({action.noun for action in clip.actions if not unclear_grip(action)})
        yield from attempt("object_count", nouns, partial(_count_question, clip))


def _count_question(window: Window, noun: str) -> BaseQuestion:
    words = with_article(object_words(noun))
    question = count_question(
        "object_count",
        window,
        partial(_picked_up, noun=noun),
        stem=f"How many times does the camera wearer pick up {words} in the clip?",
        claim=f"The number of times that the camera wearer picks up {words} in the clip is {{}}.",
        groups=(noun, "object_count"),
        asked={"object": object_words(noun)},
    )
    require(noun.split(":")[0] not in UNCOUNTED and not noun.endswith("s"), "not_countable")
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
