"""A front end disconnects while its views change very often, and joins its session again."""
from __future__ import annotations

import time
from collections.abc import Iterator

from ..exchange import Exchange, ServerError
from ..figures import Figure, amount, at_most
from ..listener import Listener, SocketConnection
from ..processes import resident
from ..progress import doing
from ..scenario import Bench, scenario
from ..server import Connection, Request, line
from ..views import open_views

VIEWS = 1000
BATCH = 1000
SESSION = "kept"
MEMORY_GOAL = at_most(1)
MESSAGE_GOAL = at_most(1)
BARRIER: Request = ("view/get", {"view": "own"})


@scenario("rejoin")
def measure(bench: Bench) -> Iterator[Figure]:
    """a front end is away while its session's views change: it costs no memory, and joins again by one message"""
    changes = bench.pick(1_000_000, quick=100_000)
    with Listener(bench.svvs) as server, server.connect() as other:
        token = leave(server)
        other.call("view/open", type="counterA", view="own")
        change(other, BATCH)
        before, begun = resident(server.pid), time.monotonic()
        change(other, changes)
        seconds, growth = time.monotonic() - begun, resident(server.pid) - before
        with server.connect() as again:
            exchange = rejoin(again, token)
    check(exchange, changes + BATCH)
    yield amount(f"growth of memory, {changes:,} changes of {VIEWS:,} views", growth / 2**20, "MB", MEMORY_GOAL)
    yield amount("messages when it joins again", len(exchange.lines) - 1, "", MESSAGE_GOAL)
    yield amount("until that has been read", exchange.seconds * 1e3, "ms")
    yield amount("changes taken in a second", changes / seconds, "")


def leave(server: Listener) -> str:
    """Opens views in a session that is kept, and disconnects; returns the token with which to join again."""
    with server.connect() as front_end:
        opened = front_end.call("session/open", session=SESSION, shared=True, keep=3600)
        open_views(front_end, "counterA", VIEWS, session=SESSION)
        front_end.finish()
    return str(opened["token"])


def change(other: Connection, count: int) -> None:
    """Changes the value that all views show, by notifications, which have no answer."""
    text = line("increment", {"view": "own"}) * BATCH
    for number in range(0, count, BATCH):
        doing(f"{number:,} of {count:,} changes sent")
        other.exchange(text + other.written(BARRIER), 1)
    doing()


def rejoin(connection: SocketConnection, token: str) -> Exchange:
    """Joins the session; the exchange ends when a later request has been answered."""
    join: Request = ("session/join", {"session": SESSION, "token": token})
    return connection.ask(join, ("session/list", {}))


def check(exchange: Exchange, count: int) -> None:
    """Raises an error unless each view was sent once, with its present state."""
    views = exchange.results[0]["views"]
    names, counts = {view["view"] for view in views}, {view["state"]["count"] for view in views}
    if len(views) != VIEWS or len(names) != VIEWS or counts != {count}:
        raise ServerError(f"{count} changes of {VIEWS} views; {len(views)} have come back, with {counts}")
