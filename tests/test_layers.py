"""Imports run one way: reward ← data_builder ← evaluation ← training, and the server sits on reward."""

import ast
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ALLOWED = {
    "reward": {"reward"},
    "data_builder": {"reward", "data_builder"},
    "evaluation": {"reward", "data_builder", "evaluation"},
    "training": {"reward", "data_builder", "evaluation", "training"},
    "server": {"reward"},
}
# Heavy or optional: these may be imported inside of a function, so that the rest works without them.
OPTIONAL = {
    "PIL",
    "accelerate",
    "aiohttp",
    "datasets",
    "fastapi",
    "jinja2",
    "latex2sympy2_extended",
    "math_verify",
    "numpy",
    "peft",
    "pint",
    "scipy",
    "sympy",
    "torch",
    "transformers",
}
OPTIONAL |= {"prometheus_client", "pyarrow", "ray", "redis", "trl", "uvicorn"}
# Our own modules that import an optional dependency at their top, and so are imported where they are needed.
ON_DEMAND = {
    "reward.client",
    "reward.service",
    "reward.judge.opening",
    "reward.judge.check",
    "reward.judge.redis_cache",
    "reward.probe.run",
    "evaluation.report",
    "data_builder.audit.report",
    "data_builder.convert.cluster",
    "data_builder.convert.columns",
    "data_builder.convert.llm.opening",
    "data_builder.convert.llm.opinions",
    "data_builder.convert.page",
    "data_builder.sources.toy_kitchen",
}
DEPENDENCIES = OPTIONAL | {
    "pydantic",
    "rapidfuzz",
    "tqdm",
    "hypothesis",
    "pytest",
    "redis",
    "sklearn",
    "statsmodels",
    "threadpoolctl",
}
# What is for one trainer is called like it.
NAMED_BY_DESIGN = {
    f"reward.{part}.{name}"
    for part in ("adapters", "probe")
    for name in ("trl", "verifiers", "verl", "tinker", "openrlhf", "areal")
}


def modules() -> dict[str, Path]:
    """Our modules by their import names."""
    files = [path for package in ALLOWED for path in sorted((ROOT / package).rglob("*.py"))]
    files += [path for path in (ROOT / "server.py",) if path.exists()]
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in files}


MODULES = modules()
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


def imported(node: ast.AST) -> list[str]:
    """The modules that one statement imports; `from package import module` counts as the module."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, f"line {node.lineno}: a relative import; write the whole name"
        below = [f"{node.module}.{alias.name}" for alias in node.names]
        return [name if name in MODULES else str(node.module) for name in below]
    return []


def inside_functions(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The line and the name of everything that is imported inside of a function."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for function in functions:
        for node in ast.walk(function):
            yield from ((node.lineno, name) for name in imported(node))  # type: ignore[attr-defined]


def all_imports(name: str) -> list[str]:
    return [target for node in ast.walk(TREES[name]) for target in imported(node)]


def test_there_is_something_to_check() -> None:
    assert {name.split(".")[0] for name in MODULES} >= {"reward", "data_builder", "evaluation"}
    assert "reward.text" in all_imports("reward.answers.base")


def test_a_module_imports_only_what_lies_below_it() -> None:
    upward = [
        f"{name} imports {target}"
        for name in MODULES
        for target in all_imports(name)
        if target.split(".")[0] in set(ALLOWED) - ALLOWED[name.split(".")[0]]
    ]
    assert not upward


def test_only_optional_dependencies_are_imported_inside_of_functions() -> None:
    hidden = [
        f"{path.relative_to(ROOT)}:{line}: {target}"
        for name, path in MODULES.items()
        for line, target in inside_functions(TREES[name])
        if target.split(".")[0] not in OPTIONAL and target not in ON_DEMAND
    ]
    assert not hidden, f"import at the top of the module: {hidden}"


def test_modules_do_not_import_each_other_in_a_circle() -> None:
    graph = {name: {target for target in all_imports(name) if target in MODULES and target != name} for name in MODULES}
    for name, targets in graph.items():  # a module needs the packages that it lies in only if it says so
        targets -= {package for package in targets if name.startswith(f"{package}.")}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(error.args[1]))


def test_no_module_is_called_like_the_standard_library_or_a_dependency() -> None:
    taken = (sys.stdlib_module_names | DEPENDENCIES) - {"__main__"}
    assert [name for name in MODULES if name.split(".")[-1] in taken and name not in NAMED_BY_DESIGN] == []


def test_every_exception_from_the_rules_is_still_needed() -> None:
    hidden = {target for tree in TREES.values() for _, target in inside_functions(tree)}
    assert not [name for name in ON_DEMAND if name in MODULES and name not in hidden]
