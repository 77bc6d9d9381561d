"""What `watch` and `wait` hear of a view: its changes, and that a call was refused which was begun meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any

import svvs


class News:
    """All that comes to pass from now on, in its order.

    >>> from svvs_terminal.news import News
    >>> counter = await server.open("counterA")
    >>> news = News(counter)
    >>> await news.begin([("increment", {"by": 5})])
    >>> (await news.next(None)).changes
    {'count': 5}
    """

    def __init__(self, view: svvs.AsyncView) -> None:
        self._view = view
        self._heard: asyncio.Queue[svvs.Change | svvs.Error] = asyncio.Queue()
        self._tasks = [asyncio.ensure_future(self._hear(view.changes()))]
        self._refused: svvs.ResponseError | None = None

    async def begin(self, calls: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
        """Sends calls, and does not wait until they have settled."""
        running = (self._view.call(action, **arguments) for action, arguments in calls)
        self._tasks += [asyncio.ensure_future(self._refusal(each)) for each in running]
        await asyncio.sleep(0)  # in which each is sent

    async def next(self, until: float | None) -> svvs.Change | None:
        """The next change; None once the time is over, even if changes come faster than they are dealt with.

        :raises ResponseError: if a call was refused.
        """
        remaining = None if until is None else until - time.monotonic()
        if remaining is not None and remaining <= 0:
            return None
        try:
            heard = await asyncio.wait_for(self._heard.get(), remaining)
        except asyncio.TimeoutError:
            return None
        if isinstance(heard, svvs.Error):
            raise heard
        return heard

    async def check(self) -> None:
        """Returns once the server has read the calls that were begun, and has refused none of them.

        :raises ResponseError: if a call was refused.
        """
        if len(self._tasks) > 1:
            # What is refused is answered at once, and so before a request that follows. Whether that succeeds is all one.
            with suppress(svvs.Error):
                await self._view.get()
        if self._refused is not None:
            raise self._refused

    async def close(self) -> None:
        """Returns when no call is under way, after the server has ended."""
        await asyncio.gather(*self._tasks)

    async def _hear(self, changes: svvs.Changes) -> None:
        try:
            async for change in changes:
                self._heard.put_nowait(change)
        except svvs.Error as error:
            self._heard.put_nowait(error)
        else:
            self._heard.put_nowait(svvs.ViewClosed("the view is closed"))

    async def _refusal(self, call: Coroutine[Any, Any, None]) -> None:
        try:
            await call
        except svvs.ResponseError as error:
            self._refused = self._refused or error
            self._heard.put_nowait(error)
        except svvs.Error:
            pass  # it was late, or the server has ended, which the changes tell
