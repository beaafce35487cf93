"""What is audited: the set as it was read, and of what shipped the questions that still show a choice of options."""

from collections.abc import Iterable, Sequence

from data_builder.audit.question import Question
from data_builder.audit.reading import ItemSet
from data_builder.convert.mcq import Mcq, Opened
from data_builder.convert.shown import Shown, as_published


def audit_sets(asked: Sequence[Mcq | Opened], showing: Iterable[tuple[Mcq, Shown]]) -> tuple[ItemSet, ItemSet]:
    """The questions before and after. Without exactly one right option there is no choice to be audited."""
    before = [_question(one, as_published(one)) for one in asked if isinstance(one, Mcq)]
    after = [_question(mcq, shown) for mcq, shown in showing if shown.truth.count(True) == 1]
    return ItemSet((), tuple(before), (), ()), ItemSet((), tuple(after), (), ())


def _question(mcq: Mcq, shown: Shown) -> Question:
    return Question(
        id=mcq.base_id,
        subtype=mcq.subtype,
        # A bundle is in one fold, as it is in one split: who knows three of its keys would know the fourth.
        videos=(*(mcq.videos or (mcq.base_id,)), *((f"bundle {shown.bundle}",) if shown.bundle else ())),
        stem=shown.stem,
        options=shown.options,
        correct=shown.truth.index(True),
    )
