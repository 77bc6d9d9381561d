"""JSON-RPC messages as lines of JSON, and checks of the shape of received messages."""

import json
from collections.abc import Mapping
from typing import Any, Literal, NoReturn, TypeGuard, TypeVar, cast, get_origin

from .errors import BadMessage

Value = TypeVar("Value")

#: The delivery of the changes of a view; see :meth:`svvs.Server.open`.
Delivery = Literal["properties", "patch"]


class LineDecoder:
    """Splits a stream of bytes into lines."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that `data` completes. The time is linear in the length of `data`, however long the line is."""
        lines: list[bytes] = []
        head, *rest = data.split(b"\n")
        self._pieces.append(head)
        for piece in rest:
            lines.append(b"".join(self._pieces))
            self._pieces = [piece]
        return lines


def encode(message: Mapping[str, Any]) -> bytes:
    """The message as one line.

    :raises TypeError: if a value cannot be encoded as JSON.
    :raises ValueError: if a number is not finite, or a string is not valid Unicode.
    """
    text = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    try:
        return text.encode() + b"\n"
    except UnicodeEncodeError:
        pass  # The exception contains the whole text, including passwords.
    raise ValueError("a string contains an unpaired surrogate, which is not valid Unicode")


def decode(line: bytes) -> dict[str, Any]:
    """The message of a line. A client sends no batches, so it does not receive any."""
    try:
        value: Any = json.loads(str(line, "utf-8"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise BadMessage(str(error), line) from None
    if not is_object(value) or value.get("jsonrpc") != "2.0":
        raise BadMessage("not a JSON-RPC 2.0 object", line)
    return value


def member(container: Any, name: str, kind: type[Value]) -> Value:
    """The member `name` of a JSON object, which must have the type `kind`, such as `int` or `dict[str, Any]`."""
    value = container.get(name) if is_object(container) else None
    if not isinstance(value, get_origin(kind) or kind):
        raise BadMessage(f"{name!r} is missing or not of type {kind.__name__}")
    return cast("Value", value)


def without_none(members: Mapping[str, Any]) -> dict[str, Any]:
    """The members that are not None."""
    return {name: value for name, value in members.items() if value is not None}


def is_object(value: Any) -> TypeGuard[dict[str, Any]]:
    """Whether a JSON value is an object. The names in it are strings."""
    return isinstance(value, dict)


def is_array(value: Any) -> TypeGuard[list[Any]]:
    """Whether a JSON value is an array."""
    return isinstance(value, list)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
