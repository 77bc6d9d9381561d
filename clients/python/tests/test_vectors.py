"""The golden vectors, folded by the client's own connection."""

from __future__ import annotations

import json
from typing import Any

import pytest

from support import REPOSITORY
from svvs.connection import Connection

CASES = {
    f"{path.stem}: {case['name']}": case
    for path in sorted((REPOSITORY / "schemas/vectors").glob("*.json"))
    for case in json.loads(path.read_text("utf-8"))["cases"]
}


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_vector(case: dict[str, Any]) -> None:
    connection = Connection()
    opening = connection.request("view/open", {"type": "t", "delivery": case["delivery"]})
    _receive(connection, {"jsonrpc": "2.0", "id": opening, "result": case["open"]})
    connection.data_to_send()
    for message in case["messages"]:
        _receive(connection, message)
    asked = [json.loads(line) for line in connection.data_to_send().splitlines()]
    view = case["open"]["view"]
    if case["then"].get("resynchronise"):
        assert [(each["method"], each["params"]) for each in asked] == [("view/get", {"view": view})]
        return
    assert asked == []
    replica = connection.views[view]
    then = case["then"]
    # As texts, because 1, 1.0 and True are equal to each other in Python.
    assert json.dumps(replica.state, sort_keys=True) == json.dumps(then["state"], sort_keys=True)
    assert (replica.commit, replica.stale) == (then["commit"], frozenset(then.get("stale", ())))


def test_each_delivery_and_the_gaps_have_vectors() -> None:
    assert {name.split(":")[0] for name in CASES} >= {"fence", "patch", "properties", "signal"}


def _receive(connection: Connection, message: Any) -> None:
    for _ in connection.receive(json.dumps(message).encode() + b"\n"):
        pass
