"""Judgements: true or false for each statement, in every layout that models use."""

import pytest
from pydantic import ValidationError

from reward.answers import Judgements

KEY = Judgements(
    statements=("The tap runs.", "A pan clangs.", "Someone speaks.", "No drawer shuts."),
    truth=(True, False, True, False),
)
FORM = "A: true\nB: false\nC: true\nD: false"


def outcome(reply: str, answer: Judgements = KEY) -> tuple[float | None, str]:
    mark, _ = answer.mark_reply(reply)
    return mark.score, mark.rule


@pytest.mark.parametrize(
    "reply",
    [
        FORM,
        FORM.title(),
        FORM.upper(),
        FORM.replace("\n", "\r\n"),
        FORM.replace("\n", "\n\n"),
        FORM.replace("\n", ", "),
        FORM.replace("\n", "; "),
        FORM.replace("\n", " "),
        FORM.replace(": ", ". "),
        FORM.replace(": ", ") "),
        FORM.replace(": ", " - "),
        FORM.replace(": ", " – "),
        FORM.replace(": ", " → "),
        FORM.replace(": ", "="),
        FORM.replace(": ", " "),
        FORM.replace(":", " is"),
        FORM.replace("true", "T").replace("false", "F"),
        FORM.replace("true", "yes").replace("false", "no"),
        FORM.replace("true", "True ✓").replace("false", "False ✗"),
        "a: true\nb: false\nc: true\nd: false",
        "B: false\nA: true\nD: false\nC: true",
        "(A) true\n(B) false\n(C) true\n(D) false",
        "- A: true\n- B: false\n- C: true\n- D: false",
        "* A: true\n* B: false\n* C: true\n* D: false",
        "1. true\n2. false\n3. true\n4. false",
        "1. A: true\n2. B: false\n3. C: true\n4. D: false",
        "**A:** true\n**B:** false\n**C:** true\n**D:** false",
        "**A**: true\n**B**: false\n**C**: true\n**D**: false",
        "A: **True**\nB: **False**\nC: **True**\nD: **False**",
        "**A: True** - the tap.\n**B: False** - none.\n**C: True** - talk.\n**D: False** - none.",
        "A is true.\nB is false.\nC is true.\nD is false.",
        "Statement A: true\nStatement B: false\nStatement C: true\nStatement D: false",
        "| A | true |\n| B | false |\n| C | true |\n| D | false |",
        "| Statement | Answer |\n|---|---|\n| A | True |\n| B | False |\n| C | True |\n| D | False |",
        "| A | The tap runs. | True |\n| B | A pan clangs. | False |\n"
        "| C | Someone speaks. | True |\n| D | No drawer shuts. | False |",
        "A. The tap runs. - True\nB. A pan clangs. - False\nC. Someone speaks. - True\nD. No drawer shuts. - False",
        "A. The tap runs: true\nB. A pan clangs: false\nC. Someone speaks: true\nD. No drawer shuts: false",
        "A. The tap runs. (True)\nB. A pan clangs. (False)\nC. Someone speaks. (True)\nD. No drawer shuts. (False)",
        "A: true (the tap is on)\nB: false (nothing)\nC: true\nD: false",
        "A: True. The tap is on.\nB: False. No pan.\nC: True, no doubt.\nD: False, it shuts.",
        "Here are my answers:\n\nA: true\n\nB: false\n\nC: true\n\nD: false",
        "true, false, true, false",
        "True False True False",
        "true\nfalse\ntrue\nfalse",
        "T F T F",
        "T, F, T, F",
        "TFTF",
        "Answer:\n" + FORM,
        "Answer: A: true, B: false, C: true, D: false",
        "Answer:\n\n" + FORM.replace("\n", "\n\n"),
        "The answer is: " + FORM,
        f"<answer>{FORM}</answer>",
        f"<answer>\n{FORM}\n</answer>",
        f"```\n{FORM}\n```",
        "\\boxed{A: true, B: false, C: true, D: false}",
        '{"A": true, "B": false, "C": true, "D": false}',
        '{"answer": {"A": true, "B": false, "C": true, "D": false}}',
        "<think>A: false\nB: false</think>" + FORM,
        FORM + "\nBecause: A pan does not clang.",
        "A. The tap runs.\nB. A pan clangs.\nC. Someone speaks.\nD. No drawer shuts.\n\n" + FORM,
        "The kitchen is loud. " * 30 + "\n\n" + FORM,
    ],
)
def test_all_four_right_in_any_layout_is_right(reply: str) -> None:
    assert outcome(reply) == (1, "equal")


@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        ("", "empty"),
        ("I don't know", "refused"),
        ("A: <true/false>\nB: <true/false>\nC: <true/false>\nD: <true/false>", "no_answer"),
        ("A: true\nB: true\nC: true\nD: true", "unequal"),
        ("A: false\nB: false\nC: false\nD: false", "unequal"),
        ("TTTT", "unequal"),
        ("A: true\nB: false\nC: true", "missing"),
        ("A: true", "missing"),
        ("true", "missing"),
        ("T F", "missing"),
        (FORM + "\nA: false", "several_answers"),
        ("A: true\n" + FORM.replace("A: true", "A: false"), "several_answers"),
        (FORM.replace("A: true", "A: true/false"), "several_answers"),
        (FORM.replace("A: true", "A: true or false"), "several_answers"),
        (FORM.replace("A: true", "A: true and false"), "several_answers"),
        (FORM.replace("A: true", "A: true false"), "several_answers"),
        (FORM.replace("true", "T F").replace("false", "F T"), "several_answers"),
        ("A: true, A: false, B: true, B: false, C: true, C: false, D: true, D: false", "several_answers"),
    ],
)
def test_a_false_a_missing_and_a_double_judgement_are_wrong(reply: str, rule: str) -> None:
    assert outcome(reply) == (0, rule)


@pytest.mark.parametrize(
    "reply",
    [
        "all true",
        "A, C",
        "A and C are true",
        "A: not true\nB: false\nC: true\nD: false",
        "A: true\nB: not false\nC: true\nD: false",
        "A: maybe true\nB: false\nC: true\nD: false",
        "A: true?\nB: false\nC: true\nD: false",
        "A: true\nB: unclear\nC: true\nD: false",
        "T F T F T",
        "The tap runs and someone speaks.",
        FORM + "\nWait, actually, A: false",
    ],
)
def test_judgements_that_are_there_but_cannot_be_read_are_left_undecided(reply: str) -> None:
    assert outcome(reply)[0] is None


def test_the_verdict_shows_what_was_read_for_each_statement() -> None:
    assert KEY.mark_reply("A: true\nC: false")[0].details == {"statements": [True, None, False, None]}
    assert KEY.mark_reply(FORM)[0].details == {"statements": [True, False, True, False]}
    assert KEY.mark_reply("B: false\nA: unclear")[0].details == {"statements": [None, False, None, None]}


def test_a_statement_that_begins_with_no_is_not_taken_for_a_judgement() -> None:
    assert outcome("A: true\nB: false\nC: true\nD: No drawer shuts - it is heard")[0] is None
    assert outcome("A: true\nB: false\nC: true\nD. No drawer shuts. - True") == (0, "unequal")


def test_only_the_asked_for_lines_are_in_form() -> None:
    for reply, expected in [(FORM, True), ("TFTF", False), (f"Answer:\n{FORM}", False), (FORM[:-9], False)]:
        assert KEY.in_form(*KEY.mark_reply(reply)) is expected, reply


def test_chance_is_one_in_n_when_exactly_one_is_true_and_one_in_two_to_the_n_otherwise() -> None:
    one = Judgements(statements=("cup", "pan", "jar"), truth=(False, True, False), exactly_one=True)
    assert (one.chance, KEY.chance) == (1 / 3, 1 / 16)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"statements": ("cup", "Cup!"), "truth": (True, False)}, "the same"),
        ({"statements": ("cup", "pan"), "truth": (True,)}, "1 values for 2 statements"),
        ({"statements": ("cup", "pan"), "truth": (True, True), "exactly_one": True}, "2 statements are true"),
        ({"statements": ("cup",), "truth": (True,)}, "at least 2"),
    ],
)
def test_a_key_that_does_not_fit_its_statements_is_refused(fields: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Judgements.model_validate(fields)
