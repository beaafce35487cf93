"""An interval: two bounds in any spelling, scored by its overlap with the key; never swapped, never half of one."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from reward import Item, score
from reward.answers import Interval

DECIMALS = Interval(start=1.5, end=4.25, min_iou=0.9)
OPENING = Interval(start=0, end=5, min_iou=0.9)
KEY = Interval(start=10, end=20, min_iou=0.5)
LATE = Interval(start=1250.5, end=1300, min_iou=0.9)
LONG = Interval(start=600, end=1200, min_iou=0.9)


def outcome(reply: str, answer: Interval = KEY) -> tuple[float | None, str]:
    mark, _ = answer.mark_reply(reply)
    return mark.score, mark.rule


def listed(text: str) -> list[str]:
    return [reply.replace("\\n", "\n") for reply in text.strip().replace("\n", " ¦ ").split(" ¦ ")]


EQUAL = {
    KEY: listed(r"""
10 - 20 ¦ 10-20 ¦ 10 -20 ¦ 10- 20 ¦ 10–20 ¦ 10 — 20 ¦ 10 − 20 ¦ 10--20 ¦ 10~20 ¦ 10～20 ¦ 10..20 ¦ 10 … 20 ¦ 10 → 20
10->20
10-20 s ¦ 10 - 20 seconds ¦ 10s-20s ¦ 10s - 20s ¦ 10 s – 20 s ¦ 10 to 20 ¦ from 10 to 20 ¦ 10 s to 20 s
10 through 20 ¦ 00:10,000 --> 00:20,000 ¦ <time>10-20</time> ¦ <time>10 - 20</time>
10 seconds to 20 seconds ¦ from 10 s up to 20 s ¦ from 10 until 20 ¦ From second 10 until second 20 ¦ seconds 10 to 20
between 10 and 20 seconds ¦ between 10 s and 20 s ¦ ten to twenty seconds ¦ between ten and twenty seconds ¦ 10, 20
10,20
[10, 20] ¦ [10,20] ¦ (10, 20) ¦ (10,20) ¦ [10.0, 20.0] ¦ [10 - 20] ¦ [10s, 20s] ¦ <10> <20> ¦ <|10.0|> <|20.0|>
[start, end] = [10, 20] ¦ 10 | 20
00:10-00:20 ¦ 0:10 to 0:20 ¦ [0:10, 0:20] ¦ 0:10–0:20 ¦ 00:00:10 - 00:00:20 ¦ 00:00:10,000 --> 00:00:20,000
from 0 min 10 s to 0 min 20 s ¦ starts at 10 s and ends at 20 s ¦ It starts at 0:10 and ends at 0:20.
start: 10, end: 20
ends at 20 s, starts at 10 s ¦ start=10, end=20 ¦ start time: 10 s, end time: 20 s
Start: 10 seconds\nEnd: 20 seconds
{"start": 10, "end": 20} ¦ {"end": 20, "start": 10} ¦ {"start_time": 10.0, "end_time": 20.0} ¦ {"answer": [10, 20]}
{"start": "0:10", "end": "0:20"} ¦ {"start_seconds": 10, "end_seconds": 20} ¦ {"start": 10, "duration": 10}
at 10 s for 10 seconds ¦ lasting 10 s from 10 s ¦ 10 s long, starting at 10 s ¦ starts at 10 s and lasts 10 s
from 10 s to 20 s (10 seconds) ¦ 0:10 (10 s) to 0:20 (20 s) ¦ from 10 s to 20 s (0:10 to 0:20) ¦ 10-20 s. So 10 to 20.
The start is 10 s and the end is 20 s. ¦ The start and end are 10 and 20 seconds, respectively.
beginning at 10 and ending at 20
from the 10 second mark to the 20 second mark ¦ from the 10th to the 20th second ¦ t = 10 s to t = 20 s
starting at 10 s until 20 s
The man chops onions from 10 to 20 seconds. ¦ It is between 10 and 20 seconds into the clip.
The interval is 10 to 20 seconds.
about 10 to 20 s ¦ from about 10 s to about 20 s ¦ Approximately 10s-20s ¦ during 10-20 s ¦ interval: [10, 20]
10-20 s of the video
He starts at 10 s when he takes the knife and ends at 20 s. ¦ from 10 to 20 seconds, when the man chops
0:10-0:20: he chops
The given query happens in 10.0 - 20.0 seconds. ¦ Start time: 0:10. End time: 0:20. ¦ <10.0><20.0> ¦ <10 - 20>
Answer: <0:10, 0:20>
10 - 20 in seconds
It begins around 10 seconds and ends around 20 seconds. ¦ timestamps: 10, 20
The action takes place between 10s and 20s.
Answer: 10 - 20 ¦ Answer: from 10 to 20 seconds ¦ The answer is from 10 s to 20 s. ¦ \boxed{[10, 20]}
<answer>[10, 20]</answer>
"""),
    LATE: listed("""
1250.5 - 1300 ¦ from 1,250.5 to 1,300 ¦ 1,250.5-1,300 s ¦ Answer: [1,250.5, 1,300] ¦ 1250.5,1300 ¦ 20:50.5 to 21:40
20:50.500 - 21:40.000 ¦ 0:20:50.5-0:21:40 ¦ 20 min 50.5 s to 21 min 40 s ¦ 20m50.5s-21m40s
from 20 minutes 50.5 seconds to 21 minutes 40 seconds ¦ at 1250.5 s for 49.5 s
"""),
    LONG: listed("""
10 to 20 minutes ¦ 10 minutes to 20 ¦ 10-20 min ¦ 10m-20m ¦ between 10 and 20 minutes ¦ from minute 10 to minute 20
minutes 10 to 20 ¦ 10:00 to 20:00 ¦ 0:10:00-0:20:00 ¦ 600 to 1,200 s ¦ 10 min to 1200 s
ten minutes to twenty minutes
"""),
    DECIMALS: listed("1,5 to 4,25 s ¦ 1,5 s to 4,25 s ¦ 1,5–4,25 s ¦ from 1,5 to 4,25 seconds"),
    OPENING: listed(
        "the first 5 seconds ¦ The first five seconds. ¦ first 5 s ¦ during the first 5 seconds of the video"
    ),
}


@pytest.mark.parametrize(
    ("answer", "reply"), [(answer, reply) for answer, replies in EQUAL.items() for reply in replies]
)
def test_the_key_is_right_however_it_is_written(answer: Interval, reply: str) -> None:
    assert outcome(reply, answer) == (1, "equal")


@pytest.mark.parametrize(
    ("reply", "worth", "iou"),
    [
        ("10 - 20", 1, 1.0),
        ("10 - 15", 1, 0.5),
        ("10 - 14.999", 0, 0.4999),
        ("5 - 20", 1, 0.6667),
        ("0 - 100", 0, 0.1),
        ("20 - 30", 0, 0.0),
        ("30 - 40", 0, 0.0),
        ("15 - 15", 0, 0.0),
        ("from the start to 20 s", 1, 0.5),
        ("10 to 20 minutes", 0, 0.0),
    ],
)
def test_the_score_is_by_the_overlap_which_is_in_the_details(reply: str, worth: float, iou: float) -> None:
    verdict = score(Item(question="When?", answer=KEY), reply)
    assert (verdict.score, verdict.details) == (worth, {"iou": iou})


def test_the_overlap_is_exact_at_its_edge() -> None:
    third = Interval(start=0, end=0.3, min_iou=0.3)
    assert outcome("0 - 0.09", third)[0] == 1
    assert outcome("0 - 0.0899999", third)[0] == 0


@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        ("", "empty"),
        ("I can't tell", "refused"),
        ("Answer: <start - end, in seconds>", "no_answer"),
        ("not 10-20", "negated"),
        ("maybe 10-20", "hedged"),
        ("10-20?", "hedged"),
        ("10-20 s and 30-40 s", "several_answers"),
        ("10 to 20, 30 to 40", "several_answers"),
        ("[10,20],[30,40]", "several_answers"),
        ("[[10, 20], [30, 40]]", "several_answers"),
        ("10-20 or 30-40", "several_answers"),
        ("from 10 to 20 and from 30 to 40", "several_answers"),
        ("1. 0:10-0:20\n2. 0:30-0:40", "unread"),
        ("Answer: 10-20\nAnswer: 30-40", "several_answers"),
        ("40 - 30", "reversed"),
        ("from 40 s to 30 s", "reversed"),
    ],
)
def test_none_several_a_guess_and_a_negation_are_wrong(reply: str, rule: str) -> None:
    assert outcome(reply) == ((None if rule == "unread" else 0), rule)


def test_a_rough_interval_is_left_undecided() -> None:
    assert outcome("10-20 s or so") == (None, "qualified")


@pytest.mark.parametrize(
    "reply",
    listed("""
20 to 10 ¦ 20-10 ¦ start: 20, end: 10 ¦ 10 ¦ 20 s ¦ from 10 ¦ until 20 ¦ 10 or 20 ¦ 10 and 20 ¦ 10 s, and 20 s
at 10 s and at 20 s
10 20
2024-05-01 ¦ -10 to 20 ¦ 10 to -20 ¦ [-10, 20] ¦ 20 - 10 = 10 ¦ 10 + 20 ¦ 10:20 ¦ 10.20 ¦ 10/20 ¦ 10 to 20 to 30
[10, 20, 30]
10-20% ¦ frames 10 to 20 ¦ 10-20 kg ¦ 10-20 apples ¦ 10 am to 8 pm ¦ before 10 to 20 ¦ outside 10 to 20
10 to 20 or later
1 min to 90 ¦ from 50 to 1:20 ¦ 1:10 to 90 ¦ everything except 10 to 20 ¦ neither 10 to 20 nor 30 to 40
10 to 20 is wrong
between 10 or 20 ¦ at least 10 to 20 ¦ from 10 to 20 s (5 seconds) ¦ chapters 10 to 20 ¦ 1,250.5 ¦ 75,5 s
1:75 to 2:00 ¦ hello ¦ A common mistake is 10 - 20 s. ¦ I used to think 10 - 20 s. ¦ 10 - 20 s, presumably
Many people say 10 - 20 s. ¦ far from 10 - 20 s ¦ The answer used to be 10 - 20 s.
in the first 5 seconds ¦ the first few seconds ¦ 1,5 to 4,25
"""),
)
def test_half_an_interval_and_what_is_no_interval_are_left_undecided(reply: str) -> None:
    assert outcome(reply)[0] is None


@pytest.mark.parametrize("bounds", [(0, 1), (0.1, 0.3), (59.94, 61.2), (3599.5, 3600), (0, 1e-7), (1e9 - 1, 1e9)])
def test_gold_makes_an_item(bounds: tuple[float, float]) -> None:
    answer = Interval(start=bounds[0], end=bounds[1], min_iou=1)
    assert outcome(Item(question="When?", answer=answer).gold(), answer) == (1, "equal")


@pytest.mark.parametrize(
    "fields",
    [
        {"end": 10},
        {"end": 9},
        {"start": -1},
        {"min_iou": 0},
        {"min_iou": 0.01},
        {"min_iou": 1.1},
        {"end": float("inf")},
        {"min_iou": float("nan")},
    ],
)
def test_a_key_that_is_no_interval_is_refused(fields: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        Interval.model_validate({"start": 10, "end": 20, "min_iou": 0.5, **fields})


def clock(total: int) -> str:
    return f"{total // 60}:{total % 60:02}"


FORMS = (
    "{0} - {1}",
    "{0} to {1}",
    "from {0} until {1}",
    "between {0} and {1}",
    "[{0}, {1}]",
    "starts at {0}, ends at {1}",
)


@given(start=st.integers(0, 5_000), length=st.integers(1, 500), form=st.sampled_from(FORMS))
@settings(max_examples=150, deadline=None)
def test_bounds_are_read_back_from_every_form(start: int, length: int, form: str) -> None:
    answer = Interval(start=start, end=start + length, min_iou=1)
    bounds = (start, start + length)
    for write in (str, clock, "{} s".format, "{:,} seconds".format, "{}.000".format):
        reply = form.format(*map(write, bounds))
        assert outcome(reply, answer) == (1, "equal"), reply


FRAGMENTS = [
    "10", "20", "0:10", "0:20", "10 s", "20 seconds", "30", "40", " to ", "-", " and ", ", ", "from ", "until ",
    "start: ", "end: ", "for ", "between ", "[", "]", "(", ")", "not ", "\n", " or ", "about ", "1", "minutes", "<",
    ">", "lasting ", "mark ", ".", "at ", "1,250", "/", "=", "long ", "the start ",
]  # fmt: skip


@given(reply=st.lists(st.sampled_from(FRAGMENTS), max_size=12).map("".join) | st.text(max_size=60))
@settings(max_examples=400, deadline=None)
def test_no_reply_is_right_on_two_intervals_that_do_not_overlap(reply: str) -> None:
    keys = [(0, 10), (10, 20), (20, 30), (30, 40), (40, 60), (60, 600), (600, 1200), (1200, 1300)]
    assert sum(outcome(reply, Interval(start=a, end=b, min_iou=0.6))[0] == 1 for a, b in keys) <= 1


@given(reply=st.lists(st.sampled_from(FRAGMENTS), max_size=12).map("".join))
@settings(max_examples=200, deadline=None)
def test_the_overlap_of_what_is_read_is_between_0_and_1(reply: str) -> None:
    mark, _ = KEY.mark_reply(reply)
    assert 0 <= Fraction(mark.details.get("iou", 0)) <= 1
