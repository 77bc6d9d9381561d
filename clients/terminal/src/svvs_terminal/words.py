"""Parses the words of the command line that contain values."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable
from typing import Any

import svvs
from svvs.typed import is_object


class WordError(Exception):
    """A word of the command line is invalid."""


def assignments(words: Iterable[str]) -> dict[str, Any]:
    """The values of `NAME=TEXT` and `NAME:=JSON`.

    >>> from svvs_terminal.words import assignments
    >>> assignments(["userId=12345", "by:=5", "password:=null"])
    {'userId': '12345', 'by': 5, 'password': None}

    :raises WordError: if a word has another form, or a value that cannot be sent, such as `1e999`. The message does not
        contain the word, because it may contain a password.
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
    """The parameters of a view, none of which is called `delivery`.

    >>> from svvs_terminal.words import parameters
    >>> parameters(["id=A"])
    {'id': 'A'}

    :raises WordError: if the words contain `delivery`.
    """
    values = assignments(words)
    if "delivery" in values:
        raise WordError("`delivery` is not a parameter of a view")
    return values


def hint(error: Exception, words: Iterable[str]) -> str:
    """A sentence about the word that is missing, or about a text that must be another value; empty for other errors.

    >>> from svvs_terminal.words import hint
    >>> refusal = svvs.ResponseError(-32602, "", {"path": "/by", "found": "string"})
    >>> hint(refusal, ["increment", "by=5"])
    ' `by=5` is a text; for a number write `by:=5`.'
    """
    if not isinstance(error, svvs.ResponseError) or not is_object(error.data):
        return ""
    data = error.data
    where, _, name = str(data.get("path")).rpartition("/")
    if error.message.endswith(" is missing."):
        option = "-p " if where == "/params" else ""
        return f" Add `{option}{name}=VALUE`."
    texts = [word.partition("=")[2] for word in words if word.startswith(f"{name}=")]
    if not texts or data.get("found") != "string":
        return ""
    if re.fullmatch(r"-?\d+(\.\d+)?", texts[0]):
        return f" `{name}={texts[0]}` is a text; for a number write `{name}:={texts[0]}`."
    return f" `{name}=` passes a text; for any other value write `{name}:=JSON`."  # the text may be a password


def sendable(word: str) -> str:
    """The word, checked.

    :raises WordError: if it is not UTF-8.
    """
    if not word.isascii() and any("\ud800" <= character <= "\udfff" for character in word):
        raise WordError("expected text in UTF-8")
    return word


def _json(name: str, text: str) -> Any:
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise WordError(f"expected JSON after {name}:=, with finite numbers and valid Unicode") from None
    return value


def call_words(line: str) -> tuple[str, dict[str, Any]]:
    """The action and the arguments of a line such as `increment by:=5`.

    >>> from svvs_terminal.words import call_words
    >>> call_words("increment by:=5")
    ('increment', {'by': 5})

    :raises WordError: if the line has another form.
    """
    action, *arguments = split(line) or [""]
    if not action:
        raise WordError("expected ACTION NAME=VALUE…")
    return action, assignments(arguments)


def split(line: str) -> list[str]:
    """The words of a line, with the quoting rules of a shell.

    >>> from svvs_terminal.words import split
    >>> split("login userId=12345 'password=a b'")
    ['login', 'userId=12345', 'password=a b']

    :raises WordError: if a quote is not closed.
    """
    try:
        return shlex.split(sendable(line))
    except ValueError as error:
        raise WordError(str(error)) from None
