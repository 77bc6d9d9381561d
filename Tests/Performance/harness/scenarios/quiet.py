"""Nothing is written to PostgreSQL: nothing is asked of it."""
from __future__ import annotations

import time
from collections.abc import Iterator

from ..figures import Figure, amount, at_most
from ..postgres import COUNTING, Postgres, server_on
from ..scenario import Bench, scenario
from .database import logged_in

# Whether the bell arrives is found out first.
SETTLING = 3.0
GOAL = at_most(0)


@scenario("quiet")
def measure(bench: Bench) -> Iterator[Figure]:
    """a process with live queries on PostgreSQL, while nobody writes: less than one query a minute"""
    with Postgres(**COUNTING) as postgres, server_on(postgres, bench) as server:
        logged_in(server)
        time.sleep(SETTLING)
        postgres.count_statements()
        window = bench.pick(12, quick=4)
        time.sleep(window)
        # Its poll comes once a minute: within so short a time, and just after the start, not even once.
        yield amount(f"statements in {window} s", postgres.statements(), "", GOAL)
