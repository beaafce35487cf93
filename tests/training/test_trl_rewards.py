"""TRL's GRPO and RLOO with both rewards: names, unscored rows, and a server that is killed under way."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Start

pytest.importorskip("trl", reason="needs trl: pip install 'answerkey[train]'")
pd = pytest.importorskip("pandas")

SCRIPT = Path(__file__).parent / "trl_steps.py"
RUNS = ("grpo-here", "grpo-server", "rloo-here", "rloo-server")


@pytest.fixture(scope="module", params=[1, 2], ids=["one process", "two processes"])
def logs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished script."""
    out, start = tmp_path_factory.mktemp("runs"), Start()
    url = start()
    [server] = start.running
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node", str(request.param)]
    command += [str(SCRIPT), str(out), url, str(server.pid)]
    with server:
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
            assert done.returncode == 0, done.stderr[-3000:]
            assert server.wait(timeout=10) == -9
        finally:
            server.kill()
    return out


def read(folder: Path, name: str) -> list[dict[str, float]]:
    logs: list[dict[str, float]] = json.loads((folder / f"{name}.json").read_text())
    assert len(logs) == 3
    return logs


@pytest.mark.parametrize("name", RUNS)
def test_both_rewards_have_names_of_their_own_and_unscored_rows_are_counted(logs: Path, name: str) -> None:
    for log in read(logs, name):
        assert 0 <= log["rewards/correct/mean"] <= 1
        assert 0 <= log["rewards/well_formed/mean"] <= 1
        assert log["unscored"] == 0.25
        # A row that counted as 0 would be in the mean of both together, but in none of theirs.
        assert log["reward"] == pytest.approx(log["rewards/correct/mean"] + log["rewards/well_formed/mean"])


@pytest.mark.parametrize("kind", ["grpo", "rloo"])
def test_the_server_gives_the_rewards_that_rules_give_here(logs: Path, kind: str) -> None:
    names = ("rewards/correct/mean", "rewards/well_formed/mean", "reward")
    here, server = (
        [[log[name] for name in names] for log in read(logs, f"{kind}-{way}")] for way in ("here", "server")
    )
    assert here == server


@pytest.mark.parametrize("name", ["grpo-here", "grpo-server"])  # RLOO writes no table
def test_an_unscored_row_has_no_advantage_and_the_table_says_why(logs: Path, name: str) -> None:
    tables = sorted((logs / name / "completions").glob("*.parquet"))
    rows = pd.concat([pd.read_parquet(table) for table in tables])
    unscored = rows[rows["correct"].isna()]
    assert len(unscored) == len(rows) / 4
    assert unscored["well_formed"].isna().all()
    assert (unscored["advantage"] == 0).all()
    assert unscored["note"].str.contains("could not be scored").all()
    assert rows["advantage"].notna().all()


def test_a_server_that_is_killed_ends_no_run(logs: Path) -> None:
    first, *others = read(logs, "grpo-killed")
    assert first["unscored"] == 0.25
    assert [log["unscored"] for log in others] == [1.0, 1.0]
    assert [log["unscored"] for log in read(logs, "rloo-away")] == [1.0, 1.0, 1.0]
