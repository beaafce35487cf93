"""What became of every row: counted by hand, in parts, and with the examples that are kept."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_builder.convert.account import EXAMPLE_CHARS, EXAMPLES, Account, Outcome

NAMES = st.sampled_from(["a", "b"])
SORTS = st.sampled_from(["number", "name", "text"])
EXAMPLE = st.fixed_dictionaries({}, optional={"id": NAMES, "where": st.text(max_size=2), "options": st.lists(NAMES)})
BECAME: list[st.SearchStrategy[dict[str, Any]]] = [
    st.fixed_dictionaries({"shipped": st.sampled_from(["number", "phrase", "text", "options"])}),
    st.fixed_dictionaries({"dropped": st.sampled_from(["subjective", "same_options"])}),
    st.fixed_dictionaries({"refused": st.sampled_from(["no_key", "one_option"])}),
]
OUTCOMES = st.builds(
    lambda became, **fields: Outcome(**fields, **became),
    became=st.one_of(BECAME),
    source=NAMES,
    subtype=NAMES,
    sort_before=SORTS,
    demotions=st.lists(st.tuples(SORTS, st.sampled_from(["key_in_stem", "tolerance"])), max_size=3).map(tuple),
    llm=st.sampled_from([None, "opened", "failed"]),
    repaired=st.sampled_from([None, "bundle"]),
    example=EXAMPLE,
)


def account_of(rows: list[Outcome]) -> Account:
    account = Account()
    for row in rows:
        account.add(row)
    return account


def test_every_row_is_counted_where_it_belongs() -> None:
    account = account_of(
        [
            Outcome("set", "how much", "number", shipped="number"),
            Outcome("set", "how much", "number", shipped="phrase", demotions=(("number", "tolerance_too_wide"),)),
            Outcome(
                "set",
                "which",
                "name",
                shipped="options",
                demotions=(("phrase", "key_in_stem"), ("text", "too_long")),
                llm="opened",
                repaired="bundle",
            ),
            Outcome("set", "which", "text", dropped="subjective", demotions=(("text", "rating"),), llm="drop"),
            Outcome("set", "", "none", refused="no_key", llm="opened", repaired="bundle"),
        ]
    )
    assert account.shipped == {
        ("set", "how much", "number", "number"): 1,
        ("set", "how much", "number", "phrase"): 1,
        ("set", "which", "name", "options"): 1,
    }
    assert account.dropped == {("set", "which", "text", "subjective"): 1}
    assert account.refused == {("set", "no_key"): 1}
    assert account.demoted == {
        ("set", "number", "phrase", "tolerance_too_wide"): 1,
        ("set", "phrase", "text", "key_in_stem"): 1,
        ("set", "text", "options", "too_long"): 1,
        ("set", "text", "dropped", "rating"): 1,
    }
    assert account.asked == {("set", "opened"): 1, ("set", "drop"): 1}
    assert account.repaired == {("set", "which", "bundle"): 1}


@pytest.mark.parametrize("became", [{}, {"shipped": "text", "dropped": "x"}, {"dropped": "x", "refused": "y"}])
def test_a_row_that_became_nothing_or_two_things_is_an_error(became: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="only one of these"):
        Account().add(Outcome("set", "", "text", **became))  # type: ignore[arg-type]


@given(st.lists(OUTCOMES, max_size=30), st.integers(0, 30), st.randoms(use_true_random=False))
def test_parts_in_any_order_add_up_to_the_whole(rows: list[Outcome], cut: int, rng: random.Random) -> None:
    whole = account_of(rows)
    mixed = rng.sample(rows, len(rows))
    first, later = account_of(mixed[:cut]), account_of(mixed[cut:])
    first.merge(Account.from_json(json.loads(json.dumps(later.to_json()))))
    assert first == whole
    assert json.dumps(first.to_json()) == json.dumps(whole.to_json())
    by_set = Account()
    for source in whole.sources():
        by_set.merge(whole.of(source))
    assert by_set == whole


def test_few_examples_of_each_are_kept_and_the_same_ones_in_any_order() -> None:
    rows = [
        Outcome("set", "", "name", **became, example={"id": str(i), "where": f"f.json:{i}"})  # type: ignore[arg-type]
        for i in range(50)
        for became in ({"shipped": "phrase"}, {"dropped": "subjective"}, {"refused": "no_key"})
    ]
    account, turned = account_of(rows), account_of(rows[::-1])
    assert account.examples == turned.examples
    assert list(account.examples) == [
        ("set", "name", "phrase"),
        ("set", "dropped", "subjective"),
        ("set", "refused", "no_key"),
    ]
    for kept in account.examples.values():
        assert len(kept) == EXAMPLES
        assert [rank for rank, _ in kept] == sorted(rank for rank, _ in kept)
        assert {one["id"] for _, one in kept} != {"0", "1", "2"}


def test_an_example_is_cut_and_its_options_are_as_json_has_them() -> None:
    example = {"id": "1", "question": "x" * (EXAMPLE_CHARS + 1), "options": ("y" * 5_000, "no")}
    (kept,) = account_of([Outcome("set", "", "name", shipped="phrase", example=example)]).examples.values()
    cut = kept[0][1]
    assert cut["question"] == "x" * (EXAMPLE_CHARS - 1) + "…"
    assert cut["options"] == ["y" * (EXAMPLE_CHARS - 1) + "…", "no"]


def test_shares_are_of_items_with_and_without_options_and_of_questions() -> None:
    kinds = ["number"] * 30 + ["phrase"] * 10 + ["text"] * 20 + ["options"] * 25 + ["statement"] * 15
    rows = [Outcome("set", "", "name", shipped=kind) for kind in kinds]
    rows += [Outcome("set", "", "name", dropped="subjective")] * 60 + [Outcome("set", "", "none", refused="no_key")] * 9
    shares = account_of(rows).shares()
    assert (shares.with_options.hits, shares.with_options.n) == (80, 100)
    assert (shares.without_options.hits, shares.without_options.n) == (40, 100)
    assert (shares.of_questions.hits, shares.of_questions.n) == (40, 160)
    low, high = shares.with_options.interval
    assert low == pytest.approx(0.7112, abs=1e-4)  # Wilson's interval of 80 of 100, as tables have it
    assert high == pytest.approx(0.8666, abs=1e-4)
    assert Account().shares().with_options.value is None


def test_halves_of_characters_do_no_harm() -> None:
    row = Outcome("set\ud800", "", "name", shipped="phrase", example={"id": "\udfff", "where": "\ud800"})
    account = account_of([row])
    assert Account.from_json(json.loads(json.dumps(account.to_json()))) == account
