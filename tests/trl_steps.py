"""A few steps of TRL's trainers on a tiny text model with both rewards, in as many processes as it is started in.

    python -m torch.distributed.run --nproc_per_node 2 tests/trl_steps.py OUT URL PID

trains GRPO and RLOO with rewards from the server at URL; then GRPO once more, killing process PID, the server, after
the first step. The logs of each run go to the folder OUT as JSON, written by the first process.
"""

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import torch
from datasets import Dataset
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import WhitespaceSplit
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast, TrainerCallback, set_seed
from trl import GRPOConfig, GRPOTrainer, RLOOConfig, RLOOTrainer

from reward import Item
from reward.adapters.trl import RewardFunction, rewards
from reward.answers import YesNo

STEPS, GROUP, UNUSABLE = 3, 4, '{"question": "nothing"}'
TRAINERS = {"grpo": (GRPOTrainer, GRPOConfig), "rloo": (RLOOTrainer, RLOOConfig)}
"""A quarter of the rows holds UNUSABLE in place of an item."""


def tiny_model() -> tuple[LlamaForCausalLM, PreTrainedTokenizerFast]:
    words = ["<pad>", "<s>", "</s>", "Answer:", "yes", "no", "Is", "it", "on?", "open?", "hot?", "wet?"]
    tokenizer = Tokenizer(WordLevel({word: place for place, word in enumerate(words)}, unk_token="<pad>"))
    tokenizer.pre_tokenizer = WhitespaceSplit()
    special = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}
    config = LlamaConfig(
        vocab_size=len(words),
        hidden_size=16,
        intermediate_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        **special,
    )
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token="<pad>", bos_token="<s>", eos_token="</s>")
    return LlamaForCausalLM(config), fast


def data() -> Dataset:
    asked = ["Is it on?", "Is it open?", "Is it hot?", "Is it wet?"]
    items = [Item(question=question, answer=YesNo(value=True)).model_dump_json() for question in asked[:3]]
    return Dataset.from_dict({"prompt": asked * 4, "item": [*items, UNUSABLE] * 4})


class Kill(TrainerCallback):
    """Kills the server after the first step."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        if state.global_step == 1 and state.is_world_process_zero:
            os.kill(self.pid, signal.SIGKILL)


def train(out: Path, name: str, kind: str, functions: list[RewardFunction], callbacks: list[TrainerCallback]) -> None:
    set_seed(0)
    trainer_class, config_class = TRAINERS[kind]
    model, tokenizer = tiny_model()
    config = config_class(
        output_dir=str(out / name),
        max_steps=STEPS,
        per_device_train_batch_size=16 // int(os.environ.get("WORLD_SIZE", "1")),
        num_generations=GROUP,
        max_completion_length=4,
        learning_rate=1e-3,
        beta=0.0,
        logging_steps=1,
        log_completions=True,
        shuffle_dataset=False,
        use_cpu=True,
        bf16=False,
        gradient_checkpointing=False,
        dataloader_pin_memory=False,
        save_strategy="no",
        report_to="none",
        disable_tqdm=True,
    )
    trainer = trainer_class(
        model=model, processing_class=tokenizer, reward_funcs=list(functions), args=config, train_dataset=data(),
        callbacks=callbacks,
    )  # fmt: skip
    trainer.train()
    if trainer.accelerator.is_main_process:
        (out / f"{name}.json").write_text(json.dumps([log for log in trainer.state.log_history if "reward" in log]))


def main(out: Path, url: str, pid: int) -> None:
    for kind in TRAINERS:
        train(out, f"{kind}-server", kind, rewards(url, deadline=30), [])
    train(out, "grpo-killed", "grpo", rewards(url, deadline=2), [Kill(pid)])


if __name__ == "__main__":
    torch.set_num_threads(1)
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
