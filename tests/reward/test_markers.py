"""Markers: the words after which a reply gives its answer."""

import pytest

from reward.text import final_answer

PROSE = "The person stands at the sink. " * 20


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("Answer: B", "B"),
        ("ANSWER: B", "B"),
        ("Answer : B", "B"),
        ("Answer：Ｂ", "B"),
        ("Answer:\n\nB", "B"),
        ("Answer - B", "B"),
        ("Answer – B", "B"),
        ("ANSWER = B", "B"),
        ("Final answer → B", "B"),
        ("**Final Answer**\nB", "B"),
        ("### Answer\n\nB", "B"),
        ("**Answer:** **B**", "B"),
        ("**Answer: B**", "B"),
        ("My answer: B", "B"),
        ("So the answer: B", "B"),
        ("Answer: $B", "B"),
        ("Answer: $B$", "B"),
        ("Answer: `B`", "B"),
        ("Answer: B\n\nI hope this helps!", "B"),
        ("Answer: B. I hope this helps!", "B"),
        ("Answer: B. Explanation: it is red, not blue.", "B"),
        ("Answer: cup\nExplanation: it is red.", "cup"),
        ("Answer: cup (Reason: it is red)", "cup"),
        ("Answer: cup. Confidence: 90 %", "cup"),
        ("Final Answer: The final answer is $42$. I hope it is correct.", "42"),
        ("Final Answer:\nThe answer is \\(42\\)", "42"),
        ("Answer: The correct option is B", "B"),
        ("Answer: Let's think step by step. It may be A. The answer is B", "B"),
        ("The answer is B", "B"),
        ("The correct answer is B", "B"),
        ("The correct answer choice is B", "B"),
        ("My answer is B", "B"),
        ("Therefore, the answer should be B", "B"),
        ("The answer to the question is B", "B"),
        ("The answer here is B", "B"),
        ("The answer is B since it is red.", "B"),
        ("The answer is:\n\nB", "B"),
        ("The correct option is B", "B"),
        ("The best choice would be B", "B"),
        ("Correct option: B", "B"),
        ("Final choice: B", "B"),
        ("Answers: A: true\nB: false", "A: true\nB: false"),
        ("Answer choices: A) cup B) pan\nAnswer: B", "B"),
        (f"{PROSE}\n#### 42", "42"),
        (f"#### 1,200\n{PROSE}", "1,200"),
        ("Ans: B", "B"),
        ("Verdict: B", "B"),
        ("Conclusion: B", "B"),
        ("Réponse : B", "B"),
        ("Antwort: B", "B"),
        ("Respuesta final: B", "B"),
        ("答案：B", "B"),
        ("答案是B", "B"),
    ],
)
def test_what_follows_a_marker_is_the_answer(reply: str, text: str) -> None:
    for whole in (reply, f"{PROSE}\n\n{reply}"):
        assert (final_answer(whole).text, final_answer(whole).others) == (text, ())


@pytest.mark.parametrize(
    "reply",
    [
        "Аnswer: B",  # the first letter is Cyrillic
        "An answer - which one? - is needed",
        "The answer is clear from the clip",
        "The options: A and B",
        "The choice is hard",
        "This is not the answer: B",
        "If the answer is B, then the cup is red",
        "#### Conclusion\nthe cup",
        "The pans: B",
        "unanswer: B",
    ],
)
def test_what_marks_no_answer_is_no_container(reply: str) -> None:
    reading = final_answer(reply)
    assert reading.container == "none" or reading.text is None


@pytest.mark.parametrize("echo", ["<your answer>", "[your answer]", "[insert the letter here]", "**<letter>**"])
def test_an_echo_of_a_template_gives_way_to_the_answer(echo: str) -> None:
    assert (final_answer(f"Answer: {echo}\n\nAnswer: B").text, final_answer(f"Answer: {echo}").container) == (
        "B",
        "none",
    )


def test_a_flood_of_markers_is_one_marker() -> None:
    assert final_answer("Answer:" * 5_000 + " B").text == "B"
    assert final_answer("The answer is " * 1_000 + "B").text == "B"
