"""Claims: one letter where a text commits to one option and takes nothing back, and else the reason why none."""

from time import process_time

import pytest

from reward.answers.claims import claimed
from reward.answers.options import Options

OPTIONS = Options({"A": "red mug", "B": "blue spoon", "C": "7", "D": "all white"})


def claims(text: str) -> tuple[str | None, str]:
    found = claimed(OPTIONS.coded(text))
    return found.letter, found.rule


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("It is likely that the thing which lies in his hand is the red mug.", "A"),
        ("It is likely the red mug.", None),
        ("3 + 4 = 7. The total is 7.", "C"),
        ("7 of them are there. In total there are few.", None),
        ("The mug lies in the red mug box next to the sink and it is washed.", None),
        ("On the red mug, a name can be read.", None),
        ("What he stirs with beside the red mug is the blue spoon.", None),
        ("The red mug and the blue spoon are clean. So he takes the blue spoon.", None),
        ("The red mug, which is full, is heavy. It is hot.", "A"),
        ("It is the red mug. The others, the blue spoon and the like, are not used.", "A"),
        ("It is (A). The blue spoon and others can also be seen.", "A"),
        ("It is (A). Therefore it is (B).", None),
        ("As shown in part (B), it is the red mug.", "A"),
        ("If he is cold, it is (A).", "A"),
        ("If it is (A), he is cold.", None),
        ("(A) or (B)", None),
        ("(A) is cleaner than (B).", None),
    ],
)
def test_one_letter_is_claimed_or_none(text: str, letter: str | None) -> None:
    assert claims(text)[0] == letter


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Nothing is said here.", "unread"),
        ("It is not (A).", "negated"),
        ("It is (A). That is wrong.", "negated"),
        ("It might be (A).", "hedged"),
        ("Is it (A)?", "hedged"),
        ("It is (A). It is (B).", "contradiction"),
        ("(A) blue spoon", "contradiction"),
    ],
)
def test_the_rule_says_why_nothing_is_read(text: str, rule: str) -> None:
    assert claims(text) == (None, rule)


@pytest.mark.parametrize(
    "pattern",
    ["(A) ", "not (A). ", "red mug, ", "red ", "if ", "if red mug and ", "\n", "(A) red ", "7 = ", "- ", "'s "],
)
def test_time_grows_no_faster_than_the_text(pattern: str) -> None:
    def seconds(size: int) -> float:
        text = pattern * (size // len(pattern))
        times = []
        for _ in range(5):
            started = process_time()
            claims(text)
            times.append(process_time() - started)
        return min(times)

    assert seconds(20_000) <= 9 * seconds(5_000) + 0.002
