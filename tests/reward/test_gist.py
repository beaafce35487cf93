"""Whether a reply says what a key says that is a sentence, or a few words, of its own."""

import pytest

from reward.gist import gist_of, gist_of_key, same_gist
from reward.sentence import question_of, sentences_of


def says(text: str, key: str, stem: str) -> bool:
    question = question_of(stem)
    said, known = gist_of(sentences_of(text), question), gist_of_key(key, question)
    return said is not None and known is not None and same_gist(said, known)


CLEANING = "What is she cleaning?"
MATERIAL = "Why does the bulb go out?"
SPEAKS = "Does he speak in the video?"
DRAWER = "Which drawer is opened first?"
KEY = "there is a gap in the circuit"


@pytest.mark.parametrize(
    ("stem", "key", "text"),
    [
        (CLEANING, "the table", "She is cleaning a table."),
        (CLEANING, "She is cleaning the table.", "she cleans the tables"),
        (MATERIAL, KEY, "There is a gap in the circuit."),
        (MATERIAL, KEY, "So there was a gap in the circuit"),
        (SPEAKS, "no, he does not speak", "No, he does not speak."),
        (DRAWER, "top drawer", "top"),
        ("What happens to Tom?", "Tom is hit by a ball", "he is hit by a ball"),
        ("Where does Tom live?", "in a small house", "a small house"),
        ("Where does Tom live?", "a small house", "in a small house"),
    ],
)
def test_the_same_in_other_words(stem: str, key: str, text: str) -> None:
    assert says(text, key, stem)


@pytest.mark.parametrize(
    ("stem", "key", "text"),
    [
        (CLEANING, "the table", "She is cleaning under the table."),
        (CLEANING, "the table", "She is cleaning a red table."),
        (CLEANING, "the table", "Perhaps she is cleaning a table."),
        (CLEANING, "the table", "She is cleaning."),
        (MATERIAL, KEY, "There is no gap in the circuit."),
        (MATERIAL, KEY, "gap"),
        (MATERIAL, KEY, "There is a circuit in the gap."),
        (SPEAKS, "no, he does not speak", "Yes, he does speak."),
        (SPEAKS, "no, he does not speak", "No, he does speak."),
        (DRAWER, "top drawer", "drawer"),
        ("Where does Tom live?", "on a small house", "in a small house"),
        ("What does Tom clean?", "a small house", "in a small house"),
        ("Why are the pan and the lid hot?", "The pan and the lid are on the hob", "on the hob"),
        (DRAWER, "first drawer", "drawer"),
        (DRAWER, "top drawer", "The top drawer, then the first."),
        # Words of one root are not one word, unless both come from the question.
        ("Which object is used?", "mixer", "mix"),
        ("Which object is used?", "toaster", "toast"),
        ("Which object is used?", "painted plate", "painting plate"),
        ("Which object is used?", "rose", "rise"),
        ("Why is the door open?", "it is too warm", "it is warm too"),
        ("", "", ""),
    ],
)
def test_something_else(stem: str, key: str, text: str) -> None:
    assert not says(text, key, stem)
