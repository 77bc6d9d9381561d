"""A process that was asleep while others wrote to PostgreSQL."""
from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

from ..figures import Figure, amount, at_most
from ..postgres import COUNTING, Postgres, server_on
from ..scenario import Bench, scenario
from ..server import Server
from .database import logged_in

ROWS, TIMES = 1000, 100
FILL = f"INSERT INTO svvs.note (userID, content) SELECT '12345', 'note ' || n FROM generate_series(2, {ROWS}) n"
# Each pass is a separate transaction.
CHANGE = f"""DO $$ BEGIN
  FOR time IN 1..{TIMES} LOOP
    UPDATE svvs.note SET content = id || ', time ' || time;
    COMMIT;
  END LOOP;
END $$"""
READING = "SELECT id, content FROM note %"


@scenario("away")
def measure(bench: Bench) -> Iterator[Figure]:
    """100,000 changes of 1,000 rows while a process sleeps: one change is sent, and each row is read once"""
    with Postgres(**COUNTING) as postgres, server_on(postgres, bench) as server:
        logged_in(server)
        postgres.do(FILL)
        catch_up(server, f"note {ROWS}")
        os.kill(server.pid, signal.SIGSTOP)
        postgres.do(CHANGE)
        postgres.count_statements()
        begun = time.perf_counter()
        os.kill(server.pid, signal.SIGCONT)
        changes = catch_up(server, f"time {TIMES}")
        yield amount("until all is shown", (time.perf_counter() - begun) * 1e3, "ms")
        changes += len(server.listen(1).changes)
        yield amount("changes sent", changes, "", at_most(1))
        rows = postgres.statements(READING, "rows")
        assert rows >= ROWS, f"of {ROWS} rows that are shown, {rows} are counted"
        yield amount("rows read", rows, "", at_most(ROWS))


def catch_up(server: Server, text: str) -> int:
    """Reads until a note of that text is shown; returns the number of changes sent."""
    count = 0
    while True:
        lines = server.read_lines()
        count += lines.count(b"\n")
        if text.encode() in lines:
            return count
