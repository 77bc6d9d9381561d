"""Checks that programs do the same work; otherwise a ratio of their times is meaningless."""
from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from .driver import Command
from .exchange import ServerError
from .figures import Figure
from .processes import output_of
from .server import line
from .turns import Samples


def check_same_messages(programs: Mapping[str, Command]) -> None:
    """Compares the messages of the C program with those of the server, before any clock runs."""
    text = calls(2)
    messages = {name: [outline(json.loads(one)) for one in output_of(*programs[name], text=text).splitlines()]
            for name in ("C", "svvs")}
    if messages["C"] != messages["svvs"]:
        raise ServerError(f"the programs do not do the same work\n  C:    {messages['C']}\n  svvs: {messages['svvs']}")


def calls(count: int) -> bytes:
    """The lines that open a view and call its action `count` times."""
    return line("view/open", {"type": "counterA", "view": "v"}, 0) + b"".join(
        line("increment", {"view": "v"}, number) for number in range(1, count + 1))


def outline(message: object) -> object:
    """A message without its commit numbers, which each program may start at any number."""
    if isinstance(message, dict):
        return {key: outline(value) for key, value in message.items() if key not in ("commit", "from")}
    return [outline(one) for one in message] if isinstance(message, list) else message


def at_equal_messages(figure: Figure, messages: Samples) -> Figure:
    """The figure, or a void one unless all programs sent the same number of messages for each call in all rounds."""
    if len({number for numbers in messages.values() for number in numbers}) == 1:
        return figure
    least = ", ".join(f"{name} {min(numbers):g}" for name, numbers in messages.items())
    return replace(figure, values={}, result=None, result_of=f"void, messages a call: {least}")
