"""What was given to configure a model: variables of the environment and flags, each under the name that was used.

Secrets come from the environment or from a file. No message repeats a value, for it may be a key in the wrong place.
"""

import argparse
import difflib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from reward.jsonl import InputError, printable

ALL, FIRST, SECOND = "ANSWERKEY_JUDGE", "ANSWERKEY_JUDGE_", "ANSWERKEY_JUDGE2_"
FLAG = "--judge-"
MAX_KEY_BYTES = 16 * 1024


@dataclass(frozen=True, slots=True)
class Given:
    """A value as it was written, and the variable or flag that it came from."""

    source: str
    value: str = field(repr=False)


def from_environment(prefix: str, names: Collection[str], environ: Mapping[str, str]) -> dict[str, Given]:
    """The settings that the environment gives, by name; an empty variable gives nothing."""
    variables = {name: prefix + name.upper() for name in names}
    return {name: Given(source, environ[source]) for name, source in variables.items() if environ.get(source)}


def from_flags(names: Collection[str], args: argparse.Namespace, flag: str = FLAG) -> dict[str, Given]:
    """The settings that the command line gives, by name; `flag` is how its options begin."""
    stem = flag.strip("-").replace("-", "_")
    values = {name: getattr(args, f"{stem}_{name}", None) for name in names}
    return {
        name: Given(flag + name.replace("_", "-"), value) for name, value in values.items() if isinstance(value, str)
    }


def refuse_unknown(known: Collection[str], environ: Mapping[str, str], prefix: str = ALL, of: str = "judge") -> None:
    """Raises InputError for a variable with a prefix that nobody reads, and says which one is nearest."""
    for name in sorted(environ):
        if name.startswith(prefix) and name not in known:
            [nearest] = difflib.get_close_matches(name, known, n=1, cutoff=0)
            raise InputError(f"{printable(name, 80)}: no such setting of the {of}; do you mean {nearest}?")


def key_of(key: Given | None, file: Given | None) -> Given | None:
    """The key, wherever it is. Raises InputError where it is in two places, and for a file that holds none."""
    if key is not None and file is not None:
        raise InputError(f"{key.source} and {file.source} are both given; keep one of them")
    return key if file is None else Given(file.source, _first_line(file))


def _first_line(file: Given) -> str:
    """The first line of a file that holds a key, which may be a pipe."""
    try:
        with open(file.value, "rb") as opened:
            data = opened.read(MAX_KEY_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise InputError(f"{file.source}: the file cannot be read: {why}") from None
    if len(data) > MAX_KEY_BYTES:
        raise InputError(
            f"{file.source}: the file is larger than {MAX_KEY_BYTES} bytes; its first line is to be the key"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{file.source}: the file is no text; name one that holds the key") from None
    line = text.partition("\n")[0].strip()
    if not line:
        raise InputError(f"{file.source}: the file's first line is empty; write the key there")
    return line
