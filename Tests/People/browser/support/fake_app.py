"""A server at a socket whose app is a table: for apps that nobody would write, and for servers that misbehave.

It follows the protocol as far as the page needs it. Any action does nothing, unless the table has a function for it.
"""
from __future__ import annotations

import itertools
import json
import os
import queue
import socket
import threading
import time

from server import DEADLINE

LIMITS = {"messageSize": 1 << 26, "nesting": 512, "messageValues": 10**6, "batchEntries": 10**4, "callsUnderWay": 1024,
          "sessionCalls": 4096, "openViews": 10**5, "subscriptions": 10**6, "sessions": 1024, "sharedSessions": 10**4,
          "nameSize": 1024, "unreadBytes": 1 << 26, "connections": 1024, "keep": 86400}


class Refusal(Exception):
    """Refuses a request with a message and members of `data`."""

    def __init__(self, message, kind="InvalidParams", code=-32602, **data):
        super().__init__(message)
        self.error = {"code": code, "message": message, "data": {"kind": kind, **data}}


class FakeApp:
    """Serves the view types of screens with first states; `actions` maps a name to a function of the connection, the view's id and the
    parameters, whose result (or None) is the reply. `received` has the requests of all connections."""

    def __init__(self, path, screens, states=None, actions=None, name="fake"):
        self.path, self.screens, self.states = str(path), screens, states or {}
        self.actions, self.name = actions or {}, name
        self.received = queue.Queue()
        self.process, self.version = os.urandom(16).hex(), 2
        self.connections, self.sessions = [], {}
        self._numbers = itertools.count(1)
        self.lock = threading.RLock()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.path)
        self._listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def stop(self):
        """Ends every connection, and refuses further ones."""
        if self._listener.fileno() < 0:
            return
        # A thread that accepts keeps a closed socket open.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with self.lock:
            for connection in list(self.connections):
                connection.close()
            if os.path.exists(self.path):
                os.unlink(self.path)

    def wait_for(self, method):
        """The parameters of the next request of a method."""
        return self._next(method).get("params", {})

    def held(self, method):
        """A function that replies to the next request of a method, whose function has returned None: `error` or a result."""
        request = self._next(method)

        def reply(error=None):
            result = {"error": error} if error else {"result": {"commit": self.number()}}
            with self.lock:
                for connection in self.connections:
                    connection.send(id=request["id"], **result)

        return reply

    def _next(self, method):
        end = time.monotonic() + DEADLINE
        while True:
            # The page sends a request every 15 seconds in any case.
            found = self.received.get(timeout=max(0, end - time.monotonic()))
            if found["method"] == method:
                return found

    def change(self, type, **changes):
        """Changes properties of every open view of a type, in one message for each connection."""
        self._send_changes(type, lambda view: view["state"].update(changes) or {"changes": changes})

    def patch(self, type, *steps):
        """Sends steps of a JSON Patch to every open view of a type; the states here do not change."""
        self._send_changes(type, lambda view: {"patch": list(steps)})

    def describe(self):
        return {"openrpc": "1.3.2", "info": {"title": self.name, "version": "1", "description": ""}, "methods": [],
                "x-screens": self.screens, "x-schemaHash": self.hash}

    @property
    def types(self):
        return [screen["name"] for screen in self.screens]

    @property
    def hash(self):
        return f"{hash(json.dumps(self.screens, sort_keys=True)) & 0xFFFFFFFFFFFFFFFF:016x}"

    def number(self):
        return next(self._numbers)

    def _send_changes(self, type, change):
        with self.lock:
            commit = self.number()
            for connection in self.connections:
                views = []
                for name, view in connection.views.items():
                    if view["type"] == type:
                        views.append({"view": name, "from": view["commit"], **change(view)})
                        view["commit"] = commit
                if views:
                    connection.send(method="state/changed", params={"commit": commit, "views": views})

    def _accept(self):
        while True:
            try:
                accepted, _ = self._listener.accept()
            except OSError:
                return
            with self.lock:
                self.connections.append(FakeConnection(self, accepted))


class FakeConnection:
    def __init__(self, app, accepted):
        self.app, self.socket, self.views, self._names = app, accepted, {}, {}
        threading.Thread(target=self._serve, daemon=True).start()

    def send(self, **message):
        self.write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode() + b"\n")

    def write(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            self.close()

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def _serve(self):
        try:
            with self.socket.makefile("rb") as lines:
                # `web` first makes a connection on which it sends only the mark of `attach`.
                for line in (line for line in lines if line != b"\0"):
                    self._receive(json.loads(line))
        except OSError:
            pass
        finally:
            with self.app.lock:
                if self in self.app.connections:
                    self.app.connections.remove(self)
            self.socket.close()

    def _receive(self, message):
        if isinstance(message, list):
            for each in message:
                self._receive(each)
            return
        with self.app.lock:
            try:
                result = self._answer(message["method"], message.get("params") or {})
            except Refusal as refusal:
                self.send(id=message.get("id"), error=refusal.error)
            else:
                if "id" in message and result is not None:
                    self.send(id=message["id"], result=result)
        self.app.received.put(message)

    def _answer(self, method, params):
        app = self.app
        match method:
            case "initialize":
                return {"protocolVersion": app.version, "serverInfo": {"name": app.name, "version": "1"},
                        "process": {"id": app.process, "pid": os.getpid()}, "viewTypes": app.types,
                        "capabilities": {"delivery": ["properties", "patch"], "cause": True},
                        "limits": LIMITS, "schemaHash": app.hash}
            case "rpc.discover":
                return app.describe()
            case "session/open":
                name = params.get("session", f"session{app.number()}")
                app.sessions[name] = {"views": self.views, "token": f"token-{app.number()}"}
                return {"session": name, "token": app.sessions[name]["token"]}
            case "session/join":
                raise Refusal("There is no such session.", path="/session")
            case "session/list":
                return {"sessions": [], "connections": len(app.connections)}
            case "view/open":
                return self._open(params)
            case "view/get":
                view = self.views[params["view"]]
                return {"view": params["view"], "commit": view["commit"], "state": view["state"]}
            case "view/set":
                return self._set(params)
            case "view/close":
                self.views.pop(params["view"], None)
                return {"commit": app.number()}
            case "session/close":
                self.views.clear()
                return {"commit": app.number()}
            case "$/cancelRequest" | "initialized" | "exit":
                return None
        function = app.actions.get(method)
        result = function(self, params.get("view"), params) if function else {}
        return None if result is None else {"commit": app.number(), **result}

    def _open(self, params):
        if params["type"] not in self.app.types:
            raise Refusal(f"There is no view type {params['type']}.", path="/type", available=self.app.types)
        if function := self.app.actions.get("view/open"):
            function(self, None, params)
        name = params.get("view") or f"view{self.app.number()}"
        state = json.loads(json.dumps(self.app.states.get(params["type"], {})))
        self.views[name] = {"type": params["type"], "state": state, "commit": self.app.number()}
        return {"view": name, "commit": self.views[name]["commit"], "state": state}

    def _set(self, params):
        """Sets the properties in every view of the type: they are not state of one view here."""
        if function := self.app.actions.get("view/set"):
            function(self, params["view"], params["properties"])
        self.app.change(self.views[params["view"]]["type"], **params["properties"])
        return {"commit": self.app.number()}
