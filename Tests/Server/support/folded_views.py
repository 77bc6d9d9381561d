"""The open views of a client that checks and folds every message it receives.

Each message is compared with the promises of the protocol when it arrives, whatever the test is about: exactly
one reply to each request, snapshot plus changes is the state, a reply comes after the changes up to its commit, only
what differs is sent, a closed view is never mentioned again, and each error carries its kind.
"""
from __future__ import annotations

import copy
import json

import schemas
from json_values import changed, parse, patched, same

KINDS = {
    -32700: "ParseError", -32600: "InvalidRequest", -32601: "MethodNotFound", -32602: "InvalidParams",
    -32603: "InternalError", -32800: "RequestCancelled", -32801: "ContentModified", -32001: "Overloaded",
}


class View:
    def __init__(self, snapshot, kind, session=None, delivery=None):
        self.commit, self.state = snapshot["commit"], copy.deepcopy(snapshot["state"])
        self.kind, self.session, self.delivery = kind, session, delivery or "properties"
        schemas.check_state(kind, self.state)


class Folding:
    def __init__(self):
        self.messages = []
        self.unanswered = {}
        self.views = {}
        self.closed = set()
        # The shared sessions of this connection, each with the delivery of the views that others open.
        self.shared = {}
        self.refusals = []
        self.batched = set()
        self.early = []
        self.last_change = -1
        self.last_reply = -1
        self._replies = {}

    def receive(self, frame):
        message = parse(frame.decode("utf-8"))
        self.messages.append(message)
        schemas.check("ServerMessage", message)
        if is_change(message):
            self._take_change(message["params"])
        elif is_session_change(message):
            self._take_session_change(message["params"])
        else:
            for response in message if isinstance(message, list) else [message]:
                self._take_response(response)
            if not self.batched & self.unanswered.keys():
                self._catch_up()
        return message

    # Changes

    def _catch_up(self):
        """Folds the changes of views whose snapshots came after them, in the array of a batch."""
        early, self.early = self.early, []
        for commit, entry in early:
            self._fold(commit, entry)

    def _take_change(self, params):
        commit = params["commit"]
        assert commit > self.last_change, f"commit {commit} comes after {self.last_change}"
        assert commit > self.last_reply, f"commit {commit} comes after a reply with commit {self.last_reply}"
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
        if view.delivery == "patch":
            assert entry["patch"], "a view with no changed property does not appear"
            state = patched(view.state, entry["patch"])
            assert not same(state, view.state), f"a patch that changes nothing: {entry}"
            view.state = state
        else:
            changes = changed(view.state, entry)
            for name, value in changes.items():
                assert name in view.state, f"{name} was not in the snapshot"
                assert not same(value, view.state[name]), f"{name} was sent again with the equal value {value!r}"
            view.state.update(copy.deepcopy(changes))
        schemas.check_state(view.kind, view.state)

    def _take_session_change(self, params):
        session = params["session"]
        # The server may close views by itself in any session.
        is_own = params["closed"] and not params["opened"] and params["connections"] == 1
        assert session in self.shared or is_own, f"this connection is not in the session {session}"
        for name in params["closed"]:
            assert name in self.views, f"{name} is not open"
            assert (self.views[name].session or "default") == session, f"{name} is not a view of {session}"
            self._close(name)
        for opened in params["opened"]:
            assert opened["view"] not in self.views, f"{opened['view']} is open already"
            self._show(opened, opened["type"], session, self.shared[session])
        if not params["connections"]:
            del self.shared[session]

    # Replies

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
            self._take_result(request, request.get("params") or {}, response["result"])

    def _check_error(self, error):
        assert isinstance(error["code"], int) and isinstance(error["message"], str) and error["message"], error
        assert error["data"]["kind"] == KINDS[error["code"]], error

    def _take_result(self, request, params, result):
        method = request["method"]
        if method == "view/open":
            self._show(result, params["type"], params.get("session"), params.get("delivery"))
        elif method == "view/get":
            self._take_snapshot(request, result)
        elif method == "view/close":
            self._close(params["view"])
        elif method == "session/close":
            for identifier in [i for i, view in self.views.items() if (view.session or "default") == params["session"]]:
                self._close(identifier)
            self.shared.pop(params["session"], None)
        elif method == "session/open" and params.get("shared"):
            self.shared[result["session"]] = None
        elif method == "session/join":
            self._join(params, result)
        if isinstance(result, dict) and isinstance(result.get("commit"), int):
            self.last_reply = max(self.last_reply, result["commit"])

    def _take_snapshot(self, request, result):
        view = self.views[result["view"]]
        if result["commit"] < view.commit:
            assert json.dumps(request["id"]) in self.batched, f"{result['commit']} comes after {view.commit}"
            return
        for name, value in result["state"].items():
            assert same(view.state.get(name, ()), value), \
                f"{name}: folded {view.state.get(name)!r}, but view/get says {value!r}"
        assert view.state.keys() == result["state"].keys()
        view.state, view.commit = copy.deepcopy(result["state"]), result["commit"]

    def _join(self, params, result):
        delivery = self.shared[result["session"]] = params.get("delivery")
        for one in result["views"]:
            assert one["view"] not in self.views, f"{one['view']} is open already"
            self._show({**one, "commit": result["commit"]}, one["type"], result["session"], delivery)

    def _show(self, snapshot, kind, session, delivery):
        self.closed.discard(snapshot["view"])
        self.views[snapshot["view"]] = View(snapshot, kind, session, delivery)

    def _close(self, identifier):
        # If two connections close a view at once, both receive a reply.
        self.views.pop(identifier, None)
        self.closed.add(identifier)


def is_change(message):
    """Whether a message is the `state/changed` notification."""
    return isinstance(message, dict) and message.get("method") == "state/changed" and "id" not in message


def is_session_change(message):
    """Whether a message is the `session/changed` notification; there is no other."""
    return isinstance(message, dict) and message.get("method") == "session/changed" and "id" not in message
