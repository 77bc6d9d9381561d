"""How the prompt speaks with whoever types: with a program by a pipe, and, in `prompt`, with a person."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

import svvs

from .display import cleaned_lines
from .words import WordError


class Face(Protocol):
    """Reads lines and shows what there is."""

    #: Whether somebody is there to be led: views appear, and lead to others.
    is_guided: bool
    #: What goes wrong, and ends nothing.
    survived: tuple[type[Exception], ...]

    def begin(self, completions: Callable[[str, str], list[str]], secrets: Callable[[], Iterable[str]]) -> None:
        """Is told what a word behind some text may become, and which names have values that no history must have."""
        ...

    def end(self, error: Exception) -> None:
        """Shows, by any thread, that the server has ended."""
        ...

    def read(self, name: str) -> str:
        """The next line; `name` is what it is about.

        :raises EOFError: if there is none.
        """
        ...

    def ask(self, name: str) -> str:
        """A secret that the line has left out."""
        ...

    def tell(self, text: str) -> None:
        """Shows a text, by any thread."""
        ...

    def wait(self, text: str) -> None:
        """Shows that something is under way, until that is empty."""
        ...

    def state(self, name: str, state: Mapping[str, Any]) -> str:
        """The text of a view's state."""
        ...

    def change(self, name: str, changes: Mapping[str, Any], before: Mapping[str, Any], errors: Iterable[str]) -> str:
        """The text of what is not as it was before, where some properties are errors."""
        ...


class Pipe:
    """Lines come and go: states and values are JSON, and nothing is done but what a line says.

    >>> from svvs_terminal.cli.face import Pipe
    >>> Pipe().change("counterA", {"count": 5}, before={"count": 0}, errors=())
    'counterA: count = 5'
    """

    is_guided = False
    survived: tuple[type[Exception], ...] = (svvs.ResponseError, svvs.TimedOut, svvs.ViewClosed, WordError)

    def begin(self, completions: Callable[[str, str], list[str]], secrets: Callable[[], Iterable[str]]) -> None:
        pass

    def end(self, error: Exception) -> None:
        pass  # the call under way, or the next, raises it

    def read(self, name: str) -> str:
        return input()

    def ask(self, name: str) -> str:
        return ""

    def tell(self, text: str) -> None:
        print(text, flush=True)

    def wait(self, text: str) -> None:
        pass

    def state(self, name: str, state: Mapping[str, Any]) -> str:
        return f"{name}: {_json(dict(state))}"

    def change(self, name: str, changes: Mapping[str, Any], before: Mapping[str, Any], errors: Iterable[str]) -> str:
        return "\n".join(f"{name}: {property} = {_json(value)}" for property, value in changes.items())


def complain(error: object) -> None:
    """Says what went wrong."""
    print(f"svvs: {cleaned_lines(str(error))}", file=sys.stderr, flush=True)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
