"""Changes that an administrator may make to a database while servers use it."""
import os
import signal

import psycopg
import pytest

from conditions import wait_until
from databases import Database
from pages import INSERT, SEED, Pages, truth
from processes import stop

# Connections that a server takes.
MOST = 12


@pytest.fixture
def page(start, database):
    return Pages(start("--database", database.url(), "--language", "en"))


def test_a_schema_that_is_dropped_is_an_error_until_it_is_there_again(page, start, database):
    database.run("DROP SCHEMA svvs CASCADE")
    assert page.add("into nothing") and page.server.holds(page.notes, draft="into nothing")
    # Another server makes it anew.
    other = Pages(start("--database", database.url(), "--language", "en"))
    other.add("anew")
    page.show(SEED, "anew")
    assert page.add("into it") is None
    other.show(SEED, "anew", "into it")
    assert len(page.server.errors.splitlines()) < 20


def test_a_log_that_was_pruned_meanwhile_has_all_read_anew(page, database):
    """As if the process had slept for longer than changes are kept."""
    page.add("before")
    stop(page.server.pid)
    database.run(INSERT, "meanwhile")
    database.run("UPDATE svvs.note SET content = 'changed' WHERE content = 'before'")
    database.run("DELETE FROM svvs.svvs_mark")
    database.run("INSERT INTO svvs.svvs_mark VALUES (now(), pg_snapshot_xmin(pg_current_snapshot()))")
    database.run("DELETE FROM svvs.svvs_change")
    os.kill(page.server.pid, signal.SIGCONT)
    page.show(SEED, "changed", "meanwhile")


def test_too_many_connections_are_an_error_until_there_are_fewer(own, start):
    settings = {"superuser_reserved_connections": "0", "max_wal_senders": "0"}
    database = Database(own(max_connections=str(MOST), **settings))
    page = Pages(start("--database", database.url(), "--language", "en"))
    others = [database.connect()]

    def have_all():
        """Whether others have every connection, once those of svvs have been ended, which takes a moment."""
        others[0].execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'svvs'")
        with pytest.raises(psycopg.OperationalError, match="too many clients"):
            while True:
                others.append(database.connect())
        return len(others) == MOST

    wait_until(have_all)
    page.wait(lambda: page.error(page.menu))
    assert page.add("no room")
    for other in others:
        other.close()
    page.wait(lambda: page.error(page.menu) is None)
    assert page.add("room again") is None and page.shown == truth(database)


def test_a_table_that_is_rewritten_stays_followed(page, database):
    for statement in ("VACUUM FULL svvs.note", "REINDEX SCHEMA svvs", "ALTER TABLE svvs.note ADD COLUMN more INT",
                      "CLUSTER svvs.favorite USING favorite_pkey", "ANALYZE"):
        database.run(statement)
        database.run(INSERT, statement)
        page.wait(lambda: page.texts[-1:] == [statement])
