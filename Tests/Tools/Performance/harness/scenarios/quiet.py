"""Without writes to PostgreSQL, the server polls it for changes once a minute."""
from __future__ import annotations

import time
from collections.abc import Iterator

from ..figures import Figure, amount, at_most
from ..postgres import COUNTING, Postgres, server_on
from ..scenario import Bench, scenario
from .database import logged_in

# Seconds in which the server first checks whether notifications arrive.
SETTLING = 3.0
# Seconds; with `SETTLING`, longer than the minute between two polls.
WINDOW = 63
POLL = "%pg_current_snapshot() AS text) AS snapshot%"


@scenario("quiet")
def measure(bench: Bench) -> Iterator[Figure]:
    """a process with live queries on PostgreSQL, while nobody writes: it polls for changes once a minute"""
    with Postgres(**COUNTING) as postgres, server_on(postgres, bench) as server:
        logged_in(server)
        time.sleep(SETTLING)
        postgres.count_statements()
        window = bench.pick(WINDOW, quick=4)
        time.sleep(window)
        polls, statements = postgres.statements(POLL), postgres.statements()
        assert bench.is_quick or polls, f"no poll is found among {statements} statements"
        yield amount(f"statements in {window} s", statements, "", at_most(bench.pick(1, quick=0)))
