"""A moment: right within its tolerance in every spelling, and never for a bound, a range or another quantity."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from reward import Item
from reward.answers import Moment

KEY = Moment(seconds=75, tol=2)
EXACT = Moment(seconds=75, tol=0)


def outcome(reply: str, answer: Moment = KEY) -> tuple[float | None, str]:
    mark, _ = answer.mark_reply(reply)
    return mark.score, mark.rule


def listed(text: str) -> list[str]:
    return [reply.replace("\\n", "\n") for reply in text.strip().replace("\n", " ¦ ").split(" ¦ ")]


EQUAL = listed(r"""
75 ¦ 75. ¦ 75.0 ¦ +75 ¦ 75 s ¦ 75s ¦ 75s. ¦ 75 sec. ¦ 75 secs ¦ 75 seconds ¦ 75000 ms ¦ (75) ¦ [75] ¦ <75>
**75 s** ¦ "75 s"
1:15 ¦ 01:15 ¦ 0:01:15 ¦ 00:01:15 ¦ 00:01:15.000 ¦ 1'15" ¦ 1m15s ¦ 1m 15s ¦ 1 min 15 s ¦ 1 min. 15 sec. ¦ 0h1m15s
1 minute 15 seconds ¦ 1 minute and 15 seconds ¦ one minute fifteen ¦ one minute and fifteen seconds ¦ 1.25 minutes
a minute and a quarter ¦ one and a quarter minutes ¦ 1¼ minutes ¦ 1 1/4 minutes ¦ seventy-five seconds ¦ PT1M15S
at 75 ¦ at 1:15 ¦ At 75 seconds. ¦ Exactly at 75 s ¦ at the 75 second mark ¦ at the 75-second mark ¦ at the 1:15 mark
at second 75 ¦ at the 75th second ¦ minute 1, second 15 ¦ 75 seconds in ¦ 75 seconds into the clip
75 s into the video
75 s from the start ¦ 75 s after the start of the clip ¦ 75 s after the beginning ¦ at 01:15 in the video
1:15 of the clip
about 75 s ¦ around 1:15 ¦ ~75 s ¦ ≈75 ¦ approximately 75 seconds into the video ¦ Around the 75-second mark ¦ 75-ish
The time is 75 s ¦ It happens at 1:15. ¦ It starts at 75 s ¦ The pan falls at 75 seconds. ¦ I think it's at 75 s
It occurs 75 seconds into the clip. ¦ He opens the drawer 75 seconds into the video.
This happens 1 minute 15 seconds in.
Based on the video, it opens at around the 1:15 mark. ¦ 75 (seconds) ¦ Answer: 75 seconds (1 minute and 15 seconds)
The man enters, opens a drawer, and drops the pan at around 75 s. ¦ The pan falls. 75 s.
The man drops the pan (1:15).
At 1:15, the man drops the pan. ¦ 1:15 - the man drops the pan ¦ 75 s when the pan falls ¦ 1:15: the pan falls
75 seconds (1:15) ¦ 1:15 (75 s) ¦ 1 minute 15 seconds, i.e. 75 s ¦ 1:15, or 75 seconds ¦ 75 s = 1:15
t = 75 s ¦ t=75 ¦ time: 1:15 ¦ Time: 75 seconds ¦ timestamp 1:15 ¦ seconds: 75 ¦ - 75 s ¦ Time – 75 s ¦ minute 1:15
{"seconds": 75} ¦ {"time": "1:15"} ¦ {"answer": 75} ¦ {"minutes": 1, "seconds": 15} ¦ $75$ s ¦ \boxed{75\,\text{s}}
７５ s
Answer: 75 ¦ Answer: 75 seconds ¦ Answer: 1:15 ¦ The answer is 75 s. ¦ <answer>75</answer>
Answer: 75 s\nBecause: it falls.
""")


@pytest.mark.parametrize("reply", EQUAL)
def test_the_key_is_right_however_it_is_written(reply: str) -> None:
    assert outcome(reply) == (1, "equal")


@pytest.mark.parametrize(
    "reply", listed("73 ¦ 77 s ¦ 75,5 s ¦ at 75,5 seconds ¦ 1:16.999 ¦ 74.5 s ¦ 75.5 s (1:15) ¦ about 76 s ¦ 1 min 13")
)
def test_a_time_within_the_tolerance_is_right(reply: str) -> None:
    assert outcome(reply) == (1, "within_tolerance")


@pytest.mark.parametrize(
    "reply",
    listed("""
80 ¦ 1:20 ¦ 80 s ¦ 77.001 ¦ 72.999 s ¦ 75 minutes ¦ 75 hours ¦ 1:15:00 ¦ -75 ¦ −75 s ¦ 0 ¦ a minute
a minute and a half
It happens at 1:20. ¦ 750 ¦ 7.5 ¦ 75 ms ¦ 1 min 20 ¦ 2 minutes ¦ at the 57 second mark ¦ about 90 s ¦ 1 h 15 min
"""),
)
def test_another_time_is_wrong(reply: str) -> None:
    assert outcome(reply) == (0, "unequal")


@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        ("", "empty"),
        ("I don't know", "refused"),
        ("Answer: <seconds>", "no_answer"),
        ("not 75 s", "negated"),
        ("It is not at 75 s", "negated"),
        ("maybe 75 s", "hedged"),
        ("probably 1:15", "hedged"),
        ("75 s?", "hedged"),
        ("70 or 75", "several_answers"),
        ("60 to 75 s", "several_answers"),
        ("70-80 s", "several_answers"),
        ("1:10 – 1:20", "several_answers"),
        ("between 70 and 80 s", "several_answers"),
        ("from 70 s to 80 s", "several_answers"),
        ("at 1:15 and at 1:30", "several_answers"),
        ("75, 80, 85", "several_answers"),
        ("It happens at 75 s or 80 s", "several_answers"),
        ("Answer: 75\nAnswer: 80", "several_answers"),
    ],
)
def test_none_several_a_guess_and_a_negation_are_wrong(reply: str, rule: str) -> None:
    assert outcome(reply) == (0, rule)


@pytest.mark.parametrize(
    "reply",
    listed("""
before 75 s ¦ after 75 s ¦ at least 75 s ¦ 75 s or later ¦ until 75 s ¦ within 75 s ¦ over 75 s ¦ up to 75 s
by 75 s ¦ from 75 s
75 seconds later ¦ for 75 seconds ¦ 75 seconds long ¦ it lasts 75 s ¦ the first 75 seconds ¦ every 75 s ¦ 75 s ago
in 75 seconds
75 s before the end ¦ 75 s from the end ¦ 75 frames ¦ frame 75 ¦ 75% ¦ 75 percent ¦ 1:15 pm ¦ 1:15 a.m. ¦ 75 kg
75 cups ¦ step 75
1:75 ¦ 0:75 ¦ 1:5 ¦ 75,5 ¦ 1 250 s ¦ 74-76 ¦ 75 s ± 5 s ¦ 7 5 ¦ 75 is wrong ¦ 75 s, maybe earlier
75 s, but I may be off
The door opens at 10 s, the pan falls at 75 s. ¦ 75 apples and 3 pears ¦ camera75 ¦ neither 75 nor 80 ¦ the 75 cups
hello
He drops it before the door opens at 75 s ¦ a few seconds in ¦ one minute or so ¦ 75 s and a bit ¦ half of the clip
75 s + 3 ¦ 75 s, presumably ¦ A common mistake is 75 s. ¦ A common mistake is to say 1:15. ¦ I used to think 75 s.
Many people say 75 s. ¦ far from 75 s ¦ The answer used to be 75 s. ¦ 75 s max
"""),
)
def test_a_bound_another_quantity_and_what_is_unclear_are_left_undecided(reply: str) -> None:
    assert outcome(reply)[0] is None


def test_a_tolerance_holds_to_its_very_edge_and_allows_about() -> None:
    assert outcome("75.3", Moment(seconds=75, tol=0.3)) == (1, "within_tolerance")
    assert outcome("75.30001", Moment(seconds=75, tol=0.3)) == (0, "unequal")
    assert outcome("0.3", Moment(seconds=0.1, tol=0.2)) == (1, "within_tolerance")
    assert outcome("75 s", EXACT) == (1, "equal")
    assert outcome("75.001 s", EXACT) == (0, "unequal")
    assert outcome("about 75 s", EXACT)[0] is None


@pytest.mark.parametrize("seconds", [0, 1, 59.94, 75, 1234.5, 0.1, 1e-7, 86_400, 1e9])
def test_gold_makes_an_item(seconds: float) -> None:
    item = Item(question="When?", answer=Moment(seconds=seconds, tol=0))
    assert outcome(item.gold(), Moment(seconds=seconds, tol=0)) == (1, "equal")


@pytest.mark.parametrize(
    "fields", [{"seconds": -1}, {"tol": -0.1}, {"seconds": float("nan")}, {"tol": float("inf")}, {"seconds": 2e9}]
)
def test_a_key_out_of_range_is_refused(fields: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        Moment.model_validate({"seconds": 75, "tol": 1, **fields})


FRAGMENTS = [
    "75", "80", "1:15", "75 s", "75 seconds", " or ", " and ", " to ", "-", ", ", "at ", "about ", "not ", "before ",
    "(", ")", "the ", "a minute", " and a half", "half ", "second ", "one ", "twenty", "min ", " s", "frame ", "%",
    "\n", ". ", "is ", "=", "<", ">", "between ", "start ", "end ", "first ", ":", "/", "3.5", "h ", "for ", "pm",
    "0", "?", "maybe ",
]  # fmt: skip


@given(reply=st.lists(st.sampled_from(FRAGMENTS), max_size=10).map("".join) | st.text(max_size=60))
@settings(max_examples=400, deadline=None)
def test_no_reply_is_right_on_two_moments_whose_tolerances_do_not_meet(reply: str) -> None:
    keys = [Moment(seconds=seconds, tol=1) for seconds in (0, 3, 20, 35, 60, 75, 80, 90, 120, 3600, 4500)]
    assert sum(outcome(reply, key)[0] == 1 for key in keys) <= 1


@pytest.mark.parametrize(("seconds", "score"), [(860, 1), (51600, None), (4000, None), (840, 0)])
def test_minutes_and_seconds_may_be_hours_and_minutes_where_the_key_is_late(
    seconds: float, score: float | None
) -> None:
    assert outcome("14:20", Moment(seconds=seconds, tol=5))[0] == score
    assert outcome("14:20:00", Moment(seconds=seconds, tol=5))[0] == (seconds == 51600)
