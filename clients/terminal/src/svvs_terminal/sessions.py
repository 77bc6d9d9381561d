"""What `--session` does: finds a view that another client has opened, or follows all there are."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import svvs

from .words import WordError


def named_view(views: Mapping[str, svvs.AsyncView], name: str) -> svvs.AsyncView:
    """The view of an id, or else the only one of a type.

    >>> from svvs_terminal.sessions import named_view
    >>> desk = await server.share("desk")
    >>> counter = await desk.open("counterA", "mine")
    >>> named_view(desk.views, "counterA").id
    'mine'

    :raises WordError: if there is none, or more than one.
    """
    found = [views[name]] if name in views else [each for each in views.values() if each.type == name]
    if len(found) != 1:
        open_views = ", ".join(f"{each.id} ({each.type})" for each in views.values()) or "none"
        raise WordError(f"expected the id or the type of one view; open are: {open_views}")
    return found[0]


def told(change: svvs.Change) -> dict[str, Any]:
    """What is printed of a change."""
    members: dict[str, Any] = {"changed": sorted(change.stale)} if change.stale else {"changes": change.changes}
    if change.cause:
        members["cause"] = [cause.method for cause in change.cause]
    return members


async def follow_session(session: svvs.AsyncSharedSession) -> None:
    """Prints the state of each view, then what changes and who comes and goes, until the session is closed."""
    changes = session.changes()  # before anything is awaited
    following = {view: _following(view) for view in session.views.values()}
    connections = None
    try:
        async for change in changes:
            if change.connections not in (None, connections):
                connections = change.connections
                _print({"session": session.id, "connections": connections})
            opened = [view for view in session.views.values() if view not in following]
            following.update({view: _following(view) for view in opened})
        await asyncio.gather(*following.values())  # which have yet to say that they are closed
    finally:
        for task in following.values():
            task.cancel()
        await asyncio.gather(*following.values(), return_exceptions=True)


def _following(view: svvs.AsyncView) -> asyncio.Task[None]:
    _print({"view": view.id, "type": view.type, "commit": view.commit, "state": view.state})
    return asyncio.ensure_future(_follow(view, view.changes()))


async def _follow(view: svvs.AsyncView, changes: svvs.Changes) -> None:
    async for change in changes:
        _print({"view": view.id, "commit": change.commit, **told(change)})
    _print({"view": view.id, "closed": True})


def _print(value: Mapping[str, Any]) -> None:
    print(json.dumps(value, ensure_ascii=False), flush=True)
