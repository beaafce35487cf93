"""A language model that helps to convert as it should: what a request asks, and what is true of it."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from judge_behaviours import Behaviour, Request, choosing, completion, first, response, user_message
from llm_world import NAMES, TRUTHS

Answer = dict[str, Any]
CANARY_STANDS = {
    "What does the woman pour into the tall glass?", "Who opens the garage door?",
    "How many eggs does the cook crack into the bowl?",
}  # fmt: skip
CANARY_NEEDS = {
    "Which of the following statements is true?", "Which of these was never on the shelf?",
    "Which dish would you most like to eat?",
}  # fmt: skip
CANARY_SAME = {("Which of the following tools did he borrow?", "Which tool did he borrow?")}
CANARY_KEYS = {"orange juice", "the neighbour", "four", "The dog sleeps.", "a violin", "the soup", "saw", "a basket"}
CANARY_KEYS |= {"salt", "a thermometer"}
CANARY_TRIPS = {
    "What is taken out of the cupboard?", "Which animal crosses the road?", "Where does the man put the letter?",
}  # fmt: skip


@dataclass(slots=True)
class Case:
    """A request taken apart. `part`: "open", "rate", "round", or "probe" for the judge's own question."""

    part: str
    question: str = ""
    key: str = ""
    rewritten: str = ""
    options: list[str] = field(default_factory=list)
    candidates: dict[str, str] = field(default_factory=dict)
    answers: list[str] = field(default_factory=list)

    @property
    def canary(self) -> bool:
        of_open = self.question in CANARY_STANDS | CANARY_NEEDS and self.key in CANARY_KEYS
        return of_open or self.key in CANARY_KEYS or self.question in CANARY_TRIPS


def _field(text: str, name: str) -> str:
    found = re.search(rf"^{name}: (.*)$", text, re.MULTILINE)
    return found[1] if found else ""


def case_of(body: dict[str, Any]) -> Case:
    text = user_message(body)
    if "Could it be asked without its options?" in text:
        part = "open"
    elif "Give the three marks" in text:
        part = "rate"
    elif "Give for each answer" in text:
        part = "round"
    else:
        return Case("probe")
    question = _field(text, "Original") or _field(text, "Question")
    candidates = dict(re.findall(r"^([A-Z]{2})\. (.*)$", text, re.MULTILINE))
    answers = re.findall(r"^\d+\. (.*)$", text, re.MULTILINE)
    options = re.findall(r"^- (.*)$", text, re.MULTILINE)
    return Case(part, question, _field(text, "Key"), _field(text, "Open question"), options, candidates, answers)


def true_answer(case: Case) -> Answer:
    if case.part == "open":
        return _opened(case)
    if case.part == "rate":
        same = _is_same(case)
        return {"same": 10 if same else 1, "answerable": 9, "unique": 9}
    labels = {text.casefold(): label for label, text in case.candidates.items()}
    found = [labels.get(NAMES.get(said.casefold(), said).casefold(), "none") for said in case.answers]
    return {"answers": found}


def _opened(case: Case) -> Answer:
    truth = TRUTHS.get(case.question)
    if case.canary:
        stands, wording, aliases, kind = case.question in CANARY_STANDS, case.question, (), "phrase"
    else:
        assert truth is not None, case
        stands, aliases = bool(truth.wordings), truth.aliases[:1]
        wording = truth.wordings[0] if stands else case.question
        kind = "text" if truth.kind == "text" else "phrase"
    return {
        "stands": stands, "unique": stands, "subjective": False, "underspecified": False,
        "kind": kind if stands else "options", "question": wording, "aliases": list(aliases), "reason": "So it is.",
    }  # fmt: skip


def _is_same(case: Case) -> bool:
    if case.canary:
        return case.question == case.rewritten or (case.question, case.rewritten) in CANARY_SAME
    truth = TRUTHS[case.question]
    return case.rewritten in truth.wordings


def said(body: dict[str, Any], content: str) -> str:
    """An answer in the form that was asked for."""
    return content if "response_format" in body else f"It is clear.\n{content}"


Lie = Callable[[Case, Answer], Answer | str]


def model(lie: Lie | None = None, fault: Behaviour | None = None, brazen: bool = False) -> Behaviour:
    """A model that answers truly, but for what `lie` makes of its answers, or with a `fault` instead."""

    def answer(request: Request) -> Any:
        case = case_of(request.body)
        if case.part == "probe":
            return choosing(first)(request)
        lies = brazen or not case.canary
        if fault is not None and lies:
            return fault(request)
        true = true_answer(case)
        content = lie(case, true) if lie is not None and lies else true
        text = content if isinstance(content, str) else json.dumps(content)
        return response(completion(request, said(request.body, text)))

    return answer
