"""The calls in progress: their views and durations."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

#: The duration in seconds after which a call is shown and can be cancelled.
SHOWN_AFTER = 0.3


@dataclass(eq=False)
class Call:
    """A call in progress."""

    #: The id of the view, and the method.
    view: str
    method: str
    #: The title, such as "Effects · Handle".
    title: str
    since: float
    task: asyncio.Future[Any]
    #: The number of received commits at its start.
    commits: int
    is_cancellable: bool = True
    #: Whether the user has asked for it.
    is_of_user: bool = True
    #: Whether the user has cancelled it. The end of the program cancels only its task.
    is_cancelled: bool = False

    def cancel(self) -> None:
        self.is_cancelled = True
        self.task.cancel()


class Calls:
    """All calls in progress, the oldest first."""

    def __init__(self) -> None:
        self._calls: list[Call] = []
        #: The number of received commits, of all views.
        self.commits = 0
        #: The answers for calls that have not succeeded yet, by view type and action.
        self.answers: dict[tuple[str, str], Mapping[str, Any]] = {}

    @contextmanager
    def waiting(self, title: str) -> Generator[None, None, None]:
        """Shows the block, which waits for another request, among the calls. It cannot be cancelled."""
        call = self.begin("", "", title, asyncio.get_running_loop().create_future(), is_cancellable=False)
        try:
            yield
        finally:
            self.end(call)

    def begin(
        self, view: str, method: str, title: str, task: asyncio.Future[Any], is_cancellable: bool = True, is_of_user: bool = True
    ) -> Call:
        call = Call(view, method, title, time.monotonic(), task, self.commits, is_cancellable, is_of_user)
        self._calls.append(call)
        return call

    def end(self, call: Call) -> None:
        if call in self._calls:
            self._calls.remove(call)

    def elapsed(self, call: Call) -> float:
        return time.monotonic() - call.since

    @property
    def slow(self) -> list[Call]:
        """The calls that are shown, because they take long."""
        return [each for each in self._calls if self.elapsed(each) >= SHOWN_AFTER]

    def is_calling(self, view: str | None) -> bool:
        """Whether a call of the user on a view is in progress."""
        return any(each.view == view and each.is_of_user for each in self._calls)

    def caused(self, method: str, view: str | None) -> Call | None:
        """The call that caused a change, by the method and view in the commit."""
        return next((each for each in self._calls if each.method == method and view in (None, each.view)), None)

    def latest(self, view: str | None) -> Call | None:
        """The call to cancel: the last one that is shown and can be cancelled, if possible of the view."""
        shown = [each for each in self.slow if each.is_cancellable]
        return next((each for each in reversed(shown) if each.view == view), shown[-1] if shown else None)

    def line(self, cells: int) -> str:
        """The calls that are shown, in a line of at most `cells` cells; empty if there are none."""
        slow = self.slow
        texts = [f"⧗ {each.title} {self.elapsed(each):.1f} s" for each in reversed(slow)]
        if not texts:
            return ""
        more = f" (+{len(texts) - 1} more)" if len(texts) > 1 else ""
        keys = "   x cancels" if any(each.is_cancellable for each in slow) else ""
        return f"{texts[0][: max(1, cells - 20)]}{more}{keys}"
