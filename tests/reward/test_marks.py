"""The first mark of a text says which template it has; marks of another one, further on, are only text."""

import pytest

from reward.marks import marks


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("USER: a ASSISTANT: <|im_start|>user\nb<|im_end|>\n<|im_start|>assistant\nc", ["user", "assistant"]),
        ("<|im_start|>user\nUSER: a ASSISTANT: b<|im_end|>\n<|im_start|>assistant\n", ["user", "assistant"]),
        ("<|im_start|>system\ns<|im_end|>\n<|im_start|>user\na", ["system", "user"]),
        ("<｜User｜>a<｜Assistant｜>b", ["user", "assistant"]),
        ("### Instruction:\na\n\n### Response:\n", ["user", "assistant"]),
        ("A chat.USER: a ASSISTANT:", ["user", "assistant"]),
        ("[INST] a [/INST] b", ["user", "assistant"]),
        ("no mark at all, my user: none", []),
        ("superUSER: no", []),
    ],
)
def test_whose_turns(text: str, roles: list[str]) -> None:
    assert [mark.role for mark in marks(text, 64)] == roles


def test_no_more_than_asked_for() -> None:
    assert len(list(marks("<|im_start|>user\n" * 100_000, 16))) == 16


def test_a_text_full_of_beginnings_is_read_in_time_that_grows_with_its_length() -> None:
    for piece in ("<|im_start|>", "<|start|>assistant to=", "<|", "[INST", "<|im_user|>" + "a" * 19, "USER", "### "):
        assert isinstance(list(marks(piece * (400_000 // len(piece)), 64)), list)
