"""The reward server as an ASGI application, for `uvicorn server:app` and other process managers.

ANSWERKEY_ITEMS: paths of items.jsonl files, separated by ":" (none: requests bring their items along).
ANSWERKEY_UNDECIDED: what a reply counts as that no rule decides, "zero" (the default) or "null".
ANSWERKEY_JUDGE_URL, ANSWERKEY_JUDGE_MODEL, …: the judge, see `reward.judge.settings` (none: rules alone).
"""

import argparse
import os
import sys
from pathlib import Path
from typing import NoReturn, get_args

from reward.catalog import read_catalog
from reward.cli import open_scoring
from reward.jsonl import InputError, printable
from reward.judge.settings import SERVING
from reward.scorer import Undecided
from reward.service import create_app

MAX_LINE = 1_000
"""Characters of a message."""


def _refuse(what: str) -> NoReturn:
    print(f"server: {printable(what, MAX_LINE)}", file=sys.stderr)
    raise SystemExit(2)


undecided = os.environ.get("ANSWERKEY_UNDECIDED", "zero")
if undecided not in get_args(Undecided):
    _refuse(f"ANSWERKEY_UNDECIDED: {undecided!r} is none of {', '.join(get_args(Undecided))}")
try:
    catalog = read_catalog(Path(path) for path in os.environ.get("ANSWERKEY_ITEMS", "").split(os.pathsep) if path)
except InputError as error:
    _refuse(f"ANSWERKEY_ITEMS: {error}")
try:
    scoring = open_scoring(argparse.Namespace(), os.environ, undecided, SERVING)  # type: ignore[arg-type]  # checked
except InputError as error:
    _refuse(str(error))
app = create_app(scoring.scorer, catalog)
