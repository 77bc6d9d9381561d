"""The cost to other clients of logging a table's changes."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial

from ..figures import Figure, at_least
from ..postgres import CLIENTS, Postgres, server_on
from ..processes import output_of
from ..scenario import Bench, scenario
from ..turns import compared, in_turn
from .database import logged_in

GOAL = at_least(0.8)
TABLES = {"without": "bare", "with triggers": "svvs.note"}


@scenario("triggers")
def measure(bench: Bench) -> Iterator[Figure]:
    """pgbench writes to a table of the app's, and to the same table without triggers"""
    with Postgres() as postgres, ExitStack() as stack:
        output_of(bench.svvs, "serve", "--database", postgres.address)
        postgres.do("CREATE TABLE bare (LIKE svvs.note INCLUDING ALL)")
        folder = stack.enter_context(bench.folder())
        works = {name: partial(postgres.rate, insertion(table), folder, bench.pick(2, quick=1))
                 for name, table in TABLES.items()}
        rounds = bench.rounds(2, quick=2)
        yield compared(
            f"{CLIENTS} clients, nobody reads", "/s", in_turn(works, rounds), "with triggers", "without", GOAL)
        logged_in(stack.enter_context(server_on(postgres, bench)))
        # The process reads meanwhile, on the same machine.
        yield compared("the same, a process shows it", "/s", in_turn(works, rounds), "with triggers", "without")


def insertion(table: str) -> str:
    """Inserts notes of a user that no view shows."""
    return f"INSERT INTO {table} (userID, content) VALUES ('nobody', 'some text')"
