"""ROLL's remote rewards: the routes of its RemoteRewardSystemWorker.

ROLL posts one reply at a time to /roll/submit, {"prompt", "response", "reward_info", …}, and gets an id. For this it
asks /roll/result, by GET with the JSON body {"reward_request_id": id}, every 2 s for 305 s. Where that gives no number
it submits again, five times in all, and then trains on 0. It takes `reward_score` alone, and logs `errmsg` of an
answer whose `errcode` is neither 0 nor 1.

The id is the job: it holds what is to be scored, so that a server which was restarted, and any of several processes
behind one port, can answer it. A process keeps only what takes longer than one question, and loses nothing with it.

An unscored reply is answered by `errcode` 2 once, with the reason as `errmsg`. ROLL logs it, waits for 2 s and asks
again: the reply is scored a second time, and what is then still unscored gets 0.

docs/trainers/roll.md has its configuration.
"""

import asyncio
import json
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any

from reward.adapters.columns import columns, number
from reward.chat import THINKS
from reward.rollout import Rollout, Score
from reward.verdict import Verdict

WAIT_SECONDS = 10.0
"""A question waits for its verdict this long; ROLL gives up on an answer after 20 s."""
KEEP_SECONDS = 600.0
MAX_JOBS = 8_192
MAX_CHARS = 128 * 1024 * 1024
"""Limits of what is under way; beyond them the oldest is given up, and is scored anew when it is asked for."""
MAX_TOLD = 65_536
DONE, RUNNING, UNSCORED = 0, 1, 2
"""Values of `errcode`."""
PART = "answerkey"
CLOSE = "</think>"
LINES = re.compile(r"^(?:(?P<user>user)|assistant|model)\n", re.MULTILINE)
"""Roles of ChatML and Gemma, each in a line of its own."""
HEADED_REPLY = r"(?<=\S)assistant\n\n"
HEADERS = re.compile(rf"(?:\A|(?<=\S)|(?<=\n\n))(?P<user>user)\n\n|{HEADED_REPLY}")
"""Roles of Llama 3 and 4, each right behind the text before it, which is trimmed."""


async def submit(body: dict[str, Any], score: Score) -> dict[str, Any]:
    """ROLL: takes one reply, and gives the id by which its reward is asked for"""
    asked, thinks = _asked(body.get("prompt"))
    reply, info = body.get("response"), body.get("reward_info")
    if thinks and isinstance(reply, str):
        reply = THINKS + reply
    label = None if isinstance(info, dict) and all(value is None for value in info.values()) else info
    try:
        id_ = json.dumps({"reply": reply, "label": label, "prompt": asked})
    except RecursionError:
        id_ = json.dumps({"reply": reply if isinstance(reply, str) else None, "label": {}, "prompt": None})
    return {"errcode": DONE, "errmsg": "", "reward_request_id": id_}


@dataclass(slots=True)
class _Job:
    task: asyncio.Task[list[Verdict]]
    started: datetime
    chars: int
    again: bool
    """Whether ROLL was told before that this reply is unscored."""


@dataclass(slots=True)
class Jobs:
    """What is under way in this process, and which replies ROLL was told to be unscored."""

    _jobs: dict[bytes, _Job] = field(default_factory=dict)
    _told: dict[bytes, None] = field(default_factory=dict)
    _chars: int = 0

    def __len__(self) -> int:
        return len(self._jobs)

    async def result(self, body: dict[str, Any], score: Score) -> dict[str, Any]:
        """ROLL: the reward for an id, or that it is not there yet"""
        id_ = body.get("reward_request_id")
        rollout = _rollout(id_)
        if not isinstance(id_, str) or rollout is None:
            return _answer(DONE, "this server gave no such id; submit again")  # no number: ROLL submits again at once
        key = blake2b(id_.encode("utf-8", "replace"), digest_size=16).digest()
        job = self._started(key, len(id_), rollout, score)
        await asyncio.wait([job.task], timeout=WAIT_SECONDS)
        if not job.task.done():
            return _answer(RUNNING, "the reply is being scored", job=job)
        self._drop(key, job)
        if job.task.cancelled():
            return _answer(RUNNING, "too much is under way; ask again", job=job)
        [verdict] = job.task.result()
        if verdict.score is None and not job.again:
            self._tell(key)
            return _answer(UNSCORED, verdict.note, verdict, job)
        self._told.pop(key, None)
        return _answer(DONE, "", verdict, job)

    def _started(self, key: bytes, chars: int, rollout: Rollout, score: Score) -> _Job:
        """The job of this key in the running event loop; started unless it is under way."""
        job = self._jobs.get(key)
        if job is not None and job.task.get_loop() is asyncio.get_running_loop():
            return job
        self._make_room(chars)
        task = asyncio.create_task(_scored(rollout, score))
        self._jobs[key] = job = _Job(task, datetime.now(UTC), chars, key in self._told)
        self._chars += chars
        return job

    def _make_room(self, chars: int) -> None:
        """Give up what nobody asked for any more, and the oldest where there is too much with so many characters."""
        now = datetime.now(UTC)
        while self._jobs:
            key, job = next(iter(self._jobs.items()))
            full = len(self._jobs) >= MAX_JOBS or self._chars + chars > MAX_CHARS
            if not full and (now - job.started).total_seconds() < KEEP_SECONDS:
                break
            if not job.task.get_loop().is_closed():
                job.task.cancel()
            self._drop(key, job)

    def _drop(self, key: bytes, job: _Job) -> None:
        if self._jobs.get(key) is job:
            del self._jobs[key]
            self._chars -= job.chars

    def _tell(self, key: bytes) -> None:
        while len(self._told) >= MAX_TOLD:
            del self._told[next(iter(self._told))]
        self._told[key] = None


async def _scored(rollout: Rollout, score: Score) -> list[Verdict]:
    return await score([rollout])


def _rollout(id_: Any) -> Rollout | None:
    """What an id stands for; None where it is none of ours."""
    try:
        job = json.loads(id_)
        return Rollout(reply=job["reply"], label=job["label"], prompt=job["prompt"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _asked(prompt: Any) -> tuple[Any, bool]:
    """What the user asks in a prompt, and whether the reply begins within the thinking.

    ROLL decodes prompts without special tokens, which leaves the names of roles, and takes out "assistant\\n<think>",
    with which some templates begin the reply. Where it cannot be told, nothing is asked, and no thinking is opened.
    """
    if not isinstance(prompt, str):
        return prompt, False
    text, end = prompt, prompt.rstrip()
    opened, closed = end.endswith(THINKS), end.endswith(CLOSE)
    if opened:
        text = end.removesuffix(THINKS)
    elif closed:  # thinking that the template skips
        text = end.removesuffix(CLOSE).rstrip().removesuffix(THINKS).removesuffix("/nothink\n")
    if not text.startswith(("system\n", "user\n")):
        return text, opened
    headed = text.startswith(("system\n\n", "user\n\n")) and re.search(HEADED_REPLY, text) is not None
    asked, named = _last_turn(text, HEADERS if headed else LINES)
    if asked is None:
        return "", opened
    return asked, opened or (text.endswith("\n\n") and not (headed or named or closed))


def _last_turn(text: str, roles: re.Pattern[str]) -> tuple[str | None, bool]:
    """What the user asks last, None where that is no turn of its own; and whether the text names who is to reply.

    The name of the user within a user's turn is part of what is asked.
    """
    begins, ends = None, len(text)
    for role in roles.finditer(text):
        if role["user"]:
            begins = role.end() if begins is None else begins
        elif role.end() == len(text):
            ends = role.start()
        else:
            begins = None
    return None if begins is None else text[begins:ends], ends < len(text)


def _answer(errcode: int, errmsg: str, verdict: Verdict | None = None, job: _Job | None = None) -> dict[str, Any]:
    """An answer of /roll/result: the same keys every time; `reward_score` is null where there is no verdict."""
    start, end = job.started if job else datetime.now(UTC), datetime.now(UTC)
    parts: dict[str, Any] = {}
    if verdict is not None:
        seconds = (end - start).total_seconds()
        shown = {"time_cost": seconds, **columns(verdict), "rule": verdict.rule, "note": verdict.note}
        parts[PART] = {"reward_score": number(verdict), "debug_info": {"verdict": shown}}
    return {
        "errcode": errcode,
        "errmsg": errmsg,
        "reward_score": None if verdict is None or errcode != DONE else number(verdict),
        "dimention_reward_score": parts,  # ROLL's spelling
        "start_time": start.isoformat(),
        "end_time": end.isoformat(),
    }
