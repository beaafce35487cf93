"""Small sets need fewer trees, and one way to split is enough to see what is planted in them."""

import pytest

from data_builder.audit import solved, solver


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "TREES", 30)
    monkeypatch.setattr(solved, "_seeds", lambda count: 1)
