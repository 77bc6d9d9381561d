"""The exchanges of the schemas, read by the client's connection piece by piece."""

from __future__ import annotations

import json
from typing import Any

import pytest

from support import REPOSITORY
from svvs.connection import Connection, Refusal, Reply
from svvs.errors import ResponseError
from svvs.messages import Notification, Request
from svvs.connection import Connection

CASES = {
    f"{path.stem}: {case['name']}": case
    for path in sorted((REPOSITORY / "schemas/exchanges").glob("*.json"))
    for case in json.loads(path.read_text("utf-8"))["cases"]
}


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_exchange(case: dict[str, Any]) -> None:
    connection = Connection()
    waiting: list[int] = []
    answered: list[int] = []
    refused: dict[str, str] = {}
    for step in case["steps"]:
        if "send" in step:
            waiting += _send(connection, step["send"])
        for event in connection.receive(_piece(step.get("read", []))):
            if isinstance(event, Reply):
                answered.append(event.id)
            elif isinstance(event, Refusal):
                assert isinstance(event.error, ResponseError)
                refused[str(event.id)] = event.error.kind
    views = {
        name: {"commit": held.commit, "state": held.state, "stale": sorted(held.stale)}
        for name, held in connection.views.items()
    }
    then = case["then"]
    # As texts, because 1, 1.0 and True are equal to each other in Python.
    assert json.dumps(views, sort_keys=True) == json.dumps(then["views"], sort_keys=True)
    assert (answered, refused) == (then["answered"], then["refused"])
    assert [id for id in waiting if id not in answered and str(id) not in refused] == then["waiting"]


def _send(connection: Connection, message: Any) -> list[int]:
    """Sends messages. Returns the ids of the requests, which the client numbers as the exchanges do."""
    if isinstance(message, list):
        calls = [(Request if "id" in each else Notification)(each["method"], each["params"]) for each in message]
        return [id for id in connection.batch(calls) if id]
    if "id" in message:
        return [connection.request(message["method"], message["params"])]
    connection.notify(message["method"], message["params"])
    return []


def _piece(read: list[Any]) -> bytes:
    return b"".join(part.encode() if isinstance(part, str) else bytes(part) for part in read)
