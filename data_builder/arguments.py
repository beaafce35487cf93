"""Types of command-line arguments, each of which says what is wrong with a value and what to give."""

import argparse
from pathlib import Path


def folder(text: str) -> Path:
    """A folder to write to."""
    if text.strip():
        return Path(text)
    raise argparse.ArgumentTypeError("the name is empty; give a folder to write to")


def positive(text: str) -> int:
    """A whole number from 1."""
    if text.isdecimal() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no count; give a whole number from 1")
