"""A live query of rows: one row among few or many changes in the database."""
from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from ..exchange import ServerError
from ..figures import Figure, at_most
from ..processes import output_of
from ..scenario import Bench, scenario
from ..server import Server
from ..turns import compared

FEW, MANY = 100, 9_900
GOAL = at_most(1.5)


@scenario("database")
def measure(bench: Bench) -> Iterator[Figure]:
    """a note is added to few or many notes in a file, or deleted: only the note is read, and sent as a patch"""
    times = {count: changed(bench, count) for count in (FEW, MANY)}
    for action in times[FEW]:
        samples = {f"of {count:,}": times[count][action] for count in (FEW, MANY)}
        yield compared(f"{action} a note", "ms", samples, f"of {MANY:,}", f"of {FEW:,}", GOAL)


def changed(bench: Bench, count: int) -> dict[str, list[float]]:
    """Milliseconds of each addition to this number of notes, and of each deletion."""
    with bench.folder() as folder:
        path = f"{folder}/app.sqlite"
        fill(bench, path, count)
        with Server(bench.svvs, "serve", "--database", path) as server:
            notes = logged_in(server)
            turns = range(bench.pick(21, quick=7))
            return {
                "add": [added(server, f"added {turn}") for turn in turns],
                "delete": [changing(server, "delete", id=notes[turn]["id"]) for turn in turns],
            }


def fill(bench: Bench, path: str, count: int) -> None:
    """Lets the server create its database, and inserts notes."""
    output_of(bench.svvs, "serve", "--database", path)
    with sqlite3.connect(path) as database:
        notes = ((f"note {number}",) for number in range(count))
        database.executemany("INSERT INTO note (userID, content) VALUES ('12345', ?)", notes)
    database.close()


def logged_in(server: Server) -> list[dict]:
    """Logs in and returns the notes of the user."""
    server.call("view/open", type="login", view="login")
    server.call("login", view="login", userId="12345", password="password")
    server.call("view/open", type="notes", view="notes", delivery="patch")
    server.call("didAppear", view="notes")
    return server.call("view/get", view="notes")["state"]["notes"]


def added(server: Server, content: str) -> float:
    server.call("view/set", view="notes", properties={"draft": content})
    return changing(server, "add")


def changing(server: Server, action: str, **params: object) -> float:
    """Milliseconds until the change and the reply to an action have been read."""
    exchange = server.ask((action, {"view": "notes", **params}))
    sent = [step["path"] for change in exchange.changes for entry in change["views"] for step in entry["patch"]]
    if sum(path.startswith("/notes/") for path in sent) != 1:
        raise ServerError(f"one note was changed, and this was sent: {sent}")
    return exchange.seconds * 1e3
