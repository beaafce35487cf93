"""The whole path on a CPU in minutes: build items, serve rewards, train a tiny model with GRPO, score, report.

make demo     or     python -m training.demo
"""

import argparse
import json
import logging
import resource
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from transformers import PrinterCallback, TrainerCallback
from transformers.utils import logging as transformers_logging

from data_builder.sources.toy_kitchen import SLOT
from reward import Item
from reward.jsonl import write_jsonl
from training import grpo, run, tiny
from training.dataset import select_items
from training.sample import Checkpoint, sample

CONFIG = Path(__file__).parent / "configs" / "tiny-cpu.yaml"
VIDEOS = 60
SEED = 6  # of the seeds from 0 on, the first that gives the test split more than ten of the videos
FORMAT = "short"
SUBTYPES = ("easy_object", "easy_sound_event", "easy_sound_object")
TOKENS = 8
TEMPERATURE = 1.0
SAMPLES = 4

EXPLANATION = """\
What the rise is: a supervised warm-up taught the model to see, and then, with wrong answers, to doubt. Before GRPO its
likeliest reply is right far more often than the replies it draws. The reward brings out what the model knows.
Replies that no rule decides (“undecided”) count as wrong here, as they do in training.
What it is not: GRPO did not teach the model to see, and a model that cannot see would have gained little.
The clips are drawn, of one frame each, with the sound as a bar along its edge; the questions are of the format
`{format}` and ask for {subtypes}. The videos of the test were in no training phase."""


@dataclass(frozen=True)
class Arm:
    """Replies of a checkpoint to the held-out items, in `<name>.replies.jsonl`; their verdicts in `<name>.jsonl`."""

    name: str
    samples: int = 1
    temperature: float = 0.0
    swap_images: bool = False


SAMPLED = Arm("sampled", SAMPLES, TEMPERATURE)
GREEDY = Arm("greedy")
WRONG_PICTURE = Arm("wrong-picture", swap_images=True)


class Lines(TrainerCallback):
    """The rewards of a training run, one plain line at each logging step."""

    def on_log(self, args: Any, state: Any, control: Any, logs: dict[str, Any] | None = None, **_: Any) -> None:
        names = ("correct", "well_formed")
        found = [f"{name} {float(logs[key]):.2f}" for name in names if logs and (key := f"rewards/{name}/mean") in logs]
        if found:
            print(f"  step {state.global_step:3d} of {state.max_steps}: {', '.join(found)}", flush=True)


def main() -> int:
    """Run the demo; 0 when the held-out reward has risen, 1 when it has not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path, default=Path("runs/demo"), help="folder (default: %(default)s)")
    folder = parser.parse_args().output
    _quiet()
    began = time.monotonic()
    built, asked = folder / "items" / "items.jsonl", folder / "items" / "asked.jsonl"
    with stage("build items from a drawn kitchen"):
        options = ("--videos", VIDEOS, "--window", SLOT / 1000, "--seed", SEED)
        answerkey("build", "toy-kitchen", *options, "-o", folder / "items")
        write_jsonl(asked, select_items(built, formats=[FORMAT], subtypes=SUBTYPES))
    learnt, held_out = select_items(asked, "train"), select_items(asked, "test")
    print(f"  {describe(learnt)} to learn from, {describe(held_out)} held out")
    with stage("make a tiny vision-language model and warm it up"):
        size = tiny.warm_up(learnt, asked.parent, folder / "model", [tiny.LEARN, tiny.DOUBT])
        print(f"  {size:,} parameters")
    with stage("reply to the held-out questions, before GRPO"):
        before = {arm: measure(folder, "before", arm, held_out) for arm in (SAMPLED, GREEDY)}
    with stage("GRPO, rewards from the server"), reward_server(asked) as url:
        train(folder, asked, url)
    with stage("reply to the held-out questions, after GRPO"):
        after = {arm: measure(folder, "after", arm, held_out) for arm in (SAMPLED, GREEDY, WRONG_PICTURE)}
    with stage("report"):
        page = folder / "report.html"
        answerkey("report", *(folder / f"{when}-{SAMPLED.name}.jsonl" for when in ("before", "after")), "-o", page)
    change = json.loads(page.with_suffix(".json").read_text())["comparisons"][0]["overall"]
    conclude(change, before, after, learnt, page)
    print(f"{time.monotonic() - began:.0f} s in all, {peak_memory():.1f} GB of memory in the largest process")
    return 0 if change["difference"]["low"] > 0 else 1


def _quiet() -> None:
    """One thread, because two wait for each other on a busy machine; and no progress bars or notes of libraries."""
    torch.set_num_threads(1)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the server is ended then as well
    warnings.filterwarnings("ignore", category=FutureWarning)
    transformers_logging.set_verbosity_error()
    transformers_logging.disable_progress_bar()
    logging.getLogger("trl").setLevel(logging.ERROR)


@contextmanager
def stage(name: str) -> Iterator[None]:
    """Print the name of a stage, and how long it took."""
    print(f"* {name}", flush=True)
    began = time.monotonic()
    yield
    print(f"  {time.monotonic() - began:.0f} s", flush=True)


def answerkey(*arguments: object) -> None:
    """Run a command of `answerkey`, which may have findings (exit code 1); ends the demo when it fails."""
    code = subprocess.run([sys.executable, "-m", "evaluation", *map(str, arguments)]).returncode
    if code > 1:
        sys.exit(f"demo: answerkey {arguments[0]} failed")


@contextmanager
def reward_server(items: Path) -> Iterator[str]:
    """A reward server that knows these items, in a process of its own, as its URL; it is ended whatever happens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "evaluation", "serve", "--items", str(items), "--port", str(port)]
    with subprocess.Popen(command) as server:
        try:
            _wait_until_healthy(f"http://127.0.0.1:{port}", server)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            try:
                server.wait(timeout=10)
            except subprocess.TimeoutExpired:
                server.kill()


def _wait_until_healthy(url: str, server: subprocess.Popen[bytes], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if server.poll() is not None:
            sys.exit("demo: the reward server ended at once; its message is above")
        try:
            with urllib.request.urlopen(f"{url}/healthz", timeout=5):
                return
        except OSError:
            time.sleep(0.2)
    sys.exit(f"demo: the reward server did not answer within {seconds:.0f} s")


def measure(folder: Path, when: str, arm: Arm, items: Sequence[Item]) -> float:
    """Let the model of before or after GRPO reply, score the replies, and return the share that is right."""
    checkpoint = Checkpoint(str(folder / {"before": "model", "after": "trained"}[when]))
    replies = sample(
        checkpoint,
        items,
        folder / "items",
        samples=arm.samples,
        temperature=arm.temperature,
        tokens=TOKENS,
        swap_images=arm.swap_images,
    )
    written, verdicts = folder / f"{when}-{arm.name}.replies.jsonl", folder / f"{when}-{arm.name}.jsonl"
    write_jsonl(written, replies)
    # What no rule decides, such as an object that is no option of the question, counts as wrong, as in training.
    answerkey("score", folder / "items" / "asked.jsonl", written, "--undecided", "zero", "-o", verdicts)
    scores = [json.loads(line)["score"] for line in verdicts.read_text("utf-8").split("\n") if line]
    return sum(scores) / len(scores)


def train(folder: Path, items: Path, url: str) -> None:
    """Train the warmed-up model with the options of CONFIG, against the server."""
    places = {"items": items, "model_name_or_path": folder / "model", "output_dir": folder / "trained"}
    named = [word for name, value in {**places, "reward_url": url}.items() for word in (f"--{name}", str(value))]
    trainer = grpo.make_trainer(*grpo.parse(["--config", str(CONFIG), *named, "--disable_tqdm", "true"]))
    trainer.remove_callback(PrinterCallback)
    trainer.add_callback(Lines)
    trainer.train()
    trainer.save_model(folder / "trained")


def describe(items: Sequence[Item]) -> str:
    """How many items of how many videos."""
    videos = {clip.video_id for item in items for clip in item.clips}
    return f"{len(items):,} items of {len(videos)} videos"


def conclude(
    change: dict[str, Any], before: dict[Arm, float], after: dict[Arm, float], learnt: Sequence[Item], page: Path
) -> None:
    """Print what came out, what it means, and where to read on."""
    gain = change["difference"]
    print(
        f"\nheld-out reward, sampled replies: {change['before']:.2f} -> {change['after']:.2f}, "
        f"{gain['mean']:+.2f} (95 % interval {gain['low']:+.2f} to {gain['high']:+.2f}, "
        f"{change['items']} items of {change['videos']} unseen videos, {SAMPLES} replies each)\n"
        f"  greedy replies: {before[GREEDY]:.2f} -> {after[GREEDY]:.2f}\n"
        f"  after GRPO, shown the picture of another clip: {after[WRONG_PICTURE]:.2f}\n"
    )
    subtypes = ", ".join(sorted({item.subtype for item in learnt}))
    print(EXPLANATION.format(format=FORMAT, subtypes=subtypes))
    print(f"\nreport: {page}, its numbers: {page.with_suffix('.json')}")


def peak_memory() -> float:
    """The largest resident size of this process or any that it started, in GB."""
    return max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) / 1e6


if __name__ == "__main__":
    run(main)
