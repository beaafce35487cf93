"""The comparison as Markdown: a table per set, a summary, and how long each scorer takes."""

import re
from collections.abc import Iterable, Mapping, Sequence

from benchmarks.scorer.outcome import Counts, Outcome, Share, counts
from benchmarks.scorer.sets import Row

OURS = "answerkey"
PLAIN_LETTER = re.compile(r"\W*([A-Z])\W*|.*\banswer is:? \(?([A-Z])\)?\W*", re.DOTALL)
PLAIN_YES_NO = re.compile(r"\W*(yes|no)\b(?!.*\b(?:yes|no)\b).*", re.DOTALL)

AIM = 0.985
"""Of what our rules call right, the share that shall be right."""

Results = Mapping[str, Sequence[Outcome]]
"""Scorer → its outcomes on the rows of one set, in their order."""


def ours_alone(sets: Mapping[str, tuple[Sequence[Row], Results]]) -> str:
    """Our rules on each set; "as the key" counts replies to the questions whose labels are not at hand."""
    head = ["set", "replies", "keys refused", "right is right, %", "wrong is wrong, %", "decided, %", "recall, %"]
    head += ["as the key, %", "per s", "longest, ms"]
    lines = []
    for name, (rows, results) in sets.items():
        said, c = results[OURS], count(rows, results[OURS])
        refused = sum(outcome.rule.startswith("key refused") for outcome in said)
        parts = [f"{share} {share.part}/{share.whole}" if share.whole else "–" for share in (c.right, c.wrong)]
        decided = str(Share(sum(outcome.right is not None for outcome in said), len(said)))
        longest = f"{1000 * max(outcome.seconds for outcome in said):.1f}"
        keyed = str(as_key(rows, said))
        lines.append([name, str(len(rows)), str(refused), *parts, decided, str(c.recall), keyed, _speed(said), longest])
    return markdown(head, lines)


def labelled_table(rows: Sequence[Row], results: Results) -> str:
    """Every scorer on a set with labels."""
    head = ["scorer", "right is right, %", "wrong is wrong, %", "decided, %", "recall of right, %", "per s"]
    lines = []
    for name, outcomes in results.items():
        c = count(rows, outcomes)
        lines.append([name, str(c.right), str(c.wrong), str(c.decided), str(c.recall), _speed(outcomes)])
    return markdown(head, lines)


def count(rows: Sequence[Row], outcomes: Sequence[Outcome]) -> Counts:
    known = [(outcome, row.label) for outcome, row in zip(outcomes, rows, strict=True) if row.label is not None]
    return counts([outcome for outcome, _ in known], [label for _, label in known])


def reading_table(rows: Sequence[Row], results: Results) -> str:
    """Every reader on a set without labels: what it reads, what fits the key, and what the reply cannot have said."""
    head = ["scorer", "read, %", "as the key, %", "misread of plain, %", "not in the reply, %", "per s"]
    lines = []
    for name, outcomes in results.items():
        read = Share(sum(reading(outcome) is not None for outcome in outcomes), len(outcomes))
        shares = (read, as_key(rows, outcomes), _misread(rows, outcomes), _invented(rows, outcomes))
        lines.append([name, *map(str, shares), _speed(outcomes)])
    return markdown(head, lines)


def as_key(rows: Sequence[Row], outcomes: Sequence[Outcome]) -> Share:
    """Replies read as what the key is."""
    keyed = [outcome for outcome, row in zip(outcomes, rows, strict=True) if row.letter]
    return Share(sum(outcome.right is True for outcome in keyed), len(keyed))


def reading(outcome: Outcome) -> str | None:
    """The letter, yes or no that was read; a scorer may well decide without one, as on a refusal."""
    said = outcome.said or ""
    return said if said in ("yes", "no") or (len(said) == 1 and said.isalpha()) else None


def plainly_said(row: Row) -> str | None:
    """What a reply says beyond doubt: a bare letter, "answer is (X)" at its end, its only yes or no at its start."""
    if row.options:
        found = PLAIN_LETTER.fullmatch(row.reply)
        return (found.group(1) or found.group(2)) if found and row.reply.count("answer is") < 2 else None
    found = PLAIN_YES_NO.fullmatch(row.reply.lower())
    return found.group(1) if found else None


def _misread(rows: Sequence[Row], outcomes: Sequence[Outcome]) -> Share:
    plain = [(reading(o), said) for o, row in zip(outcomes, rows, strict=True) if (said := plainly_said(row))]
    return Share(sum(read is not None and read != said for read, said in plain), len(plain))


def _invented(rows: Sequence[Row], outcomes: Sequence[Outcome]) -> Share:
    read = [(row, said) for row, o in zip(rows, outcomes, strict=True) if (said := reading(o))]
    return Share(sum(not _stands_in(row, said) for row, said in read), len(read))


def _stands_in(row: Row, said: str) -> bool:
    """Whether the letter, half of its option's words, or the word yes or no occur in the reply at all."""
    if not row.options:
        return re.search(rf"\b{said}\b", row.reply.lower()) is not None
    position = ord(said[0]) - ord("A")
    option = row.options[position] if 0 <= position < len(row.options) else ""
    if re.search(rf"(?<![A-Za-z]){said}(?![A-Za-z])", row.reply):
        return True
    words, reply = re.findall(r"\w+", option.lower()), re.sub(r"\W", "", row.reply.lower())
    return 2 * sum(word in reply for word in words) >= len(words) > 0


def summary(sets: Mapping[str, tuple[Sequence[Row], Results]]) -> str:
    """Ours on each labelled set, beside the peer with the most recall among those that are at least as precise."""
    head = ["set", "replies", "right is right, %", "wrong is wrong, %", "decided, %", "recall, %"]
    head += ["best peer as precise", "its precision, %", "its recall, %", "ours above"]
    lines = []
    for name, (rows, results) in sets.items():
        ours, peer = count(rows, results[OURS]), best_peer(rows, results)
        line = [name, str(len(rows)), str(ours.right), str(ours.wrong), str(ours.decided), str(ours.recall)]
        if peer is None:
            lines.append([*line, "none", "–", "–", "yes"])
        else:
            mine, theirs = ours.recall.part, peer[1].recall.part
            above = "yes" if mine > theirs else "equal" if mine == theirs else "NO"
            lines.append([*line, peer[0], _percent(peer[1].right), _percent(peer[1].recall), above])
    return markdown(head, lines)


def best_peer(rows: Sequence[Row], results: Results) -> tuple[str, Counts] | None:
    """Of the peers that call something right and are at least as precise as ours, the one with the most recall.

    Baselines count as peers. Where ours calls nothing right, a peer must have the precision that ours aims at.
    """
    ours = count(rows, results[OURS]).right.value
    ours = AIM if ours is None else ours
    found = [(name, count(rows, outcomes)) for name, outcomes in results.items() if not name.startswith(OURS)]
    precise = [(name, c) for name, c in found if c.right.value is not None and c.right.value >= ours]
    return max(precise, key=lambda peer: peer[1].recall.value or 0, default=None)


def times(results: Iterable[tuple[str, Sequence[Outcome]]]) -> str:
    """Over all rows that a scorer was given: verdicts per second, mean and longest time of one."""
    head = ["scorer", "replies", "per s", "mean, ms", "longest, ms", "raised, hung or died"]
    lines = []
    for name, outcomes in results:
        seconds = [outcome.seconds for outcome in outcomes]
        failed = sum(outcome.rule.startswith(("raised", "hangs")) for outcome in outcomes)
        mean = 1000 * sum(seconds) / len(seconds)
        longest = f"{1000 * max(seconds):.1f}"
        lines.append([name, str(len(seconds)), _speed(outcomes), f"{mean:.3f}", longest, str(failed)])
    return markdown(head, lines)


def markdown(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    table = [head, ["---"] * len(head), *lines]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in table)


def _percent(share: Share) -> str:
    return "–" if share.value is None else f"{100 * share.value:.1f}"


def _speed(outcomes: Sequence[Outcome]) -> str:
    seconds = sum(outcome.seconds for outcome in outcomes)
    return f"{len(outcomes) / seconds:,.0f}" if seconds else "–"
