"""The conformance program of this client: `schemas/conform.py -- python clients/python/tests/conform.py`."""

from __future__ import annotations

import asyncio
import itertools
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

import svvs
from svvs.connection import Connection, Published, Refusal, Reply
from svvs.replica import Membership, Replica


class Program:
    def hello(self, version: int) -> dict[str, Any]:
        return {"name": "svvs for Python", "can": ["properties", "patch", "append", "shared", "run"]}

    def new(self) -> None:
        self.connection = Connection()
        self.replies: list[Mapping[str, Any]] = []
        #: The states after the last changes, and the views and memberships that there have been.
        self.shown: dict[Any, Mapping[str, Any]] = {}
        self.views: list[Replica] = []
        self.memberships: list[Membership] = []

    def send(self, message: Mapping[str, Any]) -> dict[str, Any]:
        send = self.connection.request if "id" in message else self.connection.notify
        send(message["method"], message.get("params"))
        return {"wrote": self.connection.data_to_send().decode()}

    def read(self, bytes: str) -> dict[str, Any]:
        before = [(view.state, json.dumps(view.state)) for view in self.views]
        for event in self.connection.receive(bytes.encode("latin-1")):
            if isinstance(event, svvs.BadMessage):
                return {"fault": True}
            if isinstance(event, Reply):
                self.replies.append({"id": event.id})
            elif isinstance(event, Published) and isinstance(event.item, svvs.Change):
                self.shown[event.item.view] = event.item.state
            elif isinstance(event, Published) and isinstance(event.item, svvs.Error):
                self.shown.pop(getattr(event.topic, "view", None), None)
            elif isinstance(event, Refusal) and isinstance(event.error, svvs.ResponseError):
                self.replies.append({"id": event.id, "kind": event.error.kind})
        self.views += self.connection.views.values()
        for view in self.connection.views.values():
            self.shown.setdefault(view.view, view.state)
        self.memberships += self.connection.memberships.values()
        if any(json.dumps(state) != text for state, text in before):
            raise AssertionError("a state that was read has changed")
        return {}

    def end(self) -> dict[str, Any]:
        views = {view.view: {"commit": view.commit, "state": self.shown[view.view]}
                 for view in self.views if view.end is None}
        sessions = {member.session for member in self.memberships if member.end is None}
        return {"views": views, "replies": self.replies, "sessions": list(sessions)}

    def run(self, command: Sequence[str], messages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        return asyncio.run(run(command, messages))


async def run(command: Sequence[str], messages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Sends the messages to a server that is started with the command, each after the reply to the one before it."""
    replies: list[Mapping[str, Any]] = []
    views: dict[str, svvs.AsyncView] = {}
    async with svvs.AsyncServer(command=command) as server:
        ids = itertools.count(2)  # 1 is the id of `initialize`
        for message in messages:
            method, params = message["method"], message.get("params", {})
            if "id" not in message:
                server.notify(method, params)
                continue
            reply: dict[str, Any] = {"id": next(ids)}
            try:
                if method == "view/open" and "type" in params and params.keys() <= {"type", "view", "delivery", "params"}:
                    given, delivery = params.get("params", {}), params.get("delivery")
                    view = await server.open(params["type"], params.get("view"), delivery=delivery, **given)
                    views[view.id] = view
                else:
                    await server.request(method, params)
            except svvs.ResponseError as error:
                reply["kind"] = error.kind
            replies.append(reply)
        shown = {id: {"commit": view.commit, "state": view.state} for id, view in views.items() if view.is_open}
    end = await server.wait_closed()
    return {"views": shown, "replies": replies, "status": end.status if isinstance(end, svvs.ServerDied) else repr(end)}


program = Program()
for line in sys.stdin:
    request = json.loads(line)
    try:
        answer: Any = getattr(program, request.pop("do"))(**request) or {}
    except Exception as error:
        answer = {"error": repr(error)}
    print(json.dumps(answer), flush=True)
