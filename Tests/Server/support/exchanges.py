"""Matches replies to requests: one for each request, one array for each batch, none for a notification."""
from __future__ import annotations

import collections
import dataclasses
import json

from broken_promise import Broken
from json_values import parse

NOTHING = object()
# Methods whose reply precedes the effects of the next message.
AT_ONCE = {"$/cancelRequest", "initialize", "initialized", "rpc.discover", "session/join", "session/list",
           "session/open", "view/get", "view/open", "view/set"}
SHAPES = {"view/open": "state", "view/get": "state", "session/open": "session", "session/list": "sessions",
          "initialize": "schemaHash", "rpc.discover": "openrpc", "initialized": None, "$/cancelRequest": None,
          "shutdown": None, "exit": None}


@dataclasses.dataclass(eq=False)
class Sent:
    """One message of the client; `method` is None if it is not a request."""
    line: str
    number: int
    id: object = None
    method: str | None = None
    params: object = None
    batch: int | None = None
    # The kind of the error that a message that is not a request receives.
    fault: str = "InvalidRequest"
    # The last commit when it was sent, the type of the view that is called, and the last commit that changed the view.
    commit: int = 0
    kind: str | None = None
    changed: int | None = None
    # The views that were closed after it was sent.
    closed: set = dataclasses.field(default_factory=set)

    @property
    def key(self):
        return json.dumps(self.id)

    @property
    def inside(self):
        return self.params if isinstance(self.params, dict) else {}

    def fits(self, reply):
        """Whether it can be the reply to this message."""
        if "error" in reply:
            kind = reply["error"]["data"]["kind"]
            return kind == self.fault if self.method is None else kind != "ParseError"
        shape = SHAPES.get(self.method, "commit")
        result = reply["result"]
        return self.method is not None and (result is None if shape is None else isinstance(result, dict) and (
            shape in result and ("state" in result) == (shape == "state")))


class Exchanges:
    def __init__(self):
        self.pending, self.count = [], 0

    def sent(self, line):
        """The messages of a line; those that receive no reply have `NOTHING` for an id."""
        self.count += 1
        try:
            line.encode()
            message, fault = parse(line), "InvalidRequest"
        except (ValueError, AssertionError, RecursionError):
            message, fault = None, "ParseError"
        is_batch = isinstance(message, list) and message
        entries = [self._entry(line, one) for one in (message if is_batch else [message])]
        for one in entries:
            one.batch, one.fault = self.count if is_batch else None, fault
        self.pending += [one for one in entries if one.id is not NOTHING]
        return entries

    def _entry(self, line, message):
        if not isinstance(message, dict):
            return Sent(line, self.count)
        identifier = message.get("id", NOTHING)
        if identifier is not NOTHING and type(identifier) not in (str, int, type(None)):
            return Sent(line, self.count)
        method, params = message.get("method"), message.get("params", {})
        if message.get("jsonrpc") == "2.0" and "method" not in message and message.keys() & {"result", "error"}:
            return Sent(line, self.count, NOTHING)
        if message.get("jsonrpc") != "2.0" or not isinstance(method, str) or not isinstance(params, (dict, list)):
            return Sent(line, self.count, None if identifier is NOTHING else identifier)
        return Sent(line, self.count, identifier, method, params)

    def received(self, message):
        """The requests that a response or an array of them answers, each with its reply."""
        candidates = [one for one in self.pending if one.batch is None]
        if isinstance(message, list):
            candidates = self._batch_of(collections.Counter(json.dumps(one["id"]) for one in message))
        exchanges = []
        for reply in message if isinstance(message, list) else [message]:
            asked = [one for one in candidates if one.key == json.dumps(reply["id"])]
            if not asked:
                raise Broken(4, f"a reply without a request: {json.dumps(message)[:300]}")
            one = self._choose(asked, reply)
            candidates.remove(one)
            self.pending.remove(one)
            exchanges.append((one, reply))
        return exchanges

    def _batch_of(self, keys):
        batches = collections.defaultdict(list)
        for one in self.pending:
            batches[one.batch].append(one)
        return next((all for number, all in batches.items() if number and collections.Counter(
            one.key for one in all) == keys), [])

    @staticmethod
    def _choose(asked, reply):
        """The first fitting one of the requests with an id; a later one is refused while the first is in progress."""
        fitting = [one for one in asked if one.fits(reply)] or asked
        if "error" in reply and reply["error"]["data"]["kind"] == "InvalidRequest":
            first = next((one for one in fitting if one.method not in (None, "initialize")), None)
            return next((one for one in fitting if one is not first), first)
        return fitting[0]
