"""Training from a checkout: GRPO on items.jsonl for vision-language models, and a tiny one that shows it on a CPU."""

import sys
from collections.abc import Callable
from typing import NoReturn

from reward.jsonl import InputError


def run(main: Callable[[], int | None]) -> NoReturn:
    """Run a command and exit with its code; bad input is one line and exit code 2."""
    try:
        sys.exit(main() or 0)
    except InputError as error:
        print(f"{sys.argv[0]}: {error}", file=sys.stderr)
        sys.exit(2)
