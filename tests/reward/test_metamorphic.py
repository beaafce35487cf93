"""What may be done to a reply without changing what it says, and what changes it, over every kind of answer.

Wrapping a right answer may leave it undecided, but never makes it wrong; denying it, or setting another answer beside
it, never leaves it right; saying it twice never makes it wrong; and no verdict depends on its place in a batch.
"""

import asyncio
import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import pytest
from corpus import GROUPS, bare
from hypothesis import given, settings
from hypothesis import strategies as st

from reward import Item, Scorer, Verdict, score

Wrap = Callable[[str], str]


@dataclass(frozen=True)
class Case:
    """An item, its right answer, and the right answer of another item with the same question."""

    item: Item
    right: str
    other: str


CASES = [
    Case(item, bare(item), bare(group[(i + 1) % len(group)]))
    for group in GROUPS
    if len(group) > 1
    for i, item in enumerate(group)
]
each = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.item.answer.kind}-{case.right[:20]}")


def template(text: str) -> Wrap:
    return lambda answer: text.replace("{}", answer)


def in_latex(answer: str) -> str:
    return f"$\\text{{{answer}}}$"


def in_json(answer: str) -> str:
    return json.dumps({"reasoning": "I looked at the clip.", "answer": answer})


def wide_spaces(answer: str) -> str:
    return answer.replace(" ", "\u00a0")


def invisible(answer: str) -> str:
    return "\ufeff" + "\u200b".join(answer)


WRAPPERS: dict[str, Wrap] = {
    "as it is": template("{}"),
    "stop": template("{}."),
    "marked": template("Answer: {}"),
    "marked in small letters": template("answer: {}"),
    "final": template("**Final answer:** {}"),
    "bold": template("**{}**"),
    "italic": template("*{}*"),
    "code": template("`{}`"),
    "quotes": template('"{}"'),
    "curly quotes": template("“{}”"),
    "brackets": template("({})"),
    "sentence": template("The answer is {}."),
    "so": template("So the correct answer is {}."),
    "prose": template("I looked at the whole clip, from its start to its end. The answer is {}."),
    "reasoning": template("First I look at the hands.\nThen I look at the hob.\n\nAnswer: {}"),
    "thinking": template("<think>Let me look at the clip. It is hard to see.</think>\n{}"),
    "thinking without a start": template("It is hard to see.</think>\n\nAnswer: {}"),
    "explained": template("Answer: {}\nThis can be seen near the end of the clip."),
    "because": template("Answer: {}\nBecause: it can be seen near the end."),
    "reason first": template("Because: it can be seen near the end.\nAnswer: {}"),
    "boxed": template("\\boxed{{}}"),
    "boxed in a sentence": template("Thus, the answer is $\\boxed{{}}$."),
    "tag": template("<answer>{}</answer>"),
    "tag after thinking": template("<think>I see a kitchen.</think><answer>\n{}\n</answer>"),
    "fence": template("```\n{}\n```"),
    "named fence": template("```text\nAnswer: {}\n```"),
    "heading": template("## Answer\n\n{}"),
    "latex": in_latex,
    "json": in_json,
    "no-break spaces": wide_spaces,
    "invisible": invisible,
    "windows": template("\r\nAnswer: {}\r\n"),
    "space": template("  \n\t {} \u3000\n"),
}
CASES_OF_LETTERS: dict[str, Wrap] = {"upper": str.upper, "lower": str.lower}  # x and X are two variables in a formula
DENIED = (
    "not {}", "Not {}.", "It is not {}.", "Answer: not {}", "The answer is not {}.", "The answer isn't {}.",
    "definitely not {}", "anything but {}", "everything except {}", "It can't be {}.", "I don't think it is {}.",
    "I don't think the answer is {}.", "I doubt that the answer is {}.", "The answer is anything but {}.",
    "{} is wrong.", "{} is not the answer.", "It is wrong to say {}.", "Nobody would say {}.",
    "<answer>not {}</answer>", "\\boxed{\\text{not {}}}", "Wrong answer: {}", "A wrong answer would be {}.",
    "If the answer were {}, I would see it.", "Some say {}, but they are wrong.",
    "The answer is neither {} nor anything else.",
    "Answer: {}\nNo, that is wrong.", "Answer: {}\nWait, I was wrong.", "The answer is {}. That is not true.",
    "It is false that the answer is {}.", "The answer is {}. Just kidding.", "~~{}~~", "<del>{}</del>",
)  # fmt: skip
GUESSED = (
    "maybe {}", "perhaps {}", "possibly {}", "{}?", "Is it {}?", "It could be {}.", "It might be {}.", "I guess {}",
    "Answer: maybe {}", "The answer could be {}.", "<answer>perhaps {}</answer>", "\\boxed{\\text{maybe {}}}",
    "Suppose the answer is {}.", "Let us assume the answer is {}.", "{} (unverified)", "{} is possible.",
)  # fmt: skip
BOTH = (
    "{0} or {1}", "either {0} or {1}", "Answer: {0} or {1}", "{0}, or maybe {1}", "{0} (or {1})", "{0} | {1}",
    "Answer: {0}\nAnswer: {1}", "<answer>{0}</answer>\n<answer>{1}</answer>", "\\boxed{{0}} \\boxed{{1}}",
    "The answer is {0}. The answer is {1}.", "The answer is {0} or {1}.", "I'm torn between {0} and {1}.",
    "<answer>{0} or {1}</answer>", "\\boxed{{0} or {1}}", "{0}, no, {1}, no, both", "First {0}; later {1} or {0}.",
)  # fmt: skip
TWICE = (
    "Answer: {}\nAnswer: {}", "Answer: {}\n\n**Answer:** {}", "<answer>{}</answer>\n<answer>{}</answer>",
    "The answer is {}. So the answer is {}.", "\\boxed{{}}\n\\boxed{{}}", "The answer is {}.\n\nAnswer: {}",
    "\\boxed{{}}\nAnswer: {}", "Answer: {}\nTo sum up, the answer is {}.", "<think>{}</think>\n{}",
)  # fmt: skip


def both(text: str, *answers: str) -> str:
    return re.sub(r"\{([01])\}", lambda place: answers[int(place[1])], text)


@each
def test_a_right_answer_is_not_wrong_in_any_wrapper(case: Case) -> None:
    letters = {} if case.item.answer.kind == "expression" else CASES_OF_LETTERS
    for name, wrap in (WRAPPERS | letters).items():
        assert score(case.item, wrap(case.right)).score != 0, name


@each
def test_a_wrong_answer_is_not_right_in_any_wrapper(case: Case) -> None:
    for name, wrap in (WRAPPERS | CASES_OF_LETTERS).items():
        assert score(case.item, wrap(case.other)).score != 1, name


@given(case=st.sampled_from(CASES), names=st.lists(st.sampled_from(sorted(WRAPPERS)), min_size=2, max_size=3))
@settings(max_examples=400, deadline=None, derandomize=True)
def test_wrappers_around_wrappers_neither_make_a_right_answer_wrong_nor_a_wrong_one_right(
    case: Case, names: list[str]
) -> None:
    right, wrong = case.right, case.other
    for name in names:
        right, wrong = WRAPPERS[name](right), WRAPPERS[name](wrong)
    assert score(case.item, right).score != 0
    assert score(case.item, wrong).score != 1


@each
@pytest.mark.parametrize("texts", [DENIED, GUESSED], ids=["denied", "guessed"])
def test_a_right_answer_denied_or_guessed_at_is_not_right(case: Case, texts: tuple[str, ...]) -> None:
    if case.item.answer.kind == "judgements":
        pytest.skip("several statements are judged at once: see test_judgements.py")
    assert [text for text in texts if score(case.item, text.replace("{}", case.right)).score == 1] == []


@each
def test_a_right_answer_beside_another_is_not_right(case: Case) -> None:
    for text, answers in product(BOTH, ((case.right, case.other), (case.other, case.right))):
        assert score(case.item, both(text, *answers)).score != 1, text


@each
def test_an_answer_given_twice_is_not_wrong(case: Case) -> None:
    assert [text for text in TWICE if score(case.item, text.replace("{}", case.right)).score == 0] == []


@given(case=st.sampled_from(CASES), name=st.sampled_from(sorted(WRAPPERS)), wrong=st.booleans())
@settings(max_examples=200, deadline=None, derandomize=True)
def test_what_is_thought_has_no_part_in_the_verdict(case: Case, name: str, wrong: bool) -> None:
    reply = WRAPPERS[name](case.right)
    thought = case.other if wrong else "Let me look."
    assert score(case.item, f"<think>{thought}\nAnswer: {thought}</think>\n{reply}") == score(case.item, reply)


def test_no_verdict_depends_on_its_place_in_a_batch() -> None:
    rng = random.Random("batch")
    pairs = [(case.item, wrap(rng.choice((case.right, case.other)))) for case in CASES for wrap in WRAPPERS.values()]
    pairs = rng.sample(pairs, min(len(pairs), 1_500))
    alone = [score(item, reply) for item, reply in pairs]
    for _ in range(2):
        order = rng.sample(range(len(pairs)), len(pairs))
        together = scored([pairs[i] for i in order])
        assert [together[order.index(i)] for i in range(len(pairs))] == alone


def scored(pairs: list[tuple[Item, str]]) -> list[Verdict]:
    return asyncio.run(Scorer(undecided="null").score_all(pairs))
