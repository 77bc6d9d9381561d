"""Nothing that is sent ends the process, and whatever is sent, the promises hold."""
import json

import pytest
from hypothesis import given, strategies

from server import Server

METHODS = ["view/open", "view/set", "view/get", "view/close", "session/open", "session/close", "$/cancelRequest",
           "initialized", "increment", "login", "logout", "didAppear", "openNotes", "load", "reload", "toggleLogin",
           "togglePlaying", "rpc.discover", "no/such"]
NAMES = strategies.sampled_from(["v", "w", "view1", "s", "session1", ""])
KINDS = strategies.sampled_from(["counterA", "counterB", "mirror", "player", "login", "home", "user", "propertyA"])
INTEGERS = strategies.sampled_from([0, 1, -1, 2**31, 2**63 - 1, -2**63]) | strategies.integers(-2**63, 2**63 - 1)
LEAVES = strategies.none() | strategies.booleans() | INTEGERS | strategies.floats(
    allow_nan=False, allow_infinity=False) | strategies.text(max_size=20)
JSON = strategies.recursive(
    LEAVES, lambda inner: strategies.lists(inner, max_size=3) | strategies.dictionaries(
        strategies.text(max_size=5), inner, max_size=3), max_leaves=10)


def mostly(likely):
    return strategies.one_of(likely, likely, likely, JSON)


PARAMETERS = strategies.fixed_dictionaries({}, optional={
    "view": mostly(NAMES), "type": mostly(KINDS), "session": mostly(NAMES),
    "delivery": mostly(strategies.sampled_from(["properties", "patch", "signal"])),
    "params": mostly(strategies.fixed_dictionaries({}, optional={"id": mostly(strategies.sampled_from("ABX"))})),
    "properties": mostly(strategies.dictionaries(
        strategies.sampled_from(["text", "a", "userId", "password", "isPlaying", "count", "label"]), JSON, max_size=3)),
    "by": mostly(INTEGERS), "ifCommit": mostly(INTEGERS), "userId": mostly(NAMES), "password": mostly(NAMES),
    "id": mostly(NAMES), "surplus": JSON,
})
CALL = strategies.tuples(strategies.sampled_from(METHODS), mostly(PARAMETERS), strategies.booleans())


@pytest.fixture(scope="module")
def battered():
    server = Server()
    server.open("counterA", view="witness")
    yield server
    assert "Fatal" not in server.errors
    server.reap()


def survived(server):
    server.get("witness")
    assert {error["code"] for error in server.refusals} <= {-32600, -32700}
    server.refusals.clear()


@given(strategies.binary(max_size=200).filter(lambda data: b"\n" not in data))
def test_no_line_of_bytes_ends_the_process(battered, line):
    battered.write(line + b"\n")
    survived(battered)


@given(JSON)
def test_no_json_value_ends_the_process(battered, value):
    battered.transmit(json.dumps(value))
    survived(battered)


@given(strategies.lists(CALL, max_size=12))
def test_no_call_ends_the_process_and_each_is_answered_once(battered, calls):
    requests = []
    for method, params, awaited in calls:
        message = battered.message(method, params)
        if method in ("view/close", "view/set", "session/close") and awaited is False or params is None:
            awaited = True
        if awaited:
            requests.append(message["id"])
        else:
            del message["id"]
        battered.send(message)
    for identifier in requests:
        battered.reply(identifier)
    survived(battered)
    for view in list(battered.views):
        battered.get(view)
        if view != "witness":
            battered.call("view/close", {"view": view})
    assert not battered.unanswered
