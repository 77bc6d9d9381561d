"""A change is stored before its reply, also if the process then crashes; if it cannot be stored, that is an error."""
import itertools
import os
import pwd
import random
import resource
import shlex
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

import server as driver
from database import (Mortal, add_note, contents, favorite_ids, ids, log_in, open_menu, open_notes, raw, rows,
                      start_through, stored, wait)

SEED = "新着情報"
ROUNDS = int(os.environ.get("SVVS_KILLS", 30))
LOCKED = "The data is in use by another program; try again"
READ_ONLY = "The data cannot be changed: it is read-only"
NO_ROOM = {"The disk is full", "The data could not be accessed"}
UNLIMITED = resource.RLIM_INFINITY


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "app.sqlite")


class Client:
    """Writes until its server is killed. Afterwards, answered writes must be stored, and calls in progress may be."""

    def __init__(self):
        self.random = random.Random(20220201)
        self.notes, self.favorites, self.start, self.maybe = [SEED], set(), 0, set()
        self.asked, self.begun, self.time_to_look, self.looks, self.interruptions = [], 0, 0.5, 0, 0

    def run(self, path):
        """One life of a server, which ends before, during or after the comparison of the stored data."""
        self.asked, self.begun = [], time.monotonic()
        server = Mortal(self.random.uniform(0, 2.5 * self.time_to_look), "--database", path)
        server.live(self.use)
        assert all(view.state.get("errorMessage") is None for view in server.views.values())
        for call, what, value in self.asked:
            if not server.answered(call):
                self.maybe.add((what, value))
            elif "commit" not in server.result(call):
                raise AssertionError(f"no commit in the answer to {call}")
            elif what == "note":
                self.notes.append(value)
            elif what == "favorite":
                self.favorites ^= {value}
            else:
                self.start = value
        # The machine may have become so busy that no server lives long enough.
        if not self.asked:
            self.time_to_look *= 1.1
        self.interruptions += any(not server.answered(call) for call, _, _ in self.asked)

    def use(self, server):
        notes, menu, settings = self.look(server)
        self.time_to_look = time.monotonic() - self.begun
        self.looks += 1
        for count in itertools.count(self.start + 1):
            calls = [("favorite", one, server.message("toggleFavorite", {"view": menu, "id": one}))
                     for one in self.random.choices(ids(server, menu), k=5)]
            calls.insert(3, ("start", count, server.message("setStartCount", {"view": settings, "count": count})))
            if self.random.random() < 0.3:
                text = f"{count} " + "x" * self.random.randrange(400)
                server.request("view/set", {"view": notes, "properties": {"draft": text}})
                calls.append(("note", text, server.message("add", {"view": notes})))
            self.asked += [(message["id"], what, value) for what, value, message in calls]
            server.send(*(message for _, _, message in calls))
            # The next draft is set after this note was added.
            server.result(calls[-1][2]["id"])

    def look(self, server):
        """Opens the pages and compares them with the answered writes."""
        log_in(server)
        pages = open_notes(server), open_menu(server), server.open("counterSettings")
        notes, favorites = contents(server, pages[0]), set(favorite_ids(server, pages[1]))
        start = server.state(pages[2])["startCount"]
        assert [one for one in notes if ("note", one) not in self.maybe] == self.notes
        assert len(set(notes)) == len(notes)
        assert {("favorite", one) for one in favorites ^ self.favorites} <= self.maybe
        assert start == self.start or start > self.start and ("start", start) in self.maybe
        self.notes, self.favorites, self.start, self.maybe = notes, favorites, start, set()
        return pages


def is_sound(path):
    return stored(path, "PRAGMA integrity_check") == [("ok",)]


def test_answered_writes_survive_a_kill_at_any_moment(start, path):
    client = Client()
    for count in range(ROUNDS):
        client.run(path)
        if count % 10 == 9:
            assert is_sound(path)
    client.look(start("--database", path))
    # Enough were killed between a call and its reply, and enough compared the data after a kill.
    assert client.interruptions >= ROUNDS / 10 and client.looks >= ROUNDS / 10


def test_a_file_can_be_made_again_after_a_kill_while_it_is_made(start, tmp_path):
    moments, whole = random.Random(1), 0.5
    for count in range(8):
        path = str(tmp_path / f"{count}.sqlite")
        Mortal(moments.uniform(0, whole), "--database", path).live(lambda server: server.read())
        begun = time.monotonic()
        server = start("--database", path)
        assert len(rows(server, open_menu(server))) == 14
        whole = time.monotonic() - begun
        log_in(server)
        assert contents(server, open_notes(server)) == [SEED]
        assert server.finish() == 0 and is_sound(path)


# With this many steps of room, some write of every action is the first that finds no room.
@pytest.mark.parametrize("restarts, room", [*((False, room) for room in range(32, 96, 8)), (True, 32), (True, 64)])
def test_a_full_disk_is_reported_and_loses_nothing(start, monkeypatch, tmp_path, path, restarts, room):
    # A limit on the size of files fills the disk of this process alone.
    start_through(monkeypatch, tmp_path, "trap '' XFSZ", f"exec {shlex.join(driver.COMMAND)} \"$@\"")
    server = start("--database", path, "--language", "en")
    log_in(server)
    notes, menu = open_notes(server), open_menu(server)
    chosen = ids(server, menu)[0]
    server.call("toggleFavorite", {"view": menu, "id": chosen})
    largest = max(file.stat().st_size for file in tmp_path.iterdir())
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (largest + room * 1024, UNLIMITED))
    added = [SEED]
    while server.holds(notes, errorMessage=None):
        assert len(added) < 100, "the disk does not become full"
        added.append(f"{len(added)} " + "x" * 20_000)
        add_note(server, notes, added[-1])
    unsaved = added.pop()
    assert server.state(notes)["errorMessage"] in NO_ROOM and server.holds(notes, draft=unsaved)
    assert contents(server, notes) == added and favorite_ids(server, menu) == [chosen]
    server.call("increment", {"view": server.open("counterA")})
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (UNLIMITED, UNLIMITED))
    if restarts:
        assert server.finish() == 0
        server = start("--database", path)
        log_in(server)
        notes, menu = open_notes(server), open_menu(server)
        assert contents(server, notes) == added and favorite_ids(server, menu) == [chosen]
    # A write that failed was not made: after a retry, the note is there once.
    add_note(server, notes, unsaved)
    server.call("refresh", {"view": notes})
    assert contents(server, notes) == [*added, unsaved] and server.holds(notes, errorMessage=None)
    assert is_sound(path)


def test_a_toggle_on_a_full_disk_is_not_shown(start, monkeypatch, tmp_path, path):
    start_through(monkeypatch, tmp_path, "trap '' XFSZ", f"exec {shlex.join(driver.COMMAND)} \"$@\"")
    server = start("--database", path, "--language", "en")
    menu, settings = open_menu(server), server.open("counterSettings")
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, UNLIMITED))
    server.call("toggleFavorite", {"view": menu, "id": ids(server, menu)[0]})
    server.call("setStartCount", {"view": settings, "count": 5})
    assert server.state(menu)["errorMessage"] in NO_ROOM and favorite_ids(server, menu) == []
    assert server.state(settings)["errorMessage"] in NO_ROOM and server.holds(settings, startCount=0)


@pytest.fixture
def public():
    """A directory that every user of the machine may read."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


def start_as_nobody(monkeypatch, folder):
    """Makes a user without files start servers; a user other than root is one for a file of mode 444."""
    program = shutil.copy(driver.PROGRAM, folder / "svvs")
    nobody = pwd.getpwnam("nobody")
    become = f"setpriv --reuid={nobody.pw_uid} --regid={nobody.pw_gid} --clear-groups" if os.geteuid() == 0 else ""
    start_through(monkeypatch, folder, f"exec {become} '{program}' \"$@\"")


@pytest.mark.parametrize("mode", [0o755, 0o777])
def test_a_file_that_may_only_be_read_is_shown(start, monkeypatch, public, mode):
    folder, path = public / "data", str(public / "data/app.sqlite")
    folder.mkdir()
    first = start("--database", path)
    log_in(first)
    open_notes(first)
    menu = open_menu(first)
    chosen = ids(first, menu)[0]
    first.call("toggleFavorite", {"view": menu, "id": chosen})
    assert first.finish() == 0
    os.chmod(path, 0o444)
    os.chmod(folder, mode)
    before = Path(path).read_bytes()
    start_as_nobody(monkeypatch, public)
    server = start("--database", path, "--language", "en")
    log_in(server)
    notes, menu, settings = open_notes(server), open_menu(server), server.open("counterSettings")
    wait(server, lambda: contents(server, notes) == [SEED] and favorite_ids(server, menu) == [chosen])
    server.call("toggleFavorite", {"view": menu, "id": chosen})
    assert server.holds(menu, errorMessage=READ_ONLY) and favorite_ids(server, menu) == [chosen]
    add_note(server, notes, "New")
    assert server.holds(notes, errorMessage=READ_ONLY, draft="New") and contents(server, notes) == [SEED]
    server.call("setStartCount", {"view": settings, "count": 5})
    assert server.holds(settings, errorMessage=READ_ONLY, startCount=0)
    assert server.finish() == 0 and Path(path).read_bytes() == before


def test_while_another_program_writes_a_write_fails_and_all_else_goes_on(start, path):
    server = start("--database", path, "--language", "en")
    log_in(server)
    notes, menu = open_notes(server), open_menu(server)
    settings, counter = server.open("counterSettings"), server.open("counterA")
    chosen = ids(server, menu)[0]
    with raw(path) as other:
        other.execute("BEGIN IMMEDIATE")
        begun = time.monotonic()
        toggle = server.request("toggleFavorite", {"view": menu, "id": chosen})
        server.call("increment", {"view": counter})
        user = server.open("user", params={"id": "A"})
        server.call("load", {"view": user})
        assert server.holds(counter, count=1) and server.holds(user, displayName="User A")
        assert contents(server, server.open("notes")) == [SEED] and len(rows(server, open_menu(server))) == 14
        assert not server.answered(toggle)
        assert time.monotonic() - begun < 1.5
        server.result(toggle)
        assert 1.5 < time.monotonic() - begun < 6
        assert server.holds(menu, errorMessage=LOCKED) and favorite_ids(server, menu) == []
        add_note(server, notes, "Waiting")
        assert server.holds(notes, errorMessage=LOCKED, draft="Waiting") and contents(server, notes) == [SEED]
        server.call("setStartCount", {"view": settings, "count": 5})
        assert server.holds(settings, errorMessage=LOCKED, startCount=0)
        other.execute("ROLLBACK")
    server.call("toggleFavorite", {"view": menu, "id": chosen})
    assert server.holds(menu, errorMessage=None) and favorite_ids(server, menu) == [chosen]
    server.call("add", {"view": notes})
    assert server.holds(notes, errorMessage=None) and contents(server, notes) == [SEED, "Waiting"]


def test_a_short_wait_for_another_program_is_not_a_failure(start, path):
    server = start("--database", path)
    menu, counter = open_menu(server), server.open("counterA")
    with raw(path) as other:
        other.execute("BEGIN IMMEDIATE")
        toggle = server.request("toggleFavorite", {"view": menu, "id": ids(server, menu)[0]})
        server.call("increment", {"view": counter})
        other.execute("COMMIT")
    server.result(toggle)
    assert server.holds(menu, errorMessage=None) and len(favorite_ids(server, menu)) == 1


def make(kind, path):
    """A file or directory that the server cannot use as its database."""
    if kind == "a folder":
        path.mkdir()
    elif kind == "something else":
        path.write_bytes(b"This is not a database, but a letter of some length.\n" * 200)
    elif kind == "a database cut short":
        path.write_bytes(b"SQLite format 3\0" + b"\xff" * 50)
    elif kind == "by a newer version":
        subprocess.run([*driver.COMMAND, "--database", path], stdin=subprocess.DEVNULL, check=True,
                       timeout=driver.DEADLINE)
        with raw(path) as other:
            other.execute("INSERT INTO grdb_migrations (identifier) VALUES ('v999')")


@pytest.mark.parametrize("kind", [
    "a folder", "something else", "a database cut short", "by a newer version", "missing",
])
def test_a_file_that_is_not_a_database_of_this_version_is_refused_in_a_line(tmp_path, kind):
    path = tmp_path / "missing" / "app.sqlite" if kind == "missing" else tmp_path / "app.sqlite"
    make(kind, path)
    before = path.read_bytes() if path.is_file() else None
    result = subprocess.run([*driver.COMMAND, "--database", path], stdin=subprocess.DEVNULL, capture_output=True,
                            timeout=driver.DEADLINE)
    said = result.stderr.decode()
    assert result.returncode == 64 and result.stdout == b"", said
    assert len(said.splitlines()) == 1 and str(path) in said
    assert (path.read_bytes() if path.is_file() else None) == before
    assert path.parent.exists() == (kind != "missing")
