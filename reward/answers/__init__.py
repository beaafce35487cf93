"""The kinds of answer. To add one: write its file, add it to the union and to `__all__`, and write its test."""

from typing import Annotated

from pydantic import Field

from reward.answers.base import BaseAnswer, Mark
from reward.answers.choice import Choice
from reward.answers.judgements import Judgements
from reward.answers.list import List
from reward.answers.number import Number
from reward.answers.phrase import Phrase
from reward.answers.yes_no import YesNo

Answer = Annotated[YesNo | Choice | Judgements | Phrase | Number | List, Field(discriminator="kind")]

__all__ = ["Answer", "BaseAnswer", "Choice", "Judgements", "List", "Mark", "Number", "Phrase", "YesNo"]
