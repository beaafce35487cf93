"""A date: compared by its parts; ambiguous, vague and partial ones are left undecided."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from reward import Item
from reward.answers import Date

DAY, MONTH, YEAR = Date(value="2024-05-01"), Date(value="2024-05"), Date(value="2024")
MAY_DAY, MAY = Date(value="--05-01"), Date(value="--05")
KEYS = {"DAY": DAY, "MONTH": MONTH, "YEAR": YEAR, "MAY_DAY": MAY_DAY, "MAY": MAY}


def outcome(answer: Date, reply: str) -> tuple[float | None, str]:
    mark, _ = answer.mark_reply(reply)
    return mark.score, mark.rule


def table(text: str) -> list[tuple[Date, str]]:
    """(key, reply) pairs from lines such as "DAY: 2024-05-01 ¦ 1 May 2024"."""
    rows = [line.split(": ", 1) for line in text.strip().split("\n")]
    return [(KEYS[name], reply.replace("\\n", "\n")) for name, replies in rows for reply in replies.split(" ¦ ")]


RIGHT = r"""
DAY: 2024-05-01 ¦ 1 May 2024 ¦ May 1, 2024 ¦ May 1st, 2024. ¦ the 1st of May 2024 ¦ 2024/05/01 ¦ 01.05.2024
DAY: 2024年5月1日 ¦ ２０２４-05-01
DAY: Wednesday, 1 May 2024 ¦ Wed, May 1, 2024 ¦ 1 May 2024 (Wednesday) ¦ Wednesday the 1st of May 2024 ¦ 20240501
DAY: on 1 May 2024 ¦ It was on May 1, 2024. ¦ The date is 2024-05-01 ¦ Date: 2024-05-01 ¦ 1 May 2024 (2024-05-01)
DAY: {"date": "2024-05-01"} ¦ {"year": 2024, "month": 5, "day": 1} ¦ The event took place on 1 May 2024.
DAY: Answer: 1 May 2024 ¦ The answer is May 1, 2024. ¦ **2024-05-01** ¦ \boxed{2024-05-01} ¦ 2024‑05‑01
DAY: In 2024, on 1 May 2024 ¦ May 1 , 2024 ¦ It's 1 May 2024 ¦ 1 May 2024 is correct. ¦ 1 May 2024 is the answer.
DAY: Solution: 1 May 2024 ¦ The result is **1 May 2024**. ¦ 1 May 2024, obviously.
DAY: 1 May 2024, when the bridge was opened ¦ Answer: May 1st, 2024\nBecause: it is on the sign.
MONTH: 2024-05 ¦ May 2024 ¦ in May 2024 ¦ 05/2024 ¦ It was May, 2024. ¦ 1 May 2024 ¦ 2024-05-31
DAY: <2024-05-01> ¦ Answer: <1 May 2024>
DAY: It happened on 1 May 2024 in Paris.
YEAR: He was born in 2024 in Paris, where he lived.
YEAR: 2024 ¦ in 2024 ¦ the year 2024 ¦ It was 2024. ¦ He was born in 2024. ¦ May 2024 ¦ 1 May 2024 ¦ 2024-12-31
YEAR: year: 2024
MAY_DAY: 1 May ¦ May 1st ¦ the first of May ¦ --05-01 ¦ on 1 May 2024 ¦ Wednesday, 1 May ¦ 5月1日
MAY: May ¦ in May ¦ It was in May. ¦ the month of May ¦ May 2024 ¦ 1 May ¦ --05
"""
UNEQUAL = """
DAY: 2024-05-02 ¦ 1 May 2023 ¦ June 1st, 2024 ¦ 2023 ¦ June 2024 ¦ 2 May ¦ It was on 3 May 2024.
DAY: 20240502
MONTH: 2024-06 ¦ June 2024 ¦ May 2023 ¦ 2023 ¦ 1 June 2024 ¦ 06/2024
YEAR: 2023 ¦ in 1924 ¦ 1 May 2023
MAY_DAY: 2 May ¦ 1 June ¦ 2024-06-01 ¦ June
MAY: June ¦ 1 June 2024 ¦ in March
"""
UNDECIDED = """
DAY: 03/04/2024 ¦ 05/01/2024 ¦ 01/05/2024 ¦ 1-5-2024 ¦ 2024 ¦ May 2024 ¦ 1 May ¦ May ¦ 1 May 24 ¦ '24 ¦ 5/1/24
DAY: 31 February 2024
DAY: Thursday, 1 May 2024 ¦ before 1 May 2024 ¦ after 1 May 2024 ¦ by 1 May 2024 ¦ since 1 May 2024
DAY: around 1 May 2024
DAY: c. 1 May 2024 ¦ 1 May 2024 BC ¦ no later than 1 May 2024 ¦ 2 May 2024, not 1 May 2024 ¦ 2024-13-01 ¦ yesterday
DAY: 1 May 2024 at 5
DAY: the day after 1 May 2024 ¦ 1 May 2024, or maybe later ¦ 1 May 2024 is wrong ¦ the week of 1 May 2024
DAY: A common mistake is 1 May 2024. ¦ I used to think 1 May 2024. ¦ 1 May 2024, presumably
DAY: Many people say 1 May 2024. ¦ far from 1 May 2024 ¦ The answer used to be 1 May 2024.
YEAR: 2020s ¦ the 2020's ¦ circa 2024 ¦ c. 2024 ¦ about 2024 ¦ 2024 BC ¦ AD 2024 ¦ 2024 AD ¦ 2024 people
YEAR: 2024 seconds ¦ early 2024
YEAR: mid-2024 ¦ the end of 2024 ¦ the summer of 2024 ¦ since 2024 ¦ before 2024 ¦ 2,024 ¦ 2024/25 ¦ 2024-25 ¦ 24
YEAR: 2024% ¦ FY2024
MONTH: 1-3 May 2024 ¦ late May 2024 ¦ 2024
MAY: it may be ¦ late May ¦ 5 ¦ mayonnaise ¦ spring
"""
SEVERAL = """
DAY: 1 or 2 May 2024 ¦ 1-3 May 2024 ¦ May 1-3, 2024 ¦ from 1 May 2024 to 3 May 2024 ¦ 1 May or 1 June 2024
DAY: 2024-05-01, 2024-05-03
DAY: between 1 May 2024 and 3 May 2024 ¦ 2024-05-01 and 2024-05-03
YEAR: 2024-2025 ¦ 2023 or 2024 ¦ between 2020 and 2024 ¦ 2024, 2025 ¦ either 2023 or 2024 ¦ 2023/2024
MAY: May or June ¦ May, June ¦ May to July
"""


@pytest.mark.parametrize(("answer", "reply"), table(RIGHT))
def test_the_key_is_right_however_it_is_written_and_with_more_parts(answer: Date, reply: str) -> None:
    assert outcome(answer, reply) in ((1, "equal"), (1, "more_precise"))


@pytest.mark.parametrize(("answer", "reply"), table(UNEQUAL))
def test_a_date_with_another_part_is_wrong(answer: Date, reply: str) -> None:
    assert outcome(answer, reply) == (0, "unequal")


@pytest.mark.parametrize(("answer", "reply"), table(UNDECIDED))
def test_an_ambiguous_vague_or_partial_date_is_left_undecided(answer: Date, reply: str) -> None:
    assert outcome(answer, reply)[0] is None


@pytest.mark.parametrize(("answer", "reply"), table(SEVERAL))
def test_a_range_and_several_dates_are_wrong(answer: Date, reply: str) -> None:
    assert outcome(answer, reply) == (0, "several_answers")


@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        ("", "empty"),
        ("unknown", "refused"),
        ("Answer: <YYYY-MM-DD>", "no_answer"),
        ("not 1 May 2024", "negated"),
        ("maybe 1 May 2024", "hedged"),
        ("1 May 2024?", "hedged"),
        ("Answer: 1 May 2024\nAnswer: 2 May 2024", "several_answers"),
    ],
)
def test_none_a_guess_and_a_negation_are_wrong(reply: str, rule: str) -> None:
    assert outcome(DAY, reply) == (0, rule)


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        ("1891", 0),
        ("It came out in 1891.", 0),
        ("The board game came out on 1 May 1891.", 0),
        ("The board game was first patented in 1891.", None),
        ("The board game came out between the two wars, in 1921", None),
        ("The board game came out in 1890.", 1),
    ],
)
def test_another_date_in_a_sentence_about_something_else_is_left_open(reply: str, score: float | None) -> None:
    assert Date(value="1890").mark(reply, "When did the board game come out?").score == score


@pytest.mark.parametrize("value", ["2024-05-01", "2024-05", "2024", "--05-01", "--02-29", "--12", "0476", "1000-01-01"])
def test_gold_makes_an_item(value: str) -> None:
    answer = Date(value=value)
    assert outcome(answer, Item(question="When?", answer=answer).gold()) == (1, "equal")
    assert 0 <= answer.chance < 0.1


@pytest.mark.parametrize(
    "value",
    [
        "",
        "1 May 2024",
        "2024-5-1",
        "2024-02-30",
        "2024-13",
        "24",
        "0000",
        "--13",
        "--02-30",
        "---01",
        "2024-05-01T10:00",
    ],
)
def test_a_key_that_is_no_date_is_refused(value: str) -> None:
    with pytest.raises(ValidationError, match="is no date; write a date as"):
        Date(value=value)


FRAGMENTS = [
    "2024", "2025", "-05", "-01", "1 ", "2 ", "May ", "June ", "/", "-", " to ", " or ", "and ", "the ", "of ", "in ",
    "on ", ", ", "1st ", "year: ", "month: ", "day: ", "5", "\n", "not ", ".", "Monday ", "年", "月", "日", "--",
    "from ", "(", ")", "s", "first ",
]  # fmt: skip


@given(reply=st.lists(st.sampled_from(FRAGMENTS), max_size=10).map("".join) | st.text(max_size=60))
@settings(max_examples=400, deadline=None)
def test_no_reply_is_right_on_two_dates(reply: str) -> None:
    for values in (
        ("2024-05-01", "2024-05-02", "2024-06-01", "2025-05-01"),
        ("2024", "2025", "0001", "2005"),
        ("--05", "--06", "--01"),
        ("2024-05", "2024-06", "2025-05"),
        ("--05-01", "--05-02", "--06-01", "--01-05"),
    ):
        assert sum(outcome(Date(value=value), reply)[0] == 1 for value in values) <= 1
