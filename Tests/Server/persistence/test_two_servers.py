"""Two servers on one file: they may create it at the same time, and each shows the writes of the other."""
import random

import pytest

from database import add_note, commits, contents, favorite_ids, ids, log_in, open_menu, open_notes, rows, stored, wait

SEED = "新着情報"


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "app.sqlite")


@pytest.fixture
def both(start, path):
    """Two servers on an existing file, so that the test is not about the race to create it."""
    first = start("--database", path)
    first.open("counterA")
    return [first, start("--database", path)]


def test_several_may_make_the_file_at_once(start, tmp_path):
    for count in range(4):
        path = str(tmp_path / f"{count}.sqlite")
        servers = [start("--database", path) for _ in range(4)]
        for server in servers:
            assert len(rows(server, open_menu(server))) == 14
        log_in(servers[0])
        assert contents(servers[0], open_notes(servers[0])) == [SEED]
        for server in servers:
            assert server.finish() == 0 and server.errors == ""
        assert stored(path, "SELECT userID, content FROM note") == [("12345", SEED)]
        assert stored(path, "PRAGMA integrity_check") == [("ok",)]


def test_notes_written_by_either_show_in_both(both):
    for server in both:
        log_in(server)
    views = [open_notes(server) for server in both]
    expected = [SEED]
    for count in range(10):
        expected.append(f"Note {count}")
        writer, reader = (0, 1) if count % 2 else (1, 0)
        add_note(both[writer], views[writer], expected[-1])
        wait(both[reader], lambda: contents(both[reader], views[reader]) == expected)
    both[1].call("delete", {"view": views[1], "id": both[1].state(views[1])["notes"][0]["id"]})
    wait(both[0], lambda: contents(both[0], views[0]) == expected[1:])


def test_each_user_sees_the_own_notes_alone(both):
    log_in(both[0])
    log_in(both[1], "test")
    views = [open_notes(server) for server in both]
    for server, view in zip(both, views):
        add_note(server, view, f"From {view}, server {server.pid}")
    mine, other = (contents(server, view) for server, view in zip(both, views))
    assert len(mine) == 2 and len(other) == 1
    # Changes arrive in order: changes with the notes of the other user would have arrived earlier.
    menus = [open_menu(server) for server in both]
    both[0].call("toggleFavorite", {"view": menus[0], "id": ids(both[0], menus[0])[0]})
    wait(both[1], lambda: favorite_ids(both[1], menus[1]))
    both[1].call("toggleFavorite", {"view": menus[1], "id": ids(both[1], menus[1])[1]})
    wait(both[0], lambda: len(favorite_ids(both[0], menus[0])) == 2)
    assert [contents(server, view) for server, view in zip(both, views)] == [mine, other]


def test_favourites_and_settings_written_by_either_show_in_both(both):
    menus = [open_menu(server) for server in both]
    liked = [open_menu(server, "favorites") for server in both]
    settings = [server.open("counterSettings") for server in both]
    chosen = ids(both[0], menus[0])[4]
    for writer, reader, expected in ((0, 1, [chosen]), (1, 0, [])):
        mark = both[reader].mark()
        both[writer].call("toggleFavorite", {"view": menus[writer], "id": chosen})
        wait(both[reader], lambda: favorite_ids(both[reader], menus[reader]) == expected)
        assert ids(both[reader], liked[reader]) == expected
        assert commits(both[reader], mark, "smoothies", "favorites") == [{menus[reader], liked[reader]}]
        both[writer].call("setStartCount", {"view": settings[writer], "count": 10 + writer})
        both[reader].until(settings[reader], startCount=10 + writer)


def test_after_many_toggles_in_both_all_agree(both, path):
    choose = random.Random(20220201)
    menus = [open_menu(server) for server in both]
    some = ids(both[0], menus[0])[::3]
    for _ in range(100):
        # Both write at the same time, but neither queues writes: a write fails if it has been waiting for 2 s, its
        # time in the queue included, when the other server has the file.
        calls = [server.request("toggleFavorite", {"view": view, "id": choose.choice(some)})
                 for server, view in zip(both, menus)]
        for server, call in zip(both, calls):
            server.result(call)
    favorites = {identifier for identifier, in stored(path, "SELECT smoothieID FROM favorite")}
    for server, view in zip(both, menus):
        wait(server, lambda: set(favorite_ids(server, view)) == favorites)
        assert server.holds(view, errorMessage=None)
    assert favorites <= set(some)


def test_toggles_in_turn_lose_nothing(both):
    menus = [open_menu(server) for server in both]
    chosen = ids(both[0], menus[0])[0]
    for count in range(40):
        server, view = both[count % 2], menus[count % 2]
        wait(server, lambda: favorite_ids(server, view) == [chosen] * (count % 2))
        server.call("toggleFavorite", {"view": view, "id": chosen})
        assert favorite_ids(server, view) == [chosen] * (1 - count % 2)


def test_one_that_ends_leaves_the_other_at_work(both, path):
    menus = [open_menu(server) for server in both]
    chosen = ids(both[0], menus[0])
    both[0].call("toggleFavorite", {"view": menus[0], "id": chosen[0]})
    assert both[0].finish() == 0
    both[1].call("toggleFavorite", {"view": menus[1], "id": chosen[1]})
    wait(both[1], lambda: favorite_ids(both[1], menus[1]) == chosen[:2])
    assert len(stored(path, "SELECT * FROM favorite")) == 2
