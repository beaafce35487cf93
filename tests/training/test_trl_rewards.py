"""TRL's GRPO and RLOO with both rewards: names, unscored rows, and a server that is killed under way."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Start

pytest.importorskip("trl", reason="needs trl: pip install 'answerkey[train]'")
pd = pytest.importorskip("pandas", reason="needs pandas, which comes with 'answerkey[train]'")

from trl_steps import TRAINERS, main, train  # noqa: E402

from reward.adapters.trl import rewards  # noqa: E402

RUNS = ("grpo-server", "rloo-server", "grpo-here", "rloo-here")


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of runs in this process, with a server, without one, and with one that is killed."""
    out, start = tmp_path_factory.mktemp("alone"), Start()
    url = start()
    [server] = start.running
    with server:
        main(out, url, server.pid)
    for kind in TRAINERS:
        train(out, f"{kind}-here", kind, rewards(undecided="zero"), [])
    train(out, "rloo-away", "rloo", rewards(url, deadline=0.5), [])
    return out


@pytest.fixture(scope="module")
def together(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of runs with a server in two processes."""
    out, start = tmp_path_factory.mktemp("together"), Start()
    url = start()
    [server] = start.running
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2"]
    command += [str(Path(__file__).parents[1] / "trl_steps.py"), str(out), url, str(server.pid)]
    with server:
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
            assert done.returncode == 0, done.stderr[-3000:]
        finally:
            server.kill()
    return out


@pytest.fixture(params=[*((name, "alone") for name in RUNS), *((name, "together") for name in RUNS[:2])], ids="-".join)
def run(request: pytest.FixtureRequest) -> Path:
    """One finished run: its table of completions lies in the folder, its logs in the JSON beside it."""
    name, folder = request.param
    return Path(request.getfixturevalue(folder)) / name


def read(run: Path) -> list[dict[str, float]]:
    logs: list[dict[str, float]] = json.loads(run.with_suffix(".json").read_text())
    assert len(logs) == 3
    return logs


def test_both_rewards_have_names_of_their_own_and_unscored_rows_are_counted_and_left_out(run: Path) -> None:
    for log in read(run):
        assert 0 <= log["rewards/correct/mean"] <= 1
        assert 0 <= log["rewards/well_formed/mean"] <= 1
        assert log["unscored"] == 0.25
        # A row that counted as 0 would be in the mean of both together, but in none of theirs.
        assert log["reward"] == pytest.approx(log["rewards/correct/mean"] + log["rewards/well_formed/mean"])


@pytest.mark.parametrize("kind", TRAINERS)
def test_the_server_gives_the_rewards_that_rules_give_here(alone: Path, kind: str) -> None:
    names = ("rewards/correct/mean", "rewards/well_formed/mean", "reward")
    here, server = (
        [[log[name] for name in names] for log in read(alone / f"{kind}-{way}")] for way in ("here", "server")
    )
    assert here == server


@pytest.mark.parametrize("folder", ["alone", "together"])
def test_an_unscored_row_has_no_advantage_and_the_table_says_why(request: pytest.FixtureRequest, folder: str) -> None:
    completions = Path(request.getfixturevalue(folder)) / "grpo-server" / "completions"  # RLOO writes none
    rows = pd.concat([pd.read_parquet(table) for table in sorted(completions.glob("*.parquet"))])
    unscored = rows[rows["correct"].isna()]
    assert len(unscored) == len(rows) / 4
    assert unscored["well_formed"].isna().all()
    assert (unscored["advantage"] == 0).all()
    assert unscored["note"].str.contains("could not be scored").all()
    assert rows["advantage"].notna().all()


@pytest.mark.parametrize("folder", ["alone", "together"])
def test_a_server_that_is_killed_ends_no_run(request: pytest.FixtureRequest, folder: str) -> None:
    first, *others = read(Path(request.getfixturevalue(folder)) / "grpo-killed")
    assert first["unscored"] == 0.25
    assert [log["unscored"] for log in others] == [1.0, 1.0]


def test_a_server_that_was_never_there_ends_no_run(alone: Path) -> None:
    assert [log["unscored"] for log in read(alone / "rloo-away")] == [1.0, 1.0, 1.0]
