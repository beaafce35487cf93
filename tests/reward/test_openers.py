"""Openers say nothing, in any language; an answer that only begins like one says something."""

import pytest

from reward.openers import blank, opens
from reward.unmasked import clauses, unmasked

OPENERS = (
    "Thought process:", "Let's solve this problem step by step.", "Let’s think step by step", "Solution",
    "**Solution:**", "### Solution", "解", "かいせつ", "Respuesta", "Réponse", "Lösung", "Final answer:",
    "Here is the answer", "Sure, here's the solution", "Sure! Here is a detailed solution to the problem.",
    "Explanation:", "Okay", "Certainly!", "To solve this problem, I need to",
    "In order to answer this question, we must consider the information provided.", "Let me think",
    "Let me think about it carefully, step by step.", "The answer is:", "The final answer is", "Step 1",
    "**Step 1: Analyze the question**", "First, we need to understand the question.", "As an AI language model, I",
    "Here's a step-by-step solution:", "Below is the solution", "My answer is:", "The solution is as follows:",
    "Okay, so I need to figure out the answer to this question.", "Based on the image provided,", "Hmm, let me think.",
    "We are given the following problem", "Thinking...", "Analysis:", "Proof:", "Q.E.D.", "Hope this helps!",
    "Um dieses Problem zu lösen, müssen wir", "Lass uns Schritt für Schritt denken.", "Voici la réponse :",
    "Étape 1 :", "Résolvons ce problème étape par étape.", "Vamos a resolver este problema paso a paso.", "Solución:",
    "Paso 1:", "Risposta:", "Resposta:", "Antwoord:", "Решение:", "Давайте решим эту задачу шаг за шагом.", "Λύση",
    "答案：", "让我们一步一步地思考。", "好的，让我们逐步解决这个问题。", "思考过程：", "首先，我们需要", "解答:",
    "思考過程：", "ステップ1：", "풀이:", "단계별로 생각해 봅시다.", "الحل:", "हल:", "תשובה:", "Ｓｏｌｕｔｉｏｎ",
    "Sоlutiоn", "S o l u t i o n", "Th\u200bought process:", "solution...", "SOLUTION", "Final", "the",
)  # fmt: skip
ANSWERS = (
    "", "a cup", "First", "To find it", "To think", "To start it", "I see", "I see the cup",
    "The first step is to wash it", "Looking at the picture", "thinking", "Let me see the cup", "step down", "given",
    "Analysis", "a result", "a solution of salt", "Solutions are clear.", "here", "here is the cup", "This is it",
    "To solve crimes", "to cut it", "the answer is the cup", "right", "the process of elimination", "first aid",
    "Great", "Let's eat", "Based on a novel", "given by the teacher", "I think so", "Step 2", "We need to talk",
    "I need to eat", "After watching the video", "None", "The person thinks about the problem with the lid",
    "to answer the phone", "Okay, the cup", "the final score", "solution: the cup", "Let's think: the cup", "steps",
    "分析结果", "水", "回答问题", "解放", "Die Lösung ist sauer",
)  # fmt: skip


def said(text: str) -> bool:
    seen = unmasked(text)
    return opens(seen, clauses(seen))


@pytest.mark.parametrize("text", OPENERS)
def test_what_only_announces_an_answer_opens(text: str) -> None:
    assert said(text)


@pytest.mark.parametrize("text", ANSWERS)
def test_what_says_something_does_not_open(text: str) -> None:
    assert not said(text)


@pytest.mark.parametrize("opener", OPENERS[:12])
def test_an_opener_before_an_answer_does_not_make_an_opener_of_it(opener: str) -> None:
    assert not said(f"{opener} the red mug")


@pytest.mark.parametrize(
    "text",
    [
        "<div></div>", "<div><p></p></div>", "<br>", '<a href="x"></a>', "<!-- right -->", "&nbsp;", "\\boxed{ }",
        "\\text{}", "$\\,$", "asdfghjkl", "qwerty", "Lorem ipsum dolor sit amet",
    ],
)  # fmt: skip
def test_markup_without_text_and_key_presses_are_blank(text: str) -> None:
    assert blank(text)


@pytest.mark.parametrize(
    "text",
    [
        "<red mug>", "<table>", "<b>cup</b>", "x < 3 > y", "\\frac{1}{2}", "\\pi", "\\alpha + \\beta", "salt & pepper",
        "alfalfa", "property", "typewriter", "1 < 2", "a\\b",
    ],
)  # fmt: skip
def test_what_holds_text_is_not_blank(text: str) -> None:
    assert not blank(text)
