"""The second pass: a question whose options stay, with its options repaired, asked as it was dealt."""

from dataclasses import replace

from data_builder.convert.first_pass import Case, Fall, Made, base, outcome_of
from data_builder.convert.ladder import Demotion, passed
from data_builder.convert.per_option import Deal, as_choice, per_option
from data_builder.convert.shown import Shown
from data_builder.convert.tags import quoted
from data_builder.convert.triage import COMPARATIVE, SUPERLATIVE
from data_builder.convert.words import words_of
from reward import Item


def stay(row: Case, fall: Fall, shown: Shown, deal: Deal, with_choice: bool) -> Made:
    """The item of one question with the options that it shows now, and beside it the same as a choice, if wanted."""
    why = fall.demotions[-1].reason if fall.demotions else fall.sort
    shared = base(row, fall.sort, why, fall.demotions)
    shown = replace(shown, stem=quoted(shown.stem))
    whole = not words_of(shown.stem).isdisjoint(COMPARATIVE | SUPERLATIVE) or fall.sort == "key_abstains"
    compared = whole and shown.truth.count(True) == 1
    choice = passed(lambda: as_choice(shown, deal), shared) if with_choice or compared else ""
    # A text that is true, and less apt than another, is not to be judged false by itself.
    item = choice if compared else passed(lambda: per_option(shown, deal), shared)
    if isinstance(item, str):
        form = "choice" if compared else deal.form
        return (), outcome_of(row, fall.sort, None, (*fall.demotions, Demotion(form, item)), dropped=item)
    made = outcome_of(row, fall.sort, item, fall.demotions, why, repaired=shown.origin)
    return (item, choice) if isinstance(choice, Item) and choice is not item else (item,), made
