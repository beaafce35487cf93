"""The tiny model: it learns, the same seed gives the same weights, and what is saved can be loaded by name."""

import random
from pathlib import Path

import pytest
import torch
from transformers import AutoModelForImageTextToText, AutoProcessor

from training.dataset import make_dataset, select_items
from training.tiny import Example, Phase, _replies, encode, make_model, train


def examples(items_file: Path) -> tuple[object, object, list[Example]]:
    items = select_items(items_file, "train")
    model, processor = make_model(items)
    return model, processor, encode(items, items_file.parent, processor)


def test_a_saved_model_loads_by_name_with_the_same_logits(items_file: Path, tmp_path: Path) -> None:
    items = select_items(items_file, "train")[:2]
    model, processor = make_model(items)
    model.save_pretrained(tmp_path)
    processor.save_pretrained(tmp_path)
    rows = make_dataset(items, items_file.parent)

    def logits(model: torch.nn.Module, processor: object) -> torch.Tensor:
        text = processor.apply_chat_template(rows["prompt"][:], add_generation_prompt=True)
        inputs = processor(images=rows["images"][:], text=text, padding=True, return_tensors="pt")
        with torch.no_grad():
            return model.eval()(**inputs).logits

    loaded = AutoModelForImageTextToText.from_pretrained(tmp_path), AutoProcessor.from_pretrained(tmp_path)
    assert torch.equal(logits(*loaded), logits(model, processor))


def test_examples_end_with_the_perfect_reply(items_file: Path) -> None:
    items = select_items(items_file, "train")
    _, processor, found = examples(items_file)
    for item, example in zip(items, found, strict=True):
        assert processor.decode(example.reply, skip_special_tokens=True) == item.gold()
        assert processor.tokenizer.unk_token_id not in example.prompt + example.reply


def test_training_lowers_the_loss_and_is_the_same_each_time(items_file: Path) -> None:
    phase = Phase(steps=12, rate=1e-3, batch=16)
    losses = []
    weights = []
    for _ in range(2):
        model, _, found = examples(items_file)
        start = train(model, found, Phase(steps=1, rate=0.0, batch=16), 0)
        losses.append((start, train(model, found, phase, 0)))
        weights.append(torch.cat([weight.flatten() for weight in model.parameters()]))
    assert losses[0][1] < losses[0][0]
    assert torch.equal(weights[0], weights[1])


@pytest.mark.parametrize("noise", [0.0, 0.5, 1.0])
def test_noise_swaps_its_share_of_replies_for_others_of_the_same_kind(items_file: Path, noise: float) -> None:
    _, _, found = examples(items_file)
    chosen = [example for example in found if example.kind == ("easy_object", "short")] * 20
    replies = _replies(chosen, found, noise, random.Random(0))
    swapped = [reply != example.reply for example, reply in zip(chosen, replies, strict=True)]
    assert sum(swapped) / len(swapped) == pytest.approx(noise, abs=0.15)
    assert all(reply in [example.reply for example in chosen] for reply in replies)
