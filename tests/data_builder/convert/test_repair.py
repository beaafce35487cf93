"""Repair: questions share their keys as options, each right once, and no key is right for another question."""

import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest
from real_data import FOLDER

from data_builder.convert.exclusive import action_of, content
from data_builder.convert.mcq import Mcq
from data_builder.convert.places import may_both_be, places
from data_builder.convert.reading import read_mcqs
from data_builder.convert.repair import repaired
from data_builder.convert.shown import Shown, as_published
from data_builder.convert.stretches import Stretch, named
from data_builder.convert.tags import spoken
from data_builder.split import split_of
from reward.item import Clip, Split
from reward.plain import plain

KEYS = ("to dry the plate", "to reach a spoon", "to stir soup", "to free some space", "to open the window")
MADE_UP = ("to fix tyres", "to feed cats", "to paint walls", "to plant trees")
WHY = "Why did the person <pick up towel>?"


def asked(
    number: int,
    key: str,
    wrong: Sequence[str] = MADE_UP,
    stem: str = WHY,
    *,
    video: str = "P01-1",
    subtype: str = "why",
    start: float | None = None,
) -> Mcq:
    """A question with its key first, about ten seconds of a video of the kitchen before the dash."""
    at = 20.0 * number if start is None else start
    clip = Clip(video_id=video, start=at, end=at + 10)
    kitchen = video.partition("-")[0]
    return Mcq(str(number), "set", subtype, "file:1", stem, (key, *wrong), 0, (clip,), kitchen=kitchen)


def repair(
    mcqs: Iterable[Mcq], split: Split = "train", others: dict[str, Split] | None = None, seed: int = 0
) -> tuple[dict[str, Shown], Counter[str]]:
    """What each question shows by its number; `others` are splits by number."""
    mcqs = list(mcqs)
    splits = {mcq.base_id: (others or {}).get(mcq.id, split) for mcq in mcqs}
    found, counts = repaired([(mcq, as_published(mcq)) for mcq in mcqs], splits, seed)
    return {mcq.id: found[mcq.base_id] for mcq in mcqs}, counts


def bundled(shown: dict[str, Shown]) -> list[list[tuple[str, Shown]]]:
    found: dict[str, list[tuple[str, Shown]]] = defaultdict(list)
    for id, one in shown.items():
        if one.origin == "bundle":
            found[one.bundle].append((id, one))
    return list(found.values())


def test_five_questions_share_their_five_keys_and_each_is_right_once_at_a_place_of_its_own() -> None:
    shown, counts = repair(asked(i, key) for i, key in enumerate(KEYS))
    assert counts == {"bundled": 5}
    assert len({one.bundle for one in shown.values()}) == len({one.options for one in shown.values()}) == 1
    for i, key in enumerate(KEYS):
        one = shown[str(i)]
        assert set(one.options) == set(KEYS)
        assert one.truth.count(True) == 1
        assert one.options[one.truth.index(True)] == key
        assert one.stem == WHY
    assert sorted(one.truth.index(True) for one in shown.values()) == [0, 1, 2, 3, 4]


def test_fewer_options_are_shown_where_there_are_not_enough_partners() -> None:
    shown, counts = repair(asked(i, key) for i, key in enumerate(KEYS[:3]))
    assert counts == {"bundled": 3}
    assert {len(one.options) for one in shown.values()} == {3}
    assert repair(asked(i, key) for i, key in enumerate(KEYS[:2]))[1] == {"no_partner": 2}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("to clean", "to clean the counter"),
        ("a plate", "the plates"),
        ("two plates", "plates"),
        ("with both hands", "with the hands"),
        ("a pot cover", "the pan lid"),
        ("3 spoons", "5 spoons"),
        ("by tipping the container", "tip the cooker with the hand"),
        ("by cutting the top with scissors", "using the scissors, cut open the upper part"),
        ("2 o'clock", "3 o'clock"),
    ],
)
def test_keys_that_may_both_be_right_share_a_bundle_only_where_each_was_published_as_wrong(
    one: str, other: str
) -> None:
    keys = [one, other, "banana bread"]
    assert repair(asked(i, key) for i, key in enumerate(keys))[1]["bundled"] == 0
    once = [asked(0, one, (other, *MADE_UP[1:])), *(asked(i, key) for i, key in enumerate(keys[1:], 1))]
    assert repair(once)[1]["bundled"] == 0
    both = [once[0], asked(1, other, (one, *MADE_UP[1:])), once[2]]
    assert repair(both)[1]["bundled"] == 3


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("At the counter to the left of the hob.", "At the counter to the right of the hob.", True),
        ("counter top left from dishwasher", "counter top right from dishwasher", True),
        ("shelf in front of the table", "shelf behind the table", True),
        ("cupboard directly above the sink", "cupboard to the left of and below the sink", True),
        ("top of cupboard top left of fridge", "cupboard bottom left of fridge", True),
        ("left drawer", "right drawer", True),
        ("drawer.003", "drawer.004", True),
        ("At the sink.", "At the counter to the right of the sink.", True),
        ("At the counter to the left of the hob.", "At the counter to the right of the microwave.", False),
        ("counter right of hob", "counter behind hob", False),
        ("counter beside hob", "counter left of hob", False),
        ("cupboard directly above the hob", "cupboard to the left of and above the hob", False),
        ("counter", "counter left of hob", False),
        ("top of microwave", "microwave", False),
        ("top of drawer", "counter left of hob", False),
        ("fridge", "fridgefreezer right of hob", False),
        ("extractor fan", "extractorfan", False),
        ("P01_drawer.003", "drawer left of hob", False),
        ("from sink to hob", "from hob to sink", True),
        ("from counter left of hob to sink", "from counter right of hob to sink", True),
        ("from counter left of hob to sink", "from counter right of fridge to sink", False),
        ("from sink to hob", "from sink to table, then from table to hob", False),
        ("from sink to hob", "from sink to table, then from table to bin", True),
        ("from counter left of hob to another counter left of hob", "from counter behind sink to counter", False),
        ("from the shelf to the left of the hob to the sink", "from shelf right of hob to sink", True),
    ],
)
def test_places_are_told_apart_by_their_furniture_or_by_opposite_sides_of_one_thing(
    one: str, other: str, apart: bool
) -> None:
    some, others = (places(text.strip(" .").casefold()) for text in (one, other))
    assert some
    assert others
    assert may_both_be(some, others) is may_both_be(others, some) is not apart
    keys = [one, other, "window left of door", "bench right of door", "stool behind door"]
    assert repair(asked(i, key) for i, key in enumerate(keys))[1]["bundled"] == (5 if apart else 4)


@pytest.mark.parametrize("text", ["3", "from 3 s to 5 s", "", "to the left", "from here", "a" * 3_000])
def test_what_names_no_place(text: str) -> None:
    assert places(text) == ()


def test_places_of_one_furniture_share_a_bundle_where_each_was_published_as_wrong_in_the_same_kitchen() -> None:
    one, other = "counter left of hob", "counter right of microwave"
    mcqs = [asked(0, one, (other, *MADE_UP[1:])), asked(1, other, (one, *MADE_UP[1:])), asked(2, "bench left of door")]
    assert repair(mcqs)[1]["bundled"] == 3
    once = [mcqs[0], asked(1, other), mcqs[2]]
    assert repair(once)[1]["bundled"] == 0
    elsewhere = [*once, asked(3, other, (one, *MADE_UP[1:]), video="P02-1")]
    assert repair(elsewhere)[1]["bundled"] == 0
    bare = [asked(0, "counter", (other, *MADE_UP[1:])), asked(1, other, ("counter", *MADE_UP[1:])), mcqs[2]]
    assert repair(bare)[1]["bundled"] == 0


def test_many_places_of_one_furniture_share_no_bundle_and_other_closed_vocabularies_do() -> None:
    counters = [f"counter left of {thing}" for thing in ("hob", "sink", "oven", "door", "table")]
    assert repair(asked(i, key) for i, key in enumerate(counters * 20))[1] == {"not_exclusive": 100}
    shirts = [f"{what} {colour}" for what in ("shirt", "cap") for colour in ("red", "blue", "green")]
    assert repair(asked(i, key) for i, key in enumerate(shirts[:3]))[1] == {"not_exclusive": 3}
    assert repair(asked(i, key) for i, key in enumerate(shirts * 20))[1]["bundled"] > 110


def test_numbers_share_a_bundle_where_each_was_published_as_wrong() -> None:
    mcqs = [asked(i, str(i), [str(other) for other in range(5) if other != i]) for i in range(5)]
    assert repair(mcqs)[1] == {"bundled": 5}
    assert repair(asked(i, str(i)) for i in range(5))[1] == {"not_exclusive": 5}


def test_texts_that_are_the_same_once_articles_are_set_aside_never_share_a_bundle() -> None:
    mcqs = [asked(0, "a plate", ("the plate", *MADE_UP[1:])), asked(1, "the plate", ("a plate", *MADE_UP[1:]))]
    assert repair([*mcqs, asked(2, "banana bread")])[1]["bundled"] == 0


def test_partners_whose_keys_are_published_as_wrong_come_first() -> None:
    known = KEYS[1:]
    twice = [asked(i, KEYS[0], known) for i in (0, 1)]  # the key of most questions is where a bundle begins
    partners = [asked(i, key, (KEYS[0], *MADE_UP[1:])) for i, key in enumerate(known, 2)]
    strangers = [asked(10 + i, f"{word} {word}er") for i, word in enumerate(("knead", "blend", "toast", "grill"))]
    shown, _ = repair([*twice, *strangers, *partners])
    assert shown["2"].origin == "bundle"
    assert set(shown["2"].options) == set(KEYS)


def test_partners_are_of_one_video_where_there_are_enough_else_of_one_kitchen_and_of_no_other() -> None:
    of_video = [asked(i, key, video="P01-1") for i, key in enumerate(KEYS)]
    beside = [asked(10 + i, f"{key} again", video="P01-2") for i, key in enumerate(KEYS)]
    shown, _ = repair([*of_video, *beside])
    assert shown["0"].bundle != shown["10"].bundle
    assert set(shown["0"].options) == set(KEYS)

    spread = [asked(i, key, video=f"P01-{i}") for i, key in enumerate(KEYS)]
    assert repair(spread)[1] == {"bundled": 5}
    kitchens = [asked(i, key, video=f"P0{i}-1") for i, key in enumerate(KEYS)]
    assert repair(kitchens)[1] == {"no_partner": 5}
    unknown = [replace(mcq, kitchen="") for mcq in spread]
    assert repair(unknown)[1] == {"no_partner": 5}


def test_partners_are_of_one_split_and_one_subtype() -> None:
    mcqs = [asked(i, key) for i, key in enumerate(KEYS)]
    assert repair(mcqs, others={"0": "test", "1": "test", "2": "test"})[1] == {"bundled": 3, "no_partner": 2}
    mixed = [*mcqs[:2], *(replace(mcq, subtype="how", base_id="") for mcq in mcqs[2:4])]
    assert repair(mixed)[1] == {"no_partner": 4}


def test_the_action_is_what_stands_in_angle_brackets_else_the_stem_without_its_numbers() -> None:
    assert action_of("Why <pick up the towel> at 3 s?") == action_of("In video 2, why <Pick up the towel>?")
    assert action_of("Where was [1, 2, 3, 4] at 12.5 s?") == action_of("Where was [5, 66, 7, 8] at 3 s?")
    assert action_of("Where is the sink?") != action_of("Where is the fridge?")
    other = "Who opened the door at {} s?"
    mcqs = [asked(i, key, stem=other.format(i)) for i, key in enumerate(KEYS[:4])]
    assert repair([*mcqs, asked(4, KEYS[4], stem="Who closed the door?")])[1] == {"bundled": 4, "no_partner": 1}


def test_of_one_verb_partners_are_those_whose_keys_name_none_of_the_things() -> None:
    stems = [f"Why did the person <pick up {thing}>?" for thing in ("towel", "knife", "pan", "lid", "cup")]
    mcqs = [asked(i, key, stem=stem) for i, (key, stem) in enumerate(zip(KEYS, stems, strict=True))]
    assert repair(mcqs)[1] == {"bundled": 5}
    telling = [asked(0, "to dry the pan", stem=stems[0]), *mcqs[1:4]]
    shown, counts = repair(telling)
    assert counts == {"bundled": 3, "not_exclusive": 1}
    assert "" in (shown["0"].bundle, shown["2"].bundle)  # the key of the one names the thing of the other
    down = [replace(mcq, stem=mcq.stem.replace("up", "down")) for mcq in mcqs[:2]]
    assert repair([*down, *mcqs[2:4]])[1] == {"no_partner": 4}


def test_the_same_words_about_clips_that_overlap_share_no_bundle() -> None:
    apart = [asked(i, key, start=12.0 * i) for i, key in enumerate(KEYS[:3])]
    assert repair(apart)[1] == {"bundled": 3}
    for step in (9.0, 10.5):
        assert repair(asked(i, key, start=step * i) for i, key in enumerate(KEYS[:3]))[1]["bundled"] == 0
    whole = [replace(mcq, clips=(Clip(video_id="P01-1", start=0),)) for mcq in apart]
    assert repair(whole)[1]["bundled"] == 0
    other_words = [replace(mcq, stem=f"{mcq.stem} {'Now'[:i]}", base_id="") for i, mcq in enumerate(whole)]
    assert repair(other_words)[1] == {"bundled": 3}


@pytest.mark.parametrize(
    ("first", "second", "bundled"),
    [
        ("Between 80 s and 94 s", "Between 86 s and 99 s", 0),
        ("Between 80 s and 94 s", "Between 95 s and 99 s", 0),
        ("Between 80 s and 94 s", "Between 96 s and 99 s", 3),
        ("Between 80 s and 94 s", "Between 1:30 and 1:39", 0),
        ("From 80 s to 94 s", "From 94.5 to 99 s", 0),
        ("At 80 s", "At 81 s", 0),
        ("At 80 s", "At 82 s", 3),
        ("In the part 80-94 s", "In the part 86-99 s", 0),
    ],
)
def test_stretches_that_stems_name_and_that_meet_share_no_bundle(first: str, second: str, bundled: int) -> None:
    whole = (Clip(video_id="P01-1", start=0),)
    stems = [f"{when}, what was <added>?" for when in (first, second, "At 200 s")]
    mcqs = [
        replace(asked(i, key, stem=stem), clips=whole) for i, (key, stem) in enumerate(zip(KEYS, stems, strict=False))
    ]
    assert repair(mcqs)[1]["bundled"] == bundled
    beside = [replace(mcq, clips=(Clip(video_id=f"P01-{i}", start=0),)) for i, mcq in enumerate(mcqs)]
    assert repair(beside)[1]["bundled"] == 3


def test_named_stretches_count_from_the_start_of_the_clip_of_their_video() -> None:
    clips = (Clip(video_id="a", start=100, end=200), Clip(video_id="b", start=10))
    mcq = asked(0, "x", stem="What was at 5 s, and from 3 s to 1:04 of video 2, for more than 20 seconds, in [1, 2]?")
    assert named(replace(mcq, clips=clips)) == (Stretch("a", 105, 105), Stretch("b", 13, 74))
    assert named(mcq) == (Stretch("P01-1", 5, 5), Stretch("P01-1", 3, 64))
    assert named(replace(mcq, stem="What was it?")) == named(replace(mcq, clips=())) == ()


def test_what_fits_best_shares_a_bundle_only_where_each_was_published_as_wrong_for_the_same_action() -> None:
    best = "What is the best description for why the person <{}>?"
    free = [asked(i, key, stem=best.format("sat down")) for i, key in enumerate(KEYS)]
    assert repair(free)[1] == {"not_exclusive": 5}
    assert repair(replace(mcq, stem=mcq.stem.replace("best ", ""), base_id="") for mcq in free)[1] == {"bundled": 5}
    rivals = [replace(mcq, options=(mcq.key, *(key for key in KEYS if key != mcq.key)), base_id="") for mcq in free]
    assert repair(rivals)[1] == {"bundled": 5}
    elsewhere = [asked(i + 5, mcq.key, mcq.wrong, stem=best.format("stood up")) for i, mcq in enumerate(rivals)]
    assert repair([*free, *(replace(mcq, kitchen="P02") for mcq in elsewhere)])[1] == {
        "not_exclusive": 5,
        "bundled": 5,
    }


def test_what_takes_no_part_stays_as_it_is_and_is_counted() -> None:
    two = asked(0, "on", ("off",))
    negated = asked(1, KEYS[1], stem="Which of these was NOT picked up?")
    above = asked(2, "none of the above")
    mcqs = [two, negated, above, *(asked(i, key) for i, key in enumerate(KEYS, 10))]
    shown, counts = repair(mcqs)
    assert counts == {"too_few_options": 1, "own_wording": 2, "bundled": 5}
    assert all(replace(shown[mcq.id], kept="") == as_published(mcq) for mcq in mcqs[:3])
    assert [shown[mcq.id].kept for mcq in mcqs[:3]] == ["too_few_options", "own_wording", "own_wording"]

    several = Shown(WHY, KEYS, (True, True, False, False, False))
    mcq = asked(20, KEYS[0], KEYS[1:])
    assert repaired([(mcq, several)], {mcq.base_id: "train"}, 0) == (
        {mcq.base_id: replace(several, kept="not_one_right")},
        {"not_one_right": 1},
    )


def test_too_few_keys_and_keys_that_do_not_exclude_each_other_are_told_apart() -> None:
    assert repair(asked(i, KEYS[i % 2]) for i in range(6))[1] == {"too_few_keys": 6}
    nested = ["to clean", "to clean it all", "to clean the counter", "to clean the counter top"]
    assert repair(asked(i, key) for i, key in enumerate(nested))[1] == {"not_exclusive": 4}


def test_the_same_questions_in_any_order_give_the_same_bundles_and_another_seed_others() -> None:
    rng = random.Random(1)
    mcqs = [asked(i, f"{rng.choice(KEYS)} {i % 7} {'abcdefgh'[i % 8]}", video=f"P01-{i % 3}") for i in range(80)]
    mixed = rng.sample(mcqs, len(mcqs))
    first, counts = repair(mcqs)
    assert (first, counts) == repair(mixed)
    assert first != repair(mcqs, seed=1)[0]
    assert sum(counts.values()) == 80


def test_a_question_that_comes_twice_is_in_one_bundle() -> None:
    mcqs = [asked(i, key) for i, key in enumerate(KEYS)]
    shown, counts = repair([*mcqs, *mcqs])
    assert counts == {"bundled": 5}
    assert len(bundled(shown)) == 1


def test_ten_thousand_questions_of_one_sort_take_seconds() -> None:
    words = [f"word{i}" for i in range(200)]
    rng = random.Random(0)
    mcqs = [asked(i, " ".join(rng.sample(words, 4)), video=f"P01-{i}") for i in range(10_000)]
    start = time.process_time()
    _, counts = repair(mcqs)
    assert counts["bundled"] > 9_900
    assert time.process_time() - start < 20


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("gaze_gaze_estimation", 750),
        ("3d_perception_object_location", 300),
        ("object_motion_object_movement_itinerary", 400),
        ("ingredient_ingredient_retrieval", 70),
    ],
)
def test_hd_epic(name: str, least: int) -> None:
    path = FOLDER / "hd-epic" / "vqa-benchmark" / f"{name}.json.gz"
    if not path.exists():
        pytest.skip("needs the published questions of HD-EPIC: set ANSWERKEY_DATA")
    mcqs = [spoken(mcq) for mcq in read_mcqs(path) if isinstance(mcq, Mcq)]
    by_id = {mcq.base_id: mcq for mcq in mcqs}
    split = {mcq.base_id: split_of(mcq.videos[0], 0) for mcq in mcqs}
    found, counts = repaired([(mcq, as_published(mcq)) for mcq in mcqs], split, 0)
    assert counts["bundled"] >= least
    bundles = bundled(found)
    assert sum(map(len, bundles)) == counts["bundled"]
    rivals = {(mcq.kitchen, plain(mcq.key), plain(text)) for mcq in mcqs for text in mcq.wrong}
    for bundle in bundles:
        members = [by_id[id] for id, _ in bundle]
        assert len({split[mcq.base_id] for mcq in members}) == len({mcq.kitchen for mcq in members}) == 1
        assert sorted(bundle[0][1].options) == sorted(mcq.key for mcq in members)
        for one in members:
            for other in members:
                if one is other:
                    continue
                a, b = plain(one.key), plain(other.key)
                told = {(one.kitchen, a, b), (one.kitchen, b, a)} <= rivals
                if "gaze" in name or "location" in name or "itinerary" in name:
                    some, others = (places(mcq.key.strip(" .").casefold()) for mcq in (one, other))
                    assert told or not may_both_be(some, others)
                else:
                    assert told or not content(a) <= content(b)
                assert one.videos != other.videos or not set(named(one)) & set(named(other))
