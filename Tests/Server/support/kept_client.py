"""A front end that loses its connection and comes back: the replies to its calls must agree with their effects."""
from __future__ import annotations

import collections

from streams import Ended

CUT = (Ended, BrokenPipeError, ConnectionResetError)
SESSION = "work"
# The views that stay open: one with synchronous actions, one with asynchronous actions, one with a settable property.
COUNTER, EFFECTS, MIRROR = "c", "e", "m"
# Seconds. Closing the view ends a call that takes this time.
LONG = 3600


class KeptClient:
    """`connect` makes a connection, which is cut some time later. `choose` draws the messages."""

    def __init__(self, connect, choose):
        self.connect, self.choose = connect, choose
        self.token = self.process = self.connection = None
        self.last_id, self.joins, self.compared = 0, 0, 0
        # The calls without a reply by their ids, in the order in which they were sent.
        self.unanswered = {}
        # The number of calls by action that are known to have run; and the text that was set last, with its call's id.
        self.done = collections.Counter()
        self.text = (0, "")
        self.extra = set()

    def begin(self, connection):
        """Opens the session on a connection that is not cut."""
        self.token = connection.share(SESSION)
        for view, kind in ((COUNTER, "counterA"), (EFFECTS, "effects"), (MIRROR, "mirror")):
            connection.open(kind, view=view, session=SESSION)

    def live(self):
        """Connects, comes back to the session, and makes calls until the connection is cut, or until it leaves."""
        self.connection = self.connect()
        try:
            self.come_back()
            while self.choose.random() < 0.98:
                self.burst()
            self.leave()
        except CUT:
            # The received messages may be read or lost: lost replies can be asked for again.
            if self.choose.random() < 0.5:
                self.read_all()
        finally:
            self.connection.close()

    def leave(self):
        """Ends the connection in order, or as if it was cut: with `exit`, calls go on without it."""
        if self.choose.random() < 0.5:
            self.send([self.message("shutdown", {})])
            while self.unanswered:
                self.read()
        self.connection.notify("exit")
        self.read_all()

    def finish(self):
        """Comes back for the last time, and waits until every call was answered."""
        self.connection = self.connect()
        self.come_back()
        # This also ends the calls that would go on.
        self.send([self.message("view/close", {"view": view}) for view in sorted(self.extra)])
        while self.unanswered:
            self.read()
        self.send([self.message("view/get", {"view": view}) for view in self.connection.views])
        while self.unanswered:
            self.read()
        self.check()

    # Coming back

    def come_back(self):
        process = self.connection.call("initialize", {})["process"]
        assert self.process in (None, process), "the server was started anew"
        self.process = process
        joined = self.connection.call("session/join", {
            "session": SESSION, "token": self.token, "unanswered": list(self.unanswered)})
        self.token = joined["token"]
        settled = [one["id"] for one in joined["answers"]]
        assert sorted(settled + joined["running"] + joined["unknown"]) == sorted(self.unanswered)
        for answer in joined["answers"]:
            self.take(answer)
        again = [self.unanswered.pop(identifier) for identifier in joined["unknown"]]
        for identifier in joined["running"]:
            self.connection.expect_reply(self.unanswered[identifier])
        self.joins += 1
        self.check({one["view"]: one["state"] for one in joined["views"]})
        self.send([self.message("view/get", {"view": view}) for view in self.connection.views])
        # Calls that never arrived may be made again.
        self.send([self.message(one["method"], one["params"]) for one in again if self.choose.random() < 0.5
                   and one["method"] not in ("view/open", "view/close", "shutdown")])

    def check(self, states=None):
        """Compares the state of the views with the calls that have run or are in progress."""
        states = states or {name: view.state for name, view in self.connection.views.items()}
        running = [one for one in self.unanswered.values() if one["params"].get("action") == "buttonTap"]
        effects = states[EFFECTS]
        assert states[COUNTER] == {"count": self.done["increment"]}
        assert effects["instants"] == self.done["instant"]
        taps = self.done["buttonTap"] + sum(one["params"]["view"] == EFFECTS for one in running)
        # A tap that a shutdown has cancelled may have been completed just before.
        assert 0 <= effects["tapsCompleted"] + effects["tapsUnderWay"] - taps <= self.done["cancelled"]
        assert states[MIRROR]["text"] == self.text[1]
        closing = {one["params"]["view"] for one in self.unanswered.values() if one["method"] == "view/close"}
        assert states.keys() - {COUNTER, EFFECTS, MIRROR} == self.extra - closing

    # Calls

    def message(self, method, params):
        self.last_id += 1
        return {"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}

    def burst(self):
        """Sends calls in one write, and reads some of the replies."""
        messages = [self.draw() for _ in range(self.choose.randint(1, 8))]
        # A batch is answered after all of its calls have ended.
        is_batch = self.choose.random() < 0.2 and not any(map(is_long, messages))
        self.send([messages] if is_batch else messages)
        left = self.choose.random() * len(self.unanswered)
        while sum(not is_long(one) for one in self.unanswered.values()) > left:
            self.read()

    def draw(self):
        kind = self.choose.randint(0, 9)
        if kind < 4:
            return self.message("increment", {"view": COUNTER})
        if kind < 6:
            action = self.choose.choice(["instant", "buttonTap"])
            return self.message("handle", {"view": EFFECTS, "action": action, "seconds": self.choose.random() / 100})
        if kind == 6:
            return self.message("view/set", {"view": MIRROR, "properties": {"text": f"text {self.last_id}"}})
        if kind == 7 and len(self.extra) < 5:
            return self.message("view/open", {"type": "effects", "view": f"x{self.last_id}", "session": SESSION})
        if kind == 8 and self.extra:
            tap = self.choose.random() < 0.5
            view = self.choose.choice(sorted(self.extra))
            return self.message("handle", {"view": view, "action": "buttonTap", "seconds": LONG}) if tap else (
                self.message("view/close", {"view": view}))
        return self.message("view/get", {"view": COUNTER})

    def send(self, messages):
        if not messages:
            return
        for one in messages:
            for request in one if isinstance(one, list) else [one]:
                self.unanswered[request["id"]] = request
        self.connection.send(*messages)

    def read(self):
        message = self.connection.read()
        for one in message if isinstance(message, list) else [message]:
            if one.get("id") in self.unanswered:
                self.compared += self.unanswered[one["id"]]["method"] == "view/get"
                self.take(one)

    def read_all(self):
        try:
            while True:
                self.read()
        except CUT:
            pass

    def take(self, reply):
        """Applies the outcome of a call, once."""
        call = self.unanswered.pop(reply["id"])
        method, params = call["method"], call["params"]
        if "error" in reply and reply["error"]["data"].get("reason") == "shutdown":
            assert params.get("action") == "buttonTap", f"{call} was cancelled"
            self.done["cancelled"] += params["view"] == EFFECTS
            return
        if "error" in reply:
            assert params["view"] not in (COUNTER, EFFECTS, MIRROR), f"{call} was refused: {reply}"
            if method == "view/open":
                # It was closed since, by a `view/close` that has its own outcome.
                assert reply["error"]["data"]["reason"] == "viewClosed"
        if method == "increment":
            self.done["increment"] += 1
        elif method == "handle" and params["view"] == EFFECTS:
            self.done[params["action"]] += 1
        elif method == "view/set":
            self.text = max(self.text, (call["id"], params["properties"]["text"]))
        elif method == "view/open":
            self.extra.add(params["view"])
        elif method == "view/close":
            self.extra.discard(params["view"])


def is_long(message):
    return message["params"].get("seconds") == LONG
