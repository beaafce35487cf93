"""A number: read exactly, and only when nothing around it makes another number of it."""

import pytest
from pydantic import ValidationError

from reward import Item
from reward.answers import Number

THREE, HALF, MANY, COLD = Number(value="3"), Number(value="0.5"), Number(value="1234"), Number(value="-5")
SECONDS = Number(value="12", unit="seconds", abs_tol=0.5)


def outcome(answer: Number, reply: str) -> tuple[float | None, str]:
    mark, _ = answer.mark_reply(reply)
    return mark.score, mark.rule


def table(rows: dict[str, Number], text: str) -> list[tuple[Number, str]]:
    """(key, reply) pairs from lines such as "THREE: 3 ¦ three"."""
    lines = [line.split(": ", 1) for line in text.strip().split("\n")]
    return [(rows[name.strip()], reply) for name, replies in lines for reply in replies.split(" ¦ ")]


KEYS = {"THREE": THREE, "HALF": HALF, "MANY": MANY, "COLD": COLD, "SECONDS": SECONDS}
RIGHT = r"""
THREE: 3 ¦ three ¦ Three. ¦ 3.0 ¦ 3. ¦ 3, ¦ +3 ¦ 03 ¦ (3) ¦ 3! ¦ #3 ¦ 6/2 ¦ **3** ¦ $3$ ¦ ３ ¦ $3.00 ¦ 3x
THREE: thrice ¦ = 3 ¦ x = 3
THREE: 3 times ¦ Three times. ¦ 3 spoons ¦ three distinct sounds ¦ 3 (three) ¦ three (3) ¦ 3 in total ¦ a total of 3
THREE: There are 3. ¦ There are three spoons. ¦ It happens 3 times. ¦ The tap is heard 3 times. ¦ exactly three
THREE: I count 3
THREE: The total number is 3 ¦ The number of times is three ¦ 10 - 7 = 3 ¦ 3 is the answer ¦ Answer: 3 ¦ Answer: three
THREE: **Answer:** 3 times. ¦ Answer: 3 (spoons) ¦ The answer is 3. ¦ <answer>3</answer> ¦ \boxed{3} ¦ $\boxed{3}$
THREE: \(3\) ¦ \boxed{\text{three}} ¦ {"answer": 3} ¦ {"answer": "3"} ¦ <think>1, 2, 3, 4</think>3
HALF: 0.5 ¦ .5 ¦ 0.50 ¦ 1/2 ¦ 2/4 ¦ ½ ¦ 1⁄2 ¦ 5e-1 ¦ \frac{1}{2} ¦ $\frac12$
MANY: 1234 ¦ 1,234 ¦ 1,234.00 ¦ 1.234e3 ¦ $1,234 ¦ 1{,}234
COLD: -5 ¦ −5 ¦ –5 ¦ -5.0 ¦ (-5) ¦ minus 5 ¦ minus five ¦ negative five ¦ It is -5.
SECONDS: 12 ¦ 12 seconds ¦ 12 second ¦ 12.0 seconds. ¦ twelve seconds
"""
UNEQUAL = """
THREE: 2 ¦ 4 ¦ four ¦ 30 ¦ 33 ¦ 103 ¦ 0.3 ¦ -3 ¦ 3.5 ¦ 1/3 ¦ 3/2 ¦ 3e5 ¦ thirteen ¦ thirty-three ¦ thirty three
THREE: minus three ¦ none
HALF: 5 ¦ .05 ¦ 1.5 ¦ 2 ¦ 1/20 ¦ 11/2 ¦ -0.5
MANY: 1.234 ¦ 12345 ¦ 1,234,567 ¦ 234
COLD: 5 ¦ five ¦ +5
SECONDS: 13 seconds ¦ 120
"""
UNDECIDED = r"""
THREE: about 3 ¦ at least 3 ¦ more than 3 ¦ fewer than 3 ¦ up to 3 ¦ at most 3 ¦ over 3 ¦ around 3 ¦ roughly 3
THREE: approximately three
THREE: almost 3 ¦ nearly 3 ¦ 3 or more ¦ three or fewer ¦ 3 plus ¦ 3+ ¦ ~3 ¦ ≈3 ¦ ≥3 ¦ > 3 ¦ <3 ¦ ±3 ¦ 3-ish
THREE: 3 million ¦ 3k ¦ 3 k ¦ 3 dozen ¦ 3 pairs ¦ 3 tens ¦ 3% ¦ 3 percent ¦ three hundred ¦ three thousand
THREE: a hundred and three
THREE: three hundred and five ¦ three quarters ¦ three and a half ¦ 3 and a half ¦ 3½ ¦ 3 ½ ¦ 3 half ¦ three point five
THREE: 3rd ¦ third ¦ 3^2 ¦ 3² ¦ 3^{2} ¦ √3 ¦ \sqrt{3} ¦ 3*10^5 ¦ 3 x 10^5 ¦ 3+1 ¦ 3 x 2 ¦ 3×2 ¦ 3!! ¦ 0x3 ¦ 3..5
THREE: 3,5 ¦ 3:00 ¦ 12:03
THREE: v3 ¦ 3D ¦ III ¦ threefold ¦ - 3 ¦ 3 out of 5 ¦ 3 seconds ¦ 3 kg ¦ step 3 ¦ camera 3 shows it
THREE: At 3 the tap runs ¦ a few ¦ no
THREE: 1 2 3 4 5 ¦ Two pans and one lid, so 3 ¦ I doubt that the answer is 3 times. ¦ 3 is wrong ¦ 3. Wait, no, it is 4.
HALF: half ¦ one half ¦ 0,5 ¦ 50% ¦ 1½ ¦ 1 1/2
MANY: 1 234 ¦ 1'234 ¦ 12,34 ¦ 1,2345 ¦ 1234% ¦ 1,234 million ¦ one thousand two hundred thirty-four
COLD: - 5 ¦ 5- ¦ 10-5x
SECONDS: 12 minutes ¦ 12 ms ¦ 12 meters ¦ 12s ¦ 0.2 minutes
"""


@pytest.mark.parametrize(("answer", "reply"), table(KEYS, RIGHT))
def test_the_key_is_right_however_it_is_written(answer: Number, reply: str) -> None:
    assert outcome(answer, reply) == (1, "equal")


@pytest.mark.parametrize(
    "reply",
    [
        "Answer: 3\nBecause: I counted 1, 2, 3.",
        "3\n\nI heard it three times.",
        "I counted 1 at first.\n\nAnswer: 3",
        "The answer is 3.\n\nAnswer: three",
    ],
)
def test_the_key_is_right_beside_a_reason_or_said_twice(reply: str) -> None:
    assert outcome(THREE, reply) == (1, "equal")


@pytest.mark.parametrize(("answer", "reply"), table(KEYS, UNEQUAL))
def test_another_number_is_wrong(answer: Number, reply: str) -> None:
    assert outcome(answer, reply) == (0, "unequal")


@pytest.mark.parametrize(("answer", "reply"), table(KEYS, UNDECIDED))
def test_a_number_that_may_be_another_one_is_left_undecided(answer: Number, reply: str) -> None:
    assert outcome(answer, reply)[0] is None


@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        ("", "empty"),
        ("I cannot tell", "refused"),
        ("Answer: <number>", "no_answer"),
        ("not 3", "negated"),
        ("It's not three.", "negated"),
        ("anything but 3", "negated"),
        ("The answer isn't 3", "negated"),
        ("maybe 3", "hedged"),
        ("probably three", "hedged"),
        ("3?", "hedged"),
        ("2 or 3", "several_answers"),
        ("3 or 4", "several_answers"),
        ("two or three", "several_answers"),
        ("1, 2, 3", "several_answers"),
        ("one, two, three", "several_answers"),
        ("2-3", "several_answers"),
        ("2 to 3", "several_answers"),
        ("between 2 and 4", "several_answers"),
        ("either 3 or 4", "several_answers"),
        ("1/2/3", "several_answers"),
        ("Answer: 2\nAnswer: 3", "several_answers"),
        ("\\boxed{2} \\boxed{3}", "several_answers"),
    ],
)
def test_none_several_a_guess_and_a_negation_are_wrong(reply: str, rule: str) -> None:
    assert outcome(THREE, reply) == (0, rule)


def test_a_number_of_endless_digits_is_not_read() -> None:
    assert outcome(THREE, "9" * 41)[0] is None
    assert outcome(THREE, "9" * 40) == (0, "unequal")


def test_a_tolerance_holds_to_its_very_edge_and_allows_about() -> None:
    assert outcome(SECONDS, "12.5 seconds") == (1, "within_tolerance")
    assert outcome(SECONDS, "12.500001 seconds") == (0, "unequal")
    assert outcome(SECONDS, "about 12 seconds") == (1, "equal")
    assert outcome(SECONDS, "at least 12 seconds")[0] is None
    assert outcome(Number(value="0.3", abs_tol=0.1), "0.2") == (1, "within_tolerance")
    assert outcome(Number(value="-200", rel_tol=0.05), "-210") == (1, "within_tolerance")


@pytest.mark.parametrize("unit", ["s", "seconds", "%", "°C", "km/h", "m²", "$", "cups of rice"])
def test_the_key_with_its_unit_is_right_and_the_unit_may_be_left_out(unit: str) -> None:
    answer = Number(value="7", unit=unit)
    assert outcome(answer, answer.gold()) == (1, "equal")
    assert outcome(answer, "Answer: 7") == (1, "equal")
    assert outcome(answer, "Answer: 7 bananas")[0] is None


@pytest.mark.parametrize("value", ["", "three", "3 cups", "3%", "1/0", "nan", "inf", "1,23", "3-4", "0x3", "9" * 41])
def test_a_key_that_is_no_number_is_refused(value: str) -> None:
    with pytest.raises(ValidationError, match="is no number; write a decimal string"):
        Number(value=value)


def test_a_key_with_a_negative_or_infinite_tolerance_is_refused() -> None:
    for fields in ({"abs_tol": -1}, {"abs_tol": float("inf")}, {"rel_tol": 1}, {"rel_tol": float("nan")}):
        with pytest.raises(ValidationError):
            Number.model_validate({"value": "3", **fields})


def test_a_key_within_its_own_tolerance_of_zero_still_makes_an_item() -> None:
    assert Item(question="?", answer=Number(value="0", abs_tol=0.0)).answer == Number(value="0", abs_tol=0.0)
