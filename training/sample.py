"""Replies of a checkpoint to items, greedy or sampled: one {"id": …, "reply": …} a line, for `answerkey score`."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, get_args

import torch
from transformers import AutoModelForImageTextToText, AutoProcessor, set_seed

from evaluation.score import ReplyRow
from reward.item import Item, Split
from reward.jsonl import check_output, write_jsonl
from training import run
from training.dataset import make_dataset, select_items


class Checkpoint:
    """A saved model with its processor, ready to reply."""

    def __init__(self, name: str) -> None:
        device = "cuda" if torch.cuda.is_available() else "cpu"
        self.model = AutoModelForImageTextToText.from_pretrained(name, dtype="auto").to(device).eval()
        self.processor = AutoProcessor.from_pretrained(name, padding_side="left")

    def reply(self, prompts: Sequence[Any], images: Sequence[Any], **how: Any) -> list[str]:
        """Replies to a batch of conversational prompts with their images; `how` goes to `generate`."""
        texts = self.processor.apply_chat_template(prompts, add_generation_prompt=True)
        # The template has written the special tokens already.
        inputs = self.processor(images=images, text=texts, padding=True, add_special_tokens=False, return_tensors="pt")
        # A sampled image token would have no pixels to stand for.
        how["suppress_tokens"] = [self.model.config.image_token_id]
        with torch.inference_mode():
            generated = self.model.generate(**inputs.to(self.model.device, self.model.dtype), **how)
        new = generated[:, inputs["input_ids"].shape[1] :]
        return self.processor.batch_decode(new, skip_special_tokens=True)


def sample(
    checkpoint: Checkpoint,
    items: Sequence[Item],
    folder: Path,
    *,
    samples: int = 1,
    temperature: float = 0.0,
    tokens: int = 256,
    batch: int = 64,
    seed: int = 0,
    swap_images: bool = False,
) -> Iterator[ReplyRow]:
    """`samples` replies to each item, greedy at temperature 0. The same seed and batch size give the same replies.

    `swap_images` shows each item the frames of another one, half the data set away: what a model gets right even then
    it does not get from the picture.
    """
    set_seed(seed)
    rows = make_dataset(_swapped(items) if swap_images else items, folder)
    how: dict[str, Any] = {"max_new_tokens": tokens, "num_return_sequences": samples, "do_sample": temperature > 0}
    if temperature > 0:
        how |= {"temperature": temperature, "top_k": 0, "top_p": 1.0}
    for some in rows.iter(batch):
        replies = checkpoint.reply(some["prompt"], some["images"], **how)
        ids = [id_ for id_ in some["item_id"] for _ in range(samples)]
        yield from (ReplyRow(id=id_, reply=reply) for id_, reply in zip(ids, replies, strict=True))


def _swapped(items: Sequence[Item]) -> list[Item]:
    half = len(items) // 2
    others = [*items[half:], *items[:half]]
    return [item.model_copy(update={"clips": other.clips}) for item, other in zip(items, others, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", help="folder or name of a vision-language model")
    parser.add_argument("items", type=Path, help="items.jsonl")
    parser.add_argument("-o", "--output", type=Path, required=True, help="replies.jsonl")
    parser.add_argument("--split", choices=get_args(Split), default="test")
    parser.add_argument("--formats", nargs="+", default=[])
    parser.add_argument("--subtypes", nargs="+", default=[])
    parser.add_argument("--samples", type=int, default=1, help="replies to each item (default: %(default)s)")
    parser.add_argument("--temperature", type=float, default=0.0, help="0 is greedy (default: %(default)s)")
    parser.add_argument("--tokens", type=int, default=256, help="length of a reply at most (default: %(default)s)")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--swap-images", action="store_true", help="show each item another item's frames")
    args = parser.parse_args()
    check_output(args.output)
    items = select_items(args.items, args.split, args.formats, args.subtypes)
    replies = sample(
        Checkpoint(args.checkpoint),
        items,
        args.items.parent,
        samples=args.samples,
        temperature=args.temperature,
        tokens=args.tokens,
        batch=args.batch,
        seed=args.seed,
        swap_images=args.swap_images,
    )
    print(f"{args.output}: {write_jsonl(args.output, replies)} replies")


if __name__ == "__main__":
    run(main)
