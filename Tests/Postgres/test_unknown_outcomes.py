"""Writes whose outcome nobody can tell: the user reads so, and what is tried again is there once."""
import threading

import pytest

from databases import Database
from pages import Pages
from proxy import Proxy
from rooms import Outcome, Room
from waiting import wait_until

LOCK = 1
# The commit waits until the lock is released.
COMMIT_WAITS = f"""
CREATE FUNCTION svvs.wait() RETURNS trigger LANGUAGE plpgsql AS
  'BEGIN PERFORM pg_advisory_xact_lock({LOCK}); RETURN NULL; END';
CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON svvs.%s DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION svvs.wait()"""
WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s AND NOT granted"


@pytest.fixture
def database(own):
    return Database(own())


@pytest.fixture
def proxy(database):
    proxy = Proxy(database.cluster.port)
    yield proxy
    proxy.close()


@pytest.mark.parametrize("page, table, column", [(Room, "message", "body"), (Pages, "remoteNote", "content")])
def test_what_is_tried_again_after_an_unknown_outcome_is_there_once(start, database, proxy, page, table, column):
    shown = page(start("--database", database.url(port=proxy.port), "--language", "en"))
    database.run(COMMIT_WAITS % table)
    with database.connect() as other:
        other.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        outcomes = []
        call = threading.Thread(target=lambda: outcomes.append(shown.send("once")))
        call.start()
        wait_until(lambda: database.rows(WAITING, LOCK) == [(1,)])
        proxy.hold()
        other.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
        query = f"SELECT count(*) FROM svvs.{table} WHERE {column} = 'once'"
        wait_until(lambda: database.rows(query) == [(1,)])
    # A crash empties the change log, without which nobody can tell whether a transaction was made.
    database.cluster.kill()
    database.cluster.start()
    proxy.cut()
    proxy.release()
    call.join()
    assert outcomes == [Outcome.UNKNOWN]
    database.run(f"DROP TRIGGER wait ON svvs.{table}")
    assert wait_until(lambda: shown.send("once") is Outcome.MADE)
    assert database.rows(query) == [(1,)]
