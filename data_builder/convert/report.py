"""The report of a conversion: one page for people, and beside it the same numbers for programs.

`report.json` holds

    answerkey, headline     version of this package; the page's first sentence
    files[]                 what was read
    published               {with_options, without_options}: [lowest, highest] share of the sets of Liu et al. (ReVeL)
    overall, sets           S; {name: S}
    llm                     L, or null where no language model was asked
    audit                   {overall: D, subtypes: {name: D}, formats: {name: B}}, or null where there is none

    S  read: rows; refused, questions: those that are none, and the others; shipped, dropped: of the questions; kinds:
       {kind: items}; shares: {with_options, without_options, of_questions}: a share with its 95 % interval and its n;
       sorts: {before: {after: questions}}; demotions[]: from, to, reason, count; drops: {reason: count};
       refusals: {reason: {count, places}}; repaired: {origin: questions}; asked: {how it ended: questions};
       of a set also subtypes: {name: some of S} and examples[]: before, after, shown[] with what is said of each row
    L  estimate: {calls, prompt_tokens, completion_tokens, cost} before the run, or null; spent: the same after it, with
       asked, cached, coalesced, retries, failures and failed_calls by kind, or null
    D  before: {n, options_only, question_options} as in `audit.json`, or null; after: the same of the questions that
       still have a choice of options; converted: items; showing: those of them that still show options
    B  as `formats` in `audit.json`, of what shipped
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from data_builder.convert.account import PER_OPTION, Account
from data_builder.convert.figures import counted, figures, most, of_set
from data_builder.convert.summary import PUBLISHED, headline
from data_builder.manifest import own_version
from reward.jsonl import check_output, write_atomically
from reward.judge.tally import Tally

Report = dict[str, Any]
PAGE, NUMBERS = "report.html", "report.json"


def write_report(
    account: Account,
    folder: Path,
    audits: tuple[Report, Report] | None = None,
    spent: Tally | None = None,
    estimate: Mapping[str, float] | None = None,
    files: Sequence[str] = (),
) -> str | None:
    """Write the numbers and the page into the folder; returns a line that says why there is no page, or None.

    `audits` are the audits of what was read and of what shipped, as make_audit gives them; `spent` is what a language
    model took, and `estimate` its calls, prompt_tokens, completion_tokens and cost as they were estimated. Raises
    InputError where a file cannot be written.
    """
    report = make_report(account, audits, spent, estimate, files)
    numbers, page = folder / NUMBERS, folder / PAGE
    check_output(page)
    text = _writable(json.dumps(report, ensure_ascii=False, allow_nan=False, indent=1)) + "\n"
    try:
        from data_builder.convert.page import render  # noqa: PLC0415  # needs jinja2, which is optional
    except ModuleNotFoundError as error:
        with write_atomically(numbers) as file:
            file.write(text)
        page.unlink(missing_ok=True)  # an earlier one has other numbers
        return f"no {PAGE}: it needs {error.name}: pip install 'answerkey[eval]'"
    html = _writable(render(report))
    with write_atomically(numbers) as json_file, write_atomically(page) as html_file:
        json_file.write(text)
        html_file.write(html)
    return None


def _writable(text: str) -> str:
    """The text without halves of characters, which other people's JSON may hold and no file can."""
    return text.encode("utf-8", "replace").decode()


def make_report(
    account: Account,
    audits: tuple[Report, Report] | None = None,
    spent: Tally | None = None,
    estimate: Mapping[str, float] | None = None,
    files: Sequence[str] = (),
) -> Report:
    """All numbers of a conversion, as `report.json` holds them."""
    overall = figures(account)
    return {
        "answerkey": own_version(),
        "headline": headline(overall),
        "files": list(files),
        "published": PUBLISHED,
        "overall": overall,
        "sets": {name: of_set(account.of(name)) for name in account.sources()},
        "llm": _llm(spent, estimate),
        "audit": _audit(account, *audits) if audits else None,
    }


def _llm(spent: Tally | None, estimate: Mapping[str, float] | None) -> Report | None:
    if spent is None and estimate is None:
        return None
    taken = ("asked", "cached", "coalesced", "calls", "retries", "prompt_tokens", "completion_tokens", "cost")
    after: Report | None = None
    if spent is not None:
        after = {name: getattr(spent, name) for name in taken}
        after |= {name: most(Counter(getattr(spent, name))) for name in ("failures", "failed_calls")}
    return {"estimate": None if estimate is None else dict(estimate), "spent": after}


def _audit(account: Account, before: Report, after: Report) -> Report:
    """What options gave away before, and what those still give away that are shown after."""
    converted = counted((key[1], n) for key, n in account.shipped.items())
    showing = counted((key[1], n) for key, n in account.shipped.items() if key[3] in PER_OPTION)
    first, later = before["subtypes"], after["subtypes"]

    def beside(then: Report | None, now: Report | None, items: int, shown: int) -> Report:
        return {"before": _given(then), "after": _given(now), "converted": items, "showing": shown}

    return {
        "overall": beside(before["overall"], after["overall"], converted.total(), showing.total()),
        "subtypes": {
            name: beside(first.get(name), later.get(name), converted[name], showing[name])
            for name in sorted({*converted, *first, *later})
        },
        "formats": after["formats"],
    }


def _given(found: Report | None) -> Report | None:
    return found and {name: found[name] for name in ("n", "options_only", "question_options")}
