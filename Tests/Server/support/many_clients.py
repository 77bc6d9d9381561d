"""Several front ends of one process at once, with random calls: alone, and in sessions that they share."""
from __future__ import annotations

import json
import signal

from broken_promise import require
from clock import Clock
from readiness import readable
from shared_promises import SharedPromises

# Calls to a view of a type that involve no other view: methods with their parameters.
# The texts are long enough to fill the output to a connection that sleeps.
TEXT = "a" * 5000
DEEDS = {
    "counterA": [("increment", {"by": [1, 2, -1]})], "counterB": [("increment", {"by": [1]})],
    "counterC": [("increment", {"by": [1, 2]})], "propertyA": [("view/set", {"properties": [{"a": 1}, {"a": 2}]})],
    "mirror": [("view/set", {"properties": [{"text": TEXT + end} for end in ("", "é", TEXT)] + [{"text": "b"}]})],
    "topPage": [],
    "myPage": [("toggleLogin", {}), ("view/set", {"properties": [{"isLogin": True}]})],
    "player": [("togglePlaying", {})],
    "effects": [("handle", {"action": ["instant", "buttonTap"], "seconds": [0, 0.001, 0.003]})],
    "chat": [("logIn", {"id": ["12345", "hanako"], "password": ["password"]}), ("logOut", {})],
    # These views close when the account of their session logs out.
    "rooms": [],
}
# Calls that an `exit` may leave without a reply.
LASTING = {"handle", "logIn", "logOut", "view/close", "session/close"}
EXIT = {"jsonrpc": "2.0", "method": "exit"}
DELIVERIES = ["properties", "patch"]


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
        self.end()

    def shut_down(self):
        """Ends the connection in the way that answers every call."""
        self.say(("shutdown", {}), ("view/open", {"type": "counterA"}))
        self.listen()
        self.connection.transmit(EXIT)
        self.end()

    def exit(self):
        """Ends the connection at once; calls whose work lasts receive no reply."""
        self.connection.transmit(EXIT)
        self.end(unanswered=LASTING)

    def cut(self):
        """Ends the connection without a message, once it is known which numbers were added."""
        self.listen()
        self.say(*[call for call in (self.crowd.draw(self) for _ in range(3)) if call[0] != "increment"])
        self.pending.clear()
        self.connection.close()
        self.promises.ended()

    def end(self, unanswered=()):
        """Reads what is left, and closes the connection."""
        while (frame := self.connection.read_frame()) is not None:
            self.promises.received(frame.decode())
        self.connection.close()
        self.pending[:] = [one for one in self.pending if one.method not in unanswered]
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
            front.say(("initialize", {"capabilities": {"cause": True, "append": self.choose.random() < 0.5}}))

    def step(self):
        """Makes a front end send calls; those that are awake receive the changes."""
        front = self.choose.choice(self.fronts)
        if self.choose.random() < 0.03:
            self.fronts.remove(front)
            self.choose.choice([front.finish, front.shut_down, front.exit, front.cut])()
            return self.arrive(front.sleeps)
        front.say(*[self.draw(front) for _ in range(self.choose.randint(1, 4))])
        if not front.sleeps and self.choose.random() < 0.5 or self.choose.random() < 0.04:
            front.listen()
        for one in self.fronts:
            if not one.sleeps:
                one.receive()

    def finish(self, ends_server=False):
        """Checks that all front ends agree, and that every number that was added was added once. Then ends the front ends
        in order, or the server amid further calls, of which it answers every one."""
        for front in self.fronts:
            front.listen()
        last = self.server.connect()
        state = last.call("view/open", {"type": "counterA"})["state"]
        require(state == {"count": self.count}, 10, f"{self.count} was added, and the counter is {state}")
        last.finish()
        last.close()
        if not ends_server:
            for front in self.fronts:
                front.finish()
        else:
            for front in self.fronts:
                front.say(*[self.draw(front) for _ in range(4)])
                front.connection.drained()
            self.server.send_signal(signal.SIGTERM)
            for front in self.fronts:
                front.end()
            assert self.server.wait() == 0, self.server.errors
        self.clock.check()

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
