"""Where the real annotations are, which the project does not ship: ANSWERKEY_DATA, or a folder beside the checkout."""

import os
from pathlib import Path

FOLDER = Path(os.environ.get("ANSWERKEY_DATA") or Path(__file__).resolve().parents[2] / "shared" / "data")
ABSENT = "needs the real annotations: set ANSWERKEY_DATA to a folder with epic-sounds/ and epic-kitchens-100/"
