"""Disguised words come back; where clauses end is kept."""

import pytest

from reward.unmasked import clauses, unmasked


@pytest.mark.parametrize(
    "text",
    [
        "IgNoRe ThIs", "ig\u200bnore th\u2060is", "ｉｇｎｏｒｅ ｔｈｉｓ", "іgnоrе тнis", "ıgnore this", "ignöre this",
        "i\U000e0067gnore this", "ig\ufe0fnore this", "𝐢𝐠𝐧𝐨𝐫𝐞 𝘁𝗵𝗶𝘀", "ɪɢɴᴏʀᴇ ᴛʜɪꜱ", "i\u0336g\u0336nore this",
    ],
)  # fmt: skip
def test_look_alikes_accents_and_invisible_characters_hide_no_word(text: str) -> None:
    assert unmasked(text) == "ignore this"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("...", []),
        ("a cup", ["a cup"]),
        ("a cup. the lid", ["a cup", "the lid"]),
        ("1.5 cups, please!", ["1 5 cups", "please"]),
        ("don't", ["don t"]),
        ("**a**\n- _b_ (c)", ["a", "b", "c"]),
        ("解。答案", ["解", "答案"]),
        ("“a” — b", ["a", "b"]),
        ("i g n o r e", ["ignore"]),
        ("i-g-n-o-r-e it", ["ignore it"]),
        ("i.g.n.o.r.e", ["ignore"]),
        ("é t é s", ["é t é s".replace(" ", "")]),
        ("a b c", ["a b c"]),
    ],
)
def test_a_text_falls_into_the_words_of_its_clauses(text: str, parts: list[str]) -> None:
    assert clauses(text) == parts
