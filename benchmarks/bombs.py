"""Bombs: replies that a computer algebra system would work on for hours, against an expression as the key.

python benchmarks/bombs.py

For each bomb: the verdict's rule, the seconds until it came, and the seconds until the next reply, whose formula also
needs the worker, was scored. Exits 1 if a bomb took more than the limit and a second, was right, or held up the next
reply for more than a second. Needs `pip install 'answerkey[math]'`.
"""

import os
import sys
import time

from reward import Item, Verdict, score
from reward.answers import Expression
from reward.answers.expression import LIMIT_SECONDS

SLACK = NEXT = 1.0
BOMBS = {
    "a tower of powers": "9^{9^{9^{9}}}",
    "a tower in plain maths": "9**9**9**9",
    "powers of powers": r"\left(\left(9^{4999}\right)^{4999}\right)^{4999}",
    "a power of a sum": "(a+b+c+d+e)^{4000}",
    "factorials of factorials": "((((10!)!)!)!)!",
    "factorials in a root": r"\sqrt{(4999!)!}",
    "the largest factorials that are let in": "+".join(["x 4999!"] * 60),
    "a giant binomial": r"\binom{1000000000}{500000000}",
    "the largest binomial that is let in": r"\binom{5000}{2500}^{5000} x",
    "a number of a million digits": "7" * 1_000_000,
    "a number of 10,000 digits": "7" * 10_000,
    "fractions 2,000 deep": r"\frac{1}{" * 2_000 + "x" + "}" * 2_000,
    "fractions 19 deep": r"\frac{1}{1+" * 19 + "x" + "}" * 19,
    "roots 20,000 deep": r"\sqrt{" * 20_000 + "x" + "}" * 20_000,
    "exponentials of exponentials": r"\exp(\exp(\exp(\exp(9))))",
    "a double integral": r"\int_0^1 \int_0^1 \sin(\cos(x^{y})) dx dy",
    "a sum of a million terms": r"\sum_{k=1}^{1000000} \frac{\sin(k)}{k^{3}}",
    "a product of a million factors": r"\prod_{k=1}^{1000000} (1+\frac{x}{k^{2}})",
    "a limit": r"\lim_{x \to 0} \frac{\sin(\sin(\sin(x))) - x}{x^{3}}",
}


def timed(latex: str) -> tuple[Verdict, float]:
    """The verdict on a reply with this formula, and the seconds that it took."""
    started = time.monotonic()
    verdict = score(ITEM, f"Answer: ${latex}$")
    return verdict, time.monotonic() - started


ITEM = Item(question="What is f(x)?", answer=Expression(latex="x^2+2x+1"))


def main() -> None:
    score(ITEM, "Answer: (x+1)^2")
    time.sleep(5)  # for the spare process, too, to be ready
    faults = 0
    print(f"limit {LIMIT_SECONDS:g} s; load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for i, (name, bomb) in enumerate(BOMBS.items()):
        verdict, seconds = timed(bomb)
        following, after = timed(f"(x+1)^{{2}} + {i} - {i}")
        bad = verdict.score == 1 or seconds > LIMIT_SECONDS + SLACK or following.score != 1 or after > NEXT
        faults += bad
        print(f"{name:40} {verdict.rule:14} {seconds:6.3f} s   next {after:6.3f} s {'FAULT' if bad else ''}")
    sys.exit(min(faults, 1))


if __name__ == "__main__":
    main()
