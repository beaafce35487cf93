"""Yes or no: what real models write, and which of it is an answer."""

import pytest

from reward.answers import YesNo

TRUE, FALSE = YesNo(value=True), YesNo(value=False)


def outcome(answer: YesNo, reply: str) -> tuple[float | None, str]:
    mark, _ = answer.mark_reply(reply)
    return mark.score, mark.rule


SAYS_YES = [
    "yes",
    "Yes.",
    "YES!",
    "'yes'",
    "“Yes”",
    "**Yes**, the tap is running.",
    "yes yes",
    "Yes, yes.",
    "yes, the tap is running.",
    "Yes - the tap is on",
    "Yes\nThe tap is running.",
    "Yes it is.",
    "Yes the tap is running",
    "Yes, there is no other sound.",
    "Yes, no doubt about it.",
    "Yes, it is not wrong.",
    "Yes, that is correct.",
    "Yes, because no one closed it.",
    "Yeah, it does.",
    "True",
    "true.",
    "Correct",
    "That is correct.",
    "The statement is true.",
    "I would say yes.",
    "I believe the answer is yes",
    "So yes, the tap runs.",
    "The water is loud. So, yes, the tap runs.",
    "Answer: yes",
    "answer:yes",
    "ANSWER : YES",
    "**Answer:** Yes",
    "**Answer: Yes**",
    "Answer: **Yes**",
    "### Answer: yes",
    "# Answer\nyes",
    "**Final Answer**\n\nYes",
    "Final answer: yes",
    "Answer:\nyes",
    "Answer:\n\nyes",
    "Answer: Yes, the person says no to the offer.",
    "Answer: yes\nBecause: the tap is on.",
    "Because: the tap is on, not off.\nAnswer: yes",
    "The answer is yes.",
    "The answer is: yes",
    "The answer is **yes**.",
    "<answer>yes</answer>",
    "<answer>Yes.</answer>",
    "<answer>yes",
    "\\boxed{yes}",
    "\\boxed{\\text{Yes}}",
    "$\\boxed{\\text{yes}}$",
    "<think>no no no</think>yes",
    "<think>it could be no. Answer: no</think>\n\nAnswer: yes",
    '{"answer": "yes"}',
    '{"answer": true}',
    '```json\n{"answer": "yes"}\n```',
    "The tap seems dry.\n\nAnswer: no\nWait, I was wrong.\nAnswer: yes",
]
SAYS_NO = [
    "no",
    "No.",
    "Nope",
    "false",
    "Not true.",
    "It is not true.",
    "It isn't true.",
    "That is not correct.",
    "That's incorrect",
    "It is not the case that the tap runs.",
    "This statement is false.",
    "It is untrue",
    "No, it is not.",
    "No it isn't.",
    "No, the tap is not running.",
    "No - there is no tap.",
    "No. There is no such sound.",
    "No, that's incorrect",
    "No, yes is wrong.",
    "Answer: no",
    "Answer: No, nothing is heard.",
    "The answer is no.",
    "<answer>No</answer>",
    '{"answer": false}',
]


@pytest.mark.parametrize("reply", SAYS_YES)
def test_a_yes_is_right_for_a_true_statement_and_wrong_for_a_false_one(reply: str) -> None:
    assert outcome(TRUE, reply) == (1, "equal")
    assert outcome(FALSE, reply) == (0, "unequal")


@pytest.mark.parametrize("reply", SAYS_NO)
def test_a_no_is_right_for_a_false_statement_and_wrong_for_a_true_one(reply: str) -> None:
    assert outcome(FALSE, reply) == (1, "equal")
    assert outcome(TRUE, reply) == (0, "unequal")


@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("…", "empty"),
        ("<answer></answer>", "no_answer"),
        ("Answer:", "no_answer"),
        ("Answer: <yes/no>", "no_answer"),
        ("<think>yes</think>", "no_answer"),
        ("<think>The tap runs. Answer: yes", "no_answer"),
        ("I don't know", "refused"),
        ("I'm not sure.", "refused"),
        ("Cannot determine from the video", "refused"),
        ("Unknown", "refused"),
        ("maybe yes", "hedged"),
        ("probably no", "hedged"),
        ("Yes?", "hedged"),
        ("Yes, I guess", "hedged"),
        ("yes, maybe", "hedged"),
        ("not yes", "negated"),
        ("anything but no", "negated"),
        ("yes no", "several_answers"),
        ("yes/no", "several_answers"),
        ("yes or no", "several_answers"),
        ("Both yes and no", "several_answers"),
        ("Neither yes nor no", "several_answers"),
        ("Yes. No.", "several_answers"),
        ("yes\nno", "several_answers"),
        ("Yes, that is false.", "several_answers"),
        ("Answer: yes/no", "several_answers"),
        ("Answer: yes\nAnswer: no", "several_answers"),
        ("<answer>yes</answer><answer>no</answer>", "several_answers"),
        ("\\boxed{yes} \\boxed{no}", "several_answers"),
    ],
)
def test_a_reply_that_asserts_nothing_or_both_is_wrong_whatever_the_key(reply: str, rule: str) -> None:
    assert outcome(TRUE, reply) == (0, rule)
    assert outcome(FALSE, reply) == (0, rule)


@pytest.mark.parametrize(
    "reply",
    [
        "Perhaps.",
        "yesno",
        "No one is talking.",
        "The sound comes from the right.",
        "Something is wrong",
        "I doubt that the answer is yes.",
        "I don't think the answer is no",
        "It is true that the tap runs.",
        "It is not so clear",
        "Not false.",
        "The answer depends on whether yes or no was said before.",
        "The tap runs. " * 120,
    ],
)
def test_what_takes_no_plain_side_is_left_undecided(reply: str) -> None:
    assert outcome(TRUE, reply)[0] is None
    assert outcome(FALSE, reply)[0] is None


def test_the_same_answer_said_twice_in_other_words_is_one_answer() -> None:
    assert outcome(TRUE, "Answer: yes\n\nAnswer: Yes, the tap is on.") == (1, "equal")


def test_half_of_all_guesses_are_right() -> None:
    assert TRUE.chance == FALSE.chance == 0.5
