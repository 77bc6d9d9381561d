"""Runs the examples in docstrings, with a new server and a place for a socket where a docstring uses them."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import doctest
import importlib
import inspect
import io
import pkgutil
import re
import sys
from types import ModuleType
from typing import Any

import pytest

import svvs
from support import real_server, sharable_server

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def examples(package: ModuleType) -> list[Any]:
    """The parameters of a test: the docstrings of a package that contain examples."""
    submodules = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    names = [each.name for each in submodules if not each.name.endswith("__main__")]
    finder = doctest.DocTestFinder(exclude_empty=True)
    found: dict[str, doctest.DocTest] = {}
    for module in (package, *map(importlib.import_module, names)):
        found.update((test.name, test) for test in finder.find(module, module.__name__))
        # The finder omits methods that a module derives from those of another.
        for owner in vars(module).values():
            if inspect.isclass(owner) and owner.__module__ == module.__name__:
                for name, method in vars(owner).items():
                    if inspect.isfunction(method) and hasattr(method, "__wrapped__"):
                        path = f"{module.__name__}.{owner.__name__}.{name}"
                        found.update((test.name, test) for test in finder.find(method, path, module=False))
    return [pytest.param(test, id=test.name) for test in found.values() if test.examples]


def run(test: doctest.DocTest, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs the examples of a docstring."""
    monkeypatch.setenv("SVVS", sharable_server() if "attach(" in (test.docstring or "") else real_server())
    monkeypatch.setattr(sys, "displayhook", sys.__displayhook__)
    source = "".join(example.source for example in test.examples)
    place: str | None = request.getfixturevalue("place") if re.search(r"\bplace\b", source) else None
    if re.search(r"\b(await|async) ", source):
        asyncio.run(_run_asynchronously(test, place))
        return
    # The identifiers, commits and counts in the examples are those of a new server.
    with svvs.Server() if re.search(r"\bserver\b", source) else contextlib.nullcontext() as server:
        test.globs.update(svvs=svvs, server=server, place=place)
        failed, tried = doctest.DocTestRunner(optionflags=FLAGS).run(test, clear_globs=False, out=_fail)
        assert tried and not failed


async def _run_asynchronously(test: doctest.DocTest, place: str | None) -> None:
    """Runs examples as `python -m asyncio` would."""
    async with svvs.AsyncServer() as server:
        names = {"svvs": svvs, "asyncio": asyncio, "server": server, "place": place}
        for example in test.examples:
            tree = compile(example.source, test.name, "single", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            with contextlib.redirect_stdout(io.StringIO()) as output:
                result = eval(tree, names)
                if inspect.iscoroutine(result):
                    await result
            _check(example, output.getvalue())


def _check(example: doctest.Example, got: str) -> None:
    assert doctest.OutputChecker().check_output(example.want, got, FLAGS), f"{example.source}gives\n{got}"


def _fail(text: str) -> None:
    pytest.fail(text)
