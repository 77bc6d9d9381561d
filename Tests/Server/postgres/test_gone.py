"""When the database is gone, what was shown stays, writes fail as state, and when it is back everything catches up."""
import random
import time

import pytest

from databases import Database
from impostors import breaks_off, says_nothing
from pages import INSERT, SEED, UNREACHABLE, Pages, truth

# How long a write may take to fail, with some room on a busy machine.
LIMIT = 8


@pytest.fixture
def launch(start, database, proxy):
    return lambda: start("--database", database.url(port=proxy.port), "--language", "en")


@pytest.fixture
def page(launch):
    return Pages(launch())


def outage(kind, database, proxy):
    """Makes the database unavailable, and returns a function that brings it back."""
    cluster = database.cluster
    if kind == "refused":
        proxy.close()
        return proxy.open
    if kind == "silent":
        proxy.hold()
        return proxy.release
    if kind == "stopped":
        cluster.stop()
    else:
        cluster.kill()
    return cluster.start


@pytest.mark.parametrize("kind", ["refused", "stopped", "killed", "silent"])
def test_gone_and_back(page, database, proxy, kind):
    page.add("before")
    shown = page.shown
    back = outage(kind, database, proxy)
    begun = time.monotonic()
    counter = page.server.open("counterA")
    call = page.server.request("toggleFavorite", {"view": page.menu, "id": page.ids[0]})
    # Calls that need no database go on.
    page.server.call("increment", {"view": counter})
    assert time.monotonic() - begun < 1
    page.server.result(call)
    assert time.monotonic() - begun < LIMIT
    assert page.error(page.menu)
    assert page.add("while it is gone") and page.server.holds(page.notes, draft="while it is gone")
    assert page.set_start(7)
    assert page.shown == shown
    back()
    # The queries themselves say so, and say when it is over.
    other = page.server.open("notes")
    page.wait(lambda: page.error(other) is None)
    database.run(INSERT, "by hand")
    page.wait(lambda: "by hand" in page.texts)
    # Writes that were reported as failed were not made, as nothing could be sent, except while the server was silent.
    assert page.texts == [SEED, "before", "by hand"] or kind == "silent"
    page.add("after")
    assert page.error(page.notes) is None and page.shown == truth(database)


@pytest.mark.parametrize("kind", ["refused", "stopped"])
def test_an_outage_is_shown_without_a_request(page, database, proxy, kind):
    back = outage(kind, database, proxy)
    page.wait(lambda: page.error(page.notes) == page.error(page.menu) == UNREACHABLE)
    back()
    page.wait(lambda: page.error(page.notes) is page.error(page.menu) is None)


@pytest.mark.parametrize("kind", ["refused", "stopped", "silent"])
def test_a_process_starts_while_it_is_gone(launch, database, proxy, kind):
    back = outage(kind, database, proxy)
    begun = time.monotonic()
    server = launch()
    counter = server.open("counterA")
    assert time.monotonic() - begun < LIMIT
    server.call("increment", {"view": counter})
    login = server.open("login")
    server.call("login", {"view": login, "userId": "12345", "password": "password"})
    assert server.holds(login, loginState="notLoggedIn", errorMessage=UNREACHABLE)
    back()
    menu = server.open("smoothies")
    server.until(menu, errorMessage=None)
    page = Pages(server)
    assert page.texts == [SEED]
    page.add("as if nothing had been")
    assert page.shown == truth(database)
    assert len(server.errors.splitlines()) <= 3 and database.cluster.password not in server.errors


@pytest.mark.parametrize("answer", [says_nothing, breaks_off])
def test_what_never_answers_as_a_server_does_is_one_that_is_gone(start, impostor, answer):
    begun = time.monotonic()
    server = start("--database", impostor(answer).url, "--language", "en")
    menu = server.open("smoothies")
    assert time.monotonic() - begun < LIMIT
    server.until(menu, errorMessage=UNREACHABLE)
    line, = server.errors.splitlines()
    assert "PostgreSQL" in line and "tried again" in line


def test_who_was_cut_off_comes_back_by_itself(page, database):
    for number in range(5):
        database.cut_off()
        database.run(INSERT, f"Note {number}")
        page.show(SEED, *[f"Note {one}" for one in range(number + 1)])
    page.add("the next")
    assert page.error(page.notes) is None and page.texts[-1] == "the next"


def test_a_crash_of_the_server_loses_nothing_that_was_answered(page, database):
    answered = [SEED]
    for number in range(5):
        if page.add(f"Note {number}") is None:
            answered.append(f"Note {number}")
        database.crash()
    database.run(INSERT, "the last")
    page.wait(lambda: "the last" in page.texts)
    assert set(answered) <= set(page.texts) and page.texts == truth(database)[0]


def test_what_a_crash_has_lost_does_not_show(own, start):
    """Of a server that answers before it has written: all read anew what is left."""
    database = Database(own(synchronous_commit="off", wal_writer_delay="10s"))
    pages = [Pages(start("--database", database.url(), "--language", "en")) for _ in range(2)]
    # The restart makes the disk catch up.
    database.cluster.restart()
    for page in pages:
        page.wait(lambda: page.error(page.notes) is None)
    for number in range(20):
        pages[number % 2].add(f"Note {number}")
    database.cluster.kill()
    database.cluster.start()
    assert "Note 19" not in truth(database)[0]
    database.run(INSERT, "the last")
    for page in pages:
        page.wait(lambda: page.shown == truth(database))


def test_what_is_answered_without_an_error_shows_though_changes_cannot_be_followed(page, proxy):
    """Each connection is cut after a number of bytes that is enough for a write, and not for catching up."""
    proxy.limits = (None, 3000)
    proxy.cut()
    answered = 0
    for number in range(30):
        if page.add(f"Note {number}") is None:
            assert f"Note {number}" in page.texts
            answered += 1
    assert answered > 10
    proxy.limits = (None, None)
    proxy.cut()
    assert page.add("the last") is None and page.texts[-1] == "the last"


def test_a_process_ends_in_order_whatever_its_connections_do(start, database):
    """While it connects for the first time, or again, or reads."""
    choose = random.Random(20220201)
    for _ in range(40):
        server = start("--database", database.url())
        menu = server.open("smoothies")
        for _ in range(choose.randrange(3)):
            server.request("fetch", {"view": menu})
        if choose.random() < 0.5:
            database.cut_off()
        time.sleep(choose.uniform(0, 0.04))
        assert server.finish() == 0, server.errors
