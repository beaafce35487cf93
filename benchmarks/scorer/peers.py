"""Scorers that others publish, each as a function of one row. Runs in the peers' environment: see peers.txt.

`python peers.py` prints the peers and the versions of their packages as JSON. `python peers.py NAME` reads rows as
lines of JSON and answers each with a line: `{"right": true, "said": "B", "seconds": 0.001}`, of processor time. A
free-text peer says whether the reply is right, a letter or yes/no peer what the reply says; null where it does not
decide.
"""

# ruff: noqa: PLC0415 - each process imports one peer, and the others may be absent

import asyncio
import importlib.util
import json
import random
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

FreeScorer = Callable[[str, list[str]], bool | None]
"""(reply, references) → right, wrong or undecided."""
LetterReader = Callable[[str, dict[str, str]], str | None]
"""(reply, the option of each letter) → the letter that the reply gives."""
Reader = Callable[[str], str | None]


def module(name: str) -> Any:
    """Load one file of a package without the package, whose other files may need what is not installed."""
    site = next(Path(p) for p in sys.path if Path(p, name.split(".")[0]).is_dir() and p.endswith("site-packages"))
    spec = importlib.util.spec_from_file_location(name, Path(site, *name.split(".")).with_suffix(".py"))
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[name] = loaded
    spec.loader.exec_module(loaded)
    return loaded


def pretend(name: str, **names: Any) -> None:
    """Put a stand-in where a module that `module` loads imports something that it does not need here."""
    stand_in = ModuleType(name)
    stand_in.__dict__.update(names)
    sys.modules[name] = stand_in


def any_reference(equal: Callable[[str, str], Any]) -> FreeScorer:
    """A scorer of (reply, one reference) as one of several references: right when any of them is."""
    return lambda reply, references: any(bool(equal(reply, reference)) for reference in references)


# --- free text


def math_verify() -> FreeScorer:
    from math_verify import parse, verify

    def gold(reference: str) -> str:
        return f"${reference}$" if "\\" in reference and "$" not in reference else reference

    return any_reference(lambda reply, reference: verify(parse(gold(reference)), parse(reply)))


def mathruler() -> FreeScorer:
    from mathruler.grader import grade_answer

    return any_reference(grade_answer)


def mathruler_boxed() -> FreeScorer:
    from mathruler.grader import extract_boxed_content, grade_answer

    return any_reference(lambda reply, reference: grade_answer(extract_boxed_content(reply), reference))


def inspect_math() -> FreeScorer:
    from inspect_ai.scorer import Target, math

    score, loop = math(), asyncio.new_event_loop()

    def right(reply: str, references: list[str]) -> bool | None:
        try:
            result = loop.run_until_complete(score(_state(reply), Target(references)))
        except ValueError:
            return None  # no reference is mathematics
        return None if result is None or result.value not in ("C", "I") else result.value == "C"

    return right


def inspect_match(location: str) -> FreeScorer:
    from inspect_ai.scorer._common import match_str

    return any_reference(lambda reply, reference: match_str(reply, reference, location, numeric=True)[1])


def inspect_f1() -> FreeScorer:
    from inspect_ai.scorer._classification import max_f1_score

    return lambda reply, references: max_f1_score(reply, references) >= 0.5


def inspect_exact() -> FreeScorer:
    from inspect_ai.scorer._classification import max_exact_score

    return lambda reply, references: max_exact_score(reply, references) == 1


def reward_doctor(recipe: str) -> FreeScorer:
    from reward_doctor import reference

    return any_reference(getattr(reference, recipe))


def qa_metrics_em() -> FreeScorer:
    import nltk

    nltk.download = lambda *_, **__: False  # on import it asks the network for what this function does not use
    from qa_metrics.em import em_match

    return lambda reply, references: em_match(references, reply)


def anls() -> FreeScorer:
    from anls import anls_score

    return lambda reply, references: anls_score(reply, references) >= 0.5


def anls_star() -> FreeScorer:
    from anls_star import anls_score

    return lambda reply, references: anls_score(tuple(references), reply) >= 0.5


def lm_eval_flexible() -> FreeScorer:
    from lm_eval.filters.extraction import RegexFilter

    last = RegexFilter(r"(-?[$0-9.,]{2,})|(-?[0-9]+)", group_select=-1)  # of its gsm8k task, which also sets aside:
    plain = str.maketrans("", "", "$,")

    def right(reply: str, references: list[str]) -> bool:
        said = last.apply([[reply]], [{}])[0][0].translate(plain).rstrip(".")
        return said in [reference.translate(plain).rstrip(".") for reference in references]

    return right


def lmms_eval_rules() -> FreeScorer:
    module("lmms_eval.verifiers.base")
    rule, composite = module("lmms_eval.verifiers.rule"), module("lmms_eval.verifiers.composite")
    chain = composite.CompositeVerifier([rule.ExactMatchVerifier(), rule.NumericToleranceVerifier()])

    def right(reply: str, references: list[str]) -> bool | None:
        results = [chain.verify("", reply, reference) for reference in references]
        if any(result.is_correct for result in results):
            return True
        return False if all(result.metadata["confident"] for result in results) else None

    return right


def lmms_eval_mmmu_open() -> FreeScorer:
    pretend("lmms_eval.tasks._task_utils.file_utils", generate_submission_file=None)
    pretend("lmms_eval.verifiers", VerificationPipeline=object)
    pretend("lmms_eval.verifiers.openai", OpenAIVerifier=object)
    module("lmms_eval.tasks._task_utils.mmmu_mcq_utils")
    mmmu = module("lmms_eval.tasks.mmmu.utils")
    return lambda reply, references: mmmu.eval_open(references, mmmu.parse_open_response(reply))


def lmms_eval_relaxed() -> FreeScorer:
    return any_reference(module("lmms_eval.tasks.chartqa.utils").relaxed_correctness)


def lmms_eval_vqa() -> FreeScorer:
    plain = module("lmms_eval.tasks._task_utils.vqa_eval_metric").EvalAIAnswerProcessor()
    return any_reference(lambda reply, reference: plain(reply) == plain(reference))


def evalscope_math() -> FreeScorer:
    pretend("evalscope.api.metric", MetricUnavailableError=Exception)
    module("evalscope.metrics.math.contracts")
    pretend("evalscope.metrics.math.isolation", isolation_available=lambda: False, run_isolated=None)
    compare = module("evalscope.metrics.math.parser").compare_answers

    def right(reply: str, references: list[str]) -> bool | None:
        results = [
            compare(reply, reference, prediction_mode="output", multiple_answers=True, validate_reference=False)
            for reference in references
        ]
        if any(result.matched for result in results):
            return True
        return False if any(result.reference_valid for result in results) else None

    return right


# --- letters


def math_verify_letter() -> LetterReader:
    from math_verify import StringExtractionConfig, parse

    def letter(reply: str, options: dict[str, str]) -> str | None:
        found = parse(reply, extraction_config=[StringExtractionConfig(strings=tuple(options))])
        return found[0].upper() if found else None

    return letter


def inspect_choice() -> LetterReader:
    from inspect_ai.solver._multiple_choice import parse_answers

    return lambda reply, options: _only(parse_answers(_state(reply, list(options)), False))


def evalscope_choice() -> LetterReader:
    pretend("evalscope.api.evaluator", Choices=object, Target=object, TaskState=object)
    parse_answers = module("evalscope.utils.multi_choices").parse_answers
    return lambda reply, options: _only(parse_answers(_state(reply, list(options))))


def lm_eval_choice() -> LetterReader:
    from lm_eval.filters import extraction

    extraction.sys = SimpleNamespace(maxunicode=0x3000)  # it lists all punctuation anew per batch, here per reply
    # As in its zero-shot BIG-bench-hard tasks: the last "(X)", else an option's text, else ": X".
    reader = extraction.MultiChoiceRegexFilter(r"(\([A-Z]\))", -1, ignore_case=True, ignore_punctuation=True)

    def letter(reply: str, options: dict[str, str]) -> str | None:
        said = reader.apply([[reply]], [{"choices": list(options.values())}])[0][0]
        return said.strip("()") if said.strip("()") in options else None

    return letter


def lmms_eval_mcq() -> LetterReader:
    extract = module("lmms_eval.tasks._task_utils.mcq_extract").extract_mcq_answer
    return lambda reply, options: extract(reply, list(options)) or None


def lmms_eval_mmmu() -> LetterReader:
    parse = module("lmms_eval.tasks._task_utils.mmmu_mcq_utils").parse_mmmu_multi_choice_response
    random.seed(0)  # it guesses where it reads nothing
    return lambda reply, options: parse(reply, list(options), options)


def opencompass(function: str) -> LetterReader:
    keep = SimpleNamespace(register_module=lambda *_, **__: lambda function: function)
    pretend("opencompass.registry", TEXT_POSTPROCESSORS=keep)
    read = getattr(module("opencompass.utils.text_postprocessors"), function)
    if function.endswith("option_postprocess"):
        return lambda reply, options: read(reply, "".join(options)) or None
    return lambda reply, options: read(reply) or None


# --- yes and no


def lmms_eval_mme() -> Reader:
    parse = module("lmms_eval.tasks.mme.utils").parse_pred_ans
    return lambda reply: said if (said := parse(reply)) in ("yes", "no") else None


FREE: dict[str, tuple[str, Callable[[], FreeScorer]]] = {
    "math-verify": ("math-verify", math_verify),
    "mathruler": ("mathruler", mathruler),
    "mathruler boxed": ("mathruler", mathruler_boxed),
    "inspect match, end": ("inspect-ai", lambda: inspect_match("end")),
    "inspect match, any": ("inspect-ai", lambda: inspect_match("any")),
    "inspect exact": ("inspect-ai", inspect_exact),
    "inspect f1 ≥ .5": ("inspect-ai", inspect_f1),
    "reward-doctor robust": ("reward-doctor", lambda: reward_doctor("robust_match")),
    "reward-doctor last number": ("reward-doctor", lambda: reward_doctor("last_number")),
    "reward-doctor substring": ("reward-doctor", lambda: reward_doctor("substring_match")),
    "qa-metrics em": ("qa-metrics", qa_metrics_em),
    "anls ≥ .5": ("anls", anls),
    "anls* ≥ .5": ("anls_star", anls_star),
    "lm-eval flexible": ("lm-eval", lm_eval_flexible),
    "lmms-eval rules": ("lmms-eval", lmms_eval_rules),
    "lmms-eval MMMU open": ("lmms-eval", lmms_eval_mmmu_open),
    "lmms-eval relaxed": ("lmms-eval", lmms_eval_relaxed),
    "lmms-eval VQA": ("lmms-eval", lmms_eval_vqa),
    "inspect math": ("inspect-ai", inspect_math),
    "evalscope math": ("evalscope", evalscope_math),
}
LETTERS: dict[str, tuple[str, Callable[[], LetterReader]]] = {
    "math-verify letters": ("math-verify", math_verify_letter),
    "inspect choice": ("inspect-ai", inspect_choice),
    "evalscope choice": ("evalscope", evalscope_choice),
    "lm-eval choice": ("lm-eval", lm_eval_choice),
    "lmms-eval mcq": ("lmms-eval", lmms_eval_mcq),
    "lmms-eval MMMU": ("lmms-eval", lmms_eval_mmmu),
    "opencompass first option": ("opencompass", lambda: opencompass("first_option_postprocess")),
    "opencompass last option": ("opencompass", lambda: opencompass("last_option_postprocess")),
    "opencompass first capital": ("opencompass", lambda: opencompass("first_capital_postprocess")),
}
YES_NO: dict[str, tuple[str, Callable[[], Reader]]] = {"lmms-eval MME": ("lmms-eval", lmms_eval_mme)}
WITH_WORKER = {"inspect math"}
"""These work in another process, so that time on the wall is counted, of the others processor time."""


def _state(reply: str, choices: list[str] | None = None) -> Any:
    return SimpleNamespace(output=SimpleNamespace(completion=reply), choices=choices)


def _only(found: set[str]) -> str | None:
    return next(iter(found)) if len(found) == 1 else None


def answer(name: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """The named peer as a function of a row."""
    if name in FREE:
        right = FREE[name][1]()
        return lambda row: {"right": right(row["reply"], row["references"])}
    if name in LETTERS:
        letter = LETTERS[name][1]()
        return lambda row: {"said": letter(row["reply"], row["options"])}
    read = YES_NO[name][1]()
    return lambda row: {"said": read(row["reply"])}


def main() -> None:
    if len(sys.argv) == 1:
        kinds: dict[str, dict[str, tuple[str, Any]]] = {"free": {**FREE}, "letters": {**LETTERS}, "yes_no": {**YES_NO}}
        print(json.dumps({k: {n: f"{p} {version(p)}" for n, (p, _) in peers.items()} for k, peers in kinds.items()}))
        return
    out, sys.stdout = sys.stdout, sys.stderr  # some peers print
    peer = answer(sys.argv[1])
    clock = time.perf_counter if sys.argv[1] in WITH_WORKER else time.process_time
    for line in sys.stdin:
        row = json.loads(line)
        start = clock()
        try:
            said = peer(row)
        except Exception as error:
            said = {"rule": f"raised {type(error).__name__}"}
        print(json.dumps({**said, "seconds": clock() - start}), file=out, flush=True)


if __name__ == "__main__":
    main()
