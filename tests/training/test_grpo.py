"""GRPO runs on items with frames, scored in the trainer's process, and logs both rewards."""

from pathlib import Path

import pytest

from reward.jsonl import InputError
from training import grpo, tiny
from training.dataset import select_items

CONFIG = Path(grpo.__file__).parent / "configs" / "tiny-cpu.yaml"


@pytest.fixture(scope="module")
def model(items_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    items = select_items(items_file, "train", ["short"])
    tiny.warm_up(items, items_file.parent, folder, [tiny.Phase(steps=30, rate=2e-3, batch=16)])
    return folder


def options(items_file: Path, model: Path, output: Path, **more: object) -> list[str]:
    """The demo's own options on other files, and smaller."""
    named = {
        "items": items_file,
        "model_name_or_path": model,
        "output_dir": output,
        "per_device_train_batch_size": 8,
        "num_generations": 4,
        "max_steps": 2,
        "logging_steps": 1,
        "disable_tqdm": True,
        **more,
    }
    return ["--config", str(CONFIG), *(word for name, value in named.items() for word in (f"--{name}", str(value)))]


def test_two_steps_log_both_rewards_and_change_the_model(items_file: Path, model: Path, tmp_path: Path) -> None:
    trainer = grpo.make_trainer(*grpo.parse(options(items_file, model, tmp_path)))
    before = {name: weight.detach().clone() for name, weight in trainer.model.named_parameters()}
    trainer.train()
    logs = [log for log in trainer.state.log_history if "rewards/correct/mean" in log]
    assert len(logs) == 2
    assert all(0 <= log["rewards/correct/mean"] <= 1 for log in logs)
    assert all(log["rewards/well_formed/mean"] > 0.5 for log in logs)
    assert all(log["unscored"] == 0 for log in logs)
    assert any((weight != before[name]).any() for name, weight in trainer.model.named_parameters())


def test_the_demo_trains_on_the_format_that_its_config_names(tmp_path: Path) -> None:
    script, training, model = grpo.parse(["--config", str(CONFIG), "--output_dir", str(tmp_path)])
    assert script.formats == ["short"]
    assert script.reward_url is None
    assert training.use_cpu
    assert not training.bf16
    assert training.reward_weights == [1.0, 0.1]
    assert model.model_name_or_path == "runs/demo/model"


def test_items_that_are_not_there_are_said_before_any_training(model: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"away.jsonl: cannot be read"):
        grpo.make_trainer(*grpo.parse(options(tmp_path / "away.jsonl", model, tmp_path)))
