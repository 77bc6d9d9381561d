"""The examples in the docstrings do what they say, and everything public has one."""

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
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import svvs
from support import real_server, sharable_server

MODULES = [
    importlib.import_module(each.name)
    for each in pkgutil.walk_packages(svvs.__path__, "svvs.")
    if not each.name.endswith("__main__")
]
FINDER = doctest.DocTestFinder(exclude_empty=True)
TESTS = [
    *(test for module in [svvs, *MODULES] for test in FINDER.find(module, module.__name__) if test.examples),
    # The finder omits methods that a module derives from those of another.
    *(
        test
        for blocking in (svvs.Server, svvs.Session, svvs.SharedSession, svvs.View)
        for name, method in vars(blocking).items()
        if inspect.isfunction(method) and hasattr(method, "__wrapped__")
        for test in FINDER.find(method, f"{blocking.__module__}.{blocking.__name__}.{name}", module=False)
    ),
]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def marked(test: doctest.DocTest) -> Any:
    marks = [pytest.mark.own_process] if test.name == "svvs.errors.ServerDied" else []
    return pytest.param(test, marks=marks, id=test.name)


@pytest.mark.parametrize("test", list(map(marked, TESTS)))
def test_example(test: doctest.DocTest, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SVVS", sharable_server() if "attach(" in (test.docstring or "") else real_server())
    monkeypatch.setattr(sys, "displayhook", sys.__displayhook__)
    if re.search(r"\b(await|async) ", "".join(example.source for example in test.examples)):
        asyncio.run(_run_asynchronously(test, place))
        return
    with svvs.Server() as server:
        test.globs.update(svvs=svvs, server=server, place=place)
        failed, tried = doctest.DocTestRunner(optionflags=FLAGS).run(test, clear_globs=False, out=_fail)
        assert tried and not failed


async def _run_asynchronously(test: doctest.DocTest, place: str) -> None:
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


def members() -> Iterator[tuple[str, Any]]:
    for name in svvs.__all__:
        value = getattr(svvs, name)
        if inspect.isclass(value):
            yield name, value
            for each, member in inspect.getmembers(value):
                function: Callable[..., Any] | None = member.fget if isinstance(member, property) else member
                is_ours = (getattr(function, "__module__", None) or "").startswith("svvs")
                if not each.startswith("_") and is_ours and (inspect.isfunction(function)):
                    yield f"{name}.{each}", function


@pytest.mark.parametrize(("name", "value"), list(members()), ids=lambda value: value if isinstance(value, str) else "")
def test_everything_public_has_an_example(name: str, value: Any) -> None:
    assert ">>> " in (value.__doc__ or ""), f"{name} has no example"
