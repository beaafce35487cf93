"""An expression: equal in any usual form, wrong only when both sides were computed and differ, else undecided."""

import time
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from reward import Item, score
from reward.answers import Expression
from reward.answers import expression as module
from reward.worker import Workers

KEYS = {
    "HALF": r"\frac{1}{2}", "FIVE": "5", "BIG": "12345", "PERCENT": r"62.5\%", "ANGLE": r"45^\circ", "ROUNDED": "0.458",
    "PHI": r"\frac{1+\sqrt{5}}{2}", "POLY": "x^2+2x+1", "LINE": "f(x)=2x", "PI": r"\frac{\pi}{6}", "AREA": "ab",
    "PAIR": "(1,2)", "ROOTS": "1, -2", "SET": r"\{1,2,3\}", "CUBES": "1331 and 1728", "NAMED": "x=5, y=-2",
    "OPEN": "(3,4]", "RAY": r"a \ge 0", "UNION": r"(-\infty,-1]\cup[2,3)", "PM": r"1\pm\sqrt{19}",
    "VECTOR": r"\begin{pmatrix} -1/3 \\ 2/3 \\ 5/3 \end{pmatrix}",
    "MATRIX": r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}", "PLANE": "x-2y+z-1=0", "RATIO": "7:32",
    "CLOCK": "12:00", "LETTER": "E", "ODD": r"\text{odd}", "KM": r"12\text{ km}", "ROOT": r"\sqrt{\frac{1}{n}}",
    "FOUR": "4", "D": "D=(0,1)", "TRIPLES": "(1,2,3),(4,5,6)", "FACT": r"\frac{1}{2004!}",
    "SURD": r"2\sqrt{3}", "X": "x=5", "BOTH_ENDS": "[1,2]",
    "BARE": "2e^2t", "SPEED": "0.36c", "DECAY": r"-\frac{4}{3}e^{2t}", "SYSTEM": "p=5,q=2;p=7,q=2",
    "SIDES": r"\frac{NO}{BO}=\frac{1}{\sqrt{6}}", "SUM": r"\sum_{k=0}^{n-1} F_k F_{n-k-1}",
}  # fmt: skip
ANSWERS = {name: Expression(latex=latex) for name, latex in KEYS.items()}

RIGHT = r"""
HALF: 1/2 ¦ 0.5 ¦ .5 ¦ $\frac12$ ¦ \dfrac{1}{2} ¦ \left(\frac{1}{2}\right) ¦ 2/4 ¦ x = 1/2 ¦ ½ ¦ \(\tfrac 1 2\) ¦ 50\%
HALF: The answer is $\frac{1}{2}$. ¦ \boxed{\frac{1}{2}} ¦ The probability is 1/2. ¦ P(A) = 0.5 ¦ 1/4 + 1/4 = 1/2
HALF: {"answer": "\\frac{1}{2}"} ¦ 5e-1 ¦ 5 \times 10^{-1} ¦ \cos(60^\circ) = 1/2 ¦ \text{1/2} ¦ \\frac{1}{2} ¦ 1/2 + 0
FIVE: 5 ¦ 5.0 ¦ x=5 ¦ \text{5} ¦ $5$. ¦ +5 ¦ 10/2 ¦ \sqrt{25} ¦ 5^{\mathrm{th}} ¦ 5th ¦ The smallest value of $n$ is 5.
FIVE: \(5\) ¦ n = 2 + 3 = 5 ¦ \$5 ¦ Therefore, the value of $k$ is $5$ ¦ 5. I hope it is correct. ¦ 2^2+1
BIG: 12,345 ¦ 12{,}345 ¦ 12,\!345 ¦ 12\,345 ¦ 12345.00 ¦ 1.2345 \times 10^4
PERCENT: 62.5% ¦ 62.5 percent ¦ \frac{5}{8} ¦ 0.625 ¦ $62.5\%$
FIVE: 5 (by AM-GM) ¦ 5 \quad \blacksquare ¦ $5$ ∎ ¦ 5 \square ¦ 5 ≈ 5.001
PAIR: (1, 2) ¦ the point (1, 2) ¦ The point is (1,2).
ANGLE: 45 ¦ 45° ¦ 45 degrees ¦ 45^{\circ} ¦ \angle ABC = 45^\circ
ROUNDED: 0.458 ¦ 27/59 ¦ \frac{27}{59}
PHI: \frac{\sqrt{5}+1}{2} ¦ (1+√5)/2 ¦ 0.5 + \frac{\sqrt 5}{2} ¦ \frac12(1+\sqrt5) ¦ \phi = \frac{1+\sqrt5}2
POLY: (x+1)^2 ¦ |x+1|^2 ¦ x² + 2x + 1 ¦ 1 + 2x + x^2 ¦ x^{2}+2\cdot x+1 ¦ y = (1+x)(x+1) ¦ x*x+2*x+1
LINE: 2x ¦ f(x) = x + x ¦ f(x) = 2x for all x ¦ $f(x)=2x$ for all real $x$
PI: π/6 ¦ \frac{1}{6}\pi ¦ \pi/6
AREA: ab ¦ a b ¦ S = ab
PAIR: (1, 2) ¦ \left( 1 , 2 \right) ¦ (x,y)=(1,2) ¦ (1.0, 4/2) ¦ \langle 1,2 \rangle
ROOTS: -2, 1 ¦ 1 and -2 ¦ x = 1, x = -2 ¦ x=1 or x=-2 ¦ \{-2, 1\} ¦ $1$ and $-2$ ¦ x_1 = 1, x_2 = -2 ¦ -2 \text{ and } 1
ROOTS: \boxed{1} and \boxed{-2} ¦ The solutions are 1 and -2. ¦ 1; -2
SET: 1,2,3 ¦ \{3, 2, 1\} ¦ \left\{1,2,3\right\} ¦ 3 and 2 and 1 ¦ {1,2,3} ¦ 1, 2, and 3
CUBES: 1728, 1331 ¦ 1331 and 1728 ¦ 11^3, 12^3
NAMED: y=-2, x=5 ¦ 5, -2 ¦ x = 5 and y = -2 ¦ (x, y) = (5, -2)
OPEN: 3<\lambda\le 4 ¦ (3, 4] ¦ 4 \ge x > 3 ¦ x \in (3,4] ¦ \left(3,4\right]
RAY: [0,\infty) ¦ a>=0 ¦ 0 \leq a ¦ a \in [0, +\infty) ¦ \{a | a \geq 0\}
UNION: [2,3) \cup (-\infty,-1] ¦ x \le -1 or 2 \le x < 3 ¦ (-∞, -1] ∪ [2, 3)
PM: 1-\sqrt{19}, 1+\sqrt{19} ¦ 1 ± √19 ¦ x = 1 \pm \sqrt{19} ¦ 1+\sqrt{19} and 1-\sqrt{19}
VECTOR: (-1/3, 2/3, 5/3) ¦ \begin{bmatrix}-\frac13\\\frac23\\\frac53\end{bmatrix}
MATRIX: \begin{pmatrix}1&2\\3&4\end{pmatrix} ¦ \left[\begin{array}{cc}1 & 2 \\ 3 & 4\end{array}\right]
PLANE: x-2y+z=1 ¦ 1 = x - 2y + z ¦ z - 2y + x - 1 = 0
RATIO: 7:32 ¦ S_{ABC}:S=7:32 ¦ 7 : 32 ¦ 14:64 ¦ 7/32
CLOCK: 12:00
LETTER: E ¦ $E$ ¦ \text{E}
ODD: odd ¦ Odd ¦ $odd$
KM: 12 ¦ 12 km ¦ 12\ \mathrm{km}
ROOT: \frac{1}{\sqrt{n}} ¦ n^{-1/2}
FOUR: 4 ¦ 2^2 ¦ 2\sqrt{4}
D: (0,1) ¦ D = (0, 1)
SUM: \sum_{k=0}^{n-1} F_{n-k-1} F_k
TRIPLES: (4,5,6), (1,2,3) ¦ (1;2;3), (4;5;6)
SURD: Thus, 2*sqrt(3). ¦ #### 2*sqrt(3) ¦ = 2*sqrt(3) ¦ So the final answer is **2√3**.
SURD: The maximum is $\boxed{2\sqrt{3}}$.
SURD: I believe it is 2√3. ¦ 2√3, obviously. ¦ So $2\sqrt{3}$.
SURD: We conclude that the maximum is $2\sqrt{3}$. ¦ \Rightarrow 2\sqrt{3}
POLY: → x^2+2x+1 ¦ x^2+2x+1 is correct. ¦ x^2+2x+1 is the answer. ¦ x**2+2*x+1 ¦ Hence $f(x)=x^2+2x+1$.
X: x=2+3=5 ¦ x = 10/2 = 5 ¦ 5 units
SYSTEM: (5,2),(7,2) ¦ (7,2); (5,2) ¦ p=7, q=2; p=5, q=2
SIDES: \frac{1}{\sqrt{6}} ¦ $\frac{NO}{BO}=\frac{\sqrt{6}}{6}$
"""
WRONG = r"""
HALF: 2 ¦ 1/3 ¦ -\frac{1}{2} ¦ 0.05 ¦ \frac{2}{1} ¦ x=2 ¦ \frac{\sqrt{2}}{3}
FIVE: 50 ¦ -5 ¦ 5^2 ¦ \sqrt{5} ¦ 5.5 ¦ 2, 3 ¦ 1/5 ¦ maybe 5 ¦ not 5 ¦ 5? ¦ \infty
BIG: 1,234 ¦ 12346 ¦ 123,456
PERCENT: 70\% ¦ 3/8
ANGLE: 60 ¦ 60^\circ
PHI: \frac{1-\sqrt{5}}{2} ¦ \frac{1+\sqrt{3}}{2} ¦ 2
POLY: x^2+1 ¦ (x-1)^2 ¦ 7
LINE: f(x)=x ¦ x^2 ¦ f(x) = 2x + 1
PI: \frac{5\pi}{6} ¦ \pi
PAIR: (2, 1) ¦ (1, 3) ¦ (1,2]
ROOTS: 1, 2 ¦ 1 ¦ -2 ¦ 1, -2, 3 ¦ x=1 ¦ 1, 2 and 3
SET: 1,2 ¦ \{1,2,4\}
CUBES: 1728 ¦ 1331
NAMED: x=5, y=2 ¦ x=-2, y=5 ¦ 5, 2
OPEN: (3,4) ¦ 2<x\le 4 ¦ \left[3,4\right] ¦ (3,5]
RAY: a > 0 ¦ (0,\infty) ¦ a \le 0 ¦ [0,1)
UNION: (-\infty,-1]\cup[2,4)
PM: 1+\sqrt{19} - 1, 5 ¦ 1 \pm \sqrt{9}
VECTOR: (-1/3, 2/3, 1) ¦ (1/3, 2/3, 5/3)
MATRIX: \begin{pmatrix}1&2\\3&5\end{pmatrix}
RATIO: 32:7 ¦ 7:33
CLOCK: 1:00
LETTER: D
FOUR: 4\sqrt{2} ¦ 4\sqrt 2 ¦ 2
FACT: \frac{1}{2006!}
AREA: a+b
D: (0, 1.5)
HALF: 50 percent or so
POLY: maybe x^2+2x+1 is correct. ¦ Thus, x^2+1. ¦ x^2+1 is the answer.
DECAY: 5e^{2t} ¦ -\frac{3}{4}e^{2t}
X: x=5+1=6
SYSTEM: (5,2),(7,3) ¦ (5,2),(7,2),(1,1)
TRIPLES: (1,2,3), (4,5,7) ¦ (1,2,3),(4,5,6),(7,8,9)
"""
UNDECIDED = r"""
HALF: one half of it ¦ 0.5 km ¦ 1/2x ¦ about a half ¦ red, then blue
FIVE: 5x ¦ 5 km ¦ five ¦ 5 of them are red ¦ for all x>0, x = 5 ¦ 5\% ¦ not more than 5 or 6 ¦ ≈ 5 ¦ x \ne 5 ¦ x > 5
FIVE: 12_3 ¦ 5_7
PERCENT: 62.5 ¦ 0.62
ROUNDED: 0.46 ¦ 0.4576
PHI: 1.618 ¦ \frac{1+\sqrt{m}}{2}
LINE: y = 2x
X: x=5x=5 ¦ x=6-x=5 ¦ x=4=5 ¦ x=1=2=3=4=5
SURD: 2*sqrt(3)! ¦ 2*sqrt(3) is wrong. ¦ The maximum is at most $2\sqrt{3}$. ¦ => 2√3 ¦ After $2\sqrt{3}$ we stop.
SURD: Half of it is $2\sqrt{3}$.
DECAY: [(- 4) / 3]e^2t
BARE: 3e^{2t}
SPEED: 0.357c
POLY: - x^2+2x+1 ¦ - $x^2+2x+1$ ¦ x^2+2x+1 is not the answer. ¦ y^2+2y+1 ¦ x^2+2x+C
AREA: ba ¦ xy
PAIR: 1, 2 ¦ [1,2] ¦ \{1,2\}
PI: 0.5236
RAY: a \ne 0
OPEN: [3, 4] ¦ 3, 4
ODD: even ¦ oddly ¦ 3
LETTER: F_1 ¦ energy
CLOCK: noon
BOTH_ENDS: 1 or 2 ¦ x=1 or x=2
POLY: x^2+2x+1 \approx 3x ¦ 3x ≈ x^2+2x+1 ¦ Random guess: x^2+2x+1 ¦ Let me guess: x^2+2x+1
FIVE: 5 ≈ 9 ¦ 5 (by 2)
KM: 12 m ¦ 12 miles
PLANE: 2x-4y+2z=3 ¦ (x-2y+z-1)^2=0
"""


def table(text: str) -> list[tuple[str, str]]:
    lines = [line.split(": ", 1) for line in text.strip().split("\n")]
    return [(name, reply) for name, replies in lines for reply in replies.split(" ¦ ")]


def outcome(name: str, reply: str) -> float | None:
    return ANSWERS[name].mark_reply(reply)[0].score


@pytest.mark.parametrize(("name", "reply"), table(RIGHT))
def test_the_key_is_right_in_every_usual_form(name: str, reply: str) -> None:
    assert outcome(name, reply) == 1


@pytest.mark.parametrize(("name", "reply"), table(WRONG))
def test_another_value_is_wrong(name: str, reply: str) -> None:
    assert outcome(name, reply) == 0


@pytest.mark.parametrize(("name", "reply"), table(UNDECIDED))
def test_what_may_be_the_key_in_another_form_or_is_no_maths_is_undecided(name: str, reply: str) -> None:
    assert outcome(name, reply) is None


@pytest.mark.parametrize(
    "latex",
    [
        "",
        "$$",
        "hello world",
        "It depends on the view.",
        r"\frac{1}{",
        "(1, 2",
        "9^{9^{9}}",
        "(",
        "[1, 2, 3)",
        "1,5; 2,5; (1,5;2)",
        "0/0",
        r"\frac{1}{0}",
        r"\frac{\sqrt{2}}{0}",
    ],
)
def test_a_key_that_is_no_maths_is_refused(latex: str) -> None:
    with pytest.raises(ValidationError, match="latex: "):
        Expression(latex=latex)


@pytest.mark.parametrize("name", KEYS)
def test_gold_is_right_without_a_worker(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WORKERS", None)
    answer = ANSWERS[name]
    mark, reading = answer.mark_reply(answer.gold())
    assert (mark.score, mark.rule, answer.in_form(mark, reading)) == (1, "equal", True)


def test_what_is_handed_on_keeps_its_names_and_units() -> None:
    assert Expression(latex="5").mark("x = 5 km").said == "x = 5 km"
    assert Expression(latex="5").mark("x = 5 \\text{ km}, y = 2").said == "x = 5 km, y = 2"


@pytest.mark.parametrize(
    "reply",
    [
        '```json\n{"answer": "\\frac{1}{2}"}\n```',
        '{"answer": "\\dfrac{1}{2}"}',
        '{"answer": "\\frac{1}{2}"}',
        '{"answer": "\\\\frac{1}{2}"}',
    ],
)
def test_latex_in_json_is_read_whether_its_backslashes_are_doubled_or_not(reply: str) -> None:
    assert ANSWERS["HALF"].mark_reply(reply)[0].score == 1


def test_without_math_verify_formulas_are_undecided_and_the_note_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "INSTALLED", False)
    mark = Expression(latex="2(x+1)").mark("2x+2")
    assert (mark.score, mark.rule, mark.failed) == (None, "not_installed", False)
    assert "answerkey[math]" in mark.note
    assert Expression(latex="x^2").mark("x^{2}").score == 1


BOMBS = (
    "9^{9^{9}}", "9^9^9", "10^{10^{10}}", "2003^{2002^{2001}}", "9^{99999}", "((((10!)!)!)!)", "(10^{9})!", "99999!",
    r"\binom{1000000}{500000}", "1" * 900 + "+x", r"\frac{1}{" * 160 + "x" + "}" * 160, "(" * 490 + "x" + ")" * 490,
    r"\begin{pmatrix}" + " & ".join("1" * 200) + r"\end{pmatrix}", "x+" * 450 + "1",
)  # fmt: skip
SLOW = (
    r"\int_0^1 \int_0^1 \sin(\cos(x^{y})) dx dy", r"\left(\left(9^{4999}\right)^{4999}\right)^{4999}",
    r"\sum_{k=1}^{n} \frac{1}{k^{3}}", r"\exp(\exp(\exp(\exp(9))))", "(a+b+c+d+e)^{4000}",
)  # fmt: skip


@pytest.mark.parametrize("bomb", BOMBS, ids=lambda bomb: bomb[:20])
def test_a_bomb_is_refused_before_anything_computes_it(bomb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WORKERS", None)
    started = time.process_time()
    assert ANSWERS["POLY"].mark(bomb).score is None
    assert time.process_time() - started < 0.05


@pytest.fixture(scope="module")
def impatient() -> Iterator[Workers]:
    workers = Workers(module.WORKERS.task, seconds=1.5)
    yield workers
    workers.close()


def warm(workers: Workers) -> None:
    """Wait until all processes are ready, the spare one too."""
    workers.run([["x + 2", "2 + x"]])
    for process in workers._processes:
        process.wait_until_ready()


@pytest.mark.parametrize("bomb", SLOW, ids=lambda bomb: bomb[:20])
def test_what_takes_too_long_is_unscored_in_time_and_the_next_reply_is_scored(
    bomb: str, impatient: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WORKERS", impatient)
    warm(impatient)
    started = time.monotonic()
    mark = ANSWERS["POLY"].mark(bomb)
    assert time.monotonic() - started < 2.5
    assert mark.score != 1
    assert mark.failed == (mark.rule == "time_limit")
    started = time.monotonic()
    assert Expression(latex="x+2").mark(f"2+x+{len(bomb)}-{len(bomb)}").score == 1
    assert time.monotonic() - started < 1


def test_a_rule_that_ran_out_of_time_leaves_the_reply_unscored(
    impatient: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WORKERS", impatient)
    warm(impatient)
    verdict = score(Item(question="?", answer=ANSWERS["POLY"]), f"Answer: ${SLOW[0]}$")
    assert (verdict.score, verdict.by, verdict.rule) == (None, "none", "time_limit")
    assert verdict.error is not None


def test_prose_is_refused_before_it_is_taken_apart() -> None:
    prose = r"We get that the value of the fraction \frac{3}{7} is fine. " * 15
    started = time.process_time()
    for i in range(100):
        assert ANSWERS["POLY"].mark(f"{prose}{i}").rule == "words"
    assert time.process_time() - started < 0.1


PIECES = (
    *"xy23+-/()^{}[],=<_!|&:;%°±", r"\cdot", r"\frac", r"\sqrt", r"\{", r"\}", r"\le", r"\in", r"\cup", r"\approx",
    r"\\", r"\begin{pmatrix}", r"\end{pmatrix}", "and", "the", "km", "x=", "f(x)=",
)  # fmt: skip
WORDS = st.lists(st.sampled_from(PIECES))


@given(words=WORDS)
@settings(max_examples=200, deadline=None, derandomize=True)
def test_reading_never_raises(words: list[str]) -> None:
    ANSWERS["HALF"].read(" ".join(words))


@given(top=st.integers(-99, 99), bottom=st.integers(1, 99), times=st.integers(1, 9))
def test_a_fraction_is_right_however_it_is_expanded_and_no_other_is(top: int, bottom: int, times: int) -> None:
    answer = Expression(latex=rf"\frac{{{top}}}{{{bottom}}}")
    assert answer.mark(f"{top * times}/{bottom * times}").score == 1
    assert answer.mark(rf"\dfrac{{{top + 1}}}{{{bottom}}}").score == 0
