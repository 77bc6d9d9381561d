"""The database file disappears while the server runs: views show an error, until it is back, without a request."""
import contextlib
import os
import shutil
import sqlite3

import pytest

from database import add_note, contents, log_in, open_notes, raw, stored, wait
from processes import idles

SEED = "新着情報"
LOST = "The file of the data was deleted or replaced"
INSERT = "INSERT INTO note (userID, content, isDeleted) VALUES ('12345', ?, 0)"


@pytest.fixture
def path(tmp_path):
    (tmp_path / "data").mkdir()
    return tmp_path / "data" / "app.sqlite"


@pytest.fixture
def server(start, path):
    """A server with two views of the notes, `v` and `w`."""
    server = start("--database", str(path), "--language", "en")
    log_in(server)
    for view in ("v", "w"):
        open_notes(server, view=view)
    return server


def delete(path, aside):
    os.link(path, aside)
    path.unlink()


def move(path, aside):
    path.rename(aside)


def replace_by_another(path, aside):
    os.link(path, aside)
    another = path.with_name("another.sqlite")
    with contextlib.closing(sqlite3.connect(another)) as connection:
        connection.execute("CREATE TABLE something (name TEXT)")
    os.rename(another, path)


def replace_by_a_copy(path, aside):
    os.link(path, aside)
    shutil.copy(path, path.with_name("copy.sqlite"))
    os.rename(path.with_name("copy.sqlite"), path)


def move_the_folder(path, aside):
    path.parent.rename(aside)


WAYS = pytest.mark.parametrize("lose", [delete, move, replace_by_another, replace_by_a_copy, move_the_folder])


def put_back(path, aside):
    os.rename(aside, path.parent if aside.is_dir() else path)


def says_so(server):
    for view in ("v", "w"):
        server.until(view, errorMessage=LOST)
        assert contents(server, view) == [SEED]


def said_nothing_else(server):
    """Checks that no other error was sent to the two views, such as that the file is read-only."""
    messages = {change.get("errorMessage") for view in ("v", "w") for change in server.changes(view)}
    assert messages <= {None, LOST}


@WAYS
def test_a_lost_file_shows_without_a_request(server, path, tmp_path, lose):
    lose(path, tmp_path / "aside")
    says_so(server)
    said_nothing_else(server)


@WAYS
def test_nothing_can_be_added_as_long_as_it_is_lost(server, path, tmp_path, lose):
    aside = tmp_path / "aside"
    lose(path, aside)
    add_note(server, "v", "nowhere")
    assert server.holds("v", errorMessage=LOST, draft="nowhere")
    says_so(server)
    said_nothing_else(server)
    kept = aside / path.name if aside.is_dir() else aside
    assert stored(kept, "SELECT count(*) FROM note WHERE content = 'nowhere'") == [(0,)]


@WAYS
def test_when_it_is_back_all_works_again(server, path, tmp_path, lose):
    aside = tmp_path / "aside"
    lose(path, aside)
    says_so(server)
    add_note(server, "v", "draft")
    put_back(path, aside)
    server.call("add", {"view": "v"})
    assert server.holds("v", errorMessage=None, draft="") and contents(server, "v") == [SEED, "draft"]
    server.until("w", errorMessage=None, notes=server.state("v")["notes"])
    with raw(path) as other:
        other.execute(INSERT, ("from outside",))
    for view in ("v", "w"):
        wait(server, lambda: contents(server, view) == [SEED, "draft", "from outside"])
    said_nothing_else(server)
    assert stored(path, "SELECT count(*) FROM note WHERE content = 'draft'") == [(1,)]


@WAYS
def test_a_file_that_is_back_shows_without_a_request(server, path, tmp_path, lose):
    aside = tmp_path / "aside"
    lose(path, aside)
    says_so(server)
    put_back(path, aside)
    for view in ("v", "w"):
        server.until(view, errorMessage=None)


@WAYS
def test_a_server_without_its_file_sleeps_and_ends_in_order(server, path, tmp_path, lose):
    lose(path, tmp_path / "aside")
    says_so(server)
    assert idles(server, pool_threads=1)
    assert server.finish() == 0 and server.errors == ""


def test_it_may_be_lost_again_and_again(server, path, tmp_path):
    for lose in (delete, move_the_folder, replace_by_another, move):
        aside = tmp_path / "aside"
        lose(path, aside)
        says_so(server)
        put_back(path, aside)
        server.call("refresh", {"view": "v"})
        for view in ("v", "w"):
            server.until(view, errorMessage=None)
    assert idles(server, pool_threads=1)
