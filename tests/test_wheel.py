"""The wheel works alone: what is in it, the command, and the README's library example, in a clean environment."""

import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a new environment that holds nothing but the wheel and the core dependencies that it declares."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    command = [str(python), "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    site = next(folder.glob("lib/python*/site-packages"))
    declared = next(iter(metadata.distributions(name="answerkey", path=[str(site)])))
    for name in needed(declared.requires or []):
        copy_distribution(name, site)
    return python


def needed(requirements: list[str]) -> set[str]:
    """The names of all distributions that these requirements need here, extras left out."""
    names: set[str] = set()
    waiting = [Requirement(text) for text in requirements]
    while waiting:
        requirement = waiting.pop()
        if requirement.name not in names and (requirement.marker is None or requirement.marker.evaluate({"extra": ""})):
            names.add(requirement.name)
            waiting += [Requirement(text) for text in metadata.requires(requirement.name) or []]
    return names


def copy_distribution(name: str, site: Path) -> None:
    """Copy an installed distribution into another environment: an installation that needs no network."""
    for file in metadata.files(name) or []:
        if ".." not in file.parts:
            target = site / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(str(file.locate()), target)


def run(command: list[str], folder: Path) -> str:
    """Run outside of the checkout, so that only what is installed can be imported."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_holds_the_three_packages_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        names = file.namelist()
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    assert tops == {"reward", "data_builder", "evaluation"}
    assert "reward/py.typed" in names
    assert any(name.endswith(".jinja") for name in names), "the report's template is missing"


def test_the_command_runs_with_the_core_alone(python: Path, tmp_path: Path) -> None:
    text = run([str(python.parent / "answerkey"), "--help"], tmp_path)
    for command in ("build", "score", "serve", "report"):
        assert command in text


def test_a_missing_extra_is_named(python: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [str(python.parent / "answerkey"), "serve"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "answerkey[server]" in done.stderr
    assert "Traceback" not in done.stderr


def test_local_rewards_need_the_core_alone_and_a_server_names_its_extra(python: Path, tmp_path: Path) -> None:
    code = "from reward.adapters.trl import rewards; print(rewards()[0].__name__); rewards('http://127.0.0.1:9')"
    done = subprocess.run([str(python), "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == "correct\n"
    assert "answerkey[client]" in done.stderr.splitlines()[-1]


def test_the_example_of_the_readme_prints_what_it_says(python: Path, tmp_path: Path) -> None:
    example = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert example, "the README has no library example"
    said = re.findall(r"# -> (.*)", example[1])
    assert said, "the example says nothing about its output"
    assert run([str(python), "-c", example[1]], tmp_path).splitlines() == said
