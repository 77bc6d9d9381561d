"""Opens the view of a command, or finds it in a session, and follows its changes."""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any

import svvs

from .expression import Expression
from .servers import joined
from .text import json_text
from .words import WordError, assignments, call_words, parameters, sendable


async def opened(
    server: svvs.AsyncServer, options: argparse.Namespace, condition: Expression | None = None
) -> svvs.AsyncView:
    """The view of a command, opened or found in a session, after the properties and calls of `--set` and `--call`.

    :raises ExpressionError: before these, if the state lacks a property that the condition uses.
    """
    if options.session is None:
        view = await server.open(sendable(options.type), **parameters(options.param))
    else:
        session = await joined(server, options)
        view = named_view(session.views, options.type)
    if condition:
        condition.check(view.state)
    if options.set:
        await view.set(**assignments(options.set))
    for action, arguments in map(call_words, options.call):
        await view.call(action, **arguments)
    return view


def print_json(value: Mapping[str, Any]) -> None:
    """Prints a value as a line of JSON."""
    print(json_text(value), flush=True)


def named_view(views: Mapping[str, svvs.AsyncView], name: str) -> svvs.AsyncView:
    """The view with an id, or else the only view of a type.

    >>> from svvs_terminal.views import named_view
    >>> shared = await server.share("team")
    >>> counter = await shared.open("counterA", "mine")
    >>> named_view(shared.views, "counterA").id
    'mine'

    :raises WordError: if there is no such view, or more than one.
    """
    found = [views[name]] if name in views else [each for each in views.values() if each.type == name]
    if len(found) != 1:
        open_views = ", ".join(f"{each.id} ({each.type})" for each in views.values()) or "none"
        raise WordError(f"expected the id or the type of one view; open are: {open_views}")
    return found[0]


def described(change: svvs.Change) -> dict[str, Any]:
    """The printed members of a change."""
    members: dict[str, Any] = {"changes": change.changes}
    if change.cause:
        members["cause"] = [cause.method for cause in change.cause]
    return members


async def follow_session(session: svvs.AsyncSharedSession) -> None:
    """Prints the state of each view, its changes, and the number of clients, until the session is closed."""
    changes = session.changes()  # before the first `await`, so that no change is missed
    following = {view: _following(view) for view in session.views.values()}
    connections = None
    try:
        async for change in changes:
            if change.connections != connections:
                connections = change.connections
                print_json({"session": session.id, "connections": connections})
            opened = [view for view in session.views.values() if view not in following]
            following.update({view: _following(view) for view in opened})
        await asyncio.gather(*following.values())  # prints that the views are closed
    finally:
        for task in following.values():
            task.cancel()
        await asyncio.gather(*following.values(), return_exceptions=True)


def _following(view: svvs.AsyncView) -> asyncio.Task[None]:
    print_json({"view": view.id, "type": view.type, "commit": view.commit, "state": view.state})
    return asyncio.ensure_future(_follow(view, view.changes()))


async def _follow(view: svvs.AsyncView, changes: svvs.Changes) -> None:
    async for change in changes:
        print_json({"view": view.id, "commit": change.commit, **described(change)})
    print_json({"view": view.id, "closed": True})


class Changes:
    """The changes of a view from now on, and the refusals of calls that :meth:`begin` sends, in their order.

    >>> from svvs_terminal.views import Changes
    >>> counter = await server.open("counterA")
    >>> changes = Changes(counter)
    >>> await changes.begin([("increment", {"by": 5})])
    >>> (await changes.next(None)).changes
    {'count': 5}
    """

    def __init__(self, view: svvs.AsyncView) -> None:
        self._view = view
        self._queue: asyncio.Queue[svvs.Change | svvs.Error] = asyncio.Queue()
        self._tasks = [asyncio.ensure_future(self._receive(view.changes()))]
        self._refused: svvs.ResponseError | None = None

    async def begin(self, calls: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
        """Sends calls without waiting for their end."""
        running = (self._view.call(action, **arguments) for action, arguments in calls)
        self._tasks += [asyncio.ensure_future(self._refusal(each)) for each in running]
        await asyncio.sleep(0)  # the tasks send the calls

    async def next(self, until: float | None) -> svvs.Change | None:
        """The next change; None after the time `until`, even if more changes are queued.

        :raises ResponseError: if a call was refused.
        """
        remaining = None if until is None else until - time.monotonic()
        if remaining is not None and remaining <= 0:
            return None
        try:
            found = await asyncio.wait_for(self._queue.get(), remaining)
        except asyncio.TimeoutError:
            return None
        if isinstance(found, svvs.Error):
            raise found
        return found

    async def check(self) -> None:
        """Waits until the server has read the calls of :meth:`begin`.

        :raises ResponseError: if a call was refused.
        """
        if len(self._tasks) > 1:
            # The server refuses a call before it replies to a later request, whether or not that succeeds.
            with suppress(svvs.Error):
                await self._view.get()
        if self._refused is not None:
            raise self._refused

    async def close(self) -> None:
        """Waits for the end of the calls, after the server has ended."""
        await asyncio.gather(*self._tasks)

    async def _receive(self, changes: svvs.Changes) -> None:
        try:
            async for change in changes:
                self._queue.put_nowait(change)
        except svvs.Error as error:
            self._queue.put_nowait(error)
        else:
            self._queue.put_nowait(svvs.ViewClosed("the view is closed"))

    async def _refusal(self, call: Coroutine[Any, Any, None]) -> None:
        try:
            await call
        except svvs.ResponseError as error:
            self._refused = self._refused or error
            self._queue.put_nowait(error)
        except svvs.Error:
            pass  # after a timeout; the end of the server also ends the changes
