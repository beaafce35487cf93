"""The reader of final answers: which part of a reply is the answer, and the form in which answers are compared."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reward.containers import MAX_ANSWER_CHARS
from reward.plain import plain
from reward.text import MAX_REPLY_CHARS, final_answer, spoken, unwrap

LONG = "The person stands at the sink and washes a plate. " * 12


@pytest.mark.parametrize(
    ("reply", "text", "container"),
    [
        ("blue spoon", "blue spoon", "none"),
        ("  **blue spoon**\n", "blue spoon", "none"),
        ("Answer: blue spoon", "blue spoon", "marker"),
        ("**Answer:** blue spoon", "blue spoon", "marker"),
        ("**Answer: blue spoon**", "blue spoon", "marker"),
        ("answer :  `blue spoon`", "blue spoon", "marker"),
        ("Final answer: blue spoon\nIt is blue.", "blue spoon", "marker"),
        ("Answer:\nblue spoon\nof steel\n\nIt is blue.", "blue spoon\nof steel", "marker"),
        ("Answer:\n\n  blue spoon\n\nIt is blue.", "blue spoon", "marker"),
        ("### Final Answer\nblue spoon", "blue spoon", "marker"),
        ("**Answer**\n\nblue spoon", "blue spoon", "marker"),
        ("Answer:\n- blue spoon\n- red mug\n\nBoth are there.", "- blue spoon\n- red mug", "marker"),
        ("Answer: 1. blue spoon\n2. red mug\nBoth.", "1. blue spoon\n2. red mug", "marker"),
        ("Answer: A: true\nB: false", "A: true\nB: false", "marker"),
        ("Is it red? Answer: blue spoon", "blue spoon", "marker"),
        ("the answer is blue spoon. It is blue.", "blue spoon", "sentence"),
        ("So the answer is: **blue spoon**", "blue spoon", "sentence"),
        ("The answer is blue spoon because it is blue.", "blue spoon", "sentence"),
        ("The answer is B. blue spoon.", "B. blue spoon.", "sentence"),
        ("The correct option is B", "B", "sentence"),
        ("<answer>blue spoon</answer>", "blue spoon", "tag"),
        ("<ANSWER>\n blue spoon \n</Answer> done", "blue spoon", "tag"),
        ("<answer>blue spoon", "blue spoon", "tag"),
        ("<answer>Answer: blue spoon</answer>", "blue spoon", "tag"),
        ("I use <answer></answer> tags. <answer>blue spoon</answer>", "blue spoon", "tag"),
        ("\\boxed{blue spoon}", "blue spoon", "boxed"),
        ("$\\boxed{\\text{blue {spoon}}}$.", "\\text{blue {spoon}}", "boxed"),
        ("\\boxed{\\text{blue spoon}}", "blue spoon", "boxed"),
        ("\\fboxed{a} \\{ \\boxed {blue spoon}", "blue spoon", "boxed"),
        ('{"answer": "blue spoon"}', "blue spoon", "json"),
        ('```json\n{"reasoning": "…", "Final_Answer": "blue spoon"}\n```', "blue spoon", "json"),
        ('{"answer": ["cup", "pan"]}', "cup\npan", "json"),
        ('{"A": true, "B": false}', "A: true\nB: false", "json"),
        ('{"answer": 3.50}', "3.50", "json"),
        ("{not json}", "{not json}", "none"),
    ],
)
def test_an_answer_is_found_in_its_container(reply: str, text: str, container: str) -> None:
    reading = final_answer(reply)
    assert (reading.text, reading.container) == (text, container)


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("<think>Answer: red mug</think>blue spoon", "blue spoon"),
        ("Answer: red mug</think>\n\nblue spoon", "blue spoon"),
        ("<think>a</think><think>b</think>blue spoon", "blue spoon"),
        ("<thinking>red mug</thinking>blue spoon", "blue spoon"),
        ("<reasoning>red mug</reasoning>blue spoon", "blue spoon"),
        ("◁think▷red mug◁/think▷blue spoon", "blue spoon"),
        ("blue spoon<think>red mug", "blue spoon"),
        ("<think>red mug", ""),
        ("<think></think>", ""),
        ("", ""),
        ("Answer:", ""),
        ("**Answer:**  ", ""),
        ("<answer></answer>", ""),
        ('{"answer": null}', ""),
    ],
)
def test_thinking_and_empty_containers_are_no_answer(reply: str, text: str) -> None:
    assert final_answer(reply).text == text


@pytest.mark.parametrize(
    ("reply", "container"),
    [
        ("\\boxed{C}\nAnswer: B\n<answer>A</answer>", "tag"),
        ("\\boxed{C}\nThe answer is D.\nAnswer: A", "marker"),
        ("The answer is D. So \\boxed{A}", "boxed"),
    ],
)
def test_the_strongest_container_wins(reply: str, container: str) -> None:
    reading = final_answer(reply)
    assert (reading.text, reading.container, reading.others) == ("A", container, ())


def test_of_several_containers_the_last_counts_and_different_ones_are_kept() -> None:
    assert final_answer("Answer: A\nAnswer: B").others == ("A",)
    assert final_answer("Answer: a\nAnswer: A.").others == ()
    assert final_answer("<answer>A</answer> <answer>B</answer> <answer>A</answer>").others == ("B",)
    assert final_answer("Answer: A\nAnswer: B").marked == 2


@pytest.mark.parametrize(
    "word", ["Wait, no.", "Actually, it is blue.", "Correction:", "Sorry, I was wrong.", "Scratch that."]
)
def test_a_revision_takes_back_what_stands_before_it_and_nothing_else(word: str) -> None:
    assert final_answer(f"Answer: A\n{word}\nAnswer: B").others == ()
    assert final_answer(f"Answer: A\n{word}\nAnswer: B\nAnswer: A").others == ("B",)
    assert final_answer(f"Answer: A\n{word}").text is None


@pytest.mark.parametrize(
    "reply",
    [
        "I doubt that the answer is B.",
        "I don't think the answer is B.",
        "Nobody knows whether the answer is B.",
        "This is not the answer: B",
        "A wrong answer: B",
        "One possible answer: B",
    ],
)
def test_a_marker_that_its_own_clause_denies_is_no_container(reply: str) -> None:
    assert final_answer(reply).container == "none"


def test_a_denial_in_another_clause_does_not_matter() -> None:
    assert final_answer("He does not hold the mug, so the answer is B.").text == "B."
    assert final_answer("Answer: no Answer: yes").others == ("no",)


@pytest.mark.parametrize("blank", ["Answer: <your answer>", "Answer: <letter>", "**Answer:** <yes/no>"])
def test_an_echo_of_the_template_is_no_container(blank: str) -> None:
    assert final_answer(blank).container == "none"
    assert final_answer(f"{blank}\nAnswer: B").others == ()


@pytest.mark.parametrize(
    ("reply", "text", "because"),
    [
        ("Answer: B\nBecause: it is blue.", "B", "it is blue."),
        ("Answer: B\n\n**Because:** it is blue.\nTruly.", "B", "it is blue.\nTruly."),
        ("B\nBecause: the answer is not A.", "B", "the answer is not A."),
        ("Because: it is blue.\nAnswer: B", "B", None),
        ("Answer: A\nBecause: no.\nAnswer: B", "B", None),
        ("Answer: B\nBecause:", "B", None),
        ("Answer: B because: it is blue", "B because: it is blue", None),
    ],
)
def test_the_reason_is_kept_apart_from_the_answer(reply: str, text: str, because: str | None) -> None:
    reading = final_answer(reply)
    assert (reading.text, reading.because) == (text, because)


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        (LONG + "\n\nB", "B"),
        (LONG + "\nB", "B"),
        (LONG + "\n\n- cup\n- pan", "- cup\n- pan"),
        (LONG + "\n\nA: true\n\nB: false\n", "A: true\n\nB: false"),
        (LONG + "\n\n| A | true |\n| B | false |", "| A | true |\n| B | false |"),
        (LONG, LONG.strip()),
        (LONG * 3, None),
        (f"{LONG}\n\n{LONG}", None),
        ("Answer: " + "x" * MAX_ANSWER_CHARS, "x" * MAX_ANSWER_CHARS),
        ("Answer: " + "x" * (MAX_ANSWER_CHARS + 1), None),
        ("x" * (MAX_REPLY_CHARS + 1), None),
    ],
)
def test_of_a_long_reply_only_a_short_end_is_read(reply: str, text: str | None) -> None:
    assert final_answer(reply).text == text


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("The  Blue\nSpoon.", "blue spoon"),
        ("a blue-spoon!", "blue spoon"),
        ("“Crème brûlée”", "creme brulee"),
        ("**The** spoon", "spoon"),
        ("some water", "water"),
        ("the a", "a"),
        ("a", "a"),
        ("A. blue", "a blue"),
        ("a,b", "a b"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("it's", "it s"),
        ("snake_case", "snake case"),
        ("3.5 kg", "3.5 kg"),
        ("3,5", "3 5"),
        ("-5", "-5"),
        ("a-5", "a 5"),
        ("5-", "5"),
        ("12:03", "12:03"),
        ("3/4", "3/4"),
        ("either/or", "either or"),
        ("50%", "50%"),
        ("20 °C", "20 °c"),
        ("< 5", "5"),
        ("<5", "<5"),
        ("≥5", "≥5"),
        ("m²", "m 2"),
        ("½", "1 2"),
        ("…", ""),
        ("", ""),
    ],
)
def test_the_form_for_comparison_drops_dress_and_keeps_what_changes_a_number(text: str, form: str) -> None:
    assert plain(text) == form


@given(st.text(max_size=150))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_reading_and_comparing_never_raise_and_their_forms_are_stable(text: str) -> None:
    assert plain(" ".join(plain(text).split())) in (plain(text), plain(plain(text)))
    assert spoken(spoken(text)) is not None
    assert final_answer(text) == final_answer(text)
    assert len(final_answer(text).text or "") <= MAX_ANSWER_CHARS


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("\"'**blue spoon**'\"", "blue spoon"),
        ("$$\\text{blue spoon}$$", "blue spoon"),
        ("\\(blue spoon\\)", "blue spoon"),
        ("``blue spoon``", "blue spoon"),
        ("\\boxed{\\mathrm{B}}", "B"),
        ("B. \\text{blue spoon}", "B. blue spoon"),
        ("a * b", "a * b"),
        ("", ""),
    ],
)
def test_wrappers_around_the_whole_of_a_text_come_off(text: str, inside: str) -> None:
    assert unwrap(text) == inside


def test_invisible_characters_surrogates_and_line_ends_are_set_right() -> None:
    assert spoken("b\u200blue\u00ad\u202e spo\ufeffon\ud800") == "blue spoon"
    assert spoken("a\r\nb\rc") == "a\nb\nc"
    assert spoken("Ｂ ｓｐｏｏｎ 𝐁") == "B spoon B"
    assert spoken("3² 1½") == "3^2 1 1⁄2"
