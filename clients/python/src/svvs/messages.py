"""JSON-RPC messages as lines of JSON, and the checks that what arrives has the promised shape."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn, TypeVar

from .errors import InvalidMessage

Value = TypeVar("Value")


class LineDecoder:
    """Cuts a stream of bytes into lines, however the bytes are split on their way."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that `data` completes. Takes time linear in `data`, however long a line is."""
        lines = []
        head, *rest = data.split(b"\n")
        self._pieces.append(head)
        for piece in rest:
            lines.append(b"".join(self._pieces))
            self._pieces = [piece]
        return lines


def encode(message: Mapping[str, Any]) -> bytes:
    """The message as one line.

    :raises TypeError: if a value in it has no JSON form.
    :raises ValueError: if a number in it is not finite, or a string is not Unicode text.
    """
    text = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    try:
        return text.encode() + b"\n"
    except UnicodeEncodeError:
        pass  # Its own exception would carry the whole text along, passwords included.
    raise ValueError("a string holds half a surrogate pair, which is no Unicode text")


def decode(line: bytes) -> dict[str, Any]:
    """The message that a line holds."""
    try:
        message = json.loads(str(line, "utf-8"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise InvalidMessage(str(error), line) from None
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        raise InvalidMessage("no JSON-RPC 2.0 object", line)
    return message


def member(container: Any, name: str, kind: type[Value]) -> Value:
    """The member `name` of a JSON object, which must be a `kind`."""
    value = container.get(name) if isinstance(container, dict) else None
    if not isinstance(value, kind):
        raise InvalidMessage(f"{name!r} is missing or not of type {kind.__name__}")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")
