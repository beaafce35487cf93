"""The kinds of answer. To add one: write its file, add it to the union and to `__all__`, and write its test."""

from typing import Annotated

from pydantic import Field

from reward.answers.base import BaseAnswer, Mark
from reward.answers.box import Box
from reward.answers.choice import Choice
from reward.answers.date import Date
from reward.answers.expression import Expression
from reward.answers.interval import Interval
from reward.answers.judgements import Judgements
from reward.answers.list import List
from reward.answers.moment import Moment
from reward.answers.number import Number
from reward.answers.phrase import Phrase
from reward.answers.text import Text
from reward.answers.yes_no import YesNo

Answer = Annotated[
    YesNo | Choice | Judgements | Phrase | Number | List | Moment | Interval | Date | Box | Expression | Text,
    Field(discriminator="kind"),
]

__all__ = [
    "Answer",
    "BaseAnswer",
    "Box",
    "Choice",
    "Date",
    "Expression",
    "Interval",
    "Judgements",
    "List",
    "Mark",
    "Moment",
    "Number",
    "Phrase",
    "Text",
    "YesNo",
]
