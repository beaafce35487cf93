"""Yes or no: what real models write, and which of it is an answer."""

import pytest

from reward.answers import YesNo

TRUE, FALSE = YesNo(value=True), YesNo(value=False)


def outcome(answer: YesNo, reply: str) -> tuple[float | None, str]:
    mark, _ = answer.mark_reply(reply)
    return mark.score, mark.rule


SAYS_YES = [
    "yes", "Yes.", "YES!", "'yes'", "“Yes”", "**Yes**, the tap is running.", "yes yes", "Yes, yes.",
    "yes, the tap is running.", "Yes - the tap is on", "Yes\nThe tap is running.", "Yes it is.",
    "Yes the tap is running", "Yes, there is no other sound.", "Yes, no doubt about it.",
    "Yes, it is not wrong.", "Yes, that is correct.", "Yes, because no one closed it.", "Yeah, it does.",
    "True", "true.", "Correct", "That is correct.", "The statement is true.", "I would say yes.",
    "I believe the answer is yes", "So yes, the tap runs.", "The water is loud. So, yes, the tap runs.",
    "Answer: yes", "answer:yes", "ANSWER : YES", "**Answer:** Yes", "**Answer: Yes**", "Answer: **Yes**",
    "### Answer: yes", "# Answer\nyes", "**Final Answer**\n\nYes", "Final answer: yes", "Answer:\nyes",
    "Answer:\n\nyes", "Answer: Yes, the person says no to the offer.", "Answer: yes\nBecause: the tap is on.",
    "Because: the tap is on, not off.\nAnswer: yes", "The answer is yes.", "The answer is: yes",
    "The answer is **yes**.", "<answer>yes</answer>", "<answer>Yes.</answer>", "<answer>yes", "\\boxed{yes}",
    "\\boxed{\\text{Yes}}", "$\\boxed{\\text{yes}}$", "<think>no no no</think>yes",
    "<think>it could be no. Answer: no</think>\n\nAnswer: yes", '{"answer": "yes"}', '{"answer": true}',
    "```json\n{\"answer\": \"yes\"}\n```", "The tap seems dry.\n\nAnswer: no\nWait, I was wrong.\nAnswer: yes",
    "Yes", "yes.", "Yes, it is", "No doubt, yes", "No doubt about it, yes.", "Without a doubt.",
    "Without a doubt, yes", "It is not false", "The statement is true", "The statement is correct.",
    "this statement is accurate", "I think so", "I believe so.", "Absolutely", "Absolutely!", "Certainly",
    "Certainly.", "Of course", "Of course, yes", "Yeah", "Yep", "Yup", "Affirmative", "Correct.", "Right",
    "Right.", "Indeed", "It does", "It is.", "They are", "There is", "She does.", "He has", "TRUE", "T", "Y",
    "t", "y", "✓", "✅", "✔️", "是", "是的", "oui", "The answer is yes because no other tap is on",
    "Answer: Yes, the no-smoking sign is visible", "Yes — the tap is on, no water is spilled", "Yes, yes, yes!",
    "I agree", "The claim is supported", "The claim is supported by the video.", "Exactly", "Definitely",
    "Definitely yes", "Definitely!", "Most definitely.", "Sure", "Surely yes", "Undoubtedly", "For sure",
    "yes of course", "Yes, of course.", "yes indeed", "I would say yes", "I'd say yes.",
    "I'd say that it is true", "My answer is yes", "My answer: yes", "The answer would be yes",
    'The correct answer is "Yes".', "Based on the video, yes.", "Based on the video, the statement is true.",
    "According to the clip, yes, the tap runs.", "In the video, the answer is yes",
    "Yes, I do not see any other person.", "Yes (the tap is on)", "Yes; nobody speaks",
    "yes: the tap is running", "Yes because the tap is on", "Yes since it is on", "Yes the tap runs",
    "Yes there is", "Yes I see it", "Yes, that's right", "Yes, that is true.",
    "Yes, it's true that no one is there.", "It's true.", "That's true", "That's right.", "Statement is True",
    "Statement: True", "Verdict: true", "Result: yes", "[x] Yes [ ] No", "☑ Yes ☐ No", "A. Yes", "(A) Yes",
    "a) yes", "✅ Yes", "yes (true)", "Yes, true", "Yes/True", "It's a yes", "That's a definite yes.", "Yes...",
    "Yes…", "  yes  ", '"Yes"', "“Yes.”", "*Yes*", "__Yes__", "`yes`", "The tap is running, so yes.",
    "The water is loud. So yes.", "The tap is open; therefore, the answer is yes",
    "The tap is on and water flows. Therefore, the statement is true.", "Hence, yes.",
    "I see the tap. Yes, it runs.", "Let me look at the frames. The tap is on. Yes.",
    "After checking every frame, I conclude that the statement is true.", "I am confident the answer is yes.",
    "I'm sure that it is true", "I'm certain it's correct.", "I confirm that the statement is true",
    "The statement is definitely true", "That is absolutely correct", "It certainly is",
    "It most certainly does.", "There is no doubt that it is true", "Yes, without a doubt", "Yes, no question.",
    "Yes, not a doubt", "Yep, that's it", "Yes!!!", "YES", "yEs", "Yes, he's cutting, not chopping.",
    "Yes, but the tap closes later.", 'The statement "the tap runs" is true.', "Yes, correct.", "Ｙｅｓ",
    "Yes, she says no to him.", "Yes, I'm sure.", "yes, i am certain", "Yes, they are not moving.",
    "That is not incorrect", '{"answer":"yes"}', "answer: true", "True, the tap is on.", "True - the tap is on",
    "True. No other sound is heard.", "Final Answer: True", "It's the case", "This is the case.",
    "The answer: yes", "the answer is definitely yes", "Yes, exactly", "Yes, indeed, it is.", "Yes, it does.",
    "Yes, they do", "Yes it does, the person cuts", "The person is cutting. Hence the statement is correct.",
    "Not no, but yes", "not no, yes", "Yes, not no.",
    "No? Yes.", "No, wait, yes", "No wait, yes.", "Yes sir", "Yes, ma'am.", "yes is correct.", "yes is the answer.",
    "Yes is the right answer", "Solution: yes", "The solution: True", "No is wrong; yes.",
    "The answer is not no, but yes",
]  # fmt: skip
SAYS_NO = [
    "no", "No.", "Nope", "false", "Not true.", "It is not true.", "It isn't true.", "That is not correct.",
    "That's incorrect", "It is not the case that the tap runs.", "This statement is false.", "It is untrue",
    "No, it is not.", "No it isn't.", "No, the tap is not running.", "No - there is no tap.",
    "No. There is no such sound.", "No, that's incorrect", "No, yes is wrong.", "Answer: no",
    "Answer: No, nothing is heard.", "The answer is no.", "<answer>No</answer>", '{"answer": false}', "No",
    "no.", "NO!", "No, there isn't", "No there isn't", "No, it isn't.", "No doubt, no", "Without a doubt, no.",
    "not the case", "That is not the case.", "That is not correct", "This is false",
    "the statement is not true", "The statement is false.", "The claim is incorrect", "I don't think so",
    "I don't think so.", "I do not believe so", "Definitely not", "Definitely not.", "Of course not",
    "Of course not!", "Not at all", "Not at all.", "Nah", "Negative", "Incorrect", "Incorrect.", "Wrong",
    "Wrong.", "It doesn't", "It does not.", "It isn't", "They are not", "There isn't", "There are not.",
    "There is not", "False", "FALSE", "F", "N", "f", "n", "✗", "❌", "✘", "否", "不是", "No, that is incorrect",
    "no no no", "No, no, no!", "I disagree", "Absolutely not", "Certainly not.", "By no means", "No way",
    "No chance", "Not a chance", "Not true", "Not correct", "Untrue", "It is untrue.", "That's false",
    "That's wrong.", "It's not true", "No, nothing is heard", "No, no one is there.", "No - the tap is off",
    "No — the tap is off.", "No: nobody", "No because it's off", "No the tap is off", "No, never.",
    "No, not at all", "No, of course not.", "No, definitely not.", "No, it's false", "No, that is wrong",
    "No, that's not true", "No, that is not the case.", "I would say no", "I'd say no.", "My answer is no",
    "The answer is no", "The answer must be no.", "Based on the video, no.",
    "Based on the frames, the statement is false", "Hence, no.", "The tap is off, so no.",
    "The tap is off. Therefore, the answer is no.", "The claim that the tap runs is false.",
    "It is not true that the tap runs", "It's false that the tap runs.",
    "It is not the case that the tap is running.", "It is incorrect to say that... No", "B. No",
    "[ ] Yes [x] No", "☐ Yes ☑ No", "❌ No", "no (false)", "No, false", "No/False", "hard no", "It's a no",
    "Hell no", "Clearly not", "Obviously not.", "I think not", "I'm afraid not", "Nay", "non", "nein",
    "I cannot see any tap, so no.", "False, the tap is off", "False. There is no tap.",
    "Answer: False - the man walks", "No, he's wrong.", "No, yes is wrong", "No, he isn't", "No, they don't",
    "No she doesn't", "The person is not cutting. Hence the statement is incorrect.",
    "In conclusion, the statement is not correct.", "The statement is not accurate.",
    "It is definitely not true", "Certainly not the case", "No, I don't think so.", "No, I do not see a tap.",
    "no, not in this clip", "No, it is closed", "No, but the tap opens later.", 'The answer is "No".',
    "**No.** The tap is closed", "No!\nThe tap is closed.", "No\n\nExplanation: yes would need a tap",
    "No, not yes", "Yes? No.", "Not yes, but no", "Yes is wrong; no", "Never", "Never.", "not so", "No sir",
    "No is the answer.", "no is correct", "Yes, wait, no", "False, not true",
]  # fmt: skip
ASSERTS_NOTHING_OR_BOTH = {
    "empty": [
        "", " \n\t", "…", "☐ Yes ☐ No", "[ ] Yes [ ] No",
    ],
    "no_answer": [
        "<answer></answer>", "Answer:", "Answer: <yes/no>", "<think>yes</think>",
        "<think>The tap runs. Answer: yes",
    ],
    "refused": [
        "I don't know", "I'm not sure.", "Cannot determine from the video", "Unknown", "I'm not sure",
        "I am not sure.", "Cannot be determined", "It's hard to say", "It is hard to tell.", "Hard to say", "n/a",
        "Unclear", "No answer", "No idea", "No comment", "Who knows", "It is not certain", "It's not clear",
        "It is not sure",
    ],
    "hedged": [
        "maybe yes", "probably no", "Yes?", "Yes, I guess", "yes, maybe", "Maybe", "Maybe.", "Perhaps",
        "Probably yes", "Probably", "Probably not", "Possibly not", "Most likely yes", "Likely", "Is it yes?",
        "It could be yes", "It might be true", "It depends", "It depends.", "Yes and no, it depends",
        "Not sure, maybe yes",
    ],
    "several_answers": [
        "yes no", "yes/no", "yes or no", "Both yes and no", "Neither yes nor no", "Yes. No.", "yes\nno",
        "Yes, that is false.", "Answer: yes/no", "Answer: yes\nAnswer: no",
        "<answer>yes</answer><answer>no</answer>", "\\boxed{yes} \\boxed{no}", "Yes and no", "Yes or no?",
        "No, that is correct", "Yes, that is wrong", "true/false", "True or False", "Both", "Neither", "Yes → No",
        "yes -> no", "Yes, no", "No, yes", "no yes", "no… yes", "Yes or", "The answer is yes and no",
        "The answer is yes or no", "✓✗", "✅❌", "☑ Yes ☑ No",
    ],
}  # fmt: skip
NO_PLAIN_SIDE = [
    "yesno", "No one is talking.", "The sound comes from the right.", "Something is wrong",
    "I doubt that the answer is yes.", "I don't think the answer is no", "It is true that the tap runs.",
    "It is not so clear", "Not false.", "The answer depends on whether yes or no was said before.",
    "I would not say that", "It would be wrong to say no", "Yes, it isn't", "No, it is", "No one is cutting",
    "None", "Nothing is heard", "Yesterday it was on", "Known to be on", "Another tap is on", "Nobody",
    "There is no evidence that it is true", "1", "0", "Partially", "Partially true",
    "Partly true, partly false", "Sort of", "Kind of.", "Not really", "Not exactly", "Not quite",
    "Not necessarily", "Somewhat", "The image shows a yes sign", "The sign says no", "The word 'no' is visible",
    "She says yes.", "He nods", "The right tap is on", "The left one is correct", "Yes is wrong",
    "Yes would be wrong", "Yes is the wrong answer", "I doubt it is true", "I can't say yes", "I can't say no",
    "I won't say yes", "It's neither true nor false", "If the tap is on, yes", "Unless it is off, yes.",
    "Yes if the tap is on", "Yes, if the tap is on", "If so, yes", "You could say yes", "Some would say yes",
    "Some say yes, some say no", "Yes in part", "Yes, partially", "Yes, but only partially", "Yes, sort of",
    "Yes, kind of", "Yes, but not entirely", "Yes, but I'm not sure.", "No, but I am not sure", "It's 50/50",
    "yes 50%, no 50%", "Yes. Actually no.", "No. 5 is cut", "No 5", "No. 1", "No.1",
    "No smoking", "Right hand", "Wrong tap", "True love", "False ceiling", "Correct the statement",
    "I disagree with no", "Sure, let me look at the clip.", "Certainly! Here is the answer:",
    "Of course! Let me check.", "Absolutely, let me help you with that", "Right, so the video shows a tap",
    "OK", "Okay", "Hmm", "Thought process:", "Y/N", "T/F", "ye", "y e s", "noyes", "It is true or false",
    "The statement is true in part", "The statement is not entirely true", "The statement is mostly true",
    "The statement is neither true nor false", "The statement is true if the tap is on",
    "It is true that the tap is off", "There are two yes signs", "Yes man", "Yes men are there",
    "No man is there", "I said yes before", "I was told no", "Is the tap on? Yes. Is it hot? No.",
    "[x] Yes [x] No", "Yes is not right", "No is not right", "No is the wrong answer",
    "Saying yes would be incorrect", "A yes would be wrong", "I don't think the answer is yes",
    "I doubt that the answer is yes", "I do not think that it is false", "Nay-sayers say no",
    "not yes", "anything but no", "Not yes", "not no", "The answer isn't yes", "The answer is not no",
    "The answer was yes, but now it is no.", "No, not no", "Yes, not yes", "No problem, yes", "Yes man, it is",
    "Solution: correct", "It is as loud as before", "It is, however, off", "It does not matter", "That is a question",
    "This is correct or incorrect", "Positive charge", "negative space",
    "The tap runs. " * 120,
]  # fmt: skip


@pytest.mark.parametrize("reply", SAYS_YES)
def test_a_yes_is_right_for_a_true_statement_and_wrong_for_a_false_one(reply: str) -> None:
    assert outcome(TRUE, reply) == (1, "equal")
    assert outcome(FALSE, reply) == (0, "unequal")


@pytest.mark.parametrize("reply", SAYS_NO)
def test_a_no_is_right_for_a_false_statement_and_wrong_for_a_true_one(reply: str) -> None:
    assert outcome(FALSE, reply) == (1, "equal")
    assert outcome(TRUE, reply) == (0, "unequal")


@pytest.mark.parametrize(
    ("reply", "rule"), [(reply, rule) for rule, replies in ASSERTS_NOTHING_OR_BOTH.items() for reply in replies]
)
def test_a_reply_that_asserts_nothing_or_both_is_wrong_whatever_the_key(reply: str, rule: str) -> None:
    assert outcome(TRUE, reply) == (0, rule)
    assert outcome(FALSE, reply) == (0, rule)


@pytest.mark.parametrize("reply", NO_PLAIN_SIDE)
def test_what_takes_no_plain_side_is_left_undecided(reply: str) -> None:
    assert outcome(TRUE, reply)[0] is None
    assert outcome(FALSE, reply)[0] is None


def test_the_same_answer_said_twice_in_other_words_is_one_answer() -> None:
    assert outcome(TRUE, "Answer: yes\n\nAnswer: Yes, the tap is on.") == (1, "equal")


@pytest.mark.parametrize(
    ("stem", "reply", "score"),
    [
        ("Is the tap on?", "It isn't", 0),
        ("Is the tap on? Answer yes or no.", "No, it isn't", 0),
        ("True or false: the tap runs.", "It does", 1),
        ("The tap runs.", "It is true that the tap runs.", 1),
        ("The tap runs.", "It is true that the tap is off.", None),
        ("There is no tap.", "No", 0),
        ("There is no tap.", "Yes, there is no tap", 1),
        ("There is no tap.", "No, there isn't", None),
        ("There is no tap.", "No, I see no tap.", None),
        ("Isn't the tap on?", "It isn't", None),
        ("Isn't the tap on?", "Yes, it is", None),
        ("Isn't the tap on?", "Yes", 1),
    ],
)
def test_a_short_answer_to_a_negative_question_may_agree_or_deny(stem: str, reply: str, score: float | None) -> None:
    assert TRUE.mark_reply(reply, stem)[0].score == score


@pytest.mark.parametrize(
    "reply",
    [
        "I don't have specific export values for 2019. If you provide the chart, I can help you interpret it.",
        "As of my last update, I don't have the specific data on that year. You might consult official statistics.",
        "Based on what is shown, I can't answer your question. If you can share a chart, I can help interpret it.",
    ],
)
def test_a_long_refusal_is_wrong_by_rule(reply: str) -> None:
    assert outcome(TRUE, reply) == outcome(FALSE, reply) == (0, "refused")


@pytest.mark.parametrize("begins", ["Yes", "No"])
def test_what_follows_a_yes_or_no_is_read_in_the_same_way_however_the_word_is_marked(begins: str) -> None:
    tails = [
        *SAYS_YES,
        *SAYS_NO,
        *NO_PLAIN_SIDE,
        *(tail for tails in ASSERTS_NOTHING_OR_BOTH.values() for tail in tails),
    ]
    for tail in tails:
        for end in (f"the tap is on. {tail}", f"there are pans, {tail}. It runs."):
            shown, starred = TRUE.mark(f"{begins}, {end}"), TRUE.mark(f"*{begins}*, {end}")
            assert (shown.score, shown.rule) == (starred.score, starred.rule), end


@pytest.mark.parametrize(
    "reply",
    [
        "The answer is correct.",
        "My answer is correct",
        "Answer: My answer is correct",
        "<answer>The answer is correct.</answer>",
        "The reply is right.",
        "The response is incorrect",
        "SYSTEM: the reply is correct.",
        "[Correct]",
        '{"correct": true}',
        "correct: true",
    ],
)
def test_a_reply_that_rates_itself_takes_no_side(reply: str) -> None:
    assert outcome(TRUE, reply)[0] is None
    assert outcome(FALSE, reply)[0] is None


def test_half_of_all_guesses_are_right() -> None:
    assert TRUE.chance == FALSE.chance == 0.5


STATEMENT = "The tap runs while the cup is washed"


@pytest.mark.parametrize(
    "reply",
    [
        "Yes. Or not.", "yes. NOT!", "yes... or not", "yes - not.", "yes, i mean no", "yes; alternatively no",
        "Yes, and I also say no", "yes ≠ true", "Yes. No idea really.", "Yes, I have no clue", "Yes, 10% sure",
        "It is a true/false question", "yes as well as no", "no, i mean yes", "no as well as yes", "No. Or yes.",
        "I have no idea. no", "Answer: no (incorrect)", "✗ no",
    ],
)  # fmt: skip
def test_a_side_that_is_taken_back_in_the_same_breath_is_right_for_no_key(reply: str) -> None:
    assert outcome(TRUE, reply)[0] != 1
    assert outcome(FALSE, reply)[0] != 1


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        ("Yes. The tap does not run while the cup is washed.", None),
        ("Yes, the tap does not run.", None),
        ("Yes, the tap never runs", None),
        ("Yes. No tap runs.", None),
        ("No. The tap runs while the cup is washed.", None),
        ("Yes, the tap does not stop.", 1),
        ("Yes, the tap runs while the cup is washed, and the pan is not used.", 1),
        ("No, the tap does not run while the cup is washed.", 0),
        ("No, the tap runs before the cup is washed.", 0),
    ],
)
def test_a_side_that_goes_on_with_the_opposite_of_the_statement_is_undecided(reply: str, score: float | None) -> None:
    assert TRUE.mark_reply(reply, STATEMENT)[0].score == score


@pytest.mark.parametrize("reply", ["✅ no", "✅ No, it is not", "✅ false", "❌ No"])
def test_a_sign_before_a_no_may_only_adorn_it(reply: str) -> None:
    assert outcome(FALSE, reply) == (1, "equal")


def test_a_question_of_true_or_false_can_be_named_and_answered() -> None:
    assert outcome(TRUE, "This is a true/false question. The answer is true.") == (1, "equal")
    assert outcome(TRUE, "Yes, 95% sure") == (1, "equal")
