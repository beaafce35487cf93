"""Options in every form that files give them, keys, and lists that a cell holds as a text."""

import ast
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_builder.convert.mapping import KeyIs
from data_builder.convert.options import Options, check_apart, columns_in, correct_of, in_question, options_of
from data_builder.convert.rows import RowError
from data_builder.convert.written import list_of


@pytest.mark.parametrize(
    ("value", "texts"),
    [
        (["one", 2, 0.5], ("one", "2", "0.5")),
        (["A. one", "B. two"], ("one", "two")),
        (["(A) one", "(B)two"], ("one", "two")),
        (["A one", "B two"], ("one", "two")),
        (["A. Smith", "C. Jones"], ("A. Smith", "C. Jones")),
        ({"B": "two", "A": "one", "C": None}, ("one", "two")),
        ({"text": ["one", "two"], "label": ["1", "2"]}, ("one", "two")),
        ([1.0, 2.0], ("1", "2")),
        ("['it\\'s', \"two\", 3]", ("it's", "two", "3")),
        ("A. one\nB. two", ("one", "two")),
        ('{"A": "one", "B": "two"}', ("one", "two")),
    ],
)
def test_options(value: Any, texts: tuple[str, ...]) -> None:
    assert options_of(value).texts == texts


def test_lists_are_kept_only_where_all_options_are_lists() -> None:
    assert options_of([["a", "b"], ["c"]]) == Options(("a, b", "c"), (("a", "b"), ("c",)))
    assert options_of([["a", "b"], "c"]).lists == ()


@pytest.mark.parametrize("value", ["one two", 5, "A. one", "[1", "['a' 'b']", None])
def test_no_options(value: Any) -> None:
    with pytest.raises(RowError):
        options_of(value)


@pytest.mark.parametrize(
    ("options", "key", "correct"),
    [
        ({"A": "one", "B": "two"}, "B", 1),
        ({"text": ["one", "two"], "label": ["1", "2"]}, "2", 1),
        (["one", "two"], 1, 1),
        (["one", "two"], 1.0, 1),
        (["one", "two"], "b", 1),
        (["one", "two"], "Two", 1),
        (["one", "two"], "(B)", 1),
        (["one", "two"], "B. two", 1),
        (["one", "two"], ["B"], 1),
        (["one", "two"], "so \\boxed{B}", 1),
        (["3", "2"], "2", 1),
        (["3", "2"], 2, 1),
        (["A", "B"], "B", 1),
        (["the cup", "a jar"], "Jar.", 1),
        (["A. Smith", "C. Jones"], "C. Jones", 1),
    ],
)
def test_a_key(options: Any, key: Any, correct: int) -> None:
    assert correct_of(key, options_of(options), "answer") == correct


@pytest.mark.parametrize(
    ("field", "key", "reason"),
    [
        ("correct_idx", 3, "key_one_past"),
        ("correct_idx", 5, "key_out_of_range"),
        ("correct_idx", "5", "key_out_of_range"),
        ("correct_idx", -1, "key_out_of_range"),
        ("answer", 1, "ambiguous_key"),
        ("answer", 1.5, "unknown_key"),
        ("answer", "C", "ambiguous_key"),
        ("answer", "D", "key_out_of_range"),
        ("answer", "", "empty_key"),
    ],
)
def test_a_key_that_names_no_option(field: str, key: Any, reason: str) -> None:
    with pytest.raises(RowError) as error:
        correct_of(key, options_of(["1", "C", "5"]), field)
    assert error.value.reason == reason


def test_digits_in_a_field_of_indices() -> None:
    assert correct_of("0", options_of(["1", "0"]), "correct_idx") == 0
    assert correct_of("0", options_of(["1", "0"]), "answer") == 1


@pytest.mark.parametrize(
    ("key_is", "key", "correct"),
    [("index0", "1", 1), ("index1", 1, 0), ("index1", "2", 1), ("letter", "a", 0), ("text", "0", 1), ("text", 1, 0)],
)
def test_a_key_whose_form_is_given(key_is: KeyIs, key: Any, correct: int) -> None:
    assert correct_of(key, options_of(["1", "0"]), "gold", key_is) == correct


@pytest.mark.parametrize(("key_is", "key"), [("index1", 0), ("index0", "A"), ("letter", 0), ("text", "A")])
def test_a_key_that_is_not_what_it_is_said_to_be(key_is: KeyIs, key: Any) -> None:
    with pytest.raises(RowError):
        correct_of(key, options_of(["1", "0"]), "gold", key_is)


@pytest.mark.parametrize(
    ("names", "columns"),
    [
        ("question A B C answer", "A B C"),
        ("Option_B Option_A", "Option_A Option_B"),
        ("choice1 choice2", "choice1 choice2"),
        ("B C", ""),
        ("A answer", ""),
        ("1 2 3", ""),
        ("options choices answer", ""),
    ],
)
def test_columns(names: str, columns: str) -> None:
    assert columns_in(dict.fromkeys(names.split(), "x")) == tuple(columns.split())


def test_lines_that_are_no_options() -> None:
    for text in ("Why?\n(A) one", "Why?\n(B) one\n(C) two", "Why?\nA. one\nand B"):
        assert in_question(text) == (text, ())
    assert in_question("Why?\nSo?\n(A) one\n(B) two\n(D) x") == ("Why? So?", ("one", "two"))


def test_options_that_are_the_same() -> None:
    check_apart(("-1", "1", "x < y", "<", ">"))
    with pytest.raises(RowError):
        check_apart(("The cup.", "b", "cup"))


@given(st.lists(st.text(st.characters(blacklist_categories=["Cs"]), max_size=20) | st.integers(-999, 999), min_size=1))
def test_a_list_as_python_writes_it(values: list[Any]) -> None:
    written = repr(values)
    found = list_of(written)
    if "\\U" not in written:  # signs beyond \u
        assert found is not None
        assert [str(one) for one in found] == [str(one) for one in ast.literal_eval(written)]


def test_a_list_of_any_length_takes_no_long_time() -> None:
    started = time.perf_counter()
    for text in (
        "[" + "'a'," * 200_000,
        "['" + "\\" * 900_000,
        "[" + " " * 900_000,
        "['" + "a" * 900_000,
        "[" * 900_000,
    ):
        assert list_of(text) is None
    assert time.perf_counter() - started < 2
