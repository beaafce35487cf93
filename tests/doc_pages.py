"""The code in the pages under docs/, so that tests can run it."""

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"


def snippets(page: str, language: str = "python") -> list[str]:
    """The fenced blocks of a language in a page such as "trainers/slime.md", in order."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
