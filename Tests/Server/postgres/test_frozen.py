"""A server that stands still: one wait finds it out, those who come next learn it soon, and it is back at once."""
import time

import pytest

from chat_steps import log_in
from pages import SEED, UNREACHABLE, Pages, truth

# Seconds that the first may wait, and those who come next, with some room on a busy machine.
FIRST, NEXT = 6, 3


@pytest.fixture
def launch(start, database):
    return lambda: start("--database", database.url(), "--language", "en")


def lasting(action):
    """How many seconds it takes."""
    begun = time.monotonic()
    action()
    return time.monotonic() - begun


def test_a_process_that_starts_meanwhile_waits_no_more_than_once(launch, database):
    with database.cluster.frozen():
        server = launch()
        chat = server.open("chat")
        who = {"view": chat, "id": "12345", "password": "password"}
        for _ in range(3):
            assert lasting(lambda: server.call("logIn", who)) < NEXT
            assert server.holds(chat, errorMessage=UNREACHABLE)
    log_in(server, "12345")


def test_one_wait_finds_out_and_those_who_come_next_learn_it_soon(launch, database):
    page = Pages(launch())
    page.toggle(page.ids[0])
    with database.cluster.frozen():
        assert lasting(lambda: page.add("first")) < FIRST
        assert page.error(page.notes) == UNREACHABLE
        for number in range(3):
            assert lasting(lambda: page.add(f"Note {number}")) < NEXT
            assert page.error(page.notes) == UNREACHABLE
        # Also what was not shown before.
        assert lasting(lambda: page.server.call("fetch", {"view": page.server.open("smoothies")})) < NEXT
    # A write once the database is back does not have to wait until that was noticed.
    assert page.add("after") is None
    assert page.texts == [SEED, "after"] and page.shown == truth(database)


def test_what_is_read_first_finds_out_as_well(launch, database):
    server = launch()
    page = Pages(server)
    with database.cluster.frozen():
        chat = server.open("chat")
        who = {"view": chat, "id": "12345", "password": "password"}
        assert lasting(lambda: server.call("logIn", who)) < FIRST
        assert server.holds(chat, errorMessage=UNREACHABLE)
        assert lasting(lambda: server.call("logIn", who)) < NEXT
        page.wait(lambda: page.error(page.notes) == page.error(page.menu) == UNREACHABLE)
    log_in(server, "12345")
    page.wait(lambda: page.error(page.notes) is page.error(page.menu) is None)
