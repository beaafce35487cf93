"""How many rule verdicts one core gives per second, and how long the worst replies take.

python benchmarks/rules.py
"""

import platform
import random
import sys
import time
from importlib.metadata import version

from reward import Item, score
from reward.answers import (
    Box,
    Choice,
    Date,
    Expression,
    Interval,
    Judgements,
    List,
    Moment,
    Number,
    Phrase,
    Text,
    YesNo,
    base,
)
from reward.text import MAX_REPLY_CHARS

REPLIES = {200: 10_000, 2_500: 2_000}
"""How many different replies of how many characters per kind of answer."""
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
    Moment(seconds=75, tol=2),
    Interval(start=10, end=20, min_iou=0.5),
    Date(value="2024-05-01"),
    Box(xyxy=(10, 20, 110, 220), min_iou=0.5, frame=(640, 480)),
    Text(reference="The tap is turned off."),
)
WORKED = (Expression(latex=r"\frac{1}{2}"),)
"""Kinds that ask a worker process about what plain rules do not settle: shown, but not counted in."""
OTHERS = (*OBJECTS, *SOUNDS, "yes", "no", "A", "C", "2", "four", "I don't know", "A: true\nB: true\nC: false\nD: true")
HOSTILE = (
    "(", "{", "<", "<|", "`", "*", "\\", '"', "- ", "-\n", ". ", "\n", "1 ", "1. a\n", "a", "A: true\n", "answer ",
    "Answer:", "Answer: a\n", "Answer: a\nwait, no\n", "The answer is B. ", "correct option is ", "<answer>",
    "<answer>x</answer>", "<think>", "</think>", "<think></think>", "\\boxed{", "\\boxed{a}", "\\boxed{{", "Because:\n",
    "no answer ", "not answer: ", "é", "\u0301\u0316", "½", "²", "İ", "ﷺ", "\u200b", "\ud800", "\x00", "😀",
    '{"answer":', '{"answer": "B"}\n', "[[", "```\n", "#### 1\n", "</s>", "◁think▷", "答案：", "ans:\n", "wait, ",
)  # fmt: skip


def make_replies(item: Item, length: int, count: int, rng: random.Random) -> list[str]:
    """Replies of one length, no two alike: some reasoning, then an answer that is right, wrong or unreadable."""
    replies = []
    for number in range(count):
        answer = item.gold() if rng.random() < 0.5 else f"Answer: {rng.choice(OTHERS)}"
        reason = f"Frame {number}: " + " ".join(
            f"{rng.choice(OBJECTS)} is on the counter;" for _ in range(length // 10)
        )
        replies.append(f"{reason[: length - len(answer) - 2]}\n\n{answer}"[:length])
    return replies


def measure(items: list[Item], length: int, count: int) -> tuple[float, int]:
    """Print one line per item; return the seconds of CPU time of them all, and of how many verdicts."""
    total = 0.0
    for item in items:
        replies = make_replies(item, length, count, random.Random(f"rules:{item.answer.kind}"))
        start = time.process_time()
        verdicts = [score(item, reply) for reply in replies]
        seconds = time.process_time() - start
        total += seconds
        decided = sum(verdict.score is not None for verdict in verdicts) / count
        print(
            f"{item.answer.kind:<11}{seconds:6.2f} s {count / seconds:9.0f} verdicts/s   {decided:4.0%} decided by rule"
        )
    return total, count * len(items)


def slowest(item: Item) -> tuple[float, str]:
    """The most milliseconds that a reply as long as is read takes, and of what that reply is made."""
    worst = (0.0, "")
    for piece in HOSTILE:
        for before in ("", "Answer: ", "<answer>"):
            reply = (before + piece * MAX_REPLY_CHARS)[:MAX_REPLY_CHARS]
            start = time.process_time()
            score(item, reply)
            worst = max(worst, ((time.process_time() - start) * 1000, before + piece))
    return worst


def main() -> None:
    """Print the machine, the versions, one line per kind of answer and length, and the slowest hostile replies."""
    print(f"machine   {platform.machine()}, {platform.processor() or platform.platform()}")
    print(
        f"versions  answerkey {version('answerkey')}, pydantic {version('pydantic')}, Python {sys.version.split()[0]}"
    )
    items = [Item(question="?", answer=answer) for answer in ANSWERS]
    for length, count in REPLIES.items():
        for kept, how in ((base.KEPT_CHARS, "answers come again, as in a group"), (-1, "every answer is read anew")):
            print(f"\n{count} replies of {length} characters per kind, one core; seconds of CPU time; {how}")
            base.KEPT_CHARS = kept
            total, verdicts = measure(items, length, count)
            print(f"{'together':<11}{total:6.2f} s {verdicts / total:9.0f} verdicts/s")
            measure([Item(question="?", answer=answer) for answer in WORKED], length, count // 10)
    print(f"\nthe slowest of {3 * len(HOSTILE)} hostile replies of {MAX_REPLY_CHARS} characters")
    for item in items:
        milliseconds, piece = slowest(item)
        print(f"{item.answer.kind:<11}{milliseconds:6.1f} ms   {piece!r} over and over")


if __name__ == "__main__":
    main()
