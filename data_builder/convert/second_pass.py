"""The second pass: a question whose options stay, with its options repaired, asked as it was dealt."""

from data_builder.convert.first_pass import Case, Fall, Made, base, outcome_of
from data_builder.convert.ladder import Demotion, passed
from data_builder.convert.per_option import Deal, as_choice, per_option
from data_builder.convert.shown import Shown
from reward import Item


def stay(row: Case, fall: Fall, shown: Shown, deal: Deal, with_choice: bool) -> Made:
    """The item of one question with the options that it shows now, and beside it the same as a choice, if wanted."""
    why = fall.demotions[-1].reason if fall.demotions else fall.sort
    shared = base(row, fall.sort, why, fall.demotions)
    item = passed(lambda: per_option(shown, deal), shared)
    if isinstance(item, str):
        return (), outcome_of(row, fall.sort, None, (*fall.demotions, Demotion(deal.form, item)), dropped=item)
    made = outcome_of(row, fall.sort, item, fall.demotions, why, repaired=shown.origin)
    choice = passed(lambda: as_choice(shown, deal), shared) if with_choice else ""
    return (item, choice) if isinstance(choice, Item) else (item,), made
