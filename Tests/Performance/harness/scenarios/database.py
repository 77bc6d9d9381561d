"""A live query: one row among many changes in the database."""
from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from ..exchange import ServerError
from ..figures import Figure
from ..processes import output_of
from ..scenario import Bench, scenario
from ..server import Server
from ..turns import compared

ROWS = 10_000


@scenario("database")
def measure(bench: Bench) -> Iterator[Figure]:
    """a note of many is deleted from a file: the time of one change, which contains all other notes"""
    with bench.folder() as folder:
        path = f"{folder}/app.sqlite"
        fill(bench, path)
        with Server(bench.svvs, "serve", "--database", path) as server:
            notes = logged_in(server)
            times = [deleted(server, note["id"]) for note in notes[: bench.pick(21, quick=7)]]
    yield compared(f"delete one of {len(notes):,} notes", "ms", {"median": times})


def fill(bench: Bench, path: str) -> None:
    """Lets the server create its database, and inserts notes."""
    output_of(bench.svvs, "serve", "--database", path)
    with sqlite3.connect(path) as database:
        notes = ((f"note {number}",) for number in range(ROWS))
        database.executemany("INSERT INTO note (userID, content) VALUES ('12345', ?)", notes)
    database.close()


def logged_in(server: Server) -> list[dict]:
    """Logs in and returns the notes of the user."""
    server.call("view/open", type="login", view="login")
    server.call("login", view="login", userId="12345", password="password")
    server.call("view/open", type="notes", view="notes")
    server.call("didAppear", view="notes")
    return server.call("view/get", view="notes")["state"]["notes"]


def deleted(server: Server, identity: object) -> float:
    """Milliseconds until the change and the reply to a deletion have been read."""
    exchange = server.ask(("delete", {"view": "notes", "id": identity}))
    sent = [list(entry["changes"]) for change in exchange.changes for entry in change["views"]]
    if sent != [["notes"]]:
        raise ServerError(f"one note was deleted, and this was sent: {sent}")
    return exchange.seconds * 1e3
