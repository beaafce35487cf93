"""What a reply says aloud: no thinking, no tokens of a chat template, no invisible characters, one Unicode form."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reward.plain import plain, small
from reward.spoken import READ_CHARS, spoken

CHANNELS = "<|channel|>analysis<|message|>A<|end|><|start|>assistant<|channel|>final<|message|>B<|return|>"


@pytest.mark.parametrize(
    "reply",
    [
        "<think>A</think>B",
        "A</think>B",
        "<THINK>A</Think>B",
        "<think>\nA\n</think>\n\nB\n",
        "<think>A<think>a</think>A</think>B",
        "<think>A</think><think>a</think>B",
        "<think>I use <think> tags.</think>B",
        "C<think>A</think>B",
        "B<think>A",
        "B<think>A</think>",
        "B<think>A</think>\n<think>A</think>\n",
        "<thinking>A</thinking>B",
        "<thought>A</thought>B",
        "<reasoning>A</reasoning>B",
        "<scratchpad>A</scratchpad>B",
        "<seed:think>A</seed:think>B",
        "◁think▷A◁/think▷B",
        "[THINK]A[/THINK]B",
        "<|begin_of_thought|>A<|end_of_thought|>B",
        "<|START_THINKING|>A<|END_THINKING|><|START_RESPONSE|>B<|END_RESPONSE|>",
        "<start_working_out>A<end_working_out>B",
        "<unused94>thought\nA<unused95>B",
        CHANNELS,
        "analysisA is not right.assistantfinalB",
    ],
)
def test_thinking_is_not_said_aloud(reply: str) -> None:
    assert spoken(reply) == "B"


@pytest.mark.parametrize("reply", ["<think>A", "<think>A <think>B", "</think>", "<think></think>", CHANNELS[:30]])
def test_a_reply_that_only_thinks_says_nothing(reply: str) -> None:
    assert spoken(reply) == ""


@pytest.mark.parametrize(
    "reply",
    [
        "B</s>",
        "B<|im_end|>",
        "B<|im_end|>\n<|im_start|>user\nWhich one?",
        "B<|endoftext|><|endoftext|>",
        "B<|eot_id|>",
        "B<end_of_turn>\n",
        "B<eos><pad><pad>",
        "B<｜end▁of▁sentence｜>",
        "<s>B</s>",
        "<|im_start|>assistant\nB<|im_end|>",
        "<|start_header_id|>assistant<|end_header_id|>\n\nB<|eot_id|>",
        "<start_of_turn>model\nB<end_of_turn>",
        "[/INST] B</s>",
        "<pad><pad>B",
        "B</answer>",
    ],
)
def test_the_tokens_of_a_chat_template_are_not_part_of_the_reply(reply: str) -> None:
    assert spoken(reply) == "B"


@pytest.mark.parametrize("reply", ["a < b", "a <b> c", "x[1]", "<|", "if a<b: c</d", "[INSTALL]", "analysis of it"])
def test_what_only_looks_like_a_tag_stays(reply: str) -> None:
    assert spoken(reply) == reply


def test_latex_that_was_read_as_json_is_mended() -> None:
    assert spoken("\x08oxed{\x0crac{1}{2}}") == "\\boxed{\\frac{1}{2}}"


def test_of_a_long_reply_the_end_is_read_and_thinking_of_any_length_is_left_out() -> None:
    assert spoken("x" * 100_000 + "B") == "x" * (READ_CHARS - 1) + "B"
    assert spoken("<think>" + "x" * 100_000 + "</think>B") == "B"
    assert spoken("<think>" + "x" * 100_000) == ""
    assert len(spoken("ﷺ" * 100_000)) == READ_CHARS  # one such letter becomes eighteen


def test_parts_that_are_normalised_one_by_one_come_out_as_a_whole() -> None:
    text = "é ﬁ ①2³ ½ " * 300
    assert spoken(text).endswith(spoken("é ﬁ ①2³ ½ " * 3))
    assert plain("é" * 500) == "e" * 500
    assert plain("e\u0301\u0316" * 500) == "e" * 500


@given(st.text(st.characters(exclude_categories=()), max_size=400))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_any_text_is_read_and_what_is_said_aloud_is_said_aloud_again(text: str) -> None:
    said = spoken(text)
    assert len(said) <= READ_CHARS
    assert "\r" not in said
    assert said.encode().decode() == said
    assert len(small(text)) == len(text)


def test_a_letter_that_grows_when_it_is_made_small_moves_nothing() -> None:
    assert small("İİ B") == "ii b"
    assert spoken("İ" * 50 + "</think>B") == "B"


@pytest.mark.parametrize(
    ("reply", "aloud"),
    [
        ("<!-- 3 -->", ""),
        ("<!-- 3", ""),
        ("a <!-- 3 --> b <!-- 4 -->", "a  b"),
        ("> cup\n> pan", "cup\npan"),
        ("> 3", "> 3"),
        ("x > y", "x > y"),
    ],
)
def test_comments_and_the_marks_of_a_quotation_are_not_said(reply: str, aloud: str) -> None:
    assert spoken(reply) == aloud
