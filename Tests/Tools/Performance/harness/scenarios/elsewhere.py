"""Two processes on PostgreSQL: the time from a write in one until the other has sent the change."""
from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from ..figures import Figure, Goal, amount, at_most
from ..postgres import Postgres, server_on
from ..scenario import Bench, scenario
from ..server import Server

MEDIAN_GOAL = at_most(5)
PERCENTILE_GOAL = at_most(20)
# Between two writes, so that each finds the other asleep.
PAUSE = 0.02
# An uncommitted row is not shown; rows that others commit meanwhile must be.
OPEN = "INSERT INTO svvs.note (userID, content) VALUES ('12345', 'not committed')"
# Counts the transactions visible to a reader that stops at the oldest transaction in progress.
BELOW = "SELECT count(DISTINCT xid) FROM svvs.svvs_change WHERE xid < pg_snapshot_xmin(pg_current_snapshot())"


@scenario("elsewhere")
def measure(bench: Bench) -> Iterator[Figure]:
    """a write to PostgreSQL in one process, until its change comes out of another"""
    with Postgres() as postgres, server_on(postgres, bench) as writer, server_on(postgres, bench) as reader:
        for server in (writer, reader):
            server.call("view/open", type="counterSettings", view="v")
        times = bench.pick(200, quick=60)
        # The first writes are not measured, since they open connections.
        delays(writer, reader, 5, PAUSE)
        yield from spread("a write, now and then", delays(writer, reader, times, PAUSE))
        yield from spread("one after another", delays(writer, reader, times, 0))
        with postgres.holding(OPEN):
            before = int(postgres.do(BELOW))
            yield from spread("with one held open", delays(writer, reader, times, PAUSE))
            seen = int(postgres.do(BELOW)) - before
            yield amount(f"of {times}, seen by a reader up to xmin", seen, "")


def delays(writer: Server, reader: Server, times: int, pause: float) -> list[float]:
    """Milliseconds from each request to the change in the other process."""
    found = []
    for _ in range(times):
        time.sleep(pause)
        request = writer.written(("setStartCount", {"view": "v", "count": writer.number}))
        begun = time.perf_counter()
        writer.send(request)
        lines = reader.read_lines()
        found.append((time.perf_counter() - begun) * 1e3)
        assert b'"startCount":' in lines, f"something else was sent: {lines!r}"
        writer.exchange(b"", answers=1)
    return found


def spread(what: str, times: list[float]) -> Iterator[Figure]:
    percentile = statistics.quantiles(times, n=100, method="inclusive")[98]
    yield figure(f"{what}, median", statistics.median(times), times, MEDIAN_GOAL)
    yield figure(f"{what}, 99th percentile", percentile, times, PERCENTILE_GOAL)


def figure(what: str, number: float, times: list[float], goal: Goal) -> Figure:
    return Figure(what, "ms", {}, number, "ms", goal, {"each": times})
