"""How many rule verdicts one core gives per second, on different replies of 200 characters, per kind of answer.

python benchmarks/rules.py
"""

import platform
import random
import sys
import time
from importlib.metadata import version

from reward import Item, score
from reward.answers import Choice, Judgements, List, Number, Phrase, YesNo

REPLIES = 10_000
LENGTH = 200
NOUNS = ("cup", "spoon", "pan", "knife", "plate", "bowl", "board", "jar", "tap", "drawer", "lid", "cloth")
OBJECTS = tuple(f"{colour} {noun}" for colour in ("red", "blue", "green", "white") for noun in NOUNS)
SOUNDS = ("cut / chop", "water", "rustle", "metal-only collision")
ANSWERS = (
    YesNo(value=True),
    Choice(options=OBJECTS[:4], correct="B"),
    Judgements(statements=OBJECTS[:4], truth=(True, False, True, False)),
    Phrase(text=OBJECTS[0], wrong=OBJECTS[1:4]),
    Number(value="3"),
    List(items=tuple((sound,) for sound in SOUNDS[:3]), ordered=True),
)


def make_replies(item: Item, rng: random.Random) -> list[str]:
    """Replies of LENGTH characters, no two alike: some reasoning, then an answer that is right, wrong or unreadable."""
    others = [
        *OBJECTS,
        *SOUNDS,
        "yes",
        "no",
        "A",
        "C",
        "2",
        "four",
        "I don't know",
        "A: true\nB: true\nC: false\nD: true",
    ]
    replies = []
    for number in range(REPLIES):
        answer = item.gold() if rng.random() < 0.5 else f"Answer: {rng.choice(others)}"
        reason = f"Frame {number}: " + " ".join(rng.choice(OBJECTS) + " is on the counter;" for _ in range(20))
        replies.append(f"{reason[: LENGTH - len(answer) - 2]}\n\n{answer}"[:LENGTH])
    return replies


def main() -> None:
    """Print the machine, the versions, and one line per kind of answer, then all kinds together."""
    print(f"machine   {platform.machine()}, {platform.processor() or platform.platform()}")
    print(
        f"versions  answerkey {version('answerkey')}, pydantic {version('pydantic')}, Python {sys.version.split()[0]}"
    )
    print(f"replies   {REPLIES} of {LENGTH} characters per kind, one core; seconds of CPU time")
    total = 0.0
    for answer in ANSWERS:
        item = Item(question="?", answer=answer)
        replies = make_replies(item, random.Random(f"rules:{answer.kind}"))
        start = time.process_time()
        verdicts = [score(item, reply) for reply in replies]
        seconds = time.process_time() - start
        total += seconds
        decided = sum(verdict.score is not None for verdict in verdicts) / REPLIES
        print(f"{answer.kind:<11}{seconds:6.2f} s {REPLIES / seconds:9.0f} verdicts/s   {decided:4.0%} decided by rule")
    print(f"{'together':<11}{total:6.2f} s {len(ANSWERS) * REPLIES / total:9.0f} verdicts/s")


if __name__ == "__main__":
    main()
