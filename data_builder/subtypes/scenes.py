"""Hands in single frames: which object the left or the right one touches."""

from collections.abc import Iterator
from functools import partial

from data_builder.facts import Seen, Sound, View
from data_builder.question import BaseQuestion, Drop, Solution, Solve, attempt, require
from data_builder.subtypes.handling import may_be_one
from data_builder.subtypes.moments import ABOUT, Stretch, at_its_level, clips, into_clip, stretch_of, whole_second
from data_builder.subtypes.options import wrong_options
from data_builder.subtypes.outlines import NEAR, as_it_begins, gap, is_thing, thing_option, together, views_at
from data_builder.subtypes.sounds import heard_once, like
from data_builder.subtypes.wording import UNASKED
from data_builder.windows import Window
from reward.answers import Phrase

LENGTH, STEP = 60.0, 30.0
"""Seconds of the clips, and from one to the next."""
HANDS = ("left hand", "right hand")


def held_object(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which object does the left or the right hand touch about N seconds in?

    Level 1: one frame shows it, and no frame around that time another one. Evidence: these frames. Wrong options:
    objects that are outlined in the clip, but not in reach of that hand at that time.
    """
    for clip in clips(window, LENGTH, STEP):
        seconds = {int(view.start - clip.start + 0.5): view for view in clip.views}
        pairs = [(view, hand) for view in seconds.values() for hand in HANDS]
        yield from attempt("held_object", pairs, partial(_held_question, clip))


def _held_question(window: Window, pair: tuple[View, str]) -> BaseQuestion:
    view, hand = pair
    at = window.start + whole_second(window, view)
    solve = partial(_held, at=at, hand=hand)
    return _touch_question(
        "held_object", 1, window, into_clip(window, at), hand, solve, (at - ABOUT, at + ABOUT), {"seconds": at}
    )


def _held(window: Window, at: float, hand: str) -> Solution:
    near = [view for view in window.views if abs(view.start - at) <= ABOUT and _hand(view, hand)]
    require(near, "no_hand")
    touched = [_touched(view, hand) for view in near]
    require(len({thing.name for thing in touched}) == 1, "several_objects")
    return Solution(thing_option(touched[0]), tuple(near))


def _hand(view: View, hand: str) -> Seen | None:
    return next((seen for seen in view.seen if seen.name == hand), None)


def _touched(view: View, hand: str) -> Seen:
    """What a hand of the frame touches; raises Undecidable where it is nothing, or no thing with a name."""
    ids = {seen.id: seen for seen in view.seen}
    found = [ids[seen.touches] for seen in view.seen if seen.name == hand and seen.touches in ids]
    require(found, "nothing_touched")
    require(len(found) == 1, "several_hands")
    require(is_thing(found[0]), "no_nameable_object")
    return found[0]


def _touch_question(
    subtype: str,
    level: int,
    window: Window,
    when: str,
    hand: str,
    solve: Solve,
    span: tuple[float, float],
    asked: dict[str, str | float],
) -> BaseQuestion:
    solution = solve(window)
    key = solution.key
    at_hand = [other for view in window.views if span[0] <= view.start <= span[1] for other in _in_reach(view, hand)]
    options = [thing_option(seen) for view in window.views for seen in view.seen if is_thing(seen)]
    clip = f"{window.video.id} {window.start}"
    return BaseQuestion(
        subtype=subtype,
        level=level,
        window=window,
        stem=f"{when}, which object does the camera wearer's {hand} touch?",
        claim=f"{when}, the camera wearer's {hand} touches the {{}}.",
        solve=solve,
        answer=Phrase(text=key.text, aliases=tuple(name for name in key.label.split("/") if name != key.text)),
        key_kind="name",
        solution=solution,
        wrong=wrong_options(
            key, options, clash=may_be_one, false=lambda option: not any(may_be_one(option.label, o) for o in at_hand)
        ),
        groups=(f"{clip} {hand}", clip, window.video.id),
        how="Answer with the name of the object.",
        asked={"hand": hand, **asked},
    )


def _in_reach(view: View, hand: str) -> list[str]:
    """The names of what the hand may touch, as their boxes overlap; of everything if the hand is not outlined."""
    hands = [seen for seen in view.seen if seen.name == hand]
    return [seen.name for seen in view.seen if not hands or any(gap(seen, one) == 0 for one in hands)]


def low_contact(window: Window) -> Iterator[BaseQuestion | Drop]:
    """Which object does the left or the right hand touch as a sound begins?

    Level 2: the sound gives the moment, the frame at that moment the object. Evidence: the sound, and the only frame
    next to it in which the hand touches something. Wrong options: objects that are outlined in the clip, but not in
    reach of that hand at that time.
    """
    for clip in clips(window, LENGTH, STEP):
        near = [sound for sound in clip.whole(clip.sounds) if views_at(clip, sound)]
        pairs = [(sound, hand) for sound in near for hand in HANDS]
        yield from attempt("low_contact", pairs, partial(_contact_question, clip))


def _contact_question(window: Window, pair: tuple[Sound, str]) -> BaseQuestion:
    sound, hand = pair
    require(sound.name not in UNASKED, "unasked_sound")
    stretch = stretch_of(window, sound, like(window, sound.name))
    solve = partial(_contact, name=sound.name, stretch=stretch, hand=hand)
    span = sound.start - NEAR, sound.start + NEAR
    asked: dict[str, str | float] = {"sound": sound.name, "from": stretch[0], "to": stretch[1]}
    when = as_it_begins(window, sound.name, stretch)
    return at_its_level(_touch_question("low_contact", 2, window, when, hand, solve, span, asked))


def _contact(window: Window, name: str, stretch: Stretch, hand: str) -> Solution:
    sound = heard_once(window, name, stretch)
    near = [view for view in views_at(window, sound) if _hand(view, hand)]
    require(near, "no_hand")
    require(len(near) == 1, "several_frames")
    return Solution(thing_option(_touched(near[0], hand)), together(sound, near[0]))
