"""The check of a judge: a good one is trusted, and every bad one is named for what it is."""

import asyncio
import itertools
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from gullible_judges import shown_answers
from judge_behaviours import options, user_message
from judge_endpoint import (
    FAULTS,
    Behaviour,
    after,
    choosing,
    constantly,
    first,
    flaky,
    none_of,
    process,
    running,
    yes_man,
)
from judge_endpoint import Endpoint as Fake

from evaluation.cli import make_parser
from reward.jsonl import InputError
from reward.judge.canaries import canaries
from reward.judge.check import ORDERS, check, four_orders, said_of
from reward.judge.decoys import NAMES
from reward.judge.endpoint import Endpoint, Output
from reward.judge.judge import LanguageJudge
from reward.judge.known import Case, known_cases
from reward.judge.printed import WIDTH, printed
from reward.judge.report import Report
from reward.judge.share import Share
from reward.judge.shown import shown
from reward.judge.tally import Budget
from reward.judge.trust import trust

Body = dict[str, Any]
MATCHED = [case for case in known_cases() if case.protocol == "match"]
COMPARED = [case for case in known_cases() if case.protocol == "reference"]
CASES = {(case.item.stem, shown(said_of(case))): case for case in known_cases()}


def case_of(body: Body) -> Case | None:
    """The known case that a request asks about; None for a canary."""
    message = user_message(body)
    question = message.partition("\n")[0].removeprefix("Question: ")
    found = (CASES.get((question, answer)) for answer in shown_answers(message)[0])
    return next((case for case in found if case is not None), None)


def knowing(body: Body) -> str:
    """What a perfect judge chooses, beside decoys too."""
    case = case_of(body)
    if any(compared.item.stem in user_message(body) for compared in COMPARED):
        same = case is not None and case.means is not None and case.means in shown_answers(user_message(body))[0]
        return "same" if same else "different"
    return case.means if case is not None and case.means in options(body) else none_of(body)


def credulous(body: Body) -> str:
    """What a judge chooses that takes everything for the key, or for whatever stands in its place."""
    message = user_message(body)
    key = next((case.key for case in MATCHED if case.item.stem in message), "same")
    return key if key in options(body) else first(body)


def wary(body: Body) -> str:
    """A credulous one that decoys do not catch."""
    decoy = any(name in user_message(body) for name in NAMES)
    return none_of(body) if decoy else credulous(body)


def knowing_but(behaviour: Behaviour) -> Behaviour:
    """Perfect on known answers; on all others, which are the canaries, it behaves in this way."""
    return lambda request: (choosing(knowing) if case_of(request.body) else behaviour)(request)


async def measured_at(endpoints: Sequence[Endpoint], step: int = 1, **settings: Any) -> Report:
    """The report of a judge that is asked every `step`th question."""
    async with LanguageJudge(endpoints, **settings) as judge:
        report = await check(judge, known_cases()[::step], canaries()[::step])
        assert report.calls == judge.tally.calls
        return report


def measured(behaviour: Behaviour, output: Output = "json_schema", **settings: Any) -> tuple[Report, Fake]:
    async def run() -> tuple[Report, Fake]:
        async with running(behaviour) as fake:
            return await measured_at([Endpoint(fake.url, "judge", output=output)], **settings), fake

    report, fake = asyncio.run(run())
    assert report.calls == fake.calls
    return report, fake


def against(report: Report) -> str:
    """All that is said against a judge."""
    return " ".join(trust(report).findings)


@pytest.mark.parametrize("output", ["json_schema", "json_object", "text"])
def test_a_perfect_judge_is_trusted_whatever_the_form_of_its_verdicts(output: Output) -> None:
    report, fake = measured(choosing(knowing), output)
    assert trust(report).word == "trust it"
    assert trust(report).findings == []
    assert report.agreement["all"] == Share(60, 60)
    assert (report.taken["all"], report.credited) == (Share(0, 84), Share(0, 84))
    assert (report.served.taken, report.served.credited) == (Share(0, 168), Share(0, 168))
    assert report.orders == Share(0, 48)
    assert (report.unscored.hits, report.malformed.hits, report.failures) == (0, 0, {})
    assert (report.prompt_tokens, report.completion_tokens) == (100 * fake.calls, 10 * fake.calls)


def test_a_judge_that_takes_the_first_place_is_named() -> None:
    report, _ = measured(choosing(first))
    assert trust(report).word == "do not use"
    assert "It is no better than a judge that does not read" in against(report)
    assert "It prefers a place: 100% of the candidates that it chose stood in place 1." in against(report)
    assert report.places == {"1": sum(report.places.values()), "2": 0, "3": 0, "4": 0, "none": 0}
    assert report.swayed.hits > 0
    assert report.agreement["match"].hits < 20


def test_a_judge_that_says_none_to_everything_is_named() -> None:
    report, _ = measured(choosing(none_of))
    assert trust(report).word == "do not use"
    assert "It credits nothing, not one of 22 right answers." in against(report)
    assert "It says “none” always, in 100% of its verdicts on candidates." in against(report)
    assert report.agreement["all"] == Share(21, 60)
    assert report.blind == report.constant == pytest.approx(21 / 60)
    assert report.chance == pytest.approx((48 / 5 + 12 / 2) / 60)


def test_a_judge_that_says_yes_to_everything_is_named() -> None:
    report, _ = measured(choosing(credulous))
    assert trust(report).word == "do not use"
    assert "It credits everything, all of " in against(report)
    assert report.taken["all"] == Share(84, 84)
    assert report.agreement["wrong_refused"].hits == 0
    assert report.swayed.hits + report.credited.hits > 84


def test_a_judge_that_openers_take_in_is_used_with_care_for_rules_stand_before_it() -> None:
    report, _ = measured(knowing_but(yes_man(credulous)))
    assert trust(report).word == "use with care"
    assert report.taken["master key"] == Share(10, 10)
    assert report.taken["gibberish"] == Share(0, 5)
    assert "of the canaries for an answer when no rule stands before it: master key 100%" in against(report)
    assert report.served.credited.hits == 0
    assert report.agreement["all"] == Share(60, 60)


def test_a_judge_that_credits_what_says_nothing_is_not_to_be_used() -> None:
    report, _ = measured(knowing_but(choosing(wary)))
    assert trust(report).word == "do not use"
    assert "It credits replies that say nothing, as served" in against(report)
    assert report.served.credited.hits == report.served.reached.hits > 0


def test_a_verdict_that_depends_on_the_order_is_found() -> None:
    def swayed(body: Body) -> str:
        case = case_of(body)
        return first(body) if case is not None and case.level == "hard" else knowing(body)

    async def run() -> tuple[Report, int]:
        async with running(choosing(swayed)) as fake:
            endpoint = Endpoint(fake.url, "judge")
            hard = [case for case in MATCHED if case.level == "hard"]
            differ = sum(len({order[0] for order in four_orders(case).values()}) > 1 for case in hard)
            return await measured_at([endpoint]), differ

    report, differ = asyncio.run(run())
    assert report.orders == Share(differ, 48)
    assert f"{differ / 48:.0%} of its verdicts depend on the order of the candidates." in against(report)


def test_four_orders_are_four_different_ones() -> None:
    for case in MATCHED:
        orders = four_orders(case)
        assert len({tuple(order) for order in orders.values()}) == ORDERS
        assert next(iter(orders)) == 0
        assert {frozenset(order) for order in orders.values()} == {frozenset(orders[0])}


def test_a_judge_whose_completions_are_no_verdicts_is_named() -> None:
    report, _ = measured(FAULTS["two_objects"], step=3)
    assert trust(report).word == "do not use"
    assert "100% of its completions are no verdict: two_verdicts" in against(report)
    assert "It gave no verdict on any known answer." in against(report)
    assert trust(report).advice.startswith("Ask for another form of output")
    assert report.agreement["all"] == Share(0, 0)
    assert set(report.failures) == {"two_verdicts"}


def test_a_judge_that_is_malformed_now_and_then_is_used_with_care() -> None:
    report, _ = measured(flaky(0.06, 1, choosing(knowing), FAULTS["no_option"]))
    assert trust(report).word == "use with care"
    assert 0.02 < (report.malformed.value or 0) < 0.1
    assert report.retries == report.malformed.hits - report.unscored.hits
    assert "of its completions are no verdict: bad_verdict" in against(report)


def test_a_slow_judge_is_named_by_its_time_outs() -> None:
    report, _ = measured(after(5, choosing(knowing)), try_seconds=0.05, step=6)
    assert trust(report).word == "do not use"
    assert "100% of the verdicts failed: " in against(report)
    assert "(calls: timeout " in against(report)
    assert trust(report).advice.startswith("See to the endpoint first")


def test_latency_is_that_of_calls_and_not_of_waiting_for_a_turn() -> None:
    report, fake = measured(after(0.05, choosing(knowing)), connections=4, step=6)
    assert fake.peak == 4
    assert report.latency.p50 is not None
    assert 0.05 <= report.latency.p50 < 0.2
    assert report.latency.n >= 30


def test_a_dead_endpoint_is_named() -> None:
    report, _ = measured(FAULTS["server_error"], step=6)
    assert trust(report).word == "do not use"
    assert "(calls: server_error " in against(report)
    assert trust(report).advice.startswith("See to the endpoint first")
    gone = asyncio.run(measured_at([Endpoint("http://127.0.0.1:9/v1", "judge")], step=6))
    assert "(calls: unreachable " in against(gone)


def test_a_budget_that_is_spent_says_nothing_of_the_model() -> None:
    report, fake = measured(choosing(knowing), step=6, budget=Budget(requests=10), connections=1)
    assert fake.calls == 10
    assert trust(report).advice.startswith("Raise the budget")
    assert report.agreement["all"].hits == report.agreement["all"].n >= 8


def test_two_models_are_measured_together_and_their_orders_apart() -> None:
    async def run() -> Report:
        async with running(choosing(knowing)) as good, running(choosing(none_of)) as bad:
            return await measured_at([Endpoint(good.url, "good"), Endpoint(bad.url, "bad")])

    report = asyncio.run(run())
    assert report.orders == Share(0, 2 * 48)
    assert report.failures == {}
    assert report.split == Share(22, 60)  # the right answers, which one credits
    assert "Its votes or models differ on 37% of the answers, which stay unscored." in against(report)
    assert report.unscored.hits == 0


@pytest.mark.parametrize("behaviour", [choosing(knowing), choosing(first), FAULTS["empty"]])
def test_the_table_fits_a_terminal_and_holds_every_number(behaviour: Behaviour) -> None:
    report, _ = measured(behaviour, step=3)
    text = printed(report, trust(report))
    assert max(map(len, text.splitlines())) <= WIDTH
    assert f"Verdict: {trust(report).word}" in text
    assert f"Calls: {report.calls:,}" in text
    numbers = json.loads(json.dumps(report.as_json()))
    assert numbers["agreement"]["all"]["n"] == report.agreement["all"].n
    assert numbers["served"]["credited"]["hits"] == report.served.credited.hits
    assert numbers["latency"]["n"] == report.latency.n


def test_an_endpoint_that_forges_names_cannot_write_to_the_terminal() -> None:
    report, _ = measured(choosing(constantly("\x1b[2J")), step=6)
    assert "\x1b" not in printed(report, trust(report))


# The command.


def run_against(behaviour: Behaviour, *runs: Sequence[str]) -> tuple[list[int], list[int]]:
    """The exit code of each run of the command with these arguments, and the calls that it made, its probe included."""

    async def run() -> tuple[list[int], list[int]]:
        codes, calls = [], [0]
        async with running(behaviour) as fake:
            for arguments in runs:
                where = ["--judge-url", fake.url, "--judge-model", "judge"]
                args = make_parser().parse_args(["judge", "check", *where, *arguments])
                codes.append(await asyncio.to_thread(args.run, args))
                calls.append(fake.calls)
        return codes, [after - before for before, after in itertools.pairwise(calls)]

    return asyncio.run(run())


def test_the_command_trusts_a_perfect_judge_and_writes_its_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    codes, [calls] = run_against(choosing(knowing), ["--json", str(tmp_path / "check.json")])
    assert codes == [0]
    assert "Verdict: trust it" in capsys.readouterr().out
    numbers = json.loads((tmp_path / "check.json").read_text())
    assert (numbers["verdict"], numbers["findings"]) == ("trust it", [])
    assert (numbers["calls"], numbers["cached"], numbers["agreement"]["all"]["hits"]) == (calls - 1, 0, 60)


def test_the_command_finds_a_bad_judge_in_a_process_of_its_own() -> None:
    with process(behaviour="none") as url:
        command = [sys.executable, "-m", "evaluation", "judge", "check", "--quick"]
        settings = {"ANSWERKEY_JUDGE_URL": url, "ANSWERKEY_JUDGE_MODEL": "judge"}
        done = subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert "Verdict: do not use" in done.stdout
    assert "It credits nothing" in done.stdout


def test_a_quick_check_trusts_nobody_and_asks_a_cache_only_when_told_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = ["--quick", "--judge-cache", str(tmp_path / "cache.sqlite")]
    runs = (kept, [*kept, "--with-cache"], [*kept, "--with-cache"], kept)
    codes, [without, filling, cached, again] = run_against(choosing(knowing), *runs)
    assert codes == [1, 1, 1, 1]
    assert 100 < filling <= without == again < 150
    assert cached == 1  # the probe
    out = capsys.readouterr().out
    assert out.count("Verdict: use with care") == 4
    assert "agrees with 100% of the known answers, which may be 84% in truth" in out


def test_bad_use_is_said_before_anything_is_asked(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no regular file"):
        run_against(choosing(knowing), ["--json", str(tmp_path)])
    with pytest.raises(InputError, match="wants a key"):
        run_against(FAULTS["unauthorized"], [])
    args = make_parser().parse_args(["judge", "check"])
    with pytest.raises(InputError, match="no judge is configured"):
        args.run(args)
