"""A process that is stopped during a write."""
import os
import signal
import time

import pytest

from conditions import wait_until
from pages import UNREACHABLE, Pages, truth
from processes import stop

# The longest time in seconds for which a stopped process may block the writes of others.
LIMIT = 10
# Each write of a favourite waits for this lock after it has locked the row.
GATE = """
CREATE FUNCTION svvs.wait_for_gate() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$;
CREATE TRIGGER gate AFTER INSERT OR UPDATE OR DELETE ON svvs.favorite
  FOR EACH ROW EXECUTE FUNCTION svvs.wait_for_gate()
"""


@pytest.fixture
def both(start, database):
    return [Pages(start("--database", database.url(), "--language", "en")) for _ in range(2)]


def test_a_stopped_process_does_not_block_the_writes_of_another(both, database):
    stopped, other = both
    chosen = stopped.ids[0]
    database.run(GATE)
    with database.connect() as gate:
        gate.execute("SELECT pg_advisory_lock(1)")
        call = stopped.server.request("toggleFavorite", {"view": stopped.menu, "id": chosen})
        wait_until(lambda: database.rows("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"))
        stop(stopped.server.pid)
        begun = time.monotonic()
        try:
            gate.execute("SELECT pg_advisory_unlock(1)")
            wait_until(lambda: database.rows("SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction'"))
            # A write may fail just before the lock is released.
            wait_until(lambda: other.toggle(chosen) is None, LIMIT)
            assert time.monotonic() - begun < LIMIT
        finally:
            os.kill(stopped.server.pid, signal.SIGCONT)
    stopped.server.result(call)
    assert stopped.error(stopped.menu) == UNREACHABLE
    assert truth(database)[1] == [chosen]
    stopped.wait(lambda: stopped.shown == truth(database))
    assert stopped.toggle(chosen) is None
    for page in both:
        page.wait(lambda: page.shown == truth(database))
    assert truth(database)[1] == []
