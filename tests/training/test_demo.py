"""The demo's reward server is ended whatever happens."""

import urllib.request
from pathlib import Path

import pytest

from training.demo import reward_server


def test_the_server_answers_and_is_gone_after_a_failure(items_file: Path) -> None:
    urls = []

    def break_off() -> None:
        with reward_server(items_file) as url:
            urls.append(url)
            with urllib.request.urlopen(f"{url}/healthz", timeout=5) as response:
                assert response.status == 200
            raise RuntimeError("training broke")

    with pytest.raises(RuntimeError, match="training broke"):
        break_off()
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(f"{urls[0]}/healthz", timeout=5)


def test_a_server_that_cannot_start_ends_the_demo(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="server ended"), reward_server(tmp_path / "away.jsonl"):
        pytest.fail("there is no server")
