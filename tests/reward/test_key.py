"""Which typed key a plain answer stands for."""

import pytest

from reward.answers import Date, Expression, Interval, List, Moment, Number, Phrase, Text, YesNo
from reward.answers.base import BaseAnswer
from reward.key import key_of

WHEN = "In which year was it built?"


@pytest.mark.parametrize(
    ("text", "question", "key"),
    [
        ("yes", "", YesNo(value=True)),
        ("False", "", YesNo(value=False)),
        ("1,000 J", "", Number(value="1000", unit="J")),
        ("$98.92", "", Number(value="98.92", unit="$")),
        (r"50\%", "", Number(value="50", unit="%")),
        ("16.7 percent", "", Number(value="16.7", unit="%")),
        ("63.6 meter^2", "", Number(value="63.6", unit="meter^2")),
        ("One", "", Number(value="1")),
        (r"$\frac{1}{2}$", "", Number(value="1/2")),
        ("-5", "", Number(value="-5")),
        ("7.89 × 10^3 J", "", Number(value="7.89e3", unit="J")),  # as many digits as are known
        ("{1, 2, 3}", "", Expression(latex="{1, 2, 3}")),
        (r"Adding the two we get \[x = 3 + 4\] and so \(\boxed{7}\).", "", Number(value="7")),
        ("1984", "", Number(value="1984")),
        ("1984", WHEN, Date(value="1984")),
        ("May 18, 2010", "", Date(value="2010-05-18")),
        ("May", "", Phrase(text="May")),
        ("x^2+1", "", Expression(latex="x^2+1")),
        ("$1$ and $2$ and $3$", "", Expression(latex="$1$ and $2$ and $3$")),
        (r"\(\boxed{1}\) and \(\boxed{-2}\).", "", List(items=(("1",), ("-2",)))),
        (r"$\boxed{1}\boxed{2}$", "", List(items=(("1",), ("2",)))),
        ("$21,16$ or $11$", "", Expression(latex="$21,16$ or $11$")),
        ("$p=5,q=2;p=7,q=2$", "", Expression(latex="p=5,q=2;p=7,q=2")),
        (r"$\boxed{p = -1 \text{ and } p = 2}$", "", Expression(latex="p = -1 and p = 2")),
        ("A/B and C", "", Phrase(text="A/B and C")),
        ("$3$ cups and $4$ plates", "", Phrase(text="$3$ cups and $4$ plates")),
        (r"\sqrt{2}", "", Expression(latex=r"\sqrt{2}")),
        ("(3, 4)", "", Expression(latex="(3, 4)")),
        ("1331 and 1728", "", List(items=(("1331",), ("1728",)))),
        ("Paris, France", "", Phrase(text="Paris, France")),
        ("291 episodes", "", Phrase(text="291 episodes")),
        ("CO2", "", Phrase(text="CO2")),
        ("A/B test", "", Phrase(text="A/B test")),
        ("World War II", "", Phrase(text="World War II")),
        ("3:45", "", Phrase(text="3:45")),
        ("03/04/2024", "", Phrase(text="03/04/2024")),  # two dates, and no fraction
        ("12/25/2020", "", Date(value="2020-12-25")),
        ("00:01:30", "", Moment(seconds=90, tol=0)),
        ("1 h 30 min", "", Moment(seconds=5400, tol=0)),
        ("a minute and a half", "", Moment(seconds=90, tol=0)),
        ("two and a half", "", Number(value="5/2")),
        ("0:10-0:20", "", Interval(start=10, end=20, min_iou=1)),
        ("10 to 20 s", "", Interval(start=10, end=20, min_iou=1)),
        ("10-20", "", Phrase(text="10-20")),
        ("cup, spoon and pan", "", List(items=(("cup",), ("spoon",), ("pan",)))),
        ("Tulsa, Oklahoma, USA", "", Phrase(text="Tulsa, Oklahoma, USA")),
        ("C", "", Phrase(text="C")),
    ],
)
def test_one_answer(text: str, question: str, key: BaseAnswer[object]) -> None:
    assert key_of([text], question=question) == key


def test_other_wordings_of_the_same_are_one_key() -> None:
    assert key_of(["5.0", "five"]) == Phrase(text="5.0", aliases=("five",))
    assert key_of(["5", "five", "5"]) == Number(value="5")
    assert key_of(["1902", "1900"], question=WHEN) == Phrase(text="1902", aliases=("1900",))
    assert key_of(["mug", "cup", " "]) == Phrase(text="mug", aliases=("cup",))


def test_a_key_that_takes_a_wrong_answer_for_right_is_a_phrase() -> None:
    assert key_of(["1 m"], wrong=["100 cm"]) == Phrase(text="1 m", wrong=("100 cm",))
    assert key_of(["1 m"], wrong=["2 m"]) == Number(value="1", unit="m")


def test_a_long_answer_is_a_text() -> None:
    answer = "The battery is not in a closed path, so that no current flows through the bulb at all."
    assert key_of([answer]) == Text(reference=answer)


@pytest.mark.parametrize("references", [[], ["", " \n"], ["***"]])
def test_an_answer_that_says_nothing_is_refused(references: list[str]) -> None:
    with pytest.raises(ValueError, match="references: none of them says anything"):
        key_of(references)


def test_one_string_is_no_list_of_answers() -> None:
    with pytest.raises(TypeError, match="are lists of texts"):
        key_of("yes")
