"""What a careful client makes of everything it receives.

Each message is held against the promises of the protocol as it comes in, whatever the test at hand is about: exactly
one reply to each request, snapshot plus changes is the state, a reply comes after the changes it is fenced on, only
what differs is sent, a closed view is never mentioned again, and each error carries its kind.
"""
from __future__ import annotations

import copy
import json

import schemas
from values import parse, patched, same

KINDS = {
    -32700: "ParseError", -32600: "InvalidRequest", -32601: "MethodNotFound", -32602: "InvalidParams",
    -32603: "InternalError", -32800: "RequestCancelled", -32801: "ContentModified", -32001: "Overloaded",
}


class Refused(Exception):
    """A request was answered with an error."""

    def __init__(self, error):
        super().__init__(f"{error['data']['kind']}: {error['message']} {error['data']}")
        self.error = error


class View:
    def __init__(self, result, request):
        self.commit = result["commit"]
        self.state = result["state"]
        self.stale = set()
        self.kind = request["params"]["type"]
        self.session = request["params"].get("session")
        self.delivery = request["params"].get("delivery", "properties")


class Conversation:
    def __init__(self):
        self.messages = []
        self.unanswered = {}
        self.views = {}
        self.closed = set()
        self.refusals = []
        self.batched = set()
        self.early = []
        self.last_change = -1
        self.fence = -1
        self._replies = {}
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
        message = {"jsonrpc": "2.0", "id": f"call-{self._next_id}", "method": method, **more}
        return message if params is None else {**message, "params": params}

    def notify(self, method, params=None):
        self.send({"jsonrpc": "2.0", "method": method, **({} if params is None else {"params": params})})

    def send(self, *messages):
        """Sends requests, notifications or batches in one write."""
        for message in messages:
            self.note(message)
        self.transmit(*messages)

    def note(self, message):
        """Remembers that an answer is due, for a request that is then written by hand."""
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

    # Listening

    def reply(self, identifier):
        """Reads until the answer to that id has come."""
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
        """Whether the answer has been read already; reads nothing."""
        return json.dumps(identifier) in self._replies

    def refusal(self):
        """Reads until a message that could not be told apart as a request has been refused."""
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

    # Holding what comes against the promises

    def receive(self, frame):
        message = parse(frame.decode("utf-8"))
        self.messages.append(message)
        schemas.check("ServerMessage", message)
        if is_change(message):
            self._take_change(message["params"])
        else:
            for response in message if isinstance(message, list) else [message]:
                self._take_response(response)
            if not self.batched & self.unanswered.keys():
                self._catch_up()
        return message

    def _catch_up(self):
        """Folds what a batch changed in views whose snapshots came behind it, in the batch's own array."""
        early, self.early = self.early, []
        for commit, entry in early:
            self._fold(commit, entry)

    def _take_change(self, params):
        commit = params["commit"]
        assert commit > self.last_change, f"commit {commit} comes after {self.last_change}"
        assert commit > self.fence, f"commit {commit} comes after a reply fenced on {self.fence}"
        assert params["views"], "a commit with no view is not sent"
        self.last_change = commit
        for entry in params["views"]:
            if entry["view"] not in self.views and self.batched & self.unanswered.keys():
                self.early.append((commit, entry))
            else:
                self._fold(commit, entry)

    def _fold(self, commit, entry):
        assert entry["view"] not in self.closed, f"the closed view {entry['view']} is mentioned"
        assert entry["view"] in self.views, f"the view {entry['view']} was never opened"
        view = self.views[entry["view"]]
        assert entry["from"] == view.commit, f"{entry} does not follow on commit {view.commit}"
        view.commit = commit
        if view.delivery == "signal":
            assert entry["changed"], "a view with no changed property does not appear"
            view.stale.update(entry["changed"])
        elif view.delivery == "patch":
            assert entry["patch"], "a view with no changed property does not appear"
            state = patched(view.state, entry["patch"])
            assert not same(state, view.state), f"a patch that changes nothing: {entry}"
            view.state = state
        else:
            assert entry["changes"], "a view with no changed property does not appear"
            for name, value in entry["changes"].items():
                assert name in view.state, f"{name} was not in the snapshot"
                assert not same(value, view.state[name]), f"{name} was sent again with the equal value {value!r}"
            view.state.update(copy.deepcopy(entry["changes"]))
        schemas.check_state(view.kind, view.state)

    def _take_response(self, response):
        assert response.get("jsonrpc") == "2.0", f"no JSON-RPC message: {response}"
        assert "id" in response, f"neither a change nor a reply: {response}"
        assert ("result" in response) != ("error" in response), f"either a result or an error: {response}"
        if "error" in response:
            self._check_error(response["error"])
        key = json.dumps(response["id"])
        if not self.unanswered.get(key):
            assert response["id"] is None and "error" in response, f"nobody asked for {response}"
            self.refusals.append(response["error"])
            return
        request = self.unanswered[key].pop(0)
        if not self.unanswered[key]:
            del self.unanswered[key]
        self._replies[key] = response
        if "result" in response:
            schemas.check("Call", request)
            self._take_result(request, response["result"])

    def _check_error(self, error):
        assert isinstance(error["code"], int) and isinstance(error["message"], str) and error["message"], error
        assert error["data"]["kind"] == KINDS[error["code"]], error

    def _take_result(self, request, result):
        method = request["method"]
        if method == "view/open":
            self.closed.discard(result["view"])
            self.views[result["view"]] = View(copy.deepcopy(result), request)
            schemas.check_state(request["params"]["type"], result["state"])
        elif method == "view/get":
            view = self.views[result["view"]]
            if result["commit"] < view.commit:
                assert json.dumps(request["id"]) in self.batched, f"{result['commit']} comes after {view.commit}"
                return
            for name, value in result["state"].items():
                assert name in view.stale or same(view.state.get(name, ()), value), \
                    f"{name}: folded {view.state.get(name)!r}, but view/get says {value!r}"
            assert view.state.keys() == result["state"].keys()
            view.state, view.commit, view.stale = copy.deepcopy(result["state"]), result["commit"], set()
        elif method == "view/close":
            self._close(request["params"]["view"])
        elif method == "session/close":
            session = request["params"]["session"]
            for identifier in [i for i, view in self.views.items() if view.session == session]:
                self._close(identifier)
        if isinstance(result, dict) and isinstance(result.get("commit"), int):
            self.fence = max(self.fence, result["commit"])

    def _close(self, identifier):
        self.views.pop(identifier)
        self.closed.add(identifier)


def is_change(message):
    """Whether a message is the `state/changed` notification; there is no other."""
    return isinstance(message, dict) and message.get("method") == "state/changed" and "id" not in message
