"""A question made ready: tags in plain words, special options taken apart, the key typed, the wording judged."""

from dataclasses import dataclass

from data_builder.convert.keys import SAME
from data_builder.convert.mcq import Mcq
from data_builder.convert.tags import BrokenTag, spoken
from data_builder.convert.triage import Triage, triage
from data_builder.convert.values import Typed, Untyped, typed
from data_builder.convert.wording import Own, Unusable, worded
from data_builder.standing import MOST_WORDS


@dataclass(frozen=True, slots=True)
class Prepared:
    """The question in plain words with ordinary options, what its key was read as, and whether it stands alone.

    `own`: what stays to be shown where its wording has a path of its own.
    """

    mcq: Mcq
    found: Typed | Untyped
    triage: Triage
    own: Own | None = None

    @property
    def sort(self) -> str:
        """The sort of the published key: that of a typed one, `name` or `text`; or the path of the wording."""
        if self.own:
            return self.own.path
        if isinstance(self.found, Typed):
            return self.found.sort
        return "name" if len(self.mcq.key.split()) <= MOST_WORDS else "text"


def prepare(row: Mcq) -> Prepared | str:
    """The question made ready, or the reason why it cannot be asked at all."""
    try:
        mcq = spoken(row)
    except BrokenTag:
        return "broken_tag"
    found = worded(mcq)
    if isinstance(found, Unusable):
        return found.reason
    if isinstance(found, Own):
        return Prepared(mcq, Untyped(found.path), Triage("no", found.path), found)
    key = typed(found)
    if key == SAME:  # then a wrong option is right
        return SAME.reason
    return Prepared(found, key, triage(found, key))
