"""Several front ends of one process at once, with random calls: alone, and in sessions that they share."""
from __future__ import annotations

import json

from broken_promise import require
from clock import Clock
from readiness import readable
from shared_promises import SharedPromises

# Calls to a view of a type that involve no other view: methods with their parameters.
# The texts are long enough to fill the output to a connection that sleeps.
DEEDS = {
    "counterA": [("increment", {"by": [1, 2, -1]})], "counterB": [("increment", {"by": [1]})],
    "counterC": [("increment", {"by": [1, 2]})], "propertyA": [("view/set", {"properties": [{"a": 1}, {"a": 2}]})],
    "mirror": [("view/set", {"properties": [{"text": letter * 5000} for letter in "abc"]})], "topPage": [],
    "myPage": [("toggleLogin", {}), ("view/set", {"properties": [{"isLogin": True}]})],
    "player": [("togglePlaying", {})],
    "effects": [("handle", {"action": ["instant", "buttonTap"], "seconds": [0, 0.001, 0.003]})],
}
DELIVERIES = ["properties", "patch", "signal"]


class FrontEnd:
    """One connection, and the promises to it."""

    def __init__(self, crowd, connection, sleeps):
        self.crowd, self.connection, self.sleeps = crowd, connection, sleeps
        self.promises = SharedPromises(crowd.clock, sleeps=sleeps)
        self.promises.answered = self.answered

    @property
    def pending(self):
        return self.promises.exchanges.pending

    def say(self, *calls):
        """Sends calls, each a method and its parameters, in one write."""
        lines = [json.dumps({"jsonrpc": "2.0", "id": self.crowd.name("call"), "method": method, "params": params})
                 for method, params in calls]
        for line in lines:
            self.promises.sent(line)
        self.connection.transmit(*lines)

    def receive(self):
        """Reads the messages that have arrived, without waiting for more."""
        while self.connection.output or readable(self.connection.source, seconds=0):
            self.promises.received(self.connection.read_frame().decode())

    def listen(self):
        """Waits until every call was answered."""
        while self.pending:
            self.promises.received(self.connection.read_frame().decode())

    def finish(self):
        """Compares every view with a fresh snapshot, and ends the connection."""
        self.say(*[("view/get", {"view": name}) for name in self.promises.views])
        self.listen()
        self.connection.end_input()
        while (frame := self.connection.read_frame()) is not None:
            self.promises.received(frame.decode())
        self.connection.close()
        self.promises.ended()

    def answered(self, one, reply):
        if one.method == "increment" and "result" in reply:
            self.crowd.count += one.inside.get("by", 1)


class Crowd:
    """The front ends of a server; `choose` draws their calls.

    `lists_sessions` is false if others have thousands of sessions: a list of them is so large that a reader could not
    keep up.
    """

    def __init__(self, server, choose, lists_sessions=True):
        self.server, self.choose, self.clock, self.lists_sessions = server, choose, Clock(), lists_sessions
        self.fronts, self.sessions = [], []
        self.count = self.names = 0
        for number in range(4):
            self.arrive(sleeps=number == 3)

    def name(self, kind):
        self.names += 1
        return f"{kind}-{self.names}"

    def arrive(self, sleeps):
        connection = self.server.connect(self.choose.choice(["ndjson", "content-length"]))
        front = FrontEnd(self, connection, sleeps)
        self.fronts.append(front)
        if self.choose.random() < 0.5:
            front.say(("initialize", {"capabilities": {"cause": True}}))

    def step(self):
        """Makes a front end send calls; those that are awake receive the changes."""
        front = self.choose.choice(self.fronts)
        if self.choose.random() < 0.02:
            self.fronts.remove(front)
            front.finish()
            return self.arrive(front.sleeps)
        front.say(*[self.draw(front) for _ in range(self.choose.randint(1, 4))])
        if not front.sleeps and self.choose.random() < 0.5 or self.choose.random() < 0.04:
            front.listen()
        for one in self.fronts:
            if not one.sleeps:
                one.receive()

    def finish(self):
        """Checks that all front ends agree, and that every number that was added was added once."""
        for front in self.fronts:
            front.listen()
        for front in list(self.fronts):
            front.finish()
        self.clock.check()
        last = self.server.connect()
        state = last.call("view/open", {"type": "counterA"})["state"]
        require(state == {"count": self.count}, 10, f"{self.count} was added, and the counter is {state}")

    def draw(self, front):
        kind = self.choose.random()
        if kind < 0.02:
            self.sessions.append(self.name("session"))
            return "session/open", {"session": self.sessions[-1], "shared": True, "keep": self.choose.choice([0, 60])}
        if kind < 0.1 and self.sessions:
            return "session/join", {"session": self.choose.choice(self.sessions[-3:]),
                                    "delivery": self.choose.choice(DELIVERIES)}
        if kind < 0.105 and front.promises.shared:
            return "session/close", {"session": self.choose.choice(sorted(front.promises.shared))}
        if kind < 0.13 and self.lists_sessions:
            return "session/list", {}
        if kind < 0.25 or not front.promises.views:
            return "view/open", {"type": self.choose.choice(sorted(DEEDS)), "view": self.name("view"),
                                 "delivery": self.choose.choice(DELIVERIES),
                                 "session": self.choose.choice([*sorted(front.promises.shared), "default"][:3])}
        view = self.choose.choice(sorted(front.promises.views))
        if kind < 0.3:
            return "view/close", {"view": view}
        deeds = DEEDS[front.promises.views[view].kind]
        if kind < 0.35 or not deeds:
            return "view/get", {"view": view}
        method, choices = self.choose.choice(deeds)
        return method, {"view": view, **{name: self.choose.choice(values) for name, values in choices.items()}}
