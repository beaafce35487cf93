"""What every kind of answer must do with right, wrong, negated, hedged and contradictory replies in every wrapper.

A new kind fails here until it has an example in EXAMPLES.
"""

import json
from dataclasses import dataclass
from itertools import product
from typing import get_args

import pytest
from pydantic import BaseModel, TypeAdapter

from reward.answers import (
    Answer,
    Box,
    Choice,
    Date,
    Expression,
    Interval,
    Judgements,
    List,
    Moment,
    Number,
    Phrase,
    Text,
    YesNo,
)
from reward.answers.base import BaseAnswer

ANSWER: TypeAdapter[BaseModel] = TypeAdapter(Answer)


@dataclass(frozen=True)
class Example:
    """A key, bare answers that give it, and bare answers that give something else."""

    answer: BaseAnswer[object]
    right: tuple[str, ...]
    wrong: tuple[str, ...]


OPTIONS = ("red mug", "blue spoon", "a green bowl", "the white plate")
STATEMENTS = ("The tap runs.", "A pan clangs.", "Someone speaks.", "A drawer shuts.")


def choice(letter: str) -> Example:
    def named(letter: str, text: str) -> tuple[str, ...]:
        return (letter, f"({letter})", f"{letter}. {text}", f"{letter}) {text}", f"option {letter}", text)

    lettered = dict(zip("ABCD", OPTIONS, strict=True))
    others = [name for other, text in lettered.items() if other != letter for name in named(other, text)]
    return Example(Choice(options=OPTIONS, correct=letter), named(letter, lettered[letter]), tuple(others))


EXAMPLES = [
    Example(YesNo(value=True), ("yes", "Yes", "true"), ("no", "No", "false")),
    Example(YesNo(value=False), ("no", "No", "false"), ("yes", "Yes", "true")),
    *[choice(letter) for letter in "AB"],
    Example(
        Judgements(statements=STATEMENTS, truth=(True, False, True, False)),
        ("A: true, B: false, C: true, D: false", "true, false, true, false", "TFTF"),
        ("A: true, B: true, C: true, D: true", "A: false, B: false, C: true, D: false"),
    ),
    Example(
        Phrase(text="roll of cling film", aliases=("plastic wrap",), wrong=("measuring jar", "paper towel")),
        ("roll of cling film", "a roll of cling film", "Plastic wrap"),
        ("measuring jar", "a paper towel"),
    ),
    Example(Number(value="3"), ("3", "three", "3.0", "3 times"), ("2", "four", "30", "0")),
    Example(Number(value="12", unit="seconds", abs_tol=0.5), ("12", "12.4 seconds"), ("13", "1.2 seconds")),
    Example(
        List(items=(("water", "tap water"), ("rustle",), ("pan clang",))),
        ("water, rustle, pan clang", "rustle, tap water and pan clang"),
        ("water, rustle", "water, water, water"),
    ),
    Example(
        List(items=(("water",), ("rustle",), ("cut",)), ordered=True),
        ("water, rustle, cut", "water, then rustle, then cut"),
        ("cut, rustle, water", "rustle, water, cut"),
    ),
    Example(
        Moment(seconds=75, tol=2),
        ("75", "75 s", "1:15", "1 min 15 s", "76.5 seconds", "a minute and a quarter"),
        ("15", "1:05", "2 minutes", "75 minutes"),
    ),
    Example(
        Interval(start=10, end=20, min_iou=0.5),
        ("10 - 20", "10 s to 20 s", "0:10-0:20", "from 10 to 19 seconds", "11-20"),
        ("30 - 40", "0:20 to 0:30", "10 to 100 s", "from 1 to 2 minutes"),
    ),
    Example(
        Date(value="2024-05-01"),
        ("2024-05-01", "1 May 2024", "May 1st, 2024", "2024/05/01", "Wednesday, 1 May 2024"),
        ("2024-05-02", "1 May 2023", "June 1st, 2024", "1999"),
    ),
    Example(
        Box(xyxy=(10, 20, 110, 220), min_iou=0.5, frame=(640, 480)),
        ("[10, 20, 110, 220]", "(10, 20), (110, 220)", "x1=12, y1=18, x2=108, y2=225", "10 20 110 220"),
        ("[110, 20, 210, 220]", "(0, 0), (640, 480)", "[10, 20, 700, 220]"),
    ),
    Example(
        Expression(latex=r"\frac{1}{2}"),
        ("1/2", "0.5", r"\frac12", "x = 1/2", r"\dfrac{1}{2}", "2/4"),
        ("2", "1/3", "-1/2", "0.05", r"\frac{2}{1}"),
    ),
    Example(
        Expression(latex="x^2 + 2x"),
        ("x^2+2x", "x^{2} + 2x", "x² + 2x", "f(x) = x^2 + 2x"),
        ("x^2 + 3x", "x^3 + 2x", "5"),
    ),
    Example(
        Text(reference="The tap is turned off."),
        ("The tap is turned off", "the tap is turned off", "Tap is turned off"),
        ("The tap is turned on", "A cup is moved"),
    ),
]  # fmt: skip

NOTHING = (
    "", " ", "\n\t\r\n", ".", "…", "?", ":", "-", "***", "()", "[]", "\\boxed{}", "$$", "```", "``````",
    "<answer></answer>", "<answer> </answer>", "Answer:", "**Answer:**", "Answer: ", "Answer: .",
    "I don't know", "I don't know.", "Unknown", "I'm not sure", "Answer: I don't know", "The answer is unknown",
    "Cannot be determined", "n/a", "idk", "\u200b", "\x00", "<think>", "<think>Answer: yes", "<think>3</think>",
    "</think>",
)  # fmt: skip
WRAPPED = (
    "{}", "Answer: {}", "answer:{}", "**Answer:** {}", "Answer: **{}**", "Answer: `{}`", 'Answer: "{}"',
    "Answer:\n{}", "Answer:\n\n{}", "## Answer\n{}", "Final answer: {}", "**Final Answer:** **{}**",
    "Final Answer: $\\text{{{}}}$", "I see a kitchen.\n\nAnswer: {}", "It could be {wrong}.\n\nAnswer: {}",
    "Answer: {}\nBecause: it is not {wrong}.", "Because: I saw it, not {wrong}.\nAnswer: {}",
    "Answer: {wrong}\nWait, I was wrong.\nAnswer: {}", "Answer: {}\n\nAnswer: {}", "The answer is {}.",
    "The answer is: {}", "So, the answer is {}", "The correct answer is {}", "<answer>{}</answer>",
    "<answer> {}\n</answer>", "<answer>{}", "Is it {wrong}?\n<answer>{}</answer>", "\\boxed{{{}}}",
    "$\\boxed{{\\text{{{}}}}}$", "**{}**", "`{}`", '"{}"', "“{}”", "```\n{}\n```", "\n\n{}\n", "  {}  ",
    "\u200b{}", '{{"answer": "{}"}}', "<think>{wrong}? Answer: {wrong}</think>\n{}",
    "<think>\n{wrong}\n</think>\n\nAnswer: {}", "{wrong}\n</think>\n{}",
)  # fmt: skip
NEGATED = (
    "not {}", "Not {}!", "It is not {}", "it's not {}", "Answer: not {}", "The answer is not {}",
    "The answer isn't {}", "never {}", "anything but {}", "definitely not {}", "everything except {}",
    "It can't be {}", "It cannot be {}", "{} is wrong", "{} is not correct", "I don't think the answer is {}",
    "I doubt that the answer is {}.", "Wrong answer: {}", "The wrong answer is {}",
    "This is not the answer: {}", "Nobody knows whether the answer is {}.", "<answer>not {}</answer>",
    "\\boxed{{\\text{{not {}}}}}",
)  # fmt: skip
HEDGED = (
    "maybe {}", "Answer: maybe {}", "perhaps {}", "probably {}", "possibly {}", "{}?", "Is it {}?", "{}, maybe",
    "{}, I guess", "It could be {}", "It might be {}", "I'm not sure but {}", "either {} or not",
)  # fmt: skip
BOTH = (
    "{0} or {1}", "{0} and {1}", "{0}, {1}", "{0}; {1}", "{0} / {1}", "{0}/{1}", "{0}\n{1}", "{0} | {1}",
    "either {0} or {1}", "neither {0} nor {1}", "{0}, or maybe {1}", "{0} (or {1})",
    "I'm torn between {0} and {1}", "1. {0}\n2. {1}", "- {0}\n- {1}", "Answer: {0}\nAnswer: {1}",
    "Answer: {0} Answer: {1}", "Answer: {0} or {1}", "Answer: {0}, {1}", "Answer:\n- {0}\n- {1}",
    "The answer is {0}. The answer is {1}.", "The answer is {0} or {1}.",
    "<answer>{0}</answer><answer>{1}</answer>", "<answer>{0}, {1}</answer>", "<answer>{0}\n{1}</answer>",
    "\\boxed{{{0}}} \\boxed{{{1}}}", "\\boxed{{{0}, {1}}}", '{{"answer": ["{0}", "{1}"]}}',
)  # fmt: skip


def marks(example: Example, reply: str) -> float | None:
    return example.answer.mark_reply(reply)[0].score


def filled(template: str, right: str, wrong: str = "") -> str:
    return template.format(*[right] * template.count("{}"), wrong=wrong)


each = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.answer.gold()[:20])


def test_every_kind_has_an_example() -> None:
    union = get_args(get_args(Answer)[0])
    assert {type(example.answer) for example in EXAMPLES} == set(union), "add an example of the new kind to EXAMPLES"


@each
def test_gold_is_right_in_form_and_of_the_form_that_the_hint_shows(example: Example) -> None:
    answer = example.answer
    mark, reading = answer.mark_reply(answer.gold())
    assert mark.score == 1
    assert answer.in_form(mark, reading)
    assert [line.split(":")[0] for line in answer.gold().split("\n")] == [
        line.split(":")[0] for line in answer.hint.split("\n")
    ]


@each
def test_a_reply_that_says_nothing_is_never_right(example: Example) -> None:
    assert [reply for reply in NOTHING if marks(example, reply) == 1] == []


@each
def test_empty_a_refusal_and_an_echo_of_the_template_are_wrong_by_rule(example: Example) -> None:
    for reply in ("", "\n", "I don't know", "Answer: I don't know.", example.answer.hint, f"\n{example.answer.hint}\n"):
        assert marks(example, reply) == 0, reply
    for reply in ("", example.answer.hint):
        assert not example.answer.in_form(*example.answer.mark_reply(reply))


@each
def test_a_right_answer_stays_right_in_every_wrapper(example: Example) -> None:
    for template, right, wrong in product(WRAPPED, example.right, example.wrong):
        reply = filled(template, right, wrong)
        assert marks(example, reply) == 1, reply


@each
def test_a_wrong_answer_is_never_right_in_any_wrapper(example: Example) -> None:
    for template, right, wrong in product(WRAPPED, example.right, example.wrong):
        reply = filled(template, wrong, right)
        assert marks(example, reply) != 1, repr(reply)


@each
@pytest.mark.parametrize("templates", [NEGATED, HEDGED], ids=["negated", "hedged"])
def test_a_negated_or_hedged_answer_is_never_right(example: Example, templates: tuple[str, ...]) -> None:
    if isinstance(example.answer, Judgements):
        pytest.skip("a judgement of several statements has no negation of its own; see test_judgements.py")
    for template, right in product(templates, example.right):
        reply = filled(template, right)
        assert marks(example, reply) != 1, repr(reply)


@each
def test_an_answer_among_others_is_never_right(example: Example) -> None:
    for template, right, wrong in product(BOTH, example.right, example.wrong):
        for reply in (template.format(right, wrong), template.format(wrong, right)):
            assert marks(example, reply) != 1, repr(reply)


@each
def test_an_enumeration_of_all_candidates_is_never_right(example: Example) -> None:
    candidates = [*example.right, *example.wrong]
    for joint in (", ", " or ", " and ", "\n", " ", "; ", "/", "\n- ", "\nAnswer: "):
        for order in (candidates, candidates[::-1]):
            assert marks(example, joint.join(order)) != 1, repr(joint)
            if joint not in ("\n", "\n- "):  # only the line itself is the answer; what stands below it is prose
                assert marks(example, f"Answer: {joint.join(order)}") != 1, repr(joint)


@each
def test_the_key_survives_json(example: Example) -> None:
    example.answer.mark_reply("fills what is cached")
    assert ANSWER.validate_json(ANSWER.dump_json(example.answer)) == example.answer
    assert ANSWER.validate_python(json.loads(example.answer.model_dump_json())) == example.answer


@each
def test_chance_is_a_probability_below_one(example: Example) -> None:
    assert 0 <= example.answer.chance < 1
