"""A list: each thing once, in order where the order is asked for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from reward.answers import List

BAG = List(items=(("water", "tap water"), ("rustle",), ("metal pan collision", "pan clang")))
ROW = List(items=(("water",), ("rustle",), ("cut",)), ordered=True)
SEP = List(items=(("cut / chop",), ("salt and pepper",), ("metal-only collision",), ("Washington, DC",)))
NUM = List(items=(("1331",), ("1728",)))
NOUN = List(items=(("cup",), ("knives",), ("breadcrumbs",)))
ONE = List(items=(("water",),))

RIGHT = [
    (BAG, [
        "water, rustle, pan clang", "Water; Rustle; Pan clang.", "(water, rustle, pan clang)",
        "{water, rustle, pan clang}", "['water', 'rustle', 'pan clang']", "water / rustle / pan clang",
        "water/rustle/pan clang", "water - rustle - pan clang", "water • rustle • pan clang",
        "• water\n• rustle\n• pan clang", "The sounds are: water, rustle, and pan clang",
        "The sounds are the water, a rustle and a pan clang.", "I can hear water, rustle and pan clang.",
        "Sounds: water, rustle, pan clang", "Sounds heard: water, rustle, pan clang",
        "They are water, rustle, and pan clang", "There are three sounds: water, rustle, pan clang",
        "I heard the water, a rustle, and the pan clang", "Step 1: water\nStep 2: rustle\nStep 3: pan clang",
        "water (0:03), rustle (0:05), pan clang (0:09)", "tap water (water), rustle, pan clang",
        "waters, rustles, pan clangs", "water,rustle,pan clang", "water and rustle and pan clang",
        "Water\nRustle\nPan clang", "a. water\nb. rustle\nc. pan clang", "(a) water (b) rustle (c) pan clang",
        "1 - water\n2 - rustle\n3 - pan clang", "1.water, 2.rustle, 3.pan clang", "water & rustle & pan clang",
        "It was water, rustle and pan clang", "The three sounds are water, rustle, pan clang",
        "water, rustle, plus pan clang",
    ]),
    (ROW, [
        "water, rustle, cut", "water → rustle → cut", "water ⇒ rustle ⇒ cut", "water -> rustle -> cut",
        "water --> rustle --> cut", "water => rustle => cut", "water > rustle > cut",
        "water, rustle, cut, in that order", "water, rustle, cut in that order.",
        "water, then rustle and then cut", "First water, then rustle, and finally cut",
        "first the water, second the rustle, third the cut", "Firstly water, secondly rustle, lastly cut",
        "1) water 2) rustle 3) cut", "(1) water, (2) rustle, (3) cut", "1. water 2. rustle 3. cut",
        "1: water\n2: rustle\n3: cut", "Step 1: water, Step 2: rustle, Step 3: cut",
        "water before rustle before cut", "The order is water, rustle, cut",
        "The correct order is: water, rustle, cut", "In order: water, rustle, cut",
        "The correct sequence is: 1. water, 2. rustle, 3. cut", "water followed by rustle, followed by cut",
        "water, next rustle, then cut", "water; after that rustle; finally cut", '["water", "rustle", "cut"]',
        "water, rustle, cut, respectively", "water\n→ rustle\n→ cut", "Water. Rustle. Cut.",
        "Water, along with a rustle and a cut.", "First, the water. Then the rustle. Finally, the cut.",
        "water first, then rustle, then cut", "water first, rustle second, cut last", "I'd say water, rustle, cut.",
        "It's water, rustle, cut.",
    ]),
    (SEP, [
        "cut / chop, salt and pepper, metal-only collision, Washington, DC",
        "Washington, DC; metal only collision; salt and pepper; cut / chop",
        "salt and pepper and cut / chop and Washington, DC and metal-only collision",
        "Cut/chop, Salt and Pepper, Metal-only collision and Washington, DC",
        "1. cut / chop\n2. salt and pepper\n3. metal-only collision\n4. Washington, DC",
        "- salt and pepper\n- cut / chop\n- Washington, DC\n- metal-only collision",
        "The things are cut / chop, salt and pepper, metal-only collision, Washington, DC",
    ]),
    (NUM, [
        "1331 and 1728", "1728, 1331", "1,331 and 1,728", "1331,1728", "1,331, 1,728", "1331.0 and 1728",
        "[1331, 1728]", "{1728, 1331}", "1331\n1728", "1. 1331\n2. 1728", "The numbers are 1331 and 1728",
    ]),
    (NOUN, [
        "cup, knives, breadcrumbs", "cups, knife, bread crumbs", "a cup, a knife and breadcrumbs",
        "Cup; Knife; Bread crumb",
    ]),
    (ONE, [
        "water", "Water.", "the water", "It is water", "- water",
    ]),
]  # fmt: skip
WRONG = [
    (BAG, [
        "water, rustle", "water", "water and rustle.", "water, water, rustle, pan clang",
        "water, tap water, rustle, pan clang", "none", "Nothing.", "I don't know", "water, rustle and water",
    ]),
    (ROW, [
        "cut, rustle, water", "water, cut, rustle", "1. cut 2. rustle 3. water", "water, cut",
        "water → cut → rustle", "Cut. Rustle. Water.", "cut first, then rustle, then water",
        "cut before rustle before water",
    ]),
    (NUM, [
        "1728", "1331", "1331, 1331",
    ]),
]  # fmt: skip
OPEN = [
    (BAG, [
        "water, rustle, pan clang, door", "water, rustle, pan clang, etc.", "water, rustle, pan clang and more",
        "water, rustle, pan clang, …", "water, rustle, pan clang...", "water, rustle, etc.",
        "water, rustle, and so on", "no water, rustle, pan clang", "not water, rustle, pan clang",
        "water, rustle but not pan clang", "water, rustle, not pan clang", "water or rustle or pan clang",
        "water rustle pan clang", "water, rustle, pan clang?", "maybe water, rustle, pan clang",
        "Not heard: water, rustle, pan clang", "Absent: water, rustle, pan clang",
        "All except: water, rustle, pan clang", "The wrong sounds are water, rustle, pan clang",
        "water (maybe), rustle, pan clang", "water (not sure), rustle, pan clang", "water (rustle), pan clang",
        "water bottle, rustle, pan clang", "water, rustle, frying pan clang", "item 1, item 2, item 3",
        "1, 2, 3", "0, 1, 2", "first, second, third", "neither water, rustle nor pan clang",
        "everything but water, rustle, pan clang", "The right water, rustle, pan clang",
        "the loud water, rustle, pan clang", "it is not water, rustle, pan clang",
        "I can not hear water, rustle, pan clang", "all of them", "water, rustle, pan clang or door",
        "without water, rustle, pan clang",
    ]),
    (ROW, [
        "2. water 1. rustle 3. cut", "3. water, 2. rustle, 1. cut", "cut <- rustle <- water",
        "Not water. Rustle. Cut.", "Water. Rustle. Cut. Water.", "Water. Rustle. Door.",
        "cut last, water first, rustle",
        "water, rustle, cut in reverse order", "water after rustle after cut",
        "last water, then rustle, first cut", "water, rustle and cut (not in that order)",
        "The reverse order is: water, rustle, cut", "from last to first: water, rustle, cut",
    ]),
    (SEP, [
        "cut, chop, salt, pepper, metal-only collision, Washington, DC",
        "salt, pepper, cut / chop, metal-only collision, Washington, DC",
    ]),
    (NUM, [
        "1331 or 1728", "1331-1728", "13311728", "about 1331 and 1728", "1,331,1,728",
    ]),
    (NOUN, [
        "cup holder, knives, breadcrumbs", "cupknives, breadcrumbs",
    ]),
]  # fmt: skip


def outcome(answer: List, reply: str) -> tuple[float | None, str]:
    mark, _ = answer.mark_reply(reply)
    return mark.score, mark.rule


@pytest.mark.parametrize(
    "reply",
    [
        "water, rustle, metal pan collision",
        "Water, rustle and metal pan collision",
        "water, rustle, and metal pan collision.",
        "rustle, tap water, pan clang",
        "the water, a rustle, and the metal pan collision",
        "water; rustle; pan clang",
        "water | rustle | metal pan collision",
        "water + rustle + metal pan collision",
        "water & rustle & metal pan collision",
        "water\nrustle\nmetal pan collision",
        "- water\n- rustle\n- metal pan collision",
        "* Water\n* Rustle\n* Metal pan collision",
        "1. water\n2. rustle\n3. metal pan collision",
        "1) water, 2) rustle, 3) metal pan collision",
        "(1) water (2) rustle (3) metal pan collision",
        "a) water\nb) rustle\nc) metal pan collision",
        "**water**, **rustle**, **metal pan collision**",
        '"water", "rustle", "metal pan collision"',
        "[water, rustle, metal pan collision]",
        '["water", "rustle", "metal pan collision"]',
        '{"answer": ["water", "rustle", "metal pan collision"]}',
        "The sounds are water, rustle and metal pan collision.",
        "I hear water, rustle, and metal pan collision.",
        "Answer: water, rustle, metal pan collision",
        "Answer: 1. water 2. rustle 3. metal pan collision",
        "Answer:\n- water\n- rustle\n- metal pan collision",
        "Answer: water, rustle, pan clang\nBecause: I heard them.",
        "<answer>water, rustle, metal pan collision</answer>",
        "\\boxed{water, rustle, metal pan collision}",
        "The answer is water, rustle, pan clang.",
    ],
)
def test_all_things_once_in_any_order_and_layout_are_right(reply: str) -> None:
    assert outcome(BAG, reply) == (1, "equal")


@pytest.mark.parametrize(
    "reply",
    [
        "water, rustle, cut",
        "water, then rustle, then cut",
        "First water, then rustle, finally cut.",
        "First, water; second, rustle; third, cut",
        "First: water\nSecond: rustle\nThird: cut",
        "1st: water, 2nd: rustle, 3rd: cut",
        "1. water\n2. rustle\n3. cut",
        "1) water 2) rustle 3) cut",
        "1. Water → 2. Rustle → 3. Cut",
        "water -> rustle -> cut",
        "water → rustle → cut",
        "water > rustle > cut",
        "water followed by rustle followed by cut",
        "water, rustle, and then cut",
        "The order is water, rustle, cut.",
        "Answer: **water**, then **rustle**, then **cut**",
    ],
)
def test_the_asked_for_order_is_right_in_any_layout(reply: str) -> None:
    assert outcome(ROW, reply) == (1, "equal")


@pytest.mark.parametrize(
    ("answer", "reply", "rule"),
    [
        (BAG, "", "empty"),
        (BAG, "I don't know", "refused"),
        (BAG, "Answer: <name, …>", "no_answer"),
        (ROW, "Answer: <first, second, …>", "no_answer"),
        (BAG, "water", "missing"),
        (BAG, "water, rustle", "missing"),
        (BAG, "water, water, water", "duplicate"),
        (BAG, "water, rustle, metal pan collision, water", "duplicate"),
        (BAG, "water, tap water, rustle, metal pan collision", "duplicate"),
        (ROW, "water, rustle, cut, water", "duplicate"),
        (ROW, "cut, rustle, water", "wrong_order"),
        (ROW, "rustle, then water, then cut", "wrong_order"),
        (ROW, "1. cut\n2. rustle\n3. water", "wrong_order"),
        (ROW, "first cut, then rustle, then water", "wrong_order"),
        (ROW, "Answer: water, rustle, cut\nAnswer: cut, rustle, water", "several_answers"),
    ],
)
def test_missing_double_and_disordered_things_are_wrong(answer: List, reply: str, rule: str) -> None:
    assert outcome(answer, reply) == (0, rule)


@pytest.mark.parametrize(
    ("answer", "reply"),
    [
        (BAG, "water, rustle, metal pan collision, door"),
        (BAG, "water or rustle or metal pan collision"),
        (BAG, "not water, rustle, metal pan collision"),
        (BAG, "water, rustle, not metal pan collision"),
        (BAG, "water, rustle, no metal pan collision"),
        (BAG, "maybe water, rustle, metal pan collision"),
        (BAG, "neither water, rustle nor metal pan collision"),
        (BAG, "all but water, rustle, metal pan collision"),
        (BAG, "water, rustle, metal pan collision?"),
        (BAG, "tap, rustling, pan"),
        (ROW, "2. water\n1. rustle\n3. cut"),
        (ROW, "3. water, 2. rustle, 1. cut"),
        (ROW, "third water, second rustle, first cut"),
        (ROW, "finally water, then rustle, first cut"),
        (ROW, "water <- rustle <- cut"),
        (ROW, "water, rustle, cut in reverse"),
    ],
)
def test_other_names_and_an_order_that_contradicts_itself_are_left_undecided(answer: List, reply: str) -> None:
    assert outcome(answer, reply)[0] is None


def each(table: list[tuple[List, list[str]]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("answer", "reply"), [(answer, reply) for answer, replies in table for reply in replies]
    )


@each(RIGHT)
def test_all_things_once_are_right_however_they_are_listed(answer: List, reply: str) -> None:
    assert outcome(answer, reply) == (1, "equal")


@each(WRONG)
def test_what_names_too_little_or_in_another_order_is_wrong(answer: List, reply: str) -> None:
    assert outcome(answer, reply)[0] == 0


@each(OPEN)
def test_what_negates_doubts_adds_or_leaves_open_is_left_undecided(answer: List, reply: str) -> None:
    assert outcome(answer, reply)[0] is None


def test_a_compound_that_is_another_item_is_not_folded_into_it() -> None:
    answer = List(items=(("cup",), ("bread crumbs",), ("breadcrumbs",)))
    assert outcome(answer, "cup, bread crumbs, breadcrumbs") == (1, "equal")
    assert outcome(answer, "cup, cup, bread crumbs, breadcrumbs") == (0, "duplicate")


def test_one_name_in_the_singular_and_the_plural_is_no_two_items() -> None:
    with pytest.raises(ValidationError, match="singular or plural"):
        List(items=(("cup",), ("pan", "cups")))
    assert List(items=(("cup", "cups"), ("pan",)))


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("19 46 82", (1, "equal")),
        ("46, 19, 82", (1, "equal")),
        ("21, 36, and 82", (0, "unequal")),
        ("[19, 46, 83]", (0, "unequal")),
        ("4 5 6", (0, "unequal")),
        ("19 46", (0, "missing")),
        ("19, 46, -82", (None, "unread")),
        ("-19\n-46\n-82", (None, "unread")),
        ("19, 46, 82, 83", (None, "unread")),
        ("19, 46, 83 or 82", (None, "unread")),
        ("not 19, 46, 83", (None, "unread")),
        ("20 kg, 46, 82", (None, "unread")),
        ("1,946, 82", (None, "unread")),
        ("19, 46, 0.82", (None, "unread")),
        ("19 460 821", (None, "unread")),
    ],
)
def test_as_many_whole_numbers_that_are_not_the_keys_are_wrong(reply: str, expected: tuple[float | None, str]) -> None:
    assert outcome(List(items=(("19",), ("46",), ("82",))), reply) == expected


def test_names_that_are_no_numbers_are_not_called_wrong() -> None:
    assert outcome(BAG, "water, rustle, door") == (None, "unread")
    assert outcome(List(items=(("19",), ("cup",))), "19, 20") == (None, "unread")


@given(order=st.permutations(range(4)), joint=st.sampled_from([", ", "; ", "\n", " and ", " | ", "\n- "]))
def test_a_bag_is_right_in_every_order_and_a_row_in_one(order: list[int], joint: str) -> None:
    names = [item[0] for item in SEP.items]
    reply = joint.join(names[i] for i in order)
    row = List(items=SEP.items, ordered=True)
    assert outcome(SEP, reply) == (1, "equal")
    assert outcome(row, reply) == ((1, "equal") if order == sorted(order) else (0, "wrong_order"))


@pytest.mark.parametrize(
    ("names", "reply", "expected"),
    [
        (("cut / chop", "chop", "water"), "cut / chop, chop and water", (1, "equal")),
        (("cut / chop", "chop", "water"), "cut, chop, water", (None, "unread")),
        (("rock-and-roll", "rock", "roll"), "rock - and - roll, rock, roll", (1, "equal")),
        (("salt and pepper", "salt", "pepper"), "salt and pepper", (0, "missing")),
        (("salt and pepper", "salt", "pepper"), "salt, pepper", (0, "missing")),
        (("salt and pepper", "salt", "pepper"), "salt and pepper, salt, pepper", (1, "equal")),
        (("Paris, France", "Paris", "France"), "Paris, France", (0, "missing")),
    ],
)
def test_a_name_with_a_separator_comes_before_the_names_within_it(
    names: tuple[str, ...], reply: str, expected: tuple[float | None, str]
) -> None:
    assert outcome(List(items=tuple((name,) for name in names)), reply) == expected


def test_a_name_with_a_separator_is_one_thing() -> None:
    answer = List(items=(("salt and pepper",), ("salt",), ("pepper",)))
    assert answer.read("salt and pepper") == (0,)
    assert answer.read("salt, pepper") == (1, 2)


@pytest.mark.parametrize(
    "names", [("first aid kit", "water"), ("salt and pepper", "last drop"), ("2 eggs", "next door"), ("a",)]
)
def test_names_that_look_like_words_of_order_are_still_names(names: tuple[str, ...]) -> None:
    answer = List(items=tuple((name,) for name in names), ordered=True)
    assert outcome(answer, answer.gold()) == (1, "equal")


@pytest.mark.parametrize(
    ("items", "message"),
    [
        ([], "at least 1"),
        ([[]], "number 1 has no name"),
        ([["water"], ["***"]], "number 2 has no name"),
        ([["water"], ["tap", "Water!"]], "'water' stands for number 1 and for number 2"),
    ],
)
def test_a_key_with_a_nameless_or_double_thing_is_refused(items: list[list[str]], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        List.model_validate({"items": items})


def test_chance_is_one_order_in_all_of_them_and_nothing_for_an_open_list() -> None:
    assert (ROW.chance, BAG.chance, List(items=(("water",),), ordered=True).chance) == (1 / 6, 0, 0)
