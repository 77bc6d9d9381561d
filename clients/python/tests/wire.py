"""Creates lines of the protocol, and passes them to a connection without a server."""

from __future__ import annotations

import json
from typing import Any

from svvs import BadMessage
from svvs.connection import Connection, Published


def line(**message: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"


def changed(base: int, commit: int, view: str = "v", **changes: Any) -> bytes:
    entry = {"view": view, "from": base, "changes": changes}
    return line(method="state/changed", params={"commit": commit, "views": [entry]})


def received(connection: Connection, *lines: bytes) -> list[Any]:
    """The replies, and what was published.

    :raises BadMessage: if a line is not a valid message.
    """
    events = connection.receive(b"".join(lines))
    for event in events:
        if isinstance(event, BadMessage):
            raise event
    return [event.item if isinstance(event, Published) else event for event in events]


def sent(connection: Connection) -> list[Any]:
    return [json.loads(sent_line) for sent_line in connection.data_to_send().splitlines()]


def with_view(**state: Any) -> Connection:
    """A connection with an open view "v" at commit 1. Its next request has the id 2."""
    connection = Connection()
    connection.request("view/open", {"type": "t"})
    received(connection, line(id=1, result={"view": "v", "commit": 1, "state": state}))
    connection.data_to_send()
    return connection
