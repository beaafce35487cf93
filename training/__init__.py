"""Training from a checkout: GRPO on items.jsonl for vision-language models, and a tiny one that shows it on a CPU."""
