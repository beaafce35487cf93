"""The table of conversions, on made-up figures: the published sets need not be there."""

from benchmarks.convert import HEAD, percent, row
from data_builder.convert.account import Account, Outcome
from data_builder.convert.figures import figures


def test_a_row_has_the_numbers_of_the_report_and_both_speeds() -> None:
    account = Account()
    for kind in ["number"] * 6 + ["options", "text"]:
        account.add(Outcome("set", "", "number", shipped=kind))
    account.add(Outcome("set", "", "number", dropped="subjective"))
    account.add(Outcome("set", "", "none", refused="no_key"))
    line = row("A set", figures(account), seconds=3.0, start=1.5)
    cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
    assert len(cells) == len(HEAD)
    assert cells[:5] == ["A set", "10", "1", "number 6, text 1, options 1", "1"]
    assert [cell.split(" ")[0] for cell in cells[5:8]] == ["87.5", "75.0", "66.7"]
    assert cells[8:] == ["3", "6"]


def test_a_share_of_nothing_is_a_dash() -> None:
    assert percent(Account().shares().with_options.as_json()) == "–"
