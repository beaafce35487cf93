"""Fuzzing: coverage-guided replies against items of every kind.

python benchmarks/fuzz.py --seconds 600

Whatever the reply: no exception; a score in [0, 1] or None; the same verdict twice, in any order of a batch, and after
a round trip through JSON; no more than one key of a question right; and no more CPU time than LONGEST. Needs
`pip install atheris`, and the questions of tests/corpus.py. Prints each fault once and exits 1 if there was any.
"""

import argparse
import os
import platform
import sys
import time
from collections import Counter
from importlib.metadata import version
from pathlib import Path

import atheris

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

with atheris.instrument_imports(include=["reward"]):
    from corpus import GROUPS, KINDS, bare

    from reward import Item, Verdict, score

LONGEST = 0.5
"""Seconds of CPU time for one verdict; instrumented code is about ten times slower than the 50 ms that are aimed at."""
WORDS = (
    "Answer: ", "\nAnswer: ", "The answer is ", "<answer>", "</answer>", "\\boxed{", "}", "<think>",
    "</think>", "\nBecause: ", "Wait, ", "not ", "maybe ", " or ", " and ", "A: true\n", "B: false\n",
    "```\n", "\\frac{1}{2}", "^{", '{"answer": "', '"}', "½", "−", "\u200b", "\ud800", "\x00", "1:02",
    "12 s", " - ", " to ", "1e9", "9" * 50, "%", " kg", "yes", "no", "true", "false", "(", ")", "[",
    "]", ", ", ". ", "\n", " ", "?", "**", "$", "|", "=", "/", "±", "\\pm ", "≥", "~", "nan", "1/0",
    "!", "'", "\\sqrt{", "√", "e", "x", "10^", "and a half", "thousand", "o'clock", "March 3", "2021",
    "first", "second", "then ", "-", "#### ", "true, false", "none", "all", "✓", "✗", "<s>", "é",
)  # fmt: skip
PIECES = (*WORDS, *(bare(item) for group in GROUPS for item in group))


class Search:
    """What the fuzzing has seen: how many replies and verdicts, the slowest verdict, and each kind of fault once."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.end = time.monotonic() + seconds
        self.replies = self.verdicts = 0
        self.slowest = (0.0, "", "")
        self.scores: Counter[float | None] = Counter()
        self.faults: dict[str, str] = {}

    def one(self, data: bytes) -> None:
        """Try one reply, which the bytes spell out, on the items of a question."""
        if time.monotonic() > self.end:
            self.report()
            os._exit(bool(self.faults))  # libFuzzer has no other way out of a callback without a crash report
        provider = atheris.FuzzedDataProvider(data)
        group = GROUPS[provider.ConsumeIntInRange(0, len(GROUPS) - 1)]
        reply = spelled(provider, [bare(item) for item in group])
        self.replies += 1
        try:
            verdicts = [self.verdict(item, reply) for item in group]
            backwards = [score(item, reply) for item in reversed(group)]
        except Exception as error:  # whatever it is, it is a fault
            self.fault(f"raises {type(error).__name__}", group[0], reply)
            return
        if backwards[::-1] != verdicts:
            self.fault("depends on the order", group[0], reply)
        if sum(bool(verdict.score) for verdict in verdicts) > 1:
            self.fault("right for several keys of one question", group[0], reply)

    def verdict(self, item: Item, reply: str) -> Verdict:
        """The verdict on one reply, checked for itself."""
        start = time.process_time()
        verdict = score(item, reply)
        took = time.process_time() - start
        self.verdicts += 1
        self.scores[verdict.score] += 1
        self.slowest = max(self.slowest, (took, item.answer.kind, repr(reply[:80])))
        if took > LONGEST and seconds(item, reply) > LONGEST:  # the first time may have been a pause of the machine
            self.fault("takes too long", item, reply)
        if verdict.score is not None and not 0 <= verdict.score <= 1:
            self.fault(f"has the score {verdict.score}", item, reply)
        if Verdict.model_validate_json(verdict.model_dump_json()) != verdict:
            self.fault("changes in JSON", item, reply)
        return verdict

    def fault(self, what: str, item: Item, reply: str) -> None:
        """Keep and print a fault, one of each sort and kind of answer."""
        name = f"{item.answer.kind}: {what}"
        if name not in self.faults:
            self.faults[name] = reply
            print(f"FAULT {item.answer.kind}, key {bare(item)!r}: {what}: {reply[:500]!r}", flush=True)

    def report(self) -> None:
        """Print the machine, the versions and the figures."""
        packages = ", ".join(f"{name} {version(name)}" for name in ("answerkey", "atheris"))
        took, kind, reply = self.slowest
        print(f"machine   {platform.machine()}, {packages}, Python {sys.version.split()[0]}")
        kinds = f"{len(KINDS)} kinds"
        print(f"replies   {self.replies} in {self.seconds:g} s, {self.verdicts} verdicts on {kinds}, each twice")
        print("scores    " + ", ".join(f"{score}: {n}" for score, n in self.scores.most_common()))
        print(f"slowest   {1000 * took:.1f} ms of CPU time, instrumented: {kind}, {reply}")
        print(f"faults    {len(self.faults)}", *self.faults, sep="\n          ", flush=True)


def spelled(provider: "atheris.FuzzedDataProvider", keys: list[str]) -> str:
    """A reply of the question's keys, of pieces that replies are made of, of any characters, and of repetitions."""
    parts: list[str] = []
    while provider.remaining_bytes() and len(parts) < 40:
        sort = provider.ConsumeIntInRange(0, 11)
        if sort < 3:
            parts.append(keys[provider.ConsumeIntInRange(0, len(keys) - 1)])
        elif sort < 9:
            parts.append(PIECES[provider.ConsumeIntInRange(0, len(PIECES) - 1)])
        elif sort < 11:
            parts.append(provider.ConsumeUnicode(8))
        else:
            times = provider.ConsumeIntInRange(1, 2_000)
            parts.append(PIECES[provider.ConsumeIntInRange(0, len(PIECES) - 1)] * times)
    return "".join(parts)


def seconds(item: Item, reply: str) -> float:
    start = time.process_time()
    score(item, reply)
    return time.process_time() - start


def main() -> None:
    """Fuzz for so many seconds, then print what was seen; libFuzzer's own options may follow a `--`."""
    parser = argparse.ArgumentParser(description="Fuzz the scoring of replies.")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("options", nargs="*", help="options of libFuzzer, such as -seed=1")
    args = parser.parse_args()
    options = [sys.argv[0], "-rss_limit_mb=0", "-timeout=600", "-report_slow_units=60", "-verbosity=0", *args.options]
    atheris.Setup(options, Search(args.seconds).one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
