"""A tiny vision-language model, made from nothing in a minute on one CPU core, that shows what GRPO does.

It is a LLaVA of 0.7 million parameters with its own processor: a vision tower of two layers, a language model of two
layers, and a vocabulary of the words in the items. A short supervised phase teaches it to see and to answer; a second
one, in which most answers are wrong, makes it unsure of what it knows, as a real model is before it is
fine-tuned. GRPO starts from there.
"""

import argparse
import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import WhitespaceSplit
from transformers import (
    CLIPImageProcessorPil,
    CLIPVisionConfig,
    GenerationConfig,
    LlamaConfig,
    LlavaConfig,
    LlavaForConditionalGeneration,
    LlavaProcessor,
    PreTrainedTokenizerFast,
    set_seed,
)

from reward import Item
from training import run
from training.dataset import make_dataset, prompt, select_items

SIDE, PATCH = 32, 16  # pixels: a frame is four patches
VISION_WIDTH, TEXT_WIDTH, LAYERS, HEADS = 128, 128, 2, 4
SPECIAL = PAD, START, END, UNKNOWN, IMAGE, REPLY = "<pad>", "<s>", "</s>", "<unk>", "<image>", "<reply>"
TEMPLATE = """
{{- bos_token }}
{%- for message in messages %}
  {%- if message.role == 'assistant' %}{{ ' <reply> ' }}{% endif %}
  {%- for block in message.content %}
    {%- if block.type == 'image' %}{{ ' <image> ' }}{% else %}{{ ' ' + block.text }}{% endif %}
  {%- endfor %}
  {%- if message.role == 'assistant' %}{{ eos_token }}{% endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{ ' <reply> ' }}{% endif %}"""
"""An image gets its place, an assistant's message a mark before it and the end token after it."""


@dataclass(frozen=True)
class Phase:
    """One stretch of supervised training; `noise` is the share of replies that are swapped for another item's."""

    steps: int
    rate: float
    noise: float = 0.0
    batch: int = 48


LEARN = Phase(steps=300, rate=1e-3)
DOUBT = Phase(steps=40, rate=5e-4, noise=0.5)


def make_model(items: Iterable[Item], seed: int = 0) -> tuple[LlavaForConditionalGeneration, LlavaProcessor]:
    """An untrained model whose vocabulary is the words of the items' prompts and perfect replies."""
    texts = [block["text"] for item in items for block in prompt(item)[0]["content"] if block["text"]]
    words = {word for text in [*texts, *(item.gold() for item in items)] for word in text.split()}
    processor = _processor(sorted(words))
    set_seed(seed)
    model = LlavaForConditionalGeneration(_config(processor.tokenizer))
    tokenizer = processor.tokenizer
    model.generation_config = GenerationConfig(
        bos_token_id=tokenizer.bos_token_id, eos_token_id=tokenizer.eos_token_id, pad_token_id=tokenizer.pad_token_id
    )
    return model, processor


def _processor(words: Sequence[str]) -> LlavaProcessor:
    ids = {word: number for number, word in enumerate(dict.fromkeys([*SPECIAL, *words]))}
    tokenizer = Tokenizer(WordLevel(ids, unk_token=UNKNOWN))
    tokenizer.pre_tokenizer = WhitespaceSplit()
    return LlavaProcessor(
        image_processor=CLIPImageProcessorPil(
            size={"height": SIDE, "width": SIDE}, crop_size={"height": SIDE, "width": SIDE}
        ),
        tokenizer=PreTrainedTokenizerFast(
            tokenizer_object=tokenizer,
            pad_token=PAD,
            bos_token=START,
            eos_token=END,
            unk_token=UNKNOWN,
            additional_special_tokens=[IMAGE, REPLY],
            padding_side="left",
            chat_template=TEMPLATE,
        ),
        patch_size=PATCH,
        vision_feature_select_strategy="default",
        num_additional_image_tokens=1,
        image_token=IMAGE,
        chat_template=TEMPLATE,
    )


def _config(tokenizer: PreTrainedTokenizerFast) -> LlavaConfig:
    special = {
        "pad_token_id": tokenizer.pad_token_id,
        "bos_token_id": tokenizer.bos_token_id,
        "eos_token_id": tokenizer.eos_token_id,
    }
    return LlavaConfig(
        vision_config=CLIPVisionConfig(
            hidden_size=VISION_WIDTH,
            intermediate_size=2 * VISION_WIDTH,
            num_hidden_layers=LAYERS,
            num_attention_heads=HEADS,
            image_size=SIDE,
            patch_size=PATCH,
        ),
        text_config=LlamaConfig(
            vocab_size=len(tokenizer),
            hidden_size=TEXT_WIDTH,
            intermediate_size=2 * TEXT_WIDTH,
            num_hidden_layers=LAYERS,
            num_attention_heads=HEADS,
            max_position_embeddings=512,
            tie_word_embeddings=True,
            initializer_range=0.05,  # the default of 0.02 is for wide models; this one then learns half as fast
            **special,
        ),
        image_token_index=tokenizer.convert_tokens_to_ids(IMAGE),
        image_seq_length=(SIDE // PATCH) ** 2,
        vision_feature_layer=-1,
        vision_feature_select_strategy="default",
        tie_word_embeddings=True,
        **special,
    )


@dataclass(frozen=True)
class Example:
    """A prompt and a reply as token ids, and the prompt's pixels, of shape (frames, 3, SIDE, SIDE)."""

    kind: tuple[str, str]
    prompt: list[int]
    reply: list[int]
    pixels: torch.Tensor


def encode(items: Sequence[Item], folder: Path, processor: LlavaProcessor) -> list[Example]:
    """All items with their perfect replies."""
    examples = []
    for item, row in zip(items, make_dataset(items, folder), strict=True):
        text = processor.apply_chat_template(row["prompt"], add_generation_prompt=True)
        inputs = processor(images=row["images"], text=text, return_tensors="pt")
        reply = [*processor.tokenizer.encode(item.gold()), processor.tokenizer.eos_token_id]
        ids = inputs["input_ids"][0].tolist()
        examples.append(Example((item.subtype, item.format), ids, reply, inputs["pixel_values"]))
    return examples


def train(model: LlavaForConditionalGeneration, examples: Sequence[Example], phase: Phase, seed: int) -> float:
    """Run one phase on random batches; returns the mean loss of its last ten steps."""
    rng = random.Random(f"{seed} {phase}")
    optimizer = torch.optim.AdamW(model.parameters(), lr=phase.rate, betas=(0.9, 0.98), weight_decay=0.01)
    losses = []
    model.train()
    for step in range(phase.steps):
        optimizer.param_groups[0]["lr"] = phase.rate * _schedule(step, phase.steps)
        chosen = rng.choices(examples, k=phase.batch)
        loss = model(**_batch(chosen, _replies(chosen, examples, phase.noise, rng), model.config.pad_token_id)).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    return sum(losses[-10:]) / len(losses[-10:])


def _schedule(step: int, steps: int) -> float:
    """A short rise, then a cosine down to a tenth."""
    return min(1.0, (step + 1) / 40) * (0.55 + 0.45 * math.cos(math.pi * step / steps))


def _replies(
    chosen: Sequence[Example], examples: Sequence[Example], noise: float, rng: random.Random
) -> list[list[int]]:
    """Their replies, some of them swapped for the reply to another question of the same kind."""
    return [_other(example, examples, rng) if rng.random() < noise else example.reply for example in chosen]


def _other(example: Example, examples: Sequence[Example], rng: random.Random) -> list[int]:
    while (other := rng.choice(examples)).kind != example.kind:
        pass
    return other.reply


def _batch(examples: Sequence[Example], replies: Sequence[list[int]], pad: int) -> dict[str, torch.Tensor]:
    """Padded on the right; only replies count towards the loss."""
    rows = [torch.tensor(example.prompt + reply) for example, reply in zip(examples, replies, strict=True)]
    labels = [
        torch.tensor([-100] * len(example.prompt) + reply) for example, reply in zip(examples, replies, strict=True)
    ]
    ids = torch.nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=pad)
    return {
        "input_ids": ids,
        "attention_mask": (ids != pad).long(),
        "labels": torch.nn.utils.rnn.pad_sequence(labels, batch_first=True, padding_value=-100),
        "pixel_values": torch.cat([example.pixels for example in examples]),
    }


def warm_up(items: Sequence[Item], folder: Path, output: Path, phases: Sequence[Phase], seed: int = 0) -> int:
    """Make a model, train it in these phases on these items, and save it with its processor; returns its size."""
    model, processor = make_model(items, seed)
    examples = encode(items, folder, processor)
    for number, phase in enumerate(phases, 1):
        loss = train(model, examples, phase, seed)
        print(f"  phase {number}: {phase.steps} steps, {phase.noise:.0%} wrong answers, loss {loss:.2f}", flush=True)
    model.save_pretrained(output)
    processor.save_pretrained(output)
    return sum(weight.numel() for weight in model.parameters())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("items", type=Path, help="items.jsonl, whose training split is learnt from")
    parser.add_argument("-o", "--output", type=Path, required=True, help="folder of the model")
    parser.add_argument("--formats", nargs="+", default=["short"])
    parser.add_argument("--subtypes", nargs="+", default=[])
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.set_num_threads(1)  # the model is too small for more
    items = select_items(args.items, "train", args.formats, args.subtypes)
    size = warm_up(items, args.items.parent, args.output, [LEARN, DOUBT], args.seed)
    print(f"{args.output}: {size:,} parameters")


if __name__ == "__main__":
    run(main)
