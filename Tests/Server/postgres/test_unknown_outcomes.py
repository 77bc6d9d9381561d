"""Writes whose outcome cannot be found: the user reads so, and a write that is retried is there once."""
import threading

import pytest

from commit_gate import CommitGate
from conditions import wait_until
from databases import Database
from pages import Pages
from proxy import Proxy
from rooms import Outcome, Room


@pytest.fixture
def database(own):
    return Database(own())


@pytest.fixture
def proxy(database):
    proxy = Proxy(database.cluster.port)
    yield proxy
    proxy.close()


@pytest.mark.parametrize("page, table, column", [(Room, "message", "body"), (Pages, "remoteNote", "content")])
def test_a_write_that_is_retried_after_an_unknown_outcome_is_there_once(start, database, proxy, page, table, column):
    shown = page(start("--database", database.url(port=proxy.port), "--language", "en"))
    gate, outcomes = CommitGate(database, table), []
    call = threading.Thread(target=lambda: outcomes.append(shown.send("once")))
    with gate.closed():
        call.start()
        wait_until(lambda: gate.waiting)
        proxy.hold()
    query = f"SELECT count(*) FROM svvs.{table} WHERE {column} = 'once'"
    wait_until(lambda: database.rows(query) == [(1,)])
    # A crash empties the change log, without which the outcome of a transaction cannot be found.
    database.cluster.kill()
    database.cluster.start()
    proxy.cut()
    proxy.release()
    call.join()
    assert outcomes == [Outcome.UNKNOWN]
    assert wait_until(lambda: shown.send("once") is Outcome.MADE)
    assert database.rows(query) == [(1,)]
