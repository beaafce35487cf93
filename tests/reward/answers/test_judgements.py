"""Judgements: true or false for each statement, in every layout that models use."""

import pytest
from pydantic import ValidationError

from reward.answers import Judgements

KEY = Judgements(
    statements=("The tap runs.", "A pan clangs.", "Someone speaks.", "No drawer shuts."),
    truth=(True, False, True, False),
)
FORM = "A: true\nB: false\nC: true\nD: false"

READ_AS = {
    "TFTF": [
        "A: true, B: false, C: true, D: false", "True, False, True, False", "TFTF", "T/F/T/F", "T F T F",
        "1. True 2. False 3. True 4. False", "1: T, 2: F, 3: T, 4: F", "1. True\n2. False\n3. True\n4. False",
        "(1) true (2) false (3) true (4) false", "✓ ✗ ✓ ✗", "✓✗✓✗", "✅❌✅❌", "A ✓ B ✗ C ✓ D ✗",
        "A: ✓\nB: ✗\nC: ✓\nD: ✗", "A: ✅\nB: ❌\nC: ✅\nD: ❌", "A - ✔️\nB - ❌\nC - ✔️\nD - ❌",
        "✓ A\n✗ B\n✓ C\n✗ D", "✅ A\n❌ B\n✅ C\n❌ D", "[x] A\n[ ] B\n[x] C\n[ ] D",
        "- [x] A\n- [ ] B\n- [x] C\n- [ ] D",
        "- [x] The tap runs.\n- [ ] A pan clangs.\n- [x] Someone speaks.\n- [ ] No drawer shuts.",
        "☑ A ☐ B ☑ C ☐ D", "A ☑\nB ☐\nC ☑\nD ☐", "A [x]\nB [ ]\nC [x]\nD [ ]",
        "- [x] A. The tap runs.\n- [ ] B. A pan clangs.\n- [x] C. Someone speaks.\n- [ ] D. No drawer shuts.",
        "Only A and C are true", "Only A and C are true.", "A and C are true", "A and C are true.",
        "The true statements are A and C", "The true statements are A and C.", "True statements: A, C",
        "True: A, C. False: B, D", "True: A, C\nFalse: B, D", "True: A and C; false: B and D",
        "A and C are true; B and D are false", "A and C are true, B and D are false.",
        "A and C are true, while B and D are false.", "A, C are true. B, D are false.",
        "Statements A and C are true.", "Statements 1 and 3 are true, statements 2 and 4 are false.",
        "A and C are correct.", "A & C are true", "A, C: true; B, D: false",
        "A and C are true, the others are false.", "A and C are true. The rest are false.",
        "A and C are true and the others are not.", "Only statements A and C are true.",
        "A is true, B is false, C is true, D is false.", "A is true, B is false, C is true and D is false.",
        "A is true. B is false. C is true. D is false.", "All except B and D are true",
        "All are true except B and D.", "All but B and D are true", "Everything except B and D is true",
        "All statements are true except for B and D.", "None are true except A and C.",
        "B and D are false, the rest are true.", "Only B and D are false.",
        "| A | true |\n| B | false |\n| C | true |\n| D | false |",
        "| A | B | C | D |\n|---|---|---|---|\n| true | false | true | false |",
        "| Statement | Truth |\n|---|---|\n| A | ✓ |\n| B | ✗ |\n| C | ✓ |\n| D | ✗ |",
        '{"A": true, "B": false, "C": true, "D": false}', "[true, false, true, false]",
        '["true", "false", "true", "false"]', '{"answer": [true, false, true, false]}',
        "The tap runs: true\nA pan clangs: false\nSomeone speaks: true\nNo drawer shuts: false",
        "The tap runs. True\nA pan clangs. False\nSomeone speaks. True\nNo drawer shuts. False",
        "A pan clangs: false\nThe tap runs: true\nNo drawer shuts: false\nSomeone speaks: true",
        '"The tap runs." is true, "A pan clangs." is false, "Someone speaks." is true, "No drawer shuts." is false.',
        "a: true\nb: false\nc: true\nd: false", "a) yes b) no c) yes d) no", "(a) yes, (b) no, (c) yes, (d) no",
        "a) True\nb) False\nc) True\nd) False",
        "Statement 1 is true\nStatement 2 is false\nStatement 3 is true\nStatement 4 is false",
        "Statement A is true. Statement B is false. Statement C is true. Statement D is false.",
        "**A**: True\n**B**: False\n**C**: True\n**D**: False",
        "A: true – because the tap is on; B: false (the pan is silent); C: true – someone talks; D: false.",
        "A: True, because the tap is on.\nB: False, because no pan is hit.\n"
        "C: True, since a voice is heard.\nD: False, the drawer shuts.",
        "A: true\nB: not true\nC: true\nD: not true", "A is true, B is not true, C is true, D is not true",
        "A: It is true.\nB: It is false.\nC: It is true.\nD: It is not true.",
        "A: This statement is true because the tap is on.\nB: This statement is false.\nC: Correct.\nD: Incorrect.",
        "A. Correct\nB. Incorrect\nC. Correct\nD. Incorrect", "A=T, B=F, C=T, D=F", "A:T B:F C:T D:F",
        "A-T, B-F, C-T, D-F", "A → True, B → False, C → True, D → False",
        "A => true, B => false, C => true, D => false", "A true, B false, C true, D false",
        "A True\nB False\nC True\nD False", "1. A: true\n2. B: false\n3. C: true\n4. D: false",
        "A. True (the tap is on)\nB. False (no pan)\nC. True (speech)\nD. False (a drawer shuts)",
        "A (true), B (false), C (true), D (false)", "(A) True; (B) False; (C) True; (D) False",
        "True\nFalse\nTrue\nFalse", "Yes, No, Yes, No", "yes no yes no",
        "i) true ii) false iii) true iv) false", "I: True, II: False, III: True, IV: False",
        "Option A: true\nOption B: false\nOption C: true\nOption D: false",
        "A: TRUE\nB: FALSE\nC: TRUE\nD: FALSE", "Answer: TFTF", "Answer: T, F, T, F", "The answer is TFTF.",
        "The correct statements are A and C.", "The correct ones are A and C",
        "<answer>A: true, B: false, C: true, D: false</answer>", "So, only A and C are true.",
        "I think A and C are true and B and D are false.", "A: yes\nB: no\nC: yes\nD: no",
        "A: Yes, the tap is on.\nB: No, nothing.\nC: Yes.\nD: No.", "A: y, B: n, C: y, D: n",
        "B: false\nD: false\nA: true\nC: true",
        "A. The tap runs. (True)\nB. A pan clangs. (False)\nC. Someone speaks. (True)\nD. No drawer shuts. (False)",
        "A: \"The tap runs.\" - True\nB: \"A pan clangs.\" - False\nC: \"Someone speaks.\" - True\n"
        "D: \"No drawer shuts.\" - False",
        "A. True\n\nB. False\n\nC. True\n\nD. False",
        "A: True: the tap is on\nB: False: no pan\nC: True: speech\nD: False: it shuts",
        "Only A and C", "Only A, C.", "Just A and C", "A and C only", "A and C, only.", "Only statements A and C hold",
        "A and C hold.", "The first and third are true, the others false", "only the first and third",
        "The first and third statements are true.", "A: 1, B: 0, C: 1, D: 0", "A: 1\nB: 0\nC: 1\nD: 0",
        "It is A: true, B: false, C: true, D: false.",
    ],
    "TTTT": [
        "All four", "All are true", "All true", "all true.", "All of them are true", "All statements are true",
        "All four statements are true.", "All of the above are true", "all of the above",
        "Every statement is true", "Everything is true.", "All 4 are true", "TTTT", "All correct",
        "A, B, C and D are true.", "A, B, C, D are all true", "All of the statements are correct",
    ],
    "FFFF": [
        "None of the four.",
        "None are true", "None is true", "None of them are true.", "None of the statements is true",
        "none of the above", "None of them", "All are false", "All false", "All of the statements are false.",
        "No statement is true.", "Everything is false", "FFFF", "None true",
        "None of the statements are correct.", "A, B, C and D are all false",
    ],
}  # fmt: skip
OPEN = [
    "A, C", "A: true\nB: maybe not false\nC: true\nD: false", "A and C", "A", "A is true", "A is true.",
    "B and D are false", "B is false", "maybe A and C are true", "A and C are true?",
    "I don't think A and C are true", "It is not true that A and C are true", "Neither A nor B is true",
    "2 are true", "Two are true", "Two of them are true", "Some are true", "Most are true",
    "At least A is true", "A or C is true", "Either A or C is true", "A: maybe\nB: false\nC: true\nD: false",
    "A: true?\nB: false\nC: true\nD: false", "A: probably true\nB: false\nC: true\nD: false",
    "A: unclear\nB: false\nC: true\nD: false", "A pan is clanging: false",
    "A pan is clanging: true\nB: false\nC: true\nD: false",
    "A. Someone speaks: true\nB. The tap runs: false\nC. A pan clangs: true\nD. No drawer shuts: false",
    "T F T F T", "A, E are true", "A and C are true and more", "The tap runs and someone speaks.",
    "Not all are true", "Almost all are true", "All could be true", "A ≠ true, B ≠ false, C ≠ true, D ≠ false",
    "true false true false true false", "A and C are true but I am not sure", "Only one is true", "A: ?", "all",
    "none", "None", "All five", "A: 1, B: 2, C: 1, D: 0", "A: 1, B: 0, C: 1", "Only a pan", "The first two are true",
    "A hold, C", "only", "1 and 3", "both are true", "true: 2", "Statement 5 is true",
]  # fmt: skip


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
        ("Only A is true. Only B is true.", "several_answers"),
        ("A and C are true. A and B are false.", "several_answers"),
        ("All are true. None are true.", "several_answers"),
        ("A and C are true, B is false.", "missing"),
        ("TFT", "missing"),
        ("A: true, A: false, B: true, B: false, C: true, C: false, D: true, D: false", "several_answers"),
    ],
)
def test_a_false_a_missing_and_a_double_judgement_are_wrong(reply: str, rule: str) -> None:
    assert outcome(reply) == (0, rule)


@pytest.mark.parametrize(
    "reply",
    [
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


@pytest.mark.parametrize(("said", "reply"), [(said, reply) for said, replies in READ_AS.items() for reply in replies])
def test_judgements_are_read_in_every_layout_and_when_only_some_are_named(said: str, reply: str) -> None:
    assert KEY.mark_reply(reply)[0].details == {"statements": [value == "T" for value in said]}


@pytest.mark.parametrize("reply", OPEN)
def test_what_names_statements_without_judging_all_of_them_is_left_undecided(reply: str) -> None:
    assert outcome(reply)[0] is None


ONE = Judgements(
    statements=("red mug", "blue spoon", "a pan", "lid"), truth=(False, True, False, False), exactly_one=True
)


@pytest.mark.parametrize(
    "reply",
    [
        "B", "Answer: B", "(B)", "B. blue spoon", "blue spoon", "The blue spoon.", "The answer is B.", "Option B",
        "Only B is true", "B is true", "B is correct.", "B: true", "blue spoon: true", "Only blue spoon is true",
        "B is true, the rest are false", "I think it is the blue spoon.", "FTFF", "✗ ✓ ✗ ✗",
        "A: false\nB: true\nC: false\nD: false",
    ],
)  # fmt: skip
def test_where_exactly_one_is_true_its_name_is_a_full_answer(reply: str) -> None:
    assert outcome(reply, ONE) == (1, "equal")


@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        ("A", "unequal"),
        ("red mug", "unequal"),
        ("A is true", "unequal"),
        ("None are true", "unequal"),
        ("TFTF", "unequal"),
        ("A, B", "several_answers"),
        ("A and B", "several_answers"),
        ("Not B", "negated"),
        ("A: false", "missing"),
        ("I don't know", "refused"),
        ("", "empty"),
    ],
)
def test_where_exactly_one_is_true_another_name_two_or_none_are_wrong(reply: str, rule: str) -> None:
    assert outcome(reply, ONE) == (0, rule)


def test_true_or_false_as_asked_is_no_answer_to_two_statements() -> None:
    two = Judgements(statements=("The tap runs.", "A pan clangs."), truth=(True, False))
    for reply in ("true/false", "True or False", "T/F", "yes/no"):
        assert outcome(reply, two)[0] != 1, reply
    assert outcome("true, false", two) == (1, "equal")


def test_letters_that_python_folds_into_others_do_not_stop_the_reading() -> None:
    key = Judgements(statements=("kiss", "i"), truth=(True, False))
    for reply in ("\u212aiſſ: true, ı: false", "KİSS is true, İ is false", "\u017f true"):
        assert outcome(reply, key)[0] != 1


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


LINE = FORM.replace("\n", ", ")


@pytest.mark.parametrize(
    "remark",
    [
        ", but I am guessing", " (just a guess)", " (maybe)", ", I guess", " is ruled out.", " would be wrong.", " (?)",
        "… NOT!", " - not really", " or the other way round", "\nAll of the above is wrong.", "\nThe opposite holds.",
        "\nProbably.", "\nI am not sure.", "\nSwap all of them.", "\nSorry, none of that is right.", "\nE: true",
    ],
)  # fmt: skip
def test_a_remark_behind_the_judgements_that_takes_them_back_keeps_them_from_being_right(remark: str) -> None:
    assert outcome(FORM + remark)[0] != 1
    assert outcome(LINE + remark)[0] != 1


@pytest.mark.parametrize(
    "lead",
    [
        "It is not the case that:\n", "The following is wrong:\n", "I do not believe that:\n", "I guess:\n", "Maybe:\n",
        "The opposite of:\n", "If I had to guess:\n", "The wrong answer would be:\n",
    ],
)  # fmt: skip
def test_a_lead_in_that_denies_the_judgements_keeps_them_from_being_right(lead: str) -> None:
    assert outcome(lead + FORM)[0] != 1
    assert outcome(lead + LINE)[0] != 1
    assert outcome(f"Answer: {LINE} is wrong")[0] != 1


@pytest.mark.parametrize("reply", ["A: T, F, T, F", "1. True, False, True, False", "A: true, false, true, and false"])
def test_values_in_a_row_behind_one_label_are_left_undecided(reply: str) -> None:
    assert outcome(reply) == (None, "unread")


@pytest.mark.parametrize(
    "reply",
    [
        f"The tap is not off. So:\n{FORM}", f"{FORM}\nI am certain of this.", f"{FORM}\nI hope this helps!",
        f"{FORM}\n\nExplanation: the pan was never touched, so it is not heard.",
        "A: true (not false)\nB: false (not true)\nC: true\nD: false",
        " ✅ A is true, B is false, C is true, and D is false",
    ],
)  # fmt: skip
def test_a_remark_that_doubts_no_judgement_leaves_them(reply: str) -> None:
    assert outcome(reply) == (1, "equal")
