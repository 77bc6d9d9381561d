"""Locks and a full disk: a write fails with an error in the state, within its timeout, and is not made later."""
import random
import time

import pytest

from conditions import wait_until
from databases import Database
from full_disk import SEGMENTS, full_disk
from pages import SEED, Pages, truth

LIMIT = 8
IN_USE = "The data is in use by another program; try again"


@pytest.fixture
def both(start, database):
    return [Pages(start("--database", database.url(), "--language", "en")) for _ in range(2)]


def test_a_lock_that_is_held_fails_the_write_alone(both, database):
    page, other = both
    chosen = page.ids[0]
    with database.transaction("LOCK TABLE svvs.favorite IN EXCLUSIVE MODE"):
        begun = time.monotonic()
        toggle = page.server.request("toggleFavorite", {"view": page.menu, "id": chosen})
        counter = page.server.open("counterA")
        page.server.call("increment", {"view": counter})
        assert not page.server.answered(toggle) and time.monotonic() - begun < 1
        # Writes that do not need the lock go on elsewhere.
        assert other.add("meanwhile") is None
        page.show(SEED, "meanwhile")
        page.server.result(toggle)
        assert time.monotonic() - begun < LIMIT
        assert page.error(page.menu) == IN_USE and page.shown[1] == []
    assert page.toggle(chosen) is None
    other.wait(lambda: other.shown[1] == [chosen])
    assert truth(database)[1] == [chosen]


def test_a_lock_that_keeps_readers_out_shows_as_an_error_and_ends(both, database):
    page = both[0]
    with database.transaction("LOCK TABLE svvs.note IN ACCESS EXCLUSIVE MODE") as other:
        other.execute("UPDATE svvs.note SET content = 'changed'")
        assert page.add("refused") == IN_USE
        assert page.texts == [SEED]
        other.execute("COMMIT")
    for page in both:
        page.show("changed")
    # A refresh stores the text of the backend again, which the other page may show without "changed" before it.
    for page in both:
        page.server.call("refresh", {"view": page.notes})
        assert page.error(page.notes) is None


def test_a_short_wait_for_a_lock_does_not_fail(both, database):
    page = both[0]
    with database.transaction("LOCK TABLE svvs.favorite IN EXCLUSIVE MODE"):
        toggle = page.server.request("toggleFavorite", {"view": page.menu, "id": page.ids[0]})
        wait_until(lambda: database.rows("SELECT 1 FROM pg_locks WHERE NOT granted"))
    page.server.result(toggle)
    assert page.error(page.menu) is None and page.shown[1] == [page.ids[0]]


def test_writes_that_conflict_are_made_again_and_none_is_lost(both, database):
    """Each toggles the same favourite; what is counted is whether an odd number was made."""
    chosen = both[0].ids[3]
    calls = [(page, page.server.request("toggleFavorite", {"view": page.menu, "id": chosen}))
             for _ in range(50) for page in both]
    for page, call in calls:
        page.server.result(call)
    for page in both:
        assert page.error(page.menu) is None
        page.wait(lambda: page.shown == truth(database))
    assert both[0].toggle(chosen) is None and truth(database)[1] == [chosen]


def test_a_full_disk_is_reported_and_loses_nothing(own, start):
    database = Database(own(*SEGMENTS))
    both = [Pages(start("--database", database.url(), "--language", "en")) for _ in range(2)]
    page, choose = both[0], random.Random(20220201)
    added = [SEED]
    with full_disk(database.cluster):
        while (error := page.add(text := large(choose))) is None:
            added.append(text)
            assert len(added) < 50, "the disk does not become full"
        assert error == "The disk is full" and page.server.holds(page.notes, draft=text)
        for one in both:
            one.show(*added)
        # A small one may still have room.
        page.server.call("increment", {"view": page.server.open("counterA")})
    assert truth(database)[0] == added
    assert page.add(text) is None
    for one in both:
        one.show(*added, text)


def large(choose):
    """A text that cannot be compressed."""
    return "".join(choose.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=200_000))
