"""A yes or no that goes on with the opposite."""

import pytest

from reward.gainsaying import gainsays

STATEMENT = "The tap runs while the cup is washed."


@pytest.mark.parametrize(
    ("said", "text", "opposite"),
    [
        (True, "Yes. The tap isn't running.", True),
        (True, "Yes, the cup is not washed", True),
        (True, "Yes, the tap is not blue", False),
        (True, "Yes, the tap runs while the cup is washed", False),
        (True, "Yes, it is not so much", False),
        (False, "No. The tap runs while the cup is washed.", True),
        (False, "No. The tap does not run while the cup is washed.", False),
        (False, "No, the tap runs.", False),
        (False, 'No: "The tap runs while the cup is washed" is false.', False),
    ],
)
def test_only_the_statements_own_words_turned_round_gainsay(said: bool, text: str, opposite: bool) -> None:
    assert gainsays(said, text, STATEMENT) is opposite
