"""The requests and replies of a client that checks every message: `Folding` compares each with the promises."""
from __future__ import annotations

import copy
import json

# The tests import it from this module.
from folded_views import Folding, is_change
from json_values import same


class Refused(Exception):
    """A request was answered with an error."""

    def __init__(self, error):
        super().__init__(f"{error['data']['kind']}: {error['message']} {error['data']}")
        self.error = error


class Conversation(Folding):
    # The prefix of its ids.
    prefix = "call"

    def __init__(self):
        super().__init__()
        self._next_id = 0

    # Asking

    def request(self, method, params=None, **more):
        """Sends one request and returns its id."""
        message = self.message(method, params, **more)
        self.send(message)
        return message["id"]

    def message(self, method, params=None, **more):
        """A request with an id of its own, not sent yet."""
        self._next_id += 1
        message = {"jsonrpc": "2.0", "id": f"{self.prefix}-{self._next_id}", "method": method, **more}
        return message if params is None else {**message, "params": params}

    def notify(self, method, params=None):
        self.send({"jsonrpc": "2.0", "method": method, **({} if params is None else {"params": params})})

    def send(self, *messages):
        """Sends requests, notifications or batches in one write."""
        for message in messages:
            self.expect_reply(message)
        self.transmit(*messages)

    def expect_reply(self, message):
        """Registers a request that the test writes by hand, so that a reply is expected."""
        for one in message if isinstance(message, list) else [message]:
            if isinstance(one, dict) and "id" in one and "method" in one:
                key = json.dumps(one["id"])
                self.unanswered.setdefault(key, []).append(one)
                self._replies.pop(key, None)
                if isinstance(message, list):
                    self.batched.add(key)

    def call(self, method, params=None):
        """Sends a request and returns its result."""
        return self.result(self.request(method, params))

    def refused(self, method, params=None):
        """Sends a request and returns the error that answers it."""
        return self.error(self.request(method, params))

    def open(self, kind, view=None, **more):
        """Opens a view and returns its id."""
        return self.call("view/open", {"type": kind, **({} if view is None else {"view": view}), **more})["view"]

    def share(self, session, keep=60, **more):
        """Opens a shared session and returns the token."""
        return self.call("session/open", {"session": session, "shared": True, "keep": keep, **more})["token"]

    def join(self, session, token=None, former=None, **more):
        """Joins a session, and asks for the calls of a former connection that were not answered."""
        asked = [one for waiting in former.unanswered.values() for one in waiting] if former else []
        if former:
            more["unanswered"] = [one["id"] for one in asked]
        joined = self.call("session/join", {"session": session, **({"token": token} if token else {}), **more})
        for one in asked:
            if one["id"] in joined["running"]:
                self.expect_reply(one)
        return joined

    # Listening

    def reply(self, identifier):
        """Reads until the reply to the id has arrived."""
        while json.dumps(identifier) not in self._replies:
            self.read()
        return self._replies[json.dumps(identifier)]

    def result(self, identifier):
        reply = self.reply(identifier)
        if "error" in reply:
            raise Refused(reply["error"])
        return reply["result"]

    def error(self, identifier):
        reply = self.reply(identifier)
        assert "error" in reply, f"an error was expected: {reply}"
        return reply["error"]

    def answered(self, identifier):
        """Whether the reply was read already; reads nothing."""
        return json.dumps(identifier) in self._replies

    def refusal(self):
        """Reads until a message without a readable id has been refused."""
        while not self.refusals:
            self.read()
        return self.refusals.pop(0)

    def until(self, view, **expected):
        """Reads until the view's state holds these values, and returns the state."""
        while not self.holds(view, **expected):
            self.read()
        return self.state(view)

    def holds(self, view, **expected):
        state = self.views[view].state
        return all(name in state and same(state[name], value) for name, value in expected.items())

    def state(self, view):
        """The snapshot with all changes read so far."""
        return copy.deepcopy(self.views[view].state)

    def get(self, view):
        return self.call("view/get", {"view": view})["state"]

    def changes(self, view, since=0):
        """The changes of one view among the messages read from `since` on, in order."""
        return [entry["changes"] for message in self.messages[since:] if is_change(message)
                for entry in message["params"]["views"] if entry["view"] == view]

    def mark(self):
        return len(self.messages)
