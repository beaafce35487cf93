"""One trainer's contract per file. An adapter imports no trainer: it only speaks its language."""
