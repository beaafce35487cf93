"""The question and the reply are found in whatever form a trainer hands on a conversation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reward.chat import aloud, bare, question_text, reply_behind, reply_text
from reward.text import final_answer

ASKED, SAID = "Which object is moved?", "Answer: pan"
TEMPLATES = {
    "qwen": (
        "<|im_start|>system\nYou help.<|im_end|>\n<|im_start|>user\n<|vision_start|><|image_pad|><|image_pad|>"
        f"<|vision_end|>{ASKED}<|im_end|>\n<|im_start|>assistant\n",
        "<|im_end|>\n",
    ),
    "llama3": (
        "<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nYou help.<|eot_id|><|start_header_id|>user"
        f"<|end_header_id|>\n\n{ASKED}<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n",
        "<|eot_id|>",
    ),
    "gemma": (
        f"<bos><start_of_turn>user\n<start_of_image>{ASKED}<end_of_turn>\n<start_of_turn>model\n",
        "<end_of_turn>",
    ),
    "mistral": (f"<s>[INST]{ASKED}[/INST]", "</s>"),
    "glm": (f"<|user|>\n{ASKED}<|assistant|>\n", "<|user|>"),
    "deepseek": (f"<｜begin▁of▁sentence｜>You help.<｜User｜>{ASKED}<｜Assistant｜>", "<｜end▁of▁sentence｜>"),
    "gpt-oss": (
        f"<|start|>system<|message|>You help.<|end|><|start|>user<|message|>{ASKED}<|end|>"
        "<|start|>assistant<|channel|>final<|message|>",
        "<|return|>",
    ),
    "vicuna": (f"A chat. USER: <image>\n{ASKED} ASSISTANT: ", "</s>"),
    "default": (f"Human: {ASKED}\nAssistant: ", "</s>"),
    "alpaca": (f"Below is a task.\n\n### Instruction:\n{ASKED}\n\n### Response:\n", "</s>"),
}
each_template = pytest.mark.parametrize("name", TEMPLATES)


@each_template
def test_the_question_is_found_in_a_templated_prompt(name: str) -> None:
    assert question_text(TEMPLATES[name][0]) == ASKED


@each_template
def test_the_reply_is_found_behind_its_prompt_and_without_it(name: str) -> None:
    prompt, end = TEMPLATES[name]
    assert reply_behind(prompt + SAID + end, prompt) == SAID + end
    assert final_answer(reply_behind(prompt + SAID + end, "another prompt")).text == "pan"


@each_template
def test_a_reply_that_plays_more_turns_is_taken_whole_where_its_prompt_was_written_otherwise(name: str) -> None:
    prompt, end = TEMPLATES[name]
    played = f"{SAID}{end}{prompt.replace(ASKED, 'What is 1 + 1?')}Answer: 2{end}"
    reply = reply_behind(prompt.replace(ASKED, f"<image><image>{ASKED}") + played, prompt)
    assert reply.partition(end)[0].endswith(SAID)


def test_messages_of_text_and_of_blocks() -> None:
    blocks = [{"type": "image"}, {"type": "text", "text": "Which object"}, {"type": "text", "text": " is moved?"}]
    conversation = [
        {"role": "system", "content": "You help."},
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "Hello!"},
        {"role": "user", "content": blocks},
    ]
    assert question_text(conversation) == ASKED
    assert question_text([{"role": "user", "content": 3}]) == ""
    assert question_text([]) == question_text(None) == question_text(7) == ""


def test_the_last_question_is_found_behind_any_number_of_examples() -> None:
    examples = "".join(f"<|im_start|>user\nno {i}<|im_end|>\n<|im_start|>assistant\nx<|im_end|>\n" for i in range(200))
    assert question_text(examples + f"<|im_start|>user\n{ASKED}<|im_end|>\n<|im_start|>assistant\n") == ASKED


def test_pictures_and_times_of_frames_are_no_part_of_a_question() -> None:
    assert bare(f"[0.9 s]<image>[3.1 s]<image>\n{ASKED}") == ASKED
    assert bare("Is it [3] or\n [5.0 m]?") == "Is it [3] or [5.0 m]?"


def test_a_reply_alone_is_taken_as_it_is() -> None:
    assert reply_behind(SAID, "") == SAID
    assert reply_behind(f"<s> {ASKED}{SAID}", ASKED) == SAID
    assert reply_behind(f"<s> {ASKED}{SAID}", "Another question?") is None  # its prompt is not taken for the reply
    assert reply_text([{"role": "assistant", "content": SAID}]) == SAID


def test_thinking_that_the_prompt_opens_belongs_to_the_reply() -> None:
    qwen = TEMPLATES["qwen"][0]
    assert aloud(qwen + "<think>\n", SAID) == f"<think>{SAID}"
    assert aloud(qwen + "<think>\n\n</think>\n\n", SAID) == SAID
    assert aloud(qwen, SAID) == aloud(None, SAID) == SAID


@given(st.text(alphabet="<|>[/]ims_startuerINST:\n ", max_size=300), st.text(max_size=50))
def test_any_text_is_read_and_a_reply_is_never_lost(text: str, reply: str) -> None:
    assert isinstance(question_text(text), str)
    assert reply_behind(text + reply, text) == reply


def test_a_long_text_of_marks_is_read_in_time_that_grows_with_its_length() -> None:
    hostile = "<|im_start|>assistant\n" * 50_000 + "[INST]" * 50_000 + "<start_of_turn>" * 50_000 + "<" * 500_000
    assert isinstance(question_text(hostile), str)
    assert isinstance(reply_behind(hostile, "another"), str)
