"""The calls under way: since when, and of which view."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

#: A call that takes longer is shown, and can be cancelled, in seconds.
PATIENCE = 0.3


@dataclass(eq=False)
class Call:
    """A call that has not settled."""

    #: The id of its view, and its method.
    view: str
    method: str
    #: What people call it, such as "Effects · Handle".
    title: str
    since: float
    task: asyncio.Future[Any]
    #: How many commits had been heard of when it began.
    commits: int
    #: Whether its reader has cancelled it; its task is cancelled by the end of the program, too.
    is_cancelled: bool = False

    def cancel(self) -> None:
        self.is_cancelled = True
        self.task.cancel()


class Calls:
    """All calls under way, the oldest first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._calls: list[Call] = []
        #: How many commits have been heard of, of whatever view.
        self.commits = 0

    def begin(self, view: str, method: str, title: str, task: asyncio.Future[Any]) -> Call:
        call = Call(view, method, title, self._clock(), task, self.commits)
        self._calls.append(call)
        return call

    def end(self, call: Call) -> None:
        if call in self._calls:
            self._calls.remove(call)

    def elapsed(self, call: Call) -> float:
        return self._clock() - call.since

    @property
    def slow(self) -> list[Call]:
        """Those that take so long that they are shown."""
        return [each for each in self._calls if self.elapsed(each) >= PATIENCE]

    def caused(self, method: str, view: str | None) -> Call | None:
        """The call that made a change, by the names that a commit has of it."""
        return next((each for each in self._calls if each.method == method and view in (None, each.view)), None)

    def latest(self, view: str | None) -> Call | None:
        """The call to cancel: the last one that is shown, of that view if it has one."""
        shown = self.slow
        return next((each for each in reversed(shown) if each.view == view), shown[-1] if shown else None)

    def line(self, cells: int) -> str:
        """What is under way, for a line of so many cells; "" if nothing takes long."""
        texts = [f"⧗ {each.title} {self.elapsed(each):.1f} s" for each in reversed(self.slow)]
        if not texts:
            return ""
        more = f" (+{len(texts) - 1} more)" if len(texts) > 1 else ""
        return f"{texts[0][: max(1, cells - 20)]}{more}   x cancels"
