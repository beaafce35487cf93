"""Probing a server as one trainer: what it would make of each answer, and where that is not what it should be."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

from reward.item import Item
from reward.jsonl import InputError
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
from reward.probe.made import Made
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
HEALTH_SECONDS = 10
ANY = -1.0
"""The score of a shape of which only is asked that it ends no run."""


@dataclass(frozen=True, slots=True)
class Line:
    """What became of one reply, and what is wrong with that ("" where nothing is)."""

    name: str
    made: Made
    fault: str


def probe(url: str, trainer: str, items: Sequence[Item]) -> list[Line]:
    """All shapes of a trainer against the server at `url`; `items`: some that the server knows.

    Raises InputError where there is no server.
    """
    _reach(url)
    samples = [*([] if trainer in NO_LABEL else labelled()), *known(items, by_prompt=trainer not in NO_PROMPT)]
    return asyncio.run(_probed(url, *TRAINERS[trainer], samples))


async def _probed(url: str, ask: Ask, odd: Odd, samples: Sequence[Sample]) -> list[Line]:
    made = await ask(url, [sample.rollout for sample in samples])
    lines = [Line(sample.name, one, _fault(sample.score, one)) for sample, one in zip(samples, made, strict=True)]
    for name, several in await odd(url):
        lines += [Line(name, one, _fault(ANY, one)) for one in several or [Made(None, "left out", "empty answer")]]
    return lines


def _fault(score: float | None, made: Made) -> str:
    """What is wrong with what a trainer made of a reply of this score."""
    if made.fate in ("run ends", "asked again"):
        return f"the trainer takes no such answer: {made.fate}"
    if score == ANY or (score is None and (made.fate == "left out" or made.reward == 0)):
        return ""
    if score is None:
        return "this cannot be scored, and yet gets a reward"
    return "" if made.reward == score else f"this is worth {score:g}"


def _reach(url: str) -> None:
    """Raises InputError where no reward server answers."""
    try:
        if not url.startswith(("http://", "https://")):
            raise ValueError("it is no address such as http://127.0.0.1:8000")
        with build_opener(ProxyHandler({})).open(f"{url.rstrip('/')}/healthz", timeout=HEALTH_SECONDS) as answer:
            answer.read(1000)
    except HTTPError:
        pass  # it answers, if only with a refusal
    except (OSError, ValueError) as error:
        raise InputError(f"{url}: no reward server answers: {error}; start one with answerkey serve") from None


def shown(lines: Sequence[Line]) -> str:
    """The lines as a table for a person."""
    wide = max(len(line.name) for line in lines)
    return "\n".join(f"{line.name:<{wide}}  {_told(line)}" for line in lines)


def _told(line: Line) -> str:
    made = line.made
    what = made.fate if made.reward is None else f"{made.fate} with {made.reward:g}"
    flag = f" ({made.flag})" if made.flag else ""
    return f"{what}{flag}{'  ← ' + line.fault if line.fault else ''}"
