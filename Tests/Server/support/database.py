"""Steps in the pages that show stored data, and direct access to the database file."""
from __future__ import annotations

import contextlib
import signal
import sqlite3
import time

import server as driver
from conversation import is_change
from readiness import readable


def log_in(server, user="12345"):
    login = server.open("login")
    server.call("login", {"view": login, "userId": user, "password": "password"})
    assert server.holds(login, loginState="loggedIn")
    server.call("view/close", {"view": login})


def log_out(server):
    home = server.open("home")
    server.call("logout", {"view": home})
    server.call("view/close", {"view": home})


def put(server, view, **properties):
    server.call("view/set", {"view": view, "properties": properties})


def open_notes(server, **more):
    """A notes page that has appeared."""
    view = server.open("notes", **more)
    server.call("didAppear", {"view": view})
    return view


def add_note(server, view, content):
    put(server, view, draft=content)
    server.call("add", {"view": view})


def contents(server, view):
    return [note["content"] for note in server.state(view)["notes"]]


def open_menu(server, kind="smoothies"):
    """A page of smoothies, fetched."""
    view = server.open(kind)
    server.call("fetch", {"view": view})
    return view


def rows(server, view):
    """The rows of a page of smoothies or of favourites."""
    state = server.state(view)
    return state["smoothies"] if "smoothies" in state else state["favorites"]


def ids(server, view):
    return [row["id"] for row in rows(server, view)]


def favorite_ids(server, view):
    return [row["id"] for row in rows(server, view) if row["isFavorite"]]


def wait(server, condition):
    """Reads the changes that arrive without a request until the condition holds."""
    while not condition():
        server.read()


def commits(server, since, *names):
    """The views in which one of the properties changed, for each commit that changed any."""
    sent = [{entry["view"] for entry in message["params"]["views"] if entry["changes"].keys() & names}
            for message in server.messages[since:] if is_change(message)]
    return [views for views in sent if views]


@contextlib.contextmanager
def raw(path):
    """A connection of another program to the file."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=driver.DEADLINE)
    try:
        yield connection
    finally:
        connection.close()


def tables(connection):
    """The names of all tables."""
    return [name for name, in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]


def stored(path, query):
    with raw(path) as connection:
        return connection.execute(query).fetchall()


def start_through(monkeypatch, directory, *lines):
    """Makes a shell script of these lines start every server from now on."""
    script = directory / "start"
    script.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    script.chmod(0o755)
    monkeypatch.setattr(driver, "COMMAND", [str(script)])


class Mortal(driver.Server):
    """A server that is killed a number of seconds after its start, in whatever state it is."""

    def __init__(self, life, *arguments):
        super().__init__(*arguments)
        self.end = time.monotonic() + life

    def _fill(self, deadline):
        rest = self.end - time.monotonic()
        if rest <= 0 or not readable(self.process.stdout, seconds=min(rest, driver.DEADLINE)):
            self.send_signal(signal.SIGKILL)
        return super()._fill(deadline)

    def live(self, life):
        """Runs the steps with the server until it is killed, and reads all of its output."""
        try:
            with contextlib.suppress(driver.Ended, BrokenPipeError):
                life(self)
            with contextlib.suppress(driver.Ended):
                self.read_rest()
        finally:
            self.reap()
