"""The checker of the promises can fail: it refuses a valid conversation with one fault because of that fault."""
import json

import pytest

from conversation import is_change
from promises import Broken, Promises, check
from server import Server

SECRET = "never to be seen again"


def call(identifier, method, **params):
    return {"jsonrpc": "2.0", "id": identifier, "method": method, "params": params}


# The messages of a group are sent in one write, and their replies are awaited.
SAID = [
    [call("hello", "initialize", capabilities={"cause": True})],
    [call("a", "view/open", type="counterA", view="a"),
     call("b", "view/open", type="counterA", view="b", delivery="patch"),
     call("c", "view/open", type="counterC", view="c")],
    [call("l", "view/open", type="login", view="l"), call("m", "view/open", type="mirror", view="m")],
    [call("one", "increment", view="a")], [call("two", "increment", view="b", by=2)],
    [call("set", "view/set", view="m", properties={"text": "new"})],
    [call("password", "view/set", view="l", properties={"password": SECRET})],
    [call("login", "login", view="l", userId="nobody")],
    [call("first", "view/get", view="a"), call("second", "view/get", view="b")],
    [[call("in a batch", "increment", view="a"), call(None, "increment", view="a"), call(0, "view/get", view="a")]],
    [call("wrong", "increment", view="nowhere")],
    [call("close", "view/close", view="b")],
    [call("three", "increment", view="a")],
    [call("get a", "view/get", view="a"), call("get c", "view/get", view="c"), call("get l", "view/get", view="l")],
]


@pytest.fixture(scope="module")
def good():
    """The messages in both directions, as a trace."""
    server, promises, trace = Server(), Promises(), []
    try:
        for messages in SAID:
            lines = [json.dumps(message) for message in messages]
            for line in lines:
                trace.append(("sent", line))
                promises.sent(line)
            server.transmit(*lines)
            while promises.exchanges.pending:
                line = server.read_frame().decode()
                trace.append(("received", line))
                promises.received(line)
        assert server.finish() == 0
    finally:
        server.reap()
    return trace


def test_a_good_conversation_keeps_every_promise(good):
    check(good, secrets=[SECRET])


class Spoilt:
    """A trace in which one place can be changed; places are named by the id of a reply."""

    def __init__(self, trace):
        self.trace = [(direction, json.loads(line)) for direction, line in trace]

    def answer(self, identifier):
        return next(number for number, (direction, message) in enumerate(self.trace)
                    if direction == "received" and isinstance(message, dict) and message.get("id") == identifier)

    def change(self, identifier, earlier=0):
        """The index of the last change before a reply, or of an earlier one."""
        changes = [number for number, (_, message) in enumerate(self.trace) if is_change(message)]
        return [number for number in changes if number < self.answer(identifier)][-1 - earlier]

    def array(self):
        return next(number for number, (direction, message) in enumerate(self.trace)
                    if direction == "received" and isinstance(message, list))

    def swap(self, one, other):
        self.trace[one], self.trace[other] = self.trace[other], self.trace[one]

    def again(self, number, later=1):
        self.trace.insert(number + later, self.trace[number])

    def entries(self, identifier):
        return self.trace[self.change(identifier)][1]["params"]["views"]

    def add_change(self, after, **entry):
        """Adds a change of one view that the server has not sent."""
        self.trace.insert(self.answer(after) + 1, ("received", {"jsonrpc": "2.0", "method": "state/changed", "params": {
            "commit": 99, "views": [{"from": 98, **entry}]}}))

    def lines(self):
        return [(direction, json.dumps(message)) for direction, message in self.trace]


FAULTS = {
    "a property is set after its answer": (1, lambda it: it.swap(it.change("set"), it.answer("set"))),
    "a call changes something when it is answered": (1, lambda it: it.trace[it.change("three")][1]["params"].update(
        cause=[{"id": "one", "method": "increment", "view": "a"}])),
    "a change comes after the reply to its call": (2, lambda it: it.swap(it.change("three"), it.answer("three"))),
    "the commit of a reply precedes an earlier change": (
        2, lambda it: it.trace[it.answer("two")][1]["result"].update(commit=0)),
    "a change is lost": (3, lambda it: it.trace.pop(it.change("one"))),
    "the last change of a view is lost": (3, lambda it: it.trace.pop(it.change("login"))),
    "a change comes twice": (3, lambda it: it.again(it.change("one"))),
    "two changes come in the other order": (3, lambda it: it.swap(it.change("login"), it.change("login", 1))),
    "a change has another value": (3, lambda it: it.entries("login")[0]["changes"].update(errorMessage="old")),
    "a value comes again": (3, lambda it: it.entries("set")[0]["changes"].update(text="")),
    "a change has no content": (3, lambda it: it.entries("set")[0].update(changes={})),
    "a change has another delivery than the requested one": (3, lambda it: it.entries("set")[0].update(
        patch=[{"op": "replace", "path": f"/{name}", "value": value} for name, value in it.entries("set")[0].pop(
            "changes").items()])),
    "a view changes before it is open": (3, lambda it: it.add_change("l", view="z", changes={"count": 7})),
    "an answer is lost": (4, lambda it: it.trace.pop(it.answer("one"))),
    "an answer comes twice": (4, lambda it: it.again(it.answer("one"))),
    "an answer has an id of another kind": (4, lambda it: it.trace[it.answer("one")][1].update(id=1)),
    "a batch is answered in parts": (4, lambda it: it.trace.insert(
        it.array(), ("received", [it.trace[it.array()][1].pop()]))),
    "an answer is missing in a batch": (4, lambda it: it.trace[it.array()][1].pop()),
    "a closed view changes": (5, lambda it: it.add_change("close", view="b", patch=[
        {"op": "replace", "path": "/count", "value": 7}])),
    "a view is closed that was never shown": (5, lambda it: it.trace.insert(it.answer("close"), (
        "received", {"jsonrpc": "2.0", "method": "session/changed", "params": {
            "session": "default", "opened": [], "closed": ["z"], "connections": 1}}))),
    "a closed view is named as a cause": (5, lambda it: it.trace[it.change("three")][1]["params"]["cause"][0].update(
        view="b")),
    "answers come in the other order": (6, lambda it: it.swap(it.answer("first"), it.answer("second"))),
    "one of two views of a fact does not change": (7, lambda it: it.entries("two").pop(0)),
    "a derived value stays behind": (7, lambda it: it.entries("set")[0]["changes"].pop("label")),
    "a secret comes back": (8, lambda it: it.trace[it.answer("wrong")][1]["error"].update(message=SECRET)),
    "a secret is a part of the state": (8, lambda it: it.trace[it.answer("l")][1]["result"]["state"].update(
        password="x")),
    "an error is of another kind": (0, lambda it: it.trace[it.answer("wrong")][1]["error"]["data"].update(
        kind="Other")),
    "a message is not valid": (0, lambda it: it.trace[it.change("one")][1]["params"].pop("commit")),
}


@pytest.mark.parametrize("promise, spoil", FAULTS.values(), ids=FAULTS)
def test_a_conversation_with_one_fault_is_refused_because_of_it(good, promise, spoil):
    spoilt = Spoilt(good)
    spoil(spoilt)
    with pytest.raises(Broken) as refusal:
        check(spoilt.lines(), secrets=[SECRET])
    assert refusal.value.promise == promise, refusal.value


def test_a_secret_in_the_log_is_refused(good):
    with pytest.raises(Broken, match="promise 8"):
        check(good, errors=f"login failed: {SECRET}", secrets=[SECRET])


def test_a_snapshot_in_a_late_answer_of_a_view_that_was_closed_meanwhile_is_refused():
    opened = {"jsonrpc": "2.0", "id": 1, "result": {"view": "v", "commit": 0, "state": {"count": 0}}}
    closed = {"jsonrpc": "2.0", "id": 2, "result": {"commit": 0}}
    trace = [("sent", [call(1, "view/open", type="counterA", view="v")]), ("sent", call(2, "view/close", view="v")),
             ("received", closed), ("received", [opened])]
    with pytest.raises(Broken, match="promise 5"):
        check([(direction, json.dumps(message)) for direction, message in trace])
