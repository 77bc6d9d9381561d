"""The checker of several connections can fail: it refuses a valid conversation of three front ends with one fault
because of that fault."""
import json

import pytest

from broken_promise import Broken
from clock import Clock
from folded_views import is_change, is_session_change
from many_clients import FrontEnd
from shared_promises import SharedPromises
from socket_server import Folder, Listening

A, B, C = range(3)
# The calls of each front end; then all front ends receive their effects.
CALLS = [
    (A, "session/open", {"session": "work", "shared": True}), (A, "view/open", {
        "type": "counterA", "view": "a", "session": "work"}),
    (B, "session/join", {"session": "work"}), (C, "session/join", {"session": "work", "delivery": "patch"}),
    (B, "view/open", {"type": "mirror", "view": "m", "session": "work"}), (A, "view/open", {
        "type": "mirror", "view": "own"}),
    (A, "increment", {"view": "a"}), (A, "view/set", {"view": "own", "properties": {"text": "mine"}}),
    (B, "increment", {"view": "a"}), (C, "view/set", {"view": "m", "properties": {"text": "new"}}),
    (B, "view/open", {"type": "counterC", "view": "c", "session": "work"}), (C, "view/close", {"view": "m"}),
    (B, "increment", {"view": "a"}), (C, "view/open", {"type": "player", "view": "p"}),
    (A, "session/close", {"session": "work"}),
]


class Crowd:
    def __init__(self):
        self.clock, self.names, self.count, self.trace = Clock(), 0, 0, []

    def name(self, kind):
        self.names += 1
        return f"{kind}-{self.names}"


class Recorded(FrontEnd):
    """A front end that records its conversation."""

    def __init__(self, crowd, connection):
        super().__init__(crowd, connection, sleeps=False)
        number = self.promises.number - 1
        for direction in ("sent", "received"):
            take = getattr(self.promises, direction)
            setattr(self.promises, direction, lambda line, direction=direction, take=take: (
                crowd.trace.append((number, direction, line)), take(line)))


@pytest.fixture(scope="module")
def good():
    """The messages of three front ends in both directions, as one trace."""
    folder = Folder()
    server = Listening(folder.path / "s.sock", environment=folder.environment)
    try:
        crowd = Crowd()
        fronts = [Recorded(crowd, server.connect()) for _ in range(3)]
        for number, *call in CALLS:
            fronts[number].say(tuple(call))
            fronts[number].listen()
            for front in fronts:
                # Its effects arrive before the reply.
                front.say(("session/list", {}))
                front.listen()
        assert server.stop() == 0
    finally:
        server.reap()
        folder.remove()
    return crowd.trace


def check(trace):
    clock = Clock()
    fronts = [SharedPromises(clock) for _ in range(3)]
    for number, direction, line in trace:
        getattr(fronts[number], direction)(line)
    for front in fronts:
        front.ended()
    clock.check()


def test_a_good_conversation_keeps_every_promise(good):
    check(good)


class Spoilt:
    """A trace in which one place can be changed: a message to a front end."""

    def __init__(self, trace):
        self.trace = [(number, direction, json.loads(line)) for number, direction, line in trace]

    def find(self, front, matches):
        return [index for index, (number, direction, message) in enumerate(self.trace)
                if (number, direction) == (front, "received") and matches(message)]

    def change(self, front, view, index=-1):
        return self.find(front, lambda message: is_change(message) and any(
            entry["view"] == view for entry in message["params"]["views"]))[index]

    def session_change(self, front, index):
        return self.find(front, is_session_change)[index]

    def params(self, index):
        return self.trace[index][2]["params"]

    def move(self, index, to):
        self.trace.insert(to, self.trace.pop(index))

    def check(self):
        check([(number, direction, json.dumps(message)) for number, direction, message in self.trace])


def fold_again(it):
    """Repeats a change of a view at the end, after others have closed the view."""
    params = it.params(it.change(B, "m"))
    it.trace.append((B, "received", {"jsonrpc": "2.0", "method": "state/changed", "params": {**params, "commit": 99}}))


def opening(it, front, view):
    return next(index for index in it.find(front, is_session_change)
                if any(one["view"] == view for one in it.params(index)["opened"]))


FAULTS = {
    "one connection is sent another value": (
        9, lambda it: it.params(it.change(A, "a", 0))["views"][0]["changes"].update(count=7)),
    "one connection is not sent the last change": (9, lambda it: it.trace.pop(it.change(A, "a"))),
    "a change has an earlier number on one connection": (9, lambda it: (
        it.params(it.change(B, "a", 1)).update(commit=it.params(it.change(A, "own"))["commit"]),
        it.params(it.change(B, "a", 2))["views"][0].update({"from": it.params(it.change(A, "own"))["commit"]}))),
    "a view is shown as of another time": (9, lambda it: it.params(opening(it, C, "c"))["opened"][0]["state"].update(
        isEven=False)),
    "a view is shown as of an earlier commit": (2, lambda it: it.params(opening(it, A, "c"))["opened"][0].update(
        commit=0)),
    "a view changes before it is shown": (3, lambda it: it.move(opening(it, A, "m"), it.change(A, "m") + 1)),
    "a view is shown twice": (3, lambda it: it.trace.insert(opening(it, A, "m"), it.trace[opening(it, A, "m")])),
    "a view that others have closed changes": (5, fold_again),
    "a view is closed twice": (5, lambda it: it.params(it.session_change(B, -1))["closed"].append("m")),
    "a session is closed and its views are not": (
        5, lambda it: it.params(it.session_change(B, -1))["closed"].remove("a")),
    "a session changes after it was closed": (5, lambda it: it.trace.append(it.trace[it.session_change(B, -1)])),
}


@pytest.mark.parametrize("promise, spoil", FAULTS.values(), ids=FAULTS)
def test_a_conversation_with_one_fault_is_refused_because_of_it(good, promise, spoil):
    spoilt = Spoilt(good)
    spoil(spoilt)
    with pytest.raises(Broken) as refusal:
        spoilt.check()
    assert refusal.value.promise == promise, refusal.value
