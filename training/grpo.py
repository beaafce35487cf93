"""GRPO on items.jsonl for a vision-language model, with rewards scored here or by a reward server.

    accelerate launch -m training.grpo --config training/configs/tiny-cpu.yaml
    python -m training.grpo --config … --items items/items.jsonl --model_name_or_path NAME --output_dir runs/x

Takes every option of TRL's GRPOConfig and ModelConfig, by name or in the YAML file. There are two rewards, weighted by
`reward_weights`: `correct` and `well_formed`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from transformers import AutoModelForImageTextToText, AutoProcessor
from trl import GRPOConfig, GRPOTrainer, ModelConfig, TrlParser, get_peft_config, get_quantization_config

from reward.adapters.trl import rewards
from reward.item import Split
from training import run
from training.dataset import make_dataset, select_items


@dataclass
class ScriptArguments:
    """What to train on, and who gives the reward."""

    items: str = field(metadata={"help": "items.jsonl; the paths of frames start at its folder"})
    formats: list[str] = field(default_factory=list, metadata={"help": "formats to train on (default: all)"})
    subtypes: list[str] = field(default_factory=list, metadata={"help": "subtypes to train on (default: all)"})
    reward_url: str | None = field(
        default=None, metadata={"help": "reward server, such as http://127.0.0.1:8000 (default: score in this process)"}
    )


def make_trainer(script: ScriptArguments, grpo: GRPOConfig, model: ModelConfig) -> GRPOTrainer:
    """A trainer on the split `train`, which evaluates on `validation` where `eval_strategy` asks for it.

    Raises InputError when the items or their frames cannot be used.
    """
    path = Path(script.items)
    splits: list[Split] = ["train"] if grpo.eval_strategy == "no" else ["train", "validation"]
    data = {s: make_dataset(select_items(path, s, script.formats, script.subtypes), path.parent) for s in splits}
    name = model.model_name_or_path
    return GRPOTrainer(
        model=AutoModelForImageTextToText.from_pretrained(
            name,
            revision=model.model_revision,
            dtype=model.dtype,
            attn_implementation=model.attn_implementation,
            quantization_config=get_quantization_config(model),
            **(grpo.model_init_kwargs or {}),
        ),
        processing_class=AutoProcessor.from_pretrained(name, revision=model.model_revision, padding_side="left"),
        reward_funcs=list(rewards(script.reward_url)),
        args=grpo,
        train_dataset=data["train"],
        eval_dataset=data.get("validation"),
        peft_config=get_peft_config(model),
    )


def parse(arguments: Sequence[str] | None = None) -> tuple[ScriptArguments, GRPOConfig, ModelConfig]:
    """Read the options (`sys.argv` when None); `--config FILE.yaml` gives defaults for those that are not named."""
    return TrlParser((ScriptArguments, GRPOConfig, ModelConfig)).parse_args_and_config(args=arguments)


def main() -> None:
    script, grpo, model = parse()
    trainer = make_trainer(script, grpo, model)
    trainer.train(resume_from_checkpoint=grpo.resume_from_checkpoint)
    trainer.save_model(grpo.output_dir)


if __name__ == "__main__":
    run(main)
