import pytest

from reward.nouns import singular


@pytest.mark.parametrize(
    ("plural", "word"),
    [
        ("cups", "cup"), ("knives", "knife"), ("berries", "berry"), ("pies", "pie"), ("boxes", "box"),
        ("dishes", "dish"), ("glasses", "glass"), ("potatoes", "potato"), ("women", "woman"), ("peaches", "peach"),
    ],
)  # fmt: skip
def test_plurals(plural: str, word: str) -> None:
    assert singular(plural) == word
    assert singular(word) == word


@pytest.mark.parametrize("word", ["gas", "bus", "glass", "bias", "asparagus", "basis", "us", "is", "24s", "r2s"])
def test_words_that_only_look_like_plurals(word: str) -> None:
    assert singular(word) == word
