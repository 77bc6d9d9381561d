"""The log: each commit with the call that made it, how long that took, and what changed."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from textual.widgets import Log

import svvs

from .hints import ViewType
from .calls import Calls
from .differences import difference
from .cells import safe
from .values import shown

_LINES = 1000
_CELLS = 300
#: Changes that come faster than they are painted are summed up beyond so many.
_AT_ONCE = 20


class CommitLog(Log):
    """The last lines, the newest at the end."""

    DEFAULT_CSS = "CommitLog { height: 6; border: round ansi_bright_black; scrollbar-size: 0 1; }"

    def __init__(self) -> None:
        super().__init__(highlight=False, max_lines=_LINES)
        self.border_title = "Commits"
        self._has_lines = False

    def tell(self, text: str) -> None:
        self.write(("\n" if self._has_lines else "") + safe(text, _CELLS))  # an end of line would be an empty line
        self._has_lines = True


class Changes:
    """The changes of one view since it was painted last, which are many in a flood."""

    def __init__(self, state: Mapping[str, Any], commit: int) -> None:
        #: The state that was painted, and the one that is to be.
        self.before = self.state = state
        #: The last commit that was heard of.
        self.commit = commit
        self._first: deque[tuple[svvs.Change, str]] = deque()
        self._further = 0

    def add(self, change: svvs.Change, calls: Calls) -> None:
        self.state, self.commit = change.state, change.commit
        calls.commits += 1
        names: list[str] = []
        for cause in change.cause:
            call = calls.caused(cause.method, cause.view)
            names.append(shown(cause.method, 40) + (f" {calls.elapsed(call):.2f} s" if call else ""))
        if len(self._first) < _AT_ONCE:
            self._first.append((change, " + ".join(names[:5]) or "by itself"))
        else:
            self._further += 1

    def take(self, type: ViewType) -> list[str]:
        """What is to be said of them; from then on they are painted."""
        lines: list[str] = []
        for change, cause in self._first:
            lines.append(f"{change.commit} {type.title} · {cause} · {difference(type, self.before, change.state)}")
            self.before = change.state
        if self._further:
            lines.append(f"… {type.title} · {self._further:,} more · {difference(type, self.before, self.state)}")
        self._first.clear()
        self._further, self.before = 0, self.state
        return lines
