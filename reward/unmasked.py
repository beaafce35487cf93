"""The form of a text in which words are looked for that somebody may have disguised: no accents, no look-alikes.

It is no form to compare answers in: of other scripts it makes Latin mush, though the same whenever it sees them.
"""

import re
import unicodedata
from itertools import filterfalse
from string import ascii_lowercase, digits

from reward.plain import PART_CHARS
from reward.spoken import INVISIBLE

UNSEEN = [
    0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810),
    *range(0xFE00, 0xFE10), *range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE0080),
]  # fmt: skip
SEEN = str.maketrans(
    "АаВвЕеЅѕІіЈјКкМмНнОоРрСсТтУуХхһԁԛԝӏгпΑαΒβΕεΖΗηΙιΚκΜΝνΟοΡρΤτΥυΧχγϲϳıɑɡɩʟøłđᴀʙᴄᴅᴇꜰɢʜɪᴊᴋᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ",
    "aabbeessiijjkkmmhhooppccttyyxxhdqwlrnaabbeezhniikkmnvooppttyuxxycjiagilold".replace(" ", "")
    + "abcdefghijkmnoprstuvwyz",
) | dict.fromkeys([*INVISIBLE, *UNSEEN])
"""Letters that look like Latin ones as these, and nothing for what nobody sees."""
ENDS = '!?;:,\n()[]{}"<>#'
"""What ends a clause, as a period does before a space."""
ASCII = str.maketrans(dict.fromkeys(map(chr, range(128)), " ") | {c: c for c in ascii_lowercase + digits + "."})
ASCII |= str.maketrans(dict.fromkeys(ENDS, "|"))
CLAUSE_END = re.compile(rf"[{re.escape(ENDS)}“”«»…—–|。、「」『』【】《》]|\.(?=\s|$)")
PERIOD = re.compile(r"\.(?= |$)")
WORD = re.compile(r"[^\W_]+")
APART = re.compile(r" \w \w \w \w ")
SPACED = re.compile(r"(?<!\S)\w(?: \w){3,}(?!\S)")


def unmasked(text: str) -> str:
    """A text in small letters, without accents and invisible characters, look-alikes of Latin letters made these."""
    if not text.isascii():
        parts = (text[at : at + PART_CHARS] for at in range(0, len(text), PART_CHARS))
        text = "".join(unicodedata.normalize("NFKD", part) for part in parts)
        text = "".join(filterfalse(unicodedata.combining, text)).translate(SEEN)
    return text.casefold()


def clauses(text: str) -> list[str]:
    """The words of each clause of an unmasked text, with single spaces; letters that stand apart are joined."""
    if text.isascii():
        marked = PERIOD.sub("|", text.translate(ASCII)).replace(".", " ")
        said = [" ".join(clause.split()) for clause in marked.split("|")]
    else:
        said = [" ".join(WORD.findall(clause)) for clause in CLAUSE_END.split(text)]
    if APART.search(f" {' '.join(said)} "):
        said = [SPACED.sub(_joined, clause) for clause in said]
    return [clause for clause in said if clause]


def _joined(letters: re.Match[str]) -> str:
    return letters[0].replace(" ", "")
