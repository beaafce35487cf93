"""Images that a row holds itself: told by their first bytes, and written under the name of their content."""

import base64
import binascii
import hashlib
import os
import re
import tempfile
from pathlib import Path

from data_builder.convert.rows import RowError
from reward.jsonl import InputError

SHORTEST = 200
"""Characters: a shorter text is a file's name."""
BASE64 = re.compile(r"[A-Za-z0-9+/\s]*={0,2}\s*")


def in_base64(text: str) -> bool:
    """Whether a text is an image in Base64 and no name of a file."""
    return len(text) >= SHORTEST and BASE64.fullmatch(text) is not None


def decoded(text: str) -> bytes:
    """The bytes of a base64 text. Raises RowError for a text that is none."""
    try:
        return base64.b64decode(text)
    except (binascii.Error, ValueError):
        raise RowError("image", "bad_image", "is no valid Base64; give the image or the name of its file") from None


def kept(data: bytes, folder: Path | None, most: int) -> tuple[str, Path | None]:
    """The name of an image by its content, and its file once it is written to the folder, None without a folder.

    Raises RowError for what is no PNG, JPEG, WebP or GIF or is larger than `most` bytes, InputError where it cannot be
    written.
    """
    if len(data) > most:
        raise RowError("image", "large_image", f"is larger than {most} bytes; make it smaller")
    suffix = _suffix(data)
    if not suffix:
        raise RowError("image", "unknown_image", "is no PNG, JPEG, WebP or GIF by its first bytes; convert it")
    name = f"{hashlib.sha256(data).hexdigest()[:32]}.{suffix}"
    if folder is None:
        return name, None
    file = folder.absolute() / name
    try:
        if not file.is_file() or file.stat().st_size != len(data):
            _write(file, data)
    except OSError as error:
        raise InputError(f"{file}: cannot be written: {error.strerror or error}") from None
    return name, file


def _write(file: Path, data: bytes) -> None:
    """The file with this content, under its name only once it is whole."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        os.chmod(temporary, 0o644)
        os.replace(temporary, file)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _suffix(data: bytes) -> str:
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if data.startswith(b"\xff\xd8\xff"):
        return "jpg"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "gif"
    return "webp" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else ""
