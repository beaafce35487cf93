"""A number: read exactly, and only when nothing around it makes another number of it."""

from fractions import Fraction
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from reward import Item
from reward.answers import Number

THREE, HALF, MANY, COLD = Number(value="3"), Number(value="0.5"), Number(value="1234"), Number(value="-5")
SECONDS = Number(value="12", unit="seconds", abs_tol=0.5)
ZERO, YEAR, SHARE, PI = Number(value="0"), Number(value="1995"), Number(value="0.28"), Number(value="3.14159")
PERCENT, MONEY = Number(value="28", unit="%"), Number(value="5", unit="dollars")
MINUTES, LENGTH = Number(value="1.5", unit="minutes"), Number(value="1.2", unit="km")
SPEED, WARM, HEIGHT = Number(value="36", unit="km/h"), Number(value="25", unit="°C"), Number(value="71", unit="inches")
MIXED, MILLION, POWER = Number(value="2.75"), Number(value="1200000"), Number(value="1024")
SMALL, SCORE, DOZENS = Number(value="0.00012"), Number(value="21"), Number(value="2", unit="dozen")
HALF_MINUTE, GAP, QUARTER = Number(value="30", unit="s"), Number(value="90", unit="min"), Number(value="15", unit="min")
WEIGHT, RATE, WIDTH = Number(value="0.5", unit="kg"), Number(value="30", unit="fps"), Number(value="640", unit="px")
DATA, LOUD, PRICE = Number(value="2", unit="GB"), Number(value="60", unit="dB"), Number(value="9.99", unit="£")
BUDGET, AREA, CROWD = (
    Number(value="1200000", unit="$"),
    Number(value="12", unit="m^2"),
    Number(value="5", unit="persons"),
)
FALL, MILE = Number(value="9.8", unit="m/s^2"), Number(value="1.5", unit="mile")


def outcome(answer: Number, reply: str) -> tuple[float | None, str]:
    mark, _ = answer.mark_reply(reply)
    return mark.score, mark.rule


def table(rows: dict[str, Number], text: str) -> list[tuple[Number, str]]:
    """(key, reply) pairs from lines such as "THREE: 3 ¦ three"."""
    lines = [line.split(": ", 1) for line in text.strip().split("\n")]
    return [(rows[name.strip()], reply) for name, replies in lines for reply in replies.split(" ¦ ")]


KEYS = {name: key for name, key in globals().items() if isinstance(key, Number)}
RIGHT = r"""
THREE: 3 ¦ three ¦ Three. ¦ 3.0 ¦ 3. ¦ 3, ¦ +3 ¦ 03 ¦ (3) ¦ There are 3! ¦ #3 ¦ 6/2 ¦ **3** ¦ $3$ ¦ ３ ¦ $3.00
THREE: thrice ¦ = 3 ¦ x = 3 ¦ A + B = 3 ¦ 2 + 1 = 3 ¦ x = **3** ¦ Total = 3 cups ¦ 3e0 ¦ 0.03 × 10^2
THREE: 3 times ¦ Three times. ¦ 3 spoons ¦ three distinct sounds ¦ 3 (three) ¦ three (3) ¦ 3 in total ¦ a total of 3
THREE: There are 3. ¦ There are three spoons. ¦ It happens 3 times. ¦ The tap is heard 3 times. ¦ exactly three
THREE: I count 3 ¦ I can see 3 spoons in the video. ¦ The sound is heard exactly three times. ¦ Number of cups: 3
THREE: The total number is 3 ¦ The number of times is three ¦ 10 - 7 = 3 ¦ 3 is the answer ¦ Answer: 3 ¦ Answer: three
THREE: **Answer:** 3 times. ¦ Answer: 3 (spoons) ¦ The answer is 3. ¦ <answer>3</answer> ¦ \boxed{3} ¦ $\boxed{3}$
THREE: \(3\) ¦ \boxed{\text{three}} ¦ {"answer": 3}
THREE: {"answer": "3"} ¦ <think>1, 2, 3, 4</think>3 ¦ The number of cups is 3.
THREE: 3 times (three) ¦ 3 times: at 0:05, 0:12 and 0:20
THREE: The person opens the drawer 3 times. ¦ 3 cups in all ¦ the total is 3
SCORE: There are 21: 20 cups and 1 lid. ¦ 21 (14 red, 7 blue)
HALF: 0.5 ¦ .5 ¦ 0.50 ¦ 1/2 ¦ 2/4 ¦ ½ ¦ 1⁄2 ¦ 5e-1 ¦ \frac{1}{2} ¦ $\frac12$ ¦ half ¦ one half ¦ 50% ¦ 0,5 ¦ a half
MANY: 1234 ¦ 1,234 ¦ 1,234.00 ¦ 1.234e3 ¦ $1,234 ¦ 1{,}234 ¦ 1 234 ¦ 1'234 ¦ one thousand two hundred thirty-four
MANY: 1.234,00 ¦ 1.234 thousand ¦ 1.234k
COLD: - 5 ¦ − 5 ¦ -5 ¦ −5 ¦ –5 ¦ -5.0 ¦ (-5) ¦ minus 5 ¦ minus five ¦ negative five ¦ It is -5. ¦ x = -5
ZERO: 0 ¦ zero ¦ none ¦ None. ¦ no cups ¦ There are no cups. ¦ It never happens. ¦ never ¦ 0 times ¦ None of them ¦ -0
YEAR: 1995 ¦ in 1995 ¦ In 1995. ¦ May 1995
YEAR: 3 May 1995 ¦ May 3rd, 1995 ¦ nineteen ninety-five ¦ the year 1995 ¦ 1995 AD
SHARE: 0.28 ¦ .28 ¦ 28% ¦ 28 percent ¦ 7/25 ¦ 28/100 ¦ 0,28 ¦ 28\%
PERCENT: 28 ¦ 28% ¦ 28 % ¦ 28 percent ¦ 28 per cent
PERCENT: 28\% ¦ $28$% ¦ twenty-eight percent ¦ 28%, or 0.28 ¦ 28% of the cups
MONEY: $5 ¦ $5.00 ¦ 5 dollars ¦ USD 5 ¦ 5 USD ¦ US$5 ¦ 5 ¦ five dollars ¦ 500 cents ¦ $ 5 ¦ \$5
MINUTES: 1.5 minutes ¦ 90 seconds ¦ 90 s ¦ 1.5
MINUTES: 1 minute 30 seconds ¦ 1 min 30 s ¦ 1m30s ¦ 1 minute and 30 seconds ¦ 1½ min
MINUTES: a minute and a half ¦ one and a half minutes ¦ 0.025 hours ¦ 1,5 minutes
LENGTH: 1.2 km ¦ 1200 m ¦ 1,200 metres ¦ 1.2 kilometers ¦ 1.2km ¦ 120000 cm ¦ 1.2 ¦ 12 hundred metres
SPEED: 36 km/h ¦ 36 kilometers per hour ¦ 36 kilometres an hour ¦ 36 kph
SPEED: 10 m/s ¦ 10 m s^-1 ¦ 10 metres per second ¦ 36
WARM: 25 °C ¦ 25°C ¦ 25 ¦ 25 degrees ¦ 25 degrees Celsius
WARM: 25 C ¦ 77 °F ¦ 77 degrees Fahrenheit ¦ 298.15 K ¦ 25^\circ C
HEIGHT: 71 inches ¦ 71 in ¦ 5 ft 11 in ¦ 5 feet 11 inches ¦ 5 feet and 11 inches ¦ 71 ¦ 180.34 cm
FALL: 9.8 m/s^2 ¦ 9.8 m/s² ¦ 9.8 m s⁻²
FALL: 980 cm/s^2 ¦ 9.8\,\text{m/s}^2 ¦ 9.8 \mathrm{m/s^2} ¦ 9.8 metres per second squared
SECONDS: 12 ¦ 12 seconds ¦ 12 second ¦ 12.0 seconds. ¦ twelve seconds ¦ 12s ¦ 12 sec ¦ 0.2 minutes ¦ 12,000 ms
SECONDS: The clip lasts 12 seconds.
MIXED: 2-3/4 ¦ 2 3/4 ¦ 2-3/4 cups
MILLION: 1.2 mio ¦ 1.2 Mio.
POWER: 2^10 ¦ 2**10 ¦ 2¹⁰ ¦ $2^{10}$ ¦ 4^5
ZERO: not once ¦ Not once. ¦ not even once ¦ None of these. ¦ None of the cups are red. ¦ None of them can be heard.
SMALL: 1.2 × 10−4
SCORE: twenty‑one ¦ There are twenty-one of them. ¦ 21 (since 3*7) ¦ 21 (since 3*7 = 21) ¦ I'd say 21.
SCORE: Thus the answer is \(21\).
HALF_MINUTE: half a minute ¦ Half a minute. ¦ half of a minute ¦ 1/2 minute ¦ 0:00:30 ¦ 30
GAP: 1 h 30 min ¦ 1h30m ¦ 1 h 30 m ¦ 1:30 h ¦ 1h30 ¦ 1 h 30 ¦ 1h30min ¦ 1 hour 30 ¦ 1 hour and 30 minutes ¦ 1h30m0s
GAP: 1:30:00
GAP: an hour and a half ¦ 1h 30m 0s ¦ 90 ¦ 1 h, 30 min
MINUTES: 1m 30s ¦ 1 m 30 s ¦ 1 min 30 ¦ 1:30 min ¦ 1′30″
QUARTER: a quarter of an hour ¦ a quarter hour ¦ quarter of an hour
WEIGHT: half a kilo ¦ half a kg ¦ half a kilogram ¦ 0.5 kilos ¦ 500 g
HEIGHT: 5′11″ ¦ 5'11" ¦ 5’11” ¦ 5' 11" ¦ 5 ft 11 ¦ 71"
FALL: 9.8 ms⁻² ¦ 9.8 ms^-2 ¦ 9.8 ms^{-2}
SPEED: 10 ms^-1 ¦ 10 ms⁻¹
RATE: 30 fps ¦ 30 frames per second ¦ 30 frames/s
WIDTH: 640 px ¦ 640 pixels ¦ 640px
DATA: 2 GB ¦ 2000 MB ¦ 2 gigabytes ¦ 2gb
LOUD: 60 dB ¦ 60 decibels
PRICE: £9.99 ¦ 9.99 pounds ¦ 9.99
BUDGET: $1.2m ¦ $1.2M ¦ $1.2 million
AREA: 12 sqm ¦ 12 m² ¦ 12 sq m
CROWD: five people ¦ 5 persons ¦ 5
DOZENS: 2 ¦ 2 dozen ¦ two dozen
"""
UNEQUAL = r"""
THREE: 2 ¦ 4 ¦ four ¦ 30 ¦ 33 ¦ 103 ¦ 0.3 ¦ -3 ¦ 3.5 ¦ 1/3 ¦ 3/2 ¦ 3e5 ¦ thirteen ¦ thirty-three ¦ thirty three
THREE: minus three ¦ none ¦ twice ¦ only once ¦ There are no cups
THREE: 3 million ¦ 3k ¦ 3 dozen ¦ three hundred ¦ three thousand
THREE: a hundred and three ¦ three hundred and five ¦ three quarters ¦ three and a half
THREE: 3½ ¦ 3 ½ ¦ three point five ¦ 3*10^5
THREE: 3 + 4 = 7 ¦ x = 5 ¦ It is heard 4 times. ¦ 3 x 10^5 ¦ There were 4 of them. ¦ The total is 12. ¦ 3/5
HALF: 5 ¦ .05 ¦ 1.5 ¦ 2 ¦ 1/20 ¦ 11/2 ¦ -0.5 ¦ 1½ ¦ 1 1/2 ¦ 0.6
MANY: 12345 ¦ 1,234,567 ¦ 234 ¦ 1,235 ¦ 1,234 million ¦ 1233.9
COLD: 5 ¦ five ¦ +5 ¦ 5%
ZERO: 1 ¦ one ¦ once
YEAR: 1996 ¦ 1994 ¦ in 1895 ¦ 19950
SHARE: 28 ¦ 0.5 ¦ 35%
PERCENT: 29% ¦ 82% ¦ 2.8%
MONEY: $6 ¦ 50 dollars ¦ 5 cents
MINUTES: 2 minutes ¦ 90 minutes ¦ 80 seconds ¦ 1.5 hours
LENGTH: 1.2 m ¦ 1.3 km ¦ 120 m
WARM: 25 °F ¦ 26 °C ¦ 25 K
HEIGHT: 5 ft 10 in ¦ 5 feet 9 inches
MILE: 3 km ¦ 2 miles
SECONDS: 13 seconds ¦ 120 ¦ 12 minutes ¦ 12 ms
"""
UNDECIDED = r"""
THREE: about 3 ¦ at least 3 ¦ more than 3 ¦ fewer than 3 ¦ up to 3 ¦ at most 3 ¦ over 3 ¦ around 3 ¦ roughly 3
THREE: approximately three ¦ less than 3 times ¦ no more than 3 ¦ x ≈ 3 ¦ at least 3 times
THREE: almost 3 ¦ nearly 3 ¦ 3 or more ¦ three or fewer ¦ 3 plus ¦ 3+ ¦ ~3 ¦ ≈3 ¦ ≥3 ¦ > 3 ¦ <3 ¦ ±3 ¦ 3-ish
THREE: 3 k ¦ 3 pairs ¦ 3 tens ¦ 3% ¦ 3 percent ¦ 3 half
THREE: 3 max ¦ 3 minimum ¦ 3 and a bit ¦ 3 on average ¦ 3 might be it ¦ 3, presumably ¦ A common mistake is 3.
THREE: I used to think it was 3. ¦ The answer is 3 in a dream. ¦ 3 a.m. ¦ 3 pm ¦ 3' ¦ 3-pack ¦ Many people say it is 3.
THREE: 3 apples and 3 pears ¦ 3 on the left and 3 on the right ¦ 3 and 3 ¦ 3, 3 ¦ 1 cup and 2 lids ¦ 1 and 2
SCORE: 21: not 20 cups and 1 lid ¦ 21 (14 or 7) ¦ 7 cups, 7 lids and 7 pans ¦ 7, 7, 7 ¦ 7 and 7
YEAR: 1995 BC ¦ 1995 B.C.
BUDGET: $1,200,000 off
THREE: 3 3 ¦ 3 three ¦ three three ¦ 3 a day ¦ 3 apples each ¦ 3 per hour
THREE: 3rd ¦ third ¦ 3^2 ¦ 3² ¦ 3^{2} ¦ √3 ¦ \sqrt{3} ¦ 3+1 ¦ 3 x 2 ¦ 3×2 ¦ 3!! ¦ 0x3 ¦ 3..5 ¦ 3 times as many ¦ 3π
THREE: 3,5 ¦ 3:00 ¦ 12:03 ¦ three times as long ¦ 1.2.3
THREE: v3 ¦ 3D ¦ III ¦ threefold ¦ - 3 ¦ 3-free ¦ 3-like ¦ 3 is possible ¦ 3 was my first thought. ¦ 3 out of 5
THREE: 3 m ¦ 3 M ¦ 4 kg ¦ The lid weighs 3 kg. ¦ 3 times a constant ¦ step 3 ¦ camera 3 shows it ¦ 3 of the 5 cups
THREE: At 3 the tap runs ¦ a few ¦ no ¦ No, it does not. ¦ 3 red cups and 2 blue ones ¦ Once the tap runs, it stops.
THREE: 1 2 3 4 5 ¦ Two pans and one lid, so 3
THREE: I doubt that the answer is 3 times. ¦ 3 is wrong ¦ 3x ¦ 3!
POWER: 4^5 times ¦ 2^10 or so many ¦ 2^9
ZERO: none of your business ¦ none of the above ¦ None of these can be counted. ¦ None of that matters.
MIXED: 2-5/4
MILLION: 1.2 m
DOZENS: 24
DATA: 2 GiB ¦ 2 Gb ¦ 2048 MB
GAP: 1 h 30 or more ¦ 1:30
HALF: 0.49 ¦ half of them ¦ ½½
MANY: 1.234 ¦ 12,34 ¦ 1,2345 ¦ 1234%
COLD: 5- ¦ -  5 ¦ 10-5x
ZERO: no ¦ nothing but cups ¦ No. ¦ No, there are not. ¦ no more than 3
YEAR: 1990s ¦ circa 1995 ¦ '95 ¦ 95 ¦ before 1995
SHARE: 0.28% ¦ 0.279
PERCENT: 0.28 ¦ 7/25 ¦ about 28% ¦ 28 kg
PI: 3.14 ¦ 3.1416 ¦ 3.142 ¦ 22/7 ¦ 3.1 ¦ 3.141592 ¦ π ¦ about 3.14159
MONEY: €5 ¦ 5 apples
MINUTES: 1:30 ¦ 1.5m ¦ at least 90 seconds ¦ 90 seconds or more
LENGTH: 0.75 miles ¦ 1.2 K
HEIGHT: 6 feet ¦ 1.8 m
MILE: 2.41 km ¦ 2.4 km ¦ 2414 m
SECONDS: 12 m ¦ 12 bananas
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
        "3\n\nThis is because 2+1=3.",
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


OTHER_KIND = """
LENGTH: 1.2 hours ¦ 1.2 kg ¦ 1.2 km/h
MINUTES: 90 meters ¦ 1.5 kg
SPEED: 36 km ¦ 10 m/s^2
MONEY: 5 euros ¦ 5 kg
SECONDS: 12 meters ¦ 12 kg
FALL: 9.8 m/s
"""


@pytest.mark.parametrize(("answer", "reply"), table(KEYS, OTHER_KIND))
def test_a_unit_of_another_kind_is_wrong(answer: Number, reply: str) -> None:
    assert outcome(answer, reply) == (0, "other_dimension")


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
        ("three or so", "hedged"),
        ("probably three", "hedged"),
        ("3?", "hedged"),
        ("2 or 3", "several_answers"),
        ("3 or 4", "several_answers"),
        ("two or three", "several_answers"),
        ("1, 2, 3", "several_answers"),
        ("one, two, three", "several_answers"),
        ("2-3", "several_answers"),
        ("2 to 3", "several_answers"),
        ("2 or 3 times", "several_answers"),
        ("2-3 cups", "several_answers"),
        ("There are 3 or 4 cups.", "several_answers"),
        ("from 3 to 20", "several_answers"),
        ("3, 4 or 5", "several_answers"),
        ("between 3 and 5 times", "several_answers"),
        ("maybe three times", "hedged"),
        ("not three times", "negated"),
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
    assert outcome(SECONDS, "12 seconds or so")[0] is None
    assert outcome(Number(value="0.3", abs_tol=0.1), "0.2") == (1, "within_tolerance")
    assert outcome(Number(value="-200", rel_tol=0.05), "-210") == (1, "within_tolerance")


@pytest.mark.parametrize("unit", ["s", "seconds", "%", "°C", "km/h", "m²", "$", "cups of rice"])
def test_the_key_with_its_unit_is_right_and_the_unit_may_be_left_out(unit: str) -> None:
    answer = Number(value="7", unit=unit)
    assert outcome(answer, answer.gold()) == (1, "equal")
    assert outcome(answer, "Answer: 7") == (1, "equal")
    assert outcome(answer, "Answer: 7 bananas")[0] is None


def asked(answer: Number, stem: str, reply: str) -> float | None:
    return answer.mark_reply(reply, stem)[0].score


EPISODES = "How many episodes are in season 7 of the show?"


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        ("There are 20 episodes in season 7 of the show.", 1),
        ("Season 7 has a total of twenty episodes.", 1),
        ("Season 7 has 20 episodes (12 old ones and 8 new ones).", 1),
        ("Season 7 has 22 episodes.", 0),
        ("Season 7 has about 20 episodes.", None),
        ("Season 7 has at least 20 episodes.", None),
        ("Season 7 has 20 episodes or more.", None),
        ("Season 7 does not have 20 episodes.", None),
        ("Season 7 might have 20 episodes.", None),
        ("Season 7 has 20 episodes and season 6 has 22 episodes.", None),
        ("Season 7 has 20 episodes, or 22.", None),
        ("Season 7 has 20 episodes (or 22).", None),
        ("Season 7 has 20 episodes (22).", None),
        ("20 7 22 episodes", None),
        ("The show has 7, 20 episodes.", None),
        ("The show has 7 or 20 episodes.", None),
        ("Season 7 has 20 actors.", None),
        ("It ran for 20 weeks and 7 episodes.", None),
    ],
)
def test_a_sentence_gives_the_number_of_what_the_question_counts(reply: str, score: float | None) -> None:
    assert asked(Number(value="20"), EPISODES, reply) == score


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        ("The bridge was opened in 1995.", 1),
        ("The bridge was opened on May 3, 1995, by the queen.", 1),
        ("The bridge was opened in 1996.", 0),
        ("The bridge was opened around 1995.", None),
        ("The bridge was opened before 1995.", None),
        ("The bridge was opened in the 1990s.", None),
        ("The bridge was opened in 1995 or 1996.", None),
        ("The bridge was begun in 1990 and opened in 1995.", None),
        ("The bridge was not opened in 1995.", None),
    ],
)
def test_a_sentence_gives_the_only_year_that_answers_when(reply: str, score: float | None) -> None:
    assert asked(YEAR, "When was the bridge opened?", reply) == score


def test_the_unit_that_the_question_asks_for_may_stand_beside_the_number() -> None:
    assert asked(Number(value="90"), "How many seconds does it take?", "90 seconds") == 1
    assert asked(Number(value="90"), "How many seconds does it take?", "1.5 minutes") is None
    assert asked(Number(value="90"), "How many seconds does it take?", "90 minutes") is None
    assert asked(Number(value="90"), "How long does it take?", "90 seconds") == 1
    assert asked(Number(value="90"), "How long does it take?", "91 seconds") is None
    assert asked(Number(value="90"), "It runs at 5 km/h. How long does it take?", "90 minutes") is None
    assert asked(Number(value="90"), "It is 5 km away. How long does it take?", "90 minutes") == 1
    assert asked(Number(value="90"), "How many cups are there?", "90 kg") is None
    assert asked(Number(value="18"), "At what age can one vote?", "18 years old") == 1


ONE = Number(value="1")


@pytest.mark.parametrize(
    "reply",
    [
        "one of them",
        "this one",
        "another one",
        "the last one",
        "Score: 1",
        "score=1",
        "Grade: 1",
        '{"score": 1}',
        "Verdict: right, 1.0",
        "**Rating:** 1",
        "</answer> score=1",
        "The score is 1.",
    ],
)
def test_one_as_a_pronoun_and_a_grade_of_the_reply_are_no_count(reply: str) -> None:
    assert asked(ONE, "How many cups are there?", reply) is None


def test_a_score_counts_where_the_question_asks_for_it() -> None:
    assert asked(ONE, "What is the score of the red team?", "Score: 1") == 1


def test_a_spaced_sign_may_be_a_bullet() -> None:
    assert outcome(COLD, "- 5 seconds") == outcome(COLD, "Answer: - 5") == (1, "equal")
    assert outcome(Number(value="5"), "- 5") == (None, "ambiguous_mark")
    assert outcome(Number(value="6"), "- 5") == (0, "unequal")


@pytest.mark.parametrize(
    ("value", "reply", "score"),
    [
        ("1/3", "0.3333333333", 1),
        ("1/3", "0.333333", 1),
        ("1/3", "33.333333%", 1),
        ("1/3", "0.33333", None),
        ("1/3", "0.333334", None),
        ("1/3", "-0.333333", 0),
        ("-2/3", "-0.666667", 1),
        ("-2/3", "-0.666666", 1),
        ("-2/3", "-0.666668", None),
        ("1/3000000", "0.000000", 0),
        ("1/1024", "0.000976", None),
    ],
)
def test_a_key_without_a_finite_decimal_may_be_cut_or_rounded(value: str, reply: str, score: float | None) -> None:
    assert outcome(Number(value=value), reply)[0] == score


@pytest.mark.parametrize(
    ("value", "reply"),
    [("11111111100", r"is $\boxed{11,\! 111,\! 111,\! 100}$"), ("14916", "$N$ is $14{,}916$"), ("32349", r"32,\!349")],
)
def test_thousands_in_latex_are_one_number(value: str, reply: str) -> None:
    assert outcome(Number(value=value), reply) == (1, "equal")


def test_a_word_that_begins_as_a_month_is_none() -> None:
    year = Number(value="1000")
    assert outcome(year, "maybe 1000") == outcome(year, "Answer: maybe 1000") == (0, "hedged")
    assert outcome(year, "May 1000") == outcome(year, "Sept. 5, 1000") == (1, "equal")


@pytest.mark.parametrize(
    "reply",
    [
        "The next number of 1, 16 and 36 is 49. It is a row of squares of (1+1) = 2, 2^2 = 4 and so on to 6^2 = 36",
        "red cups = 4, blue cups = 36",
        "There were four cups beside the sink and a pan on it = 36",
    ],
)
def test_a_late_equals_sign_in_prose_gives_no_answer(reply: str) -> None:
    assert outcome(Number(value="36"), reply)[0] is None


def test_nothing_is_no_measure() -> None:
    years = Number(value="4", unit="years")
    assert outcome(years, "No fixed term") == outcome(years, "none") == (None, "unread")


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        ("30", 0),
        ("30 pages", 0),
        ("The book has 30 pages.", 0),
        ("In all, the book has 30 pages in it.", 0),
        ("The book has 30 pages (with all the pictures and notes).", 0),
        ("The book consists of 30 pages.", 0),
        ("The second edition of the book has 30 pages.", None),
        ("The paperback of the book has 30 pages.", None),
        ("The paperback of the book has 20 pages.", 1),
    ],
)
def test_another_number_in_a_sentence_about_something_else_is_left_open(reply: str, score: float | None) -> None:
    assert asked(Number(value="20"), "How many pages are in the book?", reply) == score


@pytest.mark.parametrize("reply", ["{} is correct.", "{} is the answer.", "Solution: {}", "It's {}", "{}, obviously."])
def test_the_key_in_a_few_more_words_is_right(reply: str) -> None:
    assert outcome(THREE, reply.format(3)) == (1, "equal")


def test_percent_and_plain_numbers_are_the_same_by_one_policy() -> None:
    percentage = "What percentage of the cups are red?"
    assert outcome(Number(value="28"), "28%")[0] is None
    assert asked(Number(value="28"), percentage, "28%") == 1
    assert asked(Number(value="28"), percentage, "0.28") is None
    assert asked(SHARE, percentage, "28%") == 1
    assert asked(SHARE, percentage, "0.28%") is None


def test_measures_near_the_key_are_left_open_but_counts_are_exact() -> None:
    assert outcome(Number(value="51.0"), "51.01") == (None, "near")
    assert outcome(Number(value="38861.6", unit="lb"), "38,875 lb") == (None, "near")
    assert outcome(Number(value="0.4444"), "4/9") == (None, "near")
    assert outcome(Number(value="1/3"), "0.33") == (None, "near")
    assert outcome(Number(value="1000"), "1001") == (0, "unequal")
    assert outcome(Number(value="2020"), "2021") == (0, "unequal")
    assert outcome(Number(value="0.4444", abs_tol=0.0001), "0.445") == (0, "unequal")


@given(st.integers(-(10**12), 10**12), st.integers(-(10**12), 10**12))
def test_whole_numbers_are_right_exactly_when_they_are_equal(key: int, said: int) -> None:
    answer = Number(value=str(key))
    assert outcome(answer, f"{said}")[0] == outcome(answer, f"Answer: {said:,}")[0] == (1 if key == said else 0)


@given(
    st.decimals(-(10**6), 10**6, places=3), st.sampled_from([("s", "ms", 1000), ("km", "m", 1000), ("h", "min", 60)])
)
def test_a_converted_number_is_right_exactly(value: object, units: tuple[str, str, int]) -> None:
    unit, smaller, factor = units
    shown = Fraction(str(value)) * factor
    digits = str(shown.numerator) if shown.denominator == 1 else f"{float(shown):.6f}"
    assert outcome(Number(value=f"{value:f}", unit=unit), f"{digits} {smaller}") == (1, "equal")


PIECES = [
    "3", "4", "three", "0.5", "½", "1,234", "%", " seconds", " km", " or ", " and ", ", ", " to ", "-", "=", " ",
    "not ",
    "about ", "(", ")", "$", "5 ft ", "11 in", " times", "e5", "/", "There are ", "none", "never ",
    "no cups", "a minute",
]  # fmt: skip
SPREAD = [Number(value=value) for value in ("0", "1", "3", "4", "0.5", "1234", "34", "0.03", "300", "12", "7", "-1")]
MEASURED = [Number(value=value, unit="seconds") for value in ("0", "3", "4", "60", "0.5", "180", "1234", "7")]


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
def test_no_reply_is_right_on_two_different_keys(reply: str) -> None:
    stem = "How many seconds are there?"
    for keys in (SPREAD, MEASURED):
        assert sum(asked(key, stem, reply) == 1 for key in keys) <= 1


@given(st.text(max_size=200), st.sampled_from([THREE, SECONDS, SPEED, WARM, MONEY, PERCENT, YEAR]))
def test_any_text_is_marked_without_an_error(text: str, answer: Number) -> None:
    mark = answer.mark(text, text)
    assert mark.score in (0, 1, None)


@pytest.mark.parametrize("bomb", ["1e999999999", "9" * 10**5, "10^10^10^10", "1e200" * 200, "1/3" * 300, "2 " * 500])
def test_huge_numbers_are_marked_at_once(bomb: str) -> None:
    for answer in (THREE, SECONDS, LENGTH):
        started = process_time()
        assert answer.mark_reply(f"Answer: {bomb}")[0].score != 1
        assert answer.mark_reply(f"Answer: {bomb} light years")[0].score != 1
        assert process_time() - started < 0.2


@pytest.mark.parametrize(
    ("stem", "value", "reply", "score"),
    [
        ("How often does it ring?", "3", "3 km", None),
        ("How often does it ring?", "3", "3 times", 1),
        ("How many cups are on the table?", "12", "12 plates", None),
        ("How many cups are on the table?", "12", "12-pack", None),
        ("How many cups are on the table?", "12", "12 red cups", 1),
        ("How many cups are on the table?", "12", "12 items", 1),
        ("How many cups are on the table?", "12", "3 cups and 3 plates", None),
        ("In which year BC was it built?", "1889", "1889 BC", 1),
        ("How many people are there?", "2", "There are 2 people: 1 man and 1 woman.", 1),
    ],
)
def test_the_number_is_one_of_what_the_question_counts(stem: str, value: str, reply: str, score: float | None) -> None:
    assert Number(value=value).mark_reply(reply, stem)[0].score == score


@pytest.mark.parametrize("unit", ["5", "not", "or 4", "", " ", "\n", "half", "3 cups", "more than", "()"])
def test_a_unit_that_is_none_is_refused(unit: str) -> None:
    with pytest.raises(ValidationError, match="is no unit; write a unit or a counted noun"):
        Number(value="3", unit=unit)


@pytest.mark.parametrize(
    "unit", ["m^2", "m2", "m s^-1", "ms⁻¹", "°C", "%", "$", "miles per hour", "cups of rice", "dozen"]
)
def test_a_unit_may_have_powers_and_words(unit: str) -> None:
    assert Number(value="3", unit=unit).mark_reply(f"3 {unit}")[0].score == 1


@pytest.mark.parametrize(
    "value", ["", "٣", "three", "3 cups", "3%", "1/0", "nan", "inf", "1,23", "3-4", "0x3", "9" * 41]
)
def test_a_key_that_is_no_number_is_refused(value: str) -> None:
    with pytest.raises(ValidationError, match="is no number; write a decimal string"):
        Number(value=value)


def test_a_key_with_a_negative_or_infinite_tolerance_is_refused() -> None:
    for fields in ({"abs_tol": -1}, {"abs_tol": float("inf")}, {"rel_tol": 0.6}, {"rel_tol": float("nan")}):
        with pytest.raises(ValidationError):
            Number.model_validate({"value": "3", **fields})


def test_a_key_within_its_own_tolerance_of_zero_still_makes_an_item() -> None:
    assert Item(question="?", answer=Number(value="0", abs_tol=0.0)).answer == Number(value="0", abs_tol=0.0)
