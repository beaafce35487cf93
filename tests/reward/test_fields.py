"""JSON: which field of a reply is its answer."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reward.fields import fields
from reward.text import final_answer

LONG = "It is red. " * 300


@pytest.mark.parametrize(
    "reply",
    [
        '{"answer": "B"}',
        '{"Final_Answer": "B"}',
        '{"final-answer": "B"}',
        '{"reasoning": "It is A.", "answer": "B"}',
        f'{{"reasoning": "{LONG}", "answer": "B"}}',
        '{"final": {"answer": "B"}}',
        '{"result": {"text": "A", "answer": "B"}}',
        '{"answer": "The answer is B"}',
        '{"answer": "B", "final_answer": "B"}',
        '```json\n{"answer": "B"}\n```',
        'Here it is:\n```json\n{\n  "answer": "B"\n}\n```\nI hope this helps.',
        'The answer is A?\n{"answer": "B"}',
        'I say {"answer": "B"}',
        'I say {"answer": "B", "why": "It is not A."}.',
        "{'answer': 'B', 'why': 'It is red.'}",
        '{"answer": "B", "why": "it stops he',
        '{"answer": B}',
        '{"choice": "B"}',
        '{"prediction": "B"}',
    ],
)
def test_the_field_that_is_called_an_answer_is_the_answer(reply: str) -> None:
    reading = final_answer(reply)
    assert (reading.text, reading.container, reading.others) == ("B", "json", ())


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ('{"answer": 3.50}', "3.50"),
        ('{"answer": 12345678901234567890.123}', "12345678901234567890.123"),
        ('{"answer": true}', "true"),
        ('{"answer": ["cup", "pan"]}', "cup\npan"),
        ('{"answer": {"A": true, "B": false}}', "A: true\nB: false"),
        ('{"A": true, "B": false}', "A: true\nB: false"),
        ('["cup", "pan"]', "cup\npan"),
        ('{"answer": null}', ""),
        ('{"answer": ""}', ""),
        ("{}", ""),
    ],
)
def test_a_value_is_shown_as_a_model_writes_it(reply: str, text: str) -> None:
    reading = final_answer(reply)
    assert (reading.text, reading.container) == (text, "json")


@pytest.mark.parametrize(
    "reply",
    [
        '{"answer": "A", "answer": "B"}',
        '{"answer": "A", "final_answer": "B"}',
        '{"a": {"answer": "A"}, "b": {"answer": "B"}}',
    ],
)
def test_two_different_answers_in_one_object_are_both_kept(reply: str) -> None:
    reading = final_answer(reply)
    assert {reading.text, *reading.others} == {"A", "B"}


@pytest.mark.parametrize(
    "reply", ["{not json}", "{", "[", "{}}", '{"a": [1, {"b": 2}]}', "{1, 2}", '{"reason": "' + LONG + '"}']
)
def test_what_is_no_json_or_has_no_answer_is_left_as_it_is(reply: str) -> None:
    assert final_answer(reply).container == "none"


@given(st.text(alphabet='{}[]":,answer1\\ \n', max_size=200))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_no_soup_of_json_raises(text: str) -> None:
    assert all(0 <= span.start < span.end <= len(text) for span in fields(text))


def test_deep_nesting_does_not_break_the_reader() -> None:
    assert fields("[" * 16_000) == fields('{"a":' * 3_000) == []
