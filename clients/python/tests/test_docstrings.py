"""The examples in the docstrings work, and each public class and method has one."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import docstring_examples
import pytest

import svvs


@pytest.mark.parametrize("test", docstring_examples.examples(svvs))
def test_example(test: doctest.DocTest, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    docstring_examples.run(test, place, monkeypatch)


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
