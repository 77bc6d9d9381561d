"""The words of the command line that stand for values."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable
from typing import Any


class WordError(Exception):
    """A word is not what it should be."""


def assignments(words: Iterable[str]) -> dict[str, Any]:
    """The values of `NAME=TEXT` and `NAME:=JSON`.

    >>> from svvs_terminal.words import assignments
    >>> assignments(["userId=12345", "by:=5", "password:=null"])
    {'userId': '12345', 'by': 5, 'password': None}

    :raises WordError: if a word is neither, or holds what cannot be sent, such as `1e999`. The word is not shown, as it
        may hold a password.
    """
    values: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise WordError("expected NAME=TEXT or NAME:=JSON")
        if name.endswith(":"):
            name = sendable(name[:-1])
            values[name] = _json(name, text)
        else:
            values[sendable(name)] = sendable(text)
    return values


def parameters(words: Iterable[str]) -> dict[str, Any]:
    """The parameters of a view, among which `delivery` is none.

    >>> from svvs_terminal.words import parameters
    >>> parameters(["id=A"])
    {'id': 'A'}

    :raises WordError: if it is there.
    """
    values = assignments(words)
    if "delivery" in values:
        raise WordError("a view takes no parameter called `delivery`")
    return values


def sendable(word: str) -> str:
    """The word.

    :raises WordError: if it came as bytes that are not UTF-8.
    """
    if not word.isascii() and any("\ud800" <= character <= "\udfff" for character in word):
        raise WordError("expected text in UTF-8")
    return word


def _json(name: str, text: str) -> Any:
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise WordError(f"what follows {name}:= is not JSON, or no finite number, or no text") from None
    return value


def call_words(line: str) -> tuple[str, dict[str, Any]]:
    """The action and the arguments in a line such as `increment by:=5`.

    >>> from svvs_terminal.words import call_words
    >>> call_words("increment by:=5")
    ('increment', {'by': 5})

    :raises WordError: if it is no such line.
    """
    action, *arguments = split(line) or [""]
    if not action:
        raise WordError("expected ACTION NAME=VALUE…")
    return action, assignments(arguments)


def split(line: str) -> list[str]:
    """The words of a line, quoted as in a shell.

    >>> from svvs_terminal.words import split
    >>> split("login userId=12345 'password=a b'")
    ['login', 'userId=12345', 'password=a b']

    :raises WordError: if a quote is not closed.
    """
    try:
        return shlex.split(sendable(line))
    except ValueError as error:
        raise WordError(str(error)) from None
