"""Requests that are counted: what is sent of each case, and what must be answered."""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from .server import Request, line

FEW, MANY = 20, 120
# Of an answer, or of what has an id as one has.
HEAD = re.compile(rb'\{"jsonrpc":"2\.0","id":[^,]*,"[^"]*":')
NOTIFICATIONS = ("initialized", "exit", "$/cancelRequest")
# As the id of `$/cancelRequest`: that of the request before it.
BEFORE = object()


@dataclass(frozen=True)
class Case:
    """Requests that come again and again, behind some that come once; without the former, all from start to end counts.

    They bring results; those that come again bring errors if they are refused. What another connection sends before
    needs a socket.
    """

    name: str
    once: list[Request] = field(default_factory=list)
    again: list[Request] = field(default_factory=list)
    is_refused: bool = False
    others: list[Request] = field(default_factory=list)

    @property
    def times(self) -> list[int]:
        """How often that comes again which does: what is counted is the difference."""
        return [FEW, MANY] if self.again else [0]

    def requests(self, times: int) -> list[Request]:
        """What is sent: different values each time, so that each changes something."""
        return self.once + [(method, numbered(params, time)) for time in range(times) for method, params in self.again]

    def lines(self, times: int) -> list[bytes]:
        """The same as it is written."""
        written, last = [], 0
        for method, params in self.requests(times):
            if method in NOTIFICATIONS:
                written.append(line(method, {key: last if value is BEFORE else value for key, value in params.items()}))
            else:
                last += 1
                written.append(line(method, params, last))
        return written

    def answers(self, times: int) -> list[bytes]:
        """How the lines begin that answer them."""
        kinds = [b"error" if self.is_refused and index >= len(self.once) else b"result"
                 for index, (method, _) in enumerate(self.requests(times)) if method not in NOTIFICATIONS]
        return [b'{"jsonrpc":"2.0","id":%d,"%b":' % (number, kind) for number, kind in enumerate(kinds, 1)]

    def check(self, times: int, lines: Iterable[bytes]) -> None:
        """Each request must be answered once, and as it should be; what is not an answer tells of changes."""
        expected = self.answers(times)
        found = Counter(head.group() for head in map(HEAD.match, lines) if head)
        wrong = [head for head in expected if found[head] != 1]
        if wrong:
            raise ChildProcessError(f"{len(wrong)} of {len(expected)} requests were not answered as they should be: "
                                    f"expected {wrong[0].decode()}…")
        if len(expected) != found.total():
            raise ChildProcessError(f"{len(expected)} requests and {found.total()} answers")

    def profile(self, folder: Path, times: int) -> Path:
        """Where callgrind writes what it counted."""
        return folder / f"{self.name}-{times}.callgrind"


def numbered(value: object, time: int) -> object:
    """The value with each `#` in its texts replaced by a number."""
    if isinstance(value, dict):
        return {key: numbered(one, time) for key, one in value.items()}
    return value.replace("#", f"{1000 + time}") if isinstance(value, str) else value


def opened(kind: str, view: str = "v", **params: object) -> Request:
    return ("view/open", {"type": kind, "view": view} | params)


def each(*requests: Request) -> list[Request]:
    """The requests for each number that comes again, all of them before."""
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
    # It comes late: what cancels an action in time has other threads work, each time as much as it happens.
    Case("cancel", [opened("counter")], [("increment", {"view": "v"}), ("$/cancelRequest", {"id": BEFORE})]),
    Case("set", [opened("load")], [SET]),
    Case("setPatch", [opened("load", delivery="patch")], [SET]),
    Case("setSignal", [opened("load", delivery="signal")], [SET]),
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
