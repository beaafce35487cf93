"""A label is taken for what it says, in any form, and refused where it says nothing."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trainer_rollouts import ITEMS, KEY, PAN

from reward import Item
from reward.answers import Answer, Date, Expression, Number, Phrase, YesNo
from reward.catalog import Catalog, Unknown
from reward.label import read_label

CATALOG, NOTHING = Catalog(ITEMS), Catalog()


def key(label: Any, question: str = "What is it?") -> Answer:
    item = read_label(label, question, CATALOG)
    assert isinstance(item, Item)
    return item.answer


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("pan", Phrase(text="pan")),
        ("  pan\n", Phrase(text="pan")),
        ('"pan"', Phrase(text="pan")),
        ([3], Number(value="3")),
        ("[0, 1]", Expression(latex="[0, 1]")),
        (["pan", "skillet"], Phrase(text="pan", aliases=("skillet",))),
        ('["pan", "skillet"]', Phrase(text="pan", aliases=("skillet",))),
        (3, Number(value="3")),
        (3.0, Number(value="3")),
        (0.5, Number(value="0.5")),
        ("3", Number(value="3")),
        (True, YesNo(value=True)),
        ("no", YesNo(value=False)),
        (KEY, Phrase(text="pan", wrong=("cup",))),
        (json.dumps(KEY), Phrase(text="pan", wrong=("cup",))),
        ({"ground_truth": "pan", "style": "rule"}, Phrase(text="pan")),
        ({"ground_truth": json.dumps(KEY)}, Phrase(text="pan", wrong=("cup",))),
        ({"question": "When was it?", "answer": "2012"}, Date(value="2012")),
        (PAN.id, PAN.answer),
        (json.dumps(PAN.id), PAN.answer),
        ({"item_id": PAN.id}, PAN.answer),
        ({"item": PAN.model_dump(mode="json"), "more": 1}, PAN.answer),
        ({"item": PAN.model_dump_json()}, PAN.answer),
        (json.dumps({"item": PAN.model_dump_json()}), PAN.answer),
    ],
)
def test_every_form(label: Any, expected: Answer) -> None:
    assert key(label) == expected


def test_the_prompt_is_the_question_of_a_bare_key_and_helps_to_type_it() -> None:
    assert key("2012", "When was it built?") == Date(value="2012")
    assert key("2012", "How many are there?") == Number(value="2012")
    item = read_label("pan", "Which object?", CATALOG)
    assert isinstance(item, Item)
    assert item.question == "Which object?"


@pytest.mark.parametrize("id_", ["1a2b3c4d5e6f7a8b", "1A2B3C4D5E6F7A8B", {"item_id": "mine"}])
def test_an_id_that_is_not_known_here_stays_an_id(id_: Any) -> None:
    found = read_label(id_, "?", CATALOG)
    assert found == (id_["item_id"] if isinstance(id_, dict) else id_)


@pytest.mark.parametrize(
    "label",
    [
        {"colour": "red"},
        {"kind": "song"},
        {"kind": "number", "value": "many"},
        {"item": "pan"},
        {"item": 3},
        {"item": {"question": "?"}},
        [],
        10**400,
        [1, 2, 3],
        ["pan", 3],
        ["pan"] * 201,
        [[1, 2]],
        [None],
        "…",
        float("nan"),
        float("inf"),
        object(),
        b"pan",
        '{"kind": "number", "value": ',
        '{"a":' * 100_000,
        "x" * 1_000_001,
    ],
    ids=lambda label: str(label)[:20],
)
def test_a_label_that_names_nothing_is_refused_in_one_line(label: Any) -> None:
    with pytest.raises(Unknown) as caught:
        read_label(label, "?", CATALOG)
    assert caught.value.code == "invalid_label"
    assert len(str(caught.value)) < 400
    assert "\n" not in str(caught.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["item", "item_id", "kind", "value", "answer", "ground_truth", "question"]), inner
        )
    ),
    max_leaves=8,
)


@given(JSON)
def test_anything_is_an_item_an_id_or_refused(label: Any) -> None:
    for value in (label, json.dumps(label)):
        with suppress(Unknown):
            assert isinstance(read_label(value, "?", NOTHING), Item | str)
