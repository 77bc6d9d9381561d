"""Writes of other programs appear without a request, for any duration of their locks and any journal mode."""
import contextlib
import signal
import sqlite3
import time

import pytest

import chat_steps
from conversation import is_change
from database import add_note, contents, log_in, open_notes, put, raw, stored, wait
from processes import idles, seconds_used, stop

SEED = "新着情報"
INSERT = "INSERT INTO note (userID, content, isDeleted) VALUES ('12345', ?, 0)"
# Longer than every timeout of the server.
LONG = 5.5


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "app.sqlite")


@pytest.fixture
def server(start, path):
    """A server with a view of the notes, `v`, and a counter."""
    server = start("--database", path, "--language", "en")
    log_in(server)
    server.open("counterA", "c")
    open_notes(server, view="v")
    return server


@pytest.fixture
def other(server, path):
    with raw(path) as connection:
        yield connection


def insert(connection, text):
    connection.execute(INSERT, (text,))


def shows(server, *texts):
    """Waits until the view has these notes, without a request."""
    wait(server, lambda: contents(server, "v") == [SEED, *texts] and server.holds("v", errorMessage=None))


def answers_for_long(server):
    """Calls the counter from time to time for longer than the timeout of any wait for the lock."""
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        server.call("increment", {"view": "c"})
        time.sleep(0.05)


def journal(connection, mode):
    """Whether the journal mode could be changed; SQLite refuses that while another one reads or has a log open."""
    end = time.monotonic() + 1
    while time.monotonic() < end:
        with contextlib.suppress(sqlite3.OperationalError):
            return connection.execute(f"PRAGMA journal_mode = {mode}").fetchone() == (mode,)
        time.sleep(0.01)
    return False


@pytest.mark.parametrize("releasing", ["reading", "closing"])
def test_a_write_under_a_lock_shows_when_it_is_released(server, path, releasing):
    with raw(path) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        insert(other, "locked")
        answers_for_long(server)
        assert contents(server, "v") == [SEED]
        if releasing == "reading":
            other.execute("PRAGMA locking_mode = NORMAL")
            other.execute("SELECT * FROM note").fetchall()
            shows(server, "locked")
    shows(server, "locked")


def test_a_write_that_keeps_everybody_out_for_long_shows(server, other):
    other.execute("BEGIN EXCLUSIVE")
    insert(other, "exclusive")
    answers_for_long(server)
    other.execute("COMMIT")
    shows(server, "exclusive")


def insert_much(connection):
    """Writes so much in one transaction that a part of it is written to the file before the end."""
    connection.execute("PRAGMA cache_size = 5")
    connection.execute("BEGIN IMMEDIATE")
    texts = [f"{number} " + "x" * 5000 for number in range(100)]
    for text in texts:
        insert(connection, text)
    return texts


def test_a_large_write_shows_at_its_end(server, other):
    texts = insert_much(other)
    answers_for_long(server)
    other.execute("COMMIT")
    shows(server, *texts)


def test_a_large_write_that_is_taken_back_never_shows(server, other):
    mark = server.mark()
    insert_much(other)
    server.call("increment", {"view": "c"})
    other.execute("ROLLBACK")
    insert(other, "kept")
    shows(server, "kept")
    assert [len(change["notes"]) for change in server.changes("v", since=mark) if "notes" in change] == [2]


@pytest.mark.parametrize("is_kept", [False, True], ids=["closed each time", "kept open"])
def test_writes_show_when_another_program_has_switched_to_a_log(server, path, is_kept):
    texts = []
    with contextlib.ExitStack() as connections:
        for text in ("first", "second", "third"):
            if not is_kept or not texts:
                other = connections.enter_context(raw(path))
            assert journal(other, "wal")
            insert(other, text)
            if not is_kept:
                connections.close()
            texts.append(text)
            shows(server, *texts)
    add_note(server, "v", "own")
    assert contents(server, "v") == [SEED, *texts, "own"] and server.holds("v", errorMessage=None)
    assert stored(path, "SELECT content FROM note ORDER BY rowid DESC LIMIT 1") == [("own",)]


def test_writes_show_after_another_program_has_tried_to_switch_the_log_off(server, other):
    assert journal(other, "wal")
    insert(other, "first")
    shows(server, "first")
    journal(other, "delete")
    insert(other, "second")
    shows(server, "first", "second")
    add_note(server, "v", "own")
    insert(other, "third")
    shows(server, "first", "second", "own", "third")


def test_writes_during_the_sleep_of_the_server_show(server, other):
    stop(server.pid)
    try:
        assert journal(other, "wal")
        insert(other, "with a log")
        assert journal(other, "delete")
        insert(other, "without")
    finally:
        server.send_signal(signal.SIGCONT)
    shows(server, "with a log", "without")
    insert(other, "last")
    shows(server, "with a log", "without", "last")


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_writes_show_if_the_path_is_a_link_to_the_file(start, tmp_path, mode):
    (tmp_path / "elsewhere").mkdir()
    real, link = tmp_path / "elsewhere" / "real.sqlite", tmp_path / "app.sqlite"
    real.touch(0o600)
    link.symlink_to(real)
    server = start("--database", str(link), "--language", "en")
    log_in(server)
    open_notes(server, view="v")
    with raw(real) as other:
        assert journal(other, mode)
        insert(other, "first")
        shows(server, "first")
        insert(other, "second")
        shows(server, "first", "second")
    add_note(server, "v", "own")
    assert contents(server, "v") == [SEED, "first", "second", "own"]
    assert stored(real, "SELECT count(*) FROM note WHERE content = 'own'") == [(1,)]


def test_writes_show_before_and_after_the_file_is_tidied_up(server, other):
    texts = []
    for number in range(3):
        texts.append(f"{number} " + "x" * 50_000)
        insert(other, texts[-1])
        other.execute("VACUUM")
        shows(server, *texts)
        add_note(server, "v", f"own {number}")
        texts.append(f"own {number}")
    shows(server, *texts)


def test_a_server_sleeps_again_when_others_have_written(server, path):
    with raw(path) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        insert(other, "first")
        server.call("increment", {"view": "c"})
    shows(server, "first")
    assert idles(server, pool_threads=1)
    with raw(path) as other:
        assert journal(other, "wal")
        insert(other, "second")
        shows(server, "first", "second")
        # No event follows the moment when a write to the log counts, so the server polls for some more seconds.
        assert idles(server, pool_threads=1) or idles(server, pool_threads=1)


TOO_MUCH = "There is too much data"
# Seconds, for a debug build.
LONGEST_WORK = 0.3


def longest_work(server, condition):
    """Calls the counter repeatedly until the condition holds; returns the longest CPU time of a call in seconds."""
    longest, end = 0, time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end, "never so"
        begun = seconds_used(server.pid)
        server.call("increment", {"view": "c"})
        longest = max(longest, seconds_used(server.pid) - begun)
    return longest


@pytest.mark.parametrize("texts", [["x"] * 90_000, ["x" * (40 << 20)], ["é" * (2 << 20)]],
                         ids=["many", "one that is large", "bytes"])
def test_more_notes_than_are_taken_of_a_backend_are_not_read(server, other, texts):
    other.execute("BEGIN")
    other.executemany(INSERT, [(text,) for text in texts])
    other.execute("COMMIT")
    assert longest_work(server, lambda: server.holds("v", errorMessage=TOO_MUCH)) < LONGEST_WORK
    assert contents(server, "v") == [SEED]
    other.execute("DELETE FROM note WHERE content <> ?", (SEED,))
    shows(server)


def test_a_note_with_which_there_would_be_too_much_is_refused(server, path, other):
    other.execute("BEGIN")
    other.executemany(INSERT, [("x",)] * 9998)
    other.execute("COMMIT")
    wait(server, lambda: len(contents(server, "v")) == 9999)
    add_note(server, "v", "the last")
    assert server.holds("v", errorMessage=None) and contents(server, "v")[-1] == "the last"
    add_note(server, "v", "one too many")
    assert server.holds("v", errorMessage=TOO_MUCH, draft="one too many") and len(contents(server, "v")) == 10_000
    server.call("delete", {"view": "v", "id": server.state("v")["notes"][0]["id"]})
    add_note(server, "v", "x" * (4 << 20))
    assert server.holds("v", errorMessage=TOO_MUCH) and len(contents(server, "v")) == 9999
    assert stored(path, "SELECT count(*) FROM remoteNote") == [(2,)]


@pytest.mark.parametrize("foreign", [False, True], ids=["own", "after a write of another program"])
def test_one_note_among_many_is_sent_alone(server, path, other, foreign):
    other.execute("BEGIN")
    other.executemany(INSERT, [("x",)] * 998)
    other.execute("COMMIT")
    wait(server, lambda: len(contents(server, "v")) == 999)
    view = server.open("notes", delivery="patch")
    if foreign:
        other.execute("UPDATE note SET content = 'changed' WHERE id = 500")
        wait(server, lambda: contents(server, "v")[499] == "changed")
    mark = server.mark()
    add_note(server, "v", "the last")
    server.call("delete", {"view": "v", "id": server.state("v")["notes"][9]["id"]})
    patches = [entry["patch"] for message in server.messages[mark:] if is_change(message)
               for entry in message["params"]["views"] if entry["view"] == view]
    last = server.state(view)["notes"][-1]
    assert last["content"] == "the last"
    assert [operation for patch in patches for operation in patch if operation["path"].startswith("/notes")] == [
        {"op": "add", "path": "/notes/999", "value": last}, {"op": "remove", "path": "/notes/9"}]


@pytest.fixture
def room(start, path):
    """A server with a view of a room of the chat, `room`, and a counter."""
    server = start("--database", path, "--language", "en")
    server.open("counterA", "c")
    chat_steps.log_in(server, "12345")
    chat_steps.open_room(server, chat_steps.ALL, view="room")
    return server


def test_messages_too_large_to_be_read_are_not_read(room, path):
    shown = room.state("room")["messages"]
    with raw(path) as other:
        other.execute("INSERT INTO message (roomID, accountID, body, sentAt) VALUES (1, 'test', ?, 0)",
                      ("x" * (40 << 20),))
        assert longest_work(room, lambda: room.holds("room", errorMessage=TOO_MUCH)) < LONGEST_WORK
        assert room.state("room")["messages"] == shown
        other.execute("DELETE FROM message WHERE length(body) > 1000")
    wait(room, lambda: room.holds("room", errorMessage=None))


def test_of_large_messages_as_many_of_the_newest_as_fit_are_shown(room, path):
    with raw(path) as other:
        other.executemany("INSERT INTO message (roomID, accountID, body, sentAt) VALUES (1, 'test', ?, 0)",
                          [(letter * (1 << 20),) for letter in "abcdefgh"])
    first_letters = lambda: [message["body"][0] for message in room.state("room")["messages"]]
    wait(room, lambda: first_letters() == list("efgh"))
    assert room.holds("room", errorMessage=None)
    put(room, "room", draft="short")
    room.call("send", {"view": "room"})
    wait(room, lambda: first_letters() == list("fghs"))
    room.call("loadEarlier", {"view": "room"})
    assert room.holds("room", errorMessage=TOO_MUCH) and first_letters() == list("fghs")


def test_as_many_messages_as_are_read_at_a_time_fit_whatever_their_size(room, path):
    put(room, "room", draft="x" * ((64 << 10) + 1))
    room.call("send", {"view": "room"})
    assert room.holds("room", errorMessage="The text is too long")
    body = "é" * (32 << 10)
    with raw(path) as other:
        other.executemany("INSERT INTO message (roomID, accountID, body, sentAt) VALUES (1, 'test', ?, 0)", [(body,)] * 50)
    chat_steps.send(room, "room", body)
    wait(room, lambda: chat_steps.bodies(room, "room")[-50:] == [body] * 50)
    assert room.holds("room", errorMessage=None)
