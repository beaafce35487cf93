"""Stands in for packages that a trainer's modules import and its rewards do not use. `drive` runs it beside them."""

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Sequence
from types import ModuleType
from unittest.mock import MagicMock


class Absent(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules of these packages, all names of which are mocks but the given ones."""

    def __init__(self, packages: Sequence[str], names: dict[str, object]) -> None:
        self.packages, self.names = packages, names

    def find_spec(self, name: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:
        found = any(f"{name}.".startswith(f"{package}.") for package in self.packages)
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if found else None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return MagicMock(__path__=[], __version__="5.0", **self.names)

    def exec_module(self, module: ModuleType) -> None:
        """A mock is ready as it is."""


def absent(*packages: str, **names: object) -> None:
    """Let these packages be imported as mocks, whether they are installed or not; `names`: what is no mock in them."""
    sys.meta_path.insert(0, Absent(packages, names))
