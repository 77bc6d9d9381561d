"""The test vectors, applied by the client's connection."""

from __future__ import annotations

import json
from typing import Any

import pytest

from support import REPOSITORY
from svvs import BadMessage
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
    then = case["then"]
    if "fault" in then:
        with pytest.raises(BadMessage):
            for message in case["messages"]:
                _receive(connection, message)
        return
    for message in case["messages"]:
        _receive(connection, message)
    assert connection.data_to_send() == b""
    replica = connection.views[case["open"]["view"]]
    # As texts, because 1, 1.0 and True are equal to each other in Python.
    assert json.dumps(replica.state, sort_keys=True) == json.dumps(then["state"], sort_keys=True)
    assert (replica.commit, replica.stale) == (then["commit"], frozenset(then.get("stale", ())))


def _receive(connection: Connection, message: Any) -> None:
    for _ in connection.receive(json.dumps(message).encode() + b"\n"):
        pass
