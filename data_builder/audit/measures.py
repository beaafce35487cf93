"""Measures of options without their labels: how long, how alike, how frequent, how near to the question."""

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.feature_extraction.text import TfidfVectorizer

from data_builder.audit.parsed import number_measures, time_measures, times_asked
from data_builder.audit.table import Floats, Table

TOKEN = r"(?u)\b\w+\b"
MAX_TEXT = 2_000
"""Characters of a text that are looked at."""
STOP = frozenset(
    re.findall(
        r"\w+",
        "a an the of to in on at is are was were be been do does did this that these those it its and or for with by "
        "from what which who when where why how i you he she they person participant video clip",
    )
)
"""Words that say nothing of what a question or an option is about."""


@dataclass(frozen=True)
class Texts:
    """The texts of a table as vectors of words and of pieces of words, each of length 1."""

    table: Table

    @cached_property
    def stems(self) -> tuple[str, ...]:
        return tuple(_folded(question.stem) for question in self.table.questions)

    @cached_property
    def options(self) -> tuple[str, ...]:
        return tuple(_folded(text) for text in self.table.texts)

    @cached_property
    def words(self) -> tuple[csr_matrix, csr_matrix]:
        """Single words and pairs of them: a row for each text of the options, and for each question."""
        return self._vectors(analyzer="word", token_pattern=TOKEN, ngram_range=(1, 2))

    @cached_property
    def pieces(self) -> tuple[csr_matrix, csr_matrix]:
        """Two to four characters within a word."""
        return self._vectors(analyzer="char_wb", ngram_range=(2, 4))

    def _vectors(self, **options: object) -> tuple[csr_matrix, csr_matrix]:
        # A stem is never empty once it has a word; a text of signs alone gets the vector 0.
        make = TfidfVectorizer(sublinear_tf=True, max_features=100_000, **options)
        try:
            both = csr_matrix(make.fit_transform([*self.options, *self.stems]))
        except ValueError:  # no words at all
            both = csr_matrix((len(self.options) + len(self.stems), 1))
        return both[: len(self.options)], both[len(self.options) :]


def _folded(text: str) -> str:
    return text[:MAX_TEXT].lower()


def option_measures(texts: Texts) -> dict[str, Floats]:
    """What can be measured of each row from the options alone; NaN where a measure does not apply."""
    table = texts.table
    known = table.texts
    words = [re.findall(r"\w+", text) for text in texts.options]
    seen = np.bincount(table.text, minlength=len(known)).astype(np.float64)
    by_text = {
        "length": [float(len(text)) for text in known],
        "words": [float(len(found)) for found in words],
        "word_length": [sum(map(len, found)) / max(1, len(found)) for found in words],
        "commas": [float(text.count(",")) for text in known],
        "capitals": [float(sum(c.isupper() for c in text)) for text in known],
        "ends": [float(text.rstrip().endswith(".")) for text in known],
        "digits": [float(sum(c.isdigit() for c in text)) for text in known],
        "frequency": list(np.log(seen)),
    }
    measures = {name: np.array(values)[table.text] for name, values in by_text.items()}
    for name, (vectors, _) in {"": texts.words, "_pieces": texts.pieces}.items():
        measures["centroid" + name], measures["nearest" + name] = _alike(table, vectors)
    return measures | number_measures(table) | time_measures(table)


def _alike(table: Table, vectors: csr_matrix) -> tuple[Floats, Floats]:
    """Mean and greatest likeness of each option to the others of its question."""
    rows = vectors[table.text]
    total, greatest = np.zeros(len(table.text)), np.zeros(len(table.text))
    for step in range(1, int(table.sizes.max())):
        around = table.neighbours(step)
        like = np.where(step < table.sizes[table.question], dot(rows, rows[around]), 0.0)
        total += like
        greatest = np.maximum(greatest, like)
    return total / (table.sizes[table.question] - 1), greatest


def dot(one: csr_matrix, other: csr_matrix) -> Floats:
    """The product of two matrices row by row."""
    product: Floats = np.asarray(one.multiply(other).sum(axis=1), dtype=np.float64).ravel()
    return product


def content_words(text: str) -> list[str]:
    """The words of a folded text that say what it is about, each once."""
    return list(dict.fromkeys(word for word in re.findall(r"\w+", text) if word not in STOP))


def question_measures(texts: Texts) -> dict[str, Floats]:
    """What can be measured of each row beside its question; NaN where a measure does not apply."""
    table = texts.table
    content = [frozenset(content_words(stem)) for stem in texts.stems]
    own = [frozenset(content_words(text)) for text in texts.options]
    pairs = list(zip(table.text, table.question, strict=True))
    shared = np.array([float(len(own[text] & content[question])) for text, question in pairs])
    (words, asked_words), (pieces, asked_pieces) = texts.words, texts.pieces
    return {
        "overlap_q": shared,
        "overlap_share": shared / np.array([max(1, len(own[text])) for text, _ in pairs]),
        "like_q": dot(words[table.text], asked_words[table.question]),
        "like_q_pieces": dot(pieces[table.text], asked_pieces[table.question]),
        "asked_length": np.array([float(len(stem)) for stem in texts.stems])[table.question],
        **times_asked(table),
    }
