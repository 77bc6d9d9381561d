"""The counted requests: the messages that each case sends, and the answers that it expects."""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from .server import Request, line

FEW, MANY = 20, 120
# The beginning of an answer, or of another message with an id.
HEAD = re.compile(rb'\{"jsonrpc":"2\.0","id":[^,]*,"[^"]*":')
NOTIFICATIONS = ("initialized", "exit", "$/cancelRequest")
# Stands for the id of the preceding request in `$/cancelRequest`.
BEFORE = object()


@dataclass(frozen=True)
class Case:
    """Requests `again` that are repeated, after requests `once`; without repetitions, the whole run is counted.

    All requests are answered with results, but the repeated ones with errors if `is_refused`. Another connection sends
    the requests `others` first, which needs a socket.
    """

    name: str
    once: list[Request] = field(default_factory=list)
    again: list[Request] = field(default_factory=list)
    is_refused: bool = False
    others: list[Request] = field(default_factory=list)

    @property
    def times(self) -> list[int]:
        """The numbers of repetitions in the runs; the count is the difference between two runs."""
        return [FEW, MANY] if self.again else [0]

    def requests(self, times: int) -> list[Request]:
        """The requests of a run, with different values in each repetition, so that each changes something."""
        return self.once + [(method, numbered(params, time)) for time in range(times) for method, params in self.again]

    def lines(self, times: int) -> list[bytes]:
        """The same as lines to write."""
        written, last = [], 0
        for method, params in self.requests(times):
            if method in NOTIFICATIONS:
                written.append(line(method, {key: last if value is BEFORE else value for key, value in params.items()}))
            else:
                last += 1
                written.append(line(method, params, last))
        return written

    def answers(self, times: int) -> list[bytes]:
        """The expected beginnings of the answers."""
        kinds = [b"error" if self.is_refused and index >= len(self.once) else b"result"
                 for index, (method, _) in enumerate(self.requests(times)) if method not in NOTIFICATIONS]
        return [b'{"jsonrpc":"2.0","id":%d,"%b":' % (number, kind) for number, kind in enumerate(kinds, 1)]

    def check(self, times: int, lines: Iterable[bytes]) -> None:
        """Raises an error unless each request has one answer, of the expected kind; other lines are notifications."""
        expected = self.answers(times)
        found = Counter(head.group() for head in map(HEAD.match, lines) if head)
        wrong = [head for head in expected if found[head] != 1]
        if wrong:
            raise ChildProcessError(f"{len(wrong)} of {len(expected)} requests were not answered as they should be: "
                                    f"expected {wrong[0].decode()}…")
        if len(expected) != found.total():
            raise ChildProcessError(f"{len(expected)} requests and {found.total()} answers")

    def profile(self, folder: Path, times: int) -> Path:
        """The file to which callgrind writes its counts."""
        return folder / f"{self.name}-{times}.callgrind"


def numbered(value: object, time: int) -> object:
    """The value with each `#` in its texts replaced by a number."""
    if isinstance(value, dict):
        return {key: numbered(one, time) for key, one in value.items()}
    return value.replace("#", f"{1000 + time}") if isinstance(value, str) else value


def opened(kind: str, view: str = "v", **params: object) -> Request:
    return ("view/open", {"type": kind, "view": view} | params)


def each(*requests: Request) -> list[Request]:
    """The requests with the number of each repetition, to be sent before the repetitions."""
    return [(method, numbered(params, time)) for time in range(MANY) for method, params in requests]


LONG = {"count": 1000}
RENAME: Request = ("rename", {"view": "v", "index": 500, "title": "title #"})
SET: Request = ("view/set", {"view": "v", "properties": {"text": "text #"}})
SHARED: Request = ("session/open", {"session": "s#", "shared": True, "keep": 60})
CASES = [
    Case("start"),
    Case("life", [("initialize", {}), ("initialized", {}), ("shutdown", {}), ("exit", {})]),
    Case("discover", [], [("rpc.discover", {})]),
    Case("action", [opened("counter")], [("increment", {"view": "v"})]),
    Case("shared", [opened("counter", f"v{number}") for number in range(10)], [("increment", {"view": "v0"})]),
    # The cancellation comes too late: one in time makes other threads work, by an amount that varies.
    Case("cancel", [opened("counter")], [("increment", {"view": "v"}), ("$/cancelRequest", {"id": BEFORE})]),
    Case("set", [opened("load")], [SET]),
    Case("setPatch", [opened("load", delivery="patch")], [SET]),
    Case("open", [], [opened("counter", "v#"), ("view/close", {"view": "v#"})]),
    Case("close", each(opened("counter", "v#")), [("view/close", {"view": "v#"})]),
    Case("get", [opened("counter")], [("view/get", {"view": "v"})]),
    Case("error", [opened("counter")], [("decrement", {"view": "v"})], is_refused=True),
    Case("list", [opened("list", params=LONG)], [RENAME]),
    Case("patch", [opened("list", delivery="patch", params=LONG)], [RENAME]),
    Case("observed", [opened("observedList", delivery="patch", params=LONG)], [RENAME]),
    Case("session", [], [("session/open", {"session": "s#"}), ("session/close", {"session": "s#"})]),
    Case("sessionShared", [], [SHARED, ("session/close", {"session": "s#"})]),
    Case("sessionList", [SHARED, opened("counter", session="s#")], [("session/list", {})]),
    Case("join", [], [("session/join", {"session": "s#"})],
         others=each(SHARED, opened("counter", "v#", session="s#"))),
]
