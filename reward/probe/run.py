"""Probing a server as one trainer: what it would make of each answer, and where that is not what it should be."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from reward.client import ADDRESS
from reward.item import Item
from reward.jsonl import InputError, printable
from reward.probe import (
    areal,
    easyr1,
    llama_factory,
    ms_swift,
    nemo_gym,
    openrlhf,
    roll,
    skyrl,
    slime,
    tinker,
    trl,
    verifiers,
    verl,
)
from reward.probe.made import Made, short
from reward.probe.post import post, session
from reward.probe.samples import Sample, known, labelled
from reward.rollout import Rollout

Ask = Callable[[str, Sequence[Rollout]], Awaitable[list[Made]]]
Odd = Callable[[str], Awaitable[list[tuple[str, list[Made]]]]]
TRAINERS: dict[str, tuple[Ask, Odd]] = {
    "areal": (areal.ask, areal.odd),
    "easyr1": (easyr1.ask, easyr1.odd),
    "llama-factory": (llama_factory.ask, llama_factory.odd),
    "ms-swift": (ms_swift.ask, ms_swift.odd),
    "nemo-gym": (nemo_gym.ask, nemo_gym.odd),
    "openrlhf": (openrlhf.ask, openrlhf.odd),
    "roll": (roll.ask, roll.odd),
    "skyrl": (skyrl.ask, skyrl.odd),
    "slime": (slime.ask, slime.odd),
    "tinker": (tinker.ask, tinker.odd),
    "trl": (trl.ask, trl.odd),
    "verifiers": (verifiers.ask, verifiers.odd),
    "verl": (verl.ask, verl.odd),
}
NO_LABEL, NO_PROMPT = ("llama-factory",), ("easyr1",)
"""Trainers that send no labels, so that only known items can be scored, and those that send no prompts."""
EMPTY = Made(None, "left out", "empty answer")
HEALTH_SECONDS = 10.0
SECONDS = 60.0
"""What is not answered by then is not waited for."""
NO_FLAG = ("slime", "llama-factory")
"""Trainers that have no field for it, as far as these requests go."""
Expected = float | Literal["any"] | None
"""What a reply is worth; None: it stays unscored; "any": the shape shall end no run."""


@dataclass(frozen=True, slots=True)
class Line:
    """What became of one reply, and what is wrong with that ("" where nothing is)."""

    name: str
    made: Made
    fault: str


def probe(url: str, trainer: str, items: Sequence[Item]) -> list[Line]:
    """All shapes of a trainer against the server at `url`, within SECONDS; `items`: some that the server knows.

    Raises InputError where there is no server.
    """
    if not ADDRESS.fullmatch(url):  # which is not repeated: it may hold a password
        what = "is no address of a server, or holds a password or a query"
        raise InputError(f"URL: it {what}; write that of answerkey serve, such as http://127.0.0.1:8000")
    asyncio.run(_reach(url))
    if trainer in NO_LABEL and not items:
        raise InputError(f"{trainer} sends no labels, so it takes items that the server knows: give --items FILE")
    samples = [*([] if trainer in NO_LABEL else labelled()), *known(items, by_prompt=trainer not in NO_PROMPT)]
    return asyncio.run(_probed(url, trainer, samples))


async def _probed(url: str, trainer: str, samples: Sequence[Sample]) -> list[Line]:
    ask, odd = TRAINERS[trainer]
    flags = trainer not in NO_FLAG
    late = Made(None, "asked again", f"no answer within {SECONDS:g} s")
    asked = asyncio.ensure_future(ask(url, [sample.rollout for sample in samples]))
    shapes = asyncio.ensure_future(odd(url))
    await asyncio.wait([asked, shapes], timeout=SECONDS)
    made = asked.result() if asked.done() else [late] * len(samples)
    lines = [Line(one.name, got, _fault(one.score, got, flags)) for one, got in zip(samples, made, strict=True)]
    for name, several in shapes.result() if shapes.done() else [("odd requests", [late])]:
        lines += [Line(name, got, _fault("any", got, flags)) for got in several or [EMPTY]]
    return lines


def _fault(expected: Expected, made: Made, flags: bool) -> str:
    """What is wrong with what a trainer made of a reply; `flags`: whether it can tell that a reply is unscored."""
    if made.fate in ("run ends", "asked again"):
        return f"the trainer takes no such answer: {made.fate}"
    if expected == "any" or made.reward == expected:
        return ""
    if expected is not None:
        return f"this is worth {expected:g}"
    if made.fate == "left out" or (made.reward == 0 and (made.flag or not flags)):
        return ""
    return "this cannot be scored, and gets a reward without a flag"


async def _reach(url: str) -> None:
    """Raises InputError where no reward server answers."""
    async with session(HEALTH_SECONDS) as opened:
        health = await post(opened, f"{url.rstrip('/')}/healthz", None, method="GET")
    if not isinstance(health, dict) or "status" not in health:
        why = health.flag if isinstance(health, Made) else f"/healthz says {short(health)}"
        raise InputError(
            f"{printable(url)}: no reward server answers ({printable(why)}); "
            "start one with answerkey serve, and give its address without a route"
        )


def shown(lines: Sequence[Line]) -> str:
    """The lines as a table for a person."""
    names = [printable(line.name) for line in lines]
    wide = max(map(len, names))
    return "\n".join(f"{name:<{wide}}  {_told(line)}" for name, line in zip(names, lines, strict=True))


def _told(line: Line) -> str:
    made = line.made
    what = made.fate if made.reward is None else f"{made.fate} with {made.reward:g}"
    flag = f" ({printable(made.flag)})" if made.flag else ""
    return f"{what}{flag}{'  ← ' + line.fault if line.fault else ''}"
