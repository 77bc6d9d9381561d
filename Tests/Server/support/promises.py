"""Checks one conversation, its lines sent and received in order, against the promises to every client.

`Promises` receives each line as it passes, `check` a whole trace. Both fail at the first broken promise. Facts that
neither lines nor schemas state are in `app_facts`.
"""
from __future__ import annotations

import json

import schemas
from app_facts import INSTANT, disagreements
from broken_promise import Broken, require
from exchanges import AT_ONCE, NOTHING, Exchanges
from folded_views import is_change, is_session_change
from json_values import parse, same
from shown_view import Shown

REASONS = {"requested", "viewClosed", "sessionClosed", "shutdown"}


class Promises:
    """`secrets` are texts that the server must never send. A client that `sleeps` receives merged changes, so that the
    effect of a single message is unknown."""

    def __init__(self, secrets=(), sleeps=False):
        self.secrets, self.sleeps = secrets, sleeps
        self.exchanges = Exchanges()
        self.views, self.closed = {}, set()
        # Views that were opened or closed by a message without a reply, or with a later one.
        self.unseen, self.ghosts = {}, set()
        self.last_reply = self.last_change = 0
        self.tells_causes = self.is_shut_down = False
        self.last_instant = -1

    def sent(self, line):
        for one in self.exchanges.sent(line):
            name, one.commit = one.inside.get("view"), self.last_change
            if isinstance(name, str) and name in self.views:
                one.kind, one.changed = self.views[name].kind, self.views[name].changed
            if (one.id is NOTHING or one.batch) and one.method in ("view/open", "view/close", "session/close"):
                self._let(one.method, one.inside)

    def received(self, line):
        for secret in self.secrets:
            require(secret not in line, 8, f"{secret} is in {line[:300]}")
        message = parse(line)
        errors = [error.message[:200] for error in schemas.protocol("ServerMessage").iter_errors(message)]
        require(not errors, 0, f"{line[:300]}: {errors}")
        is_reply = not is_change(message) and not is_session_change(message)
        require(is_reply or not self.is_shut_down, 5, f"the server is shut down, and sends {line[:300]}")
        if is_change(message):
            self._take_commit(message["params"])
        elif is_session_change(message):
            self.others(message["params"])
        else:
            for exchange in self.exchanges.received(message):
                self._take_reply(exchange)
        for text in disagreements(self.views):
            raise Broken(7, text)

    def ended(self, errors=""):
        """Checks the end of the conversation; `errors` is the log."""
        for secret in self.secrets:
            require(secret not in errors, 8, f"{secret} is in the log")
        open_ones = [one.line for one in self.exchanges.pending]
        require(not open_ones, 4, f"never answered: {open_ones}")

    def answered(self, one, reply):
        """Called with each reply, for subclasses with further expectations."""

    def others(self, params):
        """Handles `session/changed`. With a single client, only the server itself closes views."""
        require(params["closed"] and not params["opened"] and params["connections"] == 1, 5,
                f"there is no other connection: {params}")
        for name in params["closed"]:
            require(name not in self.closed, 5, f"{name} is closed already: {params}")
            is_shown = name in self.views or name in self.unseen or name in self.ghosts
            require(is_shown, 5, f"{name} was never shown here: {params}")
            request = self.views[name].request if name in self.views else {"session": params["session"]}
            require(session(request) == params["session"], 5, f"{name} is in another session: {params}")
        self._close(params["closed"])

    def seen(self, name, commit):
        """Called when a view is known as of a commit, for subclasses that compare connections."""

    # Changes

    def _take_commit(self, params):
        commit = params["commit"]
        require(commit > self.last_change, 3, f"commit {commit} comes after {self.last_change}")
        require(commit > self.last_reply, 2, f"commit {commit} comes after a reply with commit {self.last_reply}")
        require(params["views"], 3, f"commit {commit} has no view")
        names = [entry["view"] for entry in params["views"]]
        require(len(set(names)) == len(names), 3, f"commit {commit} has a view twice: {names}")
        require(self.tells_causes or "cause" not in params, 0, "the client did not request causes")
        for cause in params.get("cause", []):
            self._take_cause(cause)
        self.last_change = commit
        for entry in params["views"]:
            if entry["view"] not in self.ghosts:
                self._fold(commit, entry)

    def _take_cause(self, cause):
        view = cause.get("view")
        require(view not in self.closed, 5, f"{view} is closed, and named as the view of a cause")
        if "id" in cause:
            key = json.dumps(cause["id"])
            require(any((one.key, one.method) == (key, cause["method"]) for one in self.exchanges.pending), 1,
                    f"{cause} has changed something when it was answered, or never called")

    def _fold(self, commit, entry):
        name = entry["view"]
        require(name not in self.closed, 5, f"{name} is closed, and has changed in commit {commit}")
        require(name in self.views, 3, f"{name} was never opened, and has changed in commit {commit}")
        self.views[name].fold(name, commit, entry)
        self.seen(name, commit)

    # Replies

    def _take_reply(self, exchange):
        one, reply = exchange
        self.answered(one, reply)
        if "error" in reply:
            self._take_error(one, reply["error"])
        else:
            self._take_result(one, reply["result"], one.inside)
        if one.batch is None and self._is_instant(one, reply):
            require(one.number > self.last_instant, 6, f"{one.line[:200]} is answered after what was sent later")
            self.last_instant = one.number

    @staticmethod
    def _is_instant(one, reply):
        if "error" in reply:
            return reply["error"]["data"]["kind"] != "RequestCancelled"
        return one.method in AT_ONCE or (one.kind, one.method) in INSTANT

    def _take_error(self, one, error):
        data = error["data"]
        require(not self.closed & set(data.get("candidates", ())), 5, f"{data} names a closed view")
        if data["kind"] == "ContentModified":
            # A commit that is still to come has no more information than the last.
            view, known = self.views.get(one.inside.get("view")), min(one.inside["ifCommit"], one.commit)
            # In a batch, or while the client does not read, a change that is undone is not sent.
            is_sent = view is not None and one.batch is None and not self.sleeps
            require(not is_sent or view.known > known, 3, f"{one.line[:200]} is refused, with no change since {known}")
        elif data["kind"] == "RequestCancelled":
            require(data.get("reason") in REASONS, 0, f"an unknown reason: {data}")

    def _take_result(self, one, result, params):
        commit = result.get("commit") if isinstance(result, dict) else None
        if commit is not None:
            require(commit >= self.last_change, 2, f"{one.line[:200]} has commit {commit} after {self.last_change}")
            self.last_reply = max(self.last_reply, commit)
        if one.method == "view/open":
            require(params.get("view") in (None, result["view"]), 0, f"{one.line[:200]} opens {result['view']}")
            is_first = result["view"] not in self.views and result["view"] not in one.closed
            self._show(result, params) if is_first or one.batch is None else self._get(result, one)
        elif one.method == "view/get":
            self._get(result, one)
        elif one.method == "view/set":
            self._set(one, params)
        elif one.method == "view/close":
            self._close([params["view"]])
        elif one.method == "session/close":
            self._close([name for name, request in [*self.unseen.items(), *(
                (name, view.request) for name, view in self.views.items())] if session(request) == params["session"]])
        elif one.method == "shutdown":
            self.is_shut_down = True
        elif one.method == "initialize":
            self.tells_causes = bool((params.get("capabilities") or {}).get("cause"))
        elif one.changed is not None and params.get("ifCommit") is not None:
            require(one.changed <= params["ifCommit"], 3, f"{one.line} is taken after the change of {one.changed}")

    def _show(self, result, params):
        name = result["view"]
        if name in self.ghosts:
            return
        require(name not in self.views, 3, f"{name} is open already")
        self.closed.discard(name)
        self.unseen.pop(name, None)
        self.views[name] = Shown(params, result["state"], result["commit"], known=result["commit"])
        self.views[name].check(name)
        self.seen(name, result["commit"])

    def _get(self, result, one):
        name = result["view"]
        require(name not in one.closed, 5, f"{name} was closed since {one.line[:200]}, and its state is sent")
        if name in self.ghosts:
            return
        if name not in self.views:
            require(name in self.unseen, 3, f"{name} was never opened, and its state is sent")
            self._show(result, self.unseen[name])
            return
        self.views[name].compare(name, result, one.line)
        self.seen(name, result["commit"])

    def _set(self, one, params):
        view = self.views.get(params["view"])
        if view is None or one.batch is not None or self.sleeps:
            return
        for key, value in params["properties"].items():
            require(key not in view.state or same(view.state[key], value), 1,
                    f"{one.line[:200]} is answered while {key} is {view.state.get(key)!r}")

    def _close(self, names):
        for name in names:
            self.views.pop(name, None)
            self.unseen.pop(name, None)
            self.ghosts.discard(name)
            self.closed.add(name)
            for one in self.exchanges.pending:
                one.closed.add(name)

    def _let(self, method, params):
        """Opens or closes views at an unknown time: the first snapshot may answer a `view/get`."""
        name = params.get("view")
        if method == "view/open":
            if isinstance(name, str):
                self.unseen[name] = params
            return
        opening = {one.inside["view"]: one.inside for one in self.exchanges.pending
                   if one.method == "view/open" and isinstance(one.inside.get("view"), str)}
        opened = {**self.unseen, **opening, **{name: view.request for name, view in self.views.items()}}
        names = [one for one, request in opened.items() if (
            one == name if method == "view/close" else session(request) == params.get("session"))]
        self.ghosts.update(names)
        for name in names:
            self.views.pop(name, None)


def session(request):
    return request.get("session") or "default"


def check(trace, errors="", **options):
    """Compares a trace with the promises: pairs of "sent" or "received" and the line."""
    promises = Promises(**options)
    for direction, line in trace:
        getattr(promises, direction)(line)
    promises.ended(errors)
    return promises
