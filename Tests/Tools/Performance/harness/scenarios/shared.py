"""A value of a store that many views show changes."""
from __future__ import annotations

import statistics
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial

from ..curves import Curve
from ..figures import Figure, at_most
from ..processes import on_one_core
from ..scenario import Bench, scenario
from ..server import Request
from ..turns import compared, least_in_turn
from ..views import microseconds_each, servers_with_views

COUNTS = [1, 10, 100]
# Changes in each burst, by fewer calls where there are more views: no burst then takes longer than another.
CHANGES = 1000
# Bytes; room for all changes of a burst at once.
PIPE = 1 << 20
GOAL = at_most(1.05)
MOST = 100_000
MOST_GOAL = at_most(5)


@scenario("shared")
def measure(bench: Bench) -> Iterator[Figure]:
    """a value that several views show changes: no view takes longer than it would among few"""
    with on_one_core(), ExitStack() as stack:
        servers = servers_with_views(stack, bench.svvs, "counterA", COUNTS, PIPE)
        works = {count: partial(microseconds_each, server, increments(count)) for count, server in servers.items()}
        # Many short rounds, so that a disturbance of one of them has little weight.
        times = least_in_turn(works, bench.rounds(25, quick=9))
    each = Curve("the same for each view", "µs", "views, each",
                 {count: [time / count for time in times[count]] for count in COUNTS})
    yield compared("a change, by views that show it", "µs", {f"{count:,}": found for count, found in times.items()})
    yield each.figure((10, 100), GOAL)
    times_of_most = among_most(bench)
    yield Figure(f"a change, each of {MOST:,} views", "µs", {}, statistics.median(times_of_most), "µs", MOST_GOAL,
                 {"each": times_of_most})


def among_most(bench: Bench) -> list[float]:
    """Microseconds for each view when the largest permitted number of views shows the value, until all is read."""
    with on_one_core(), ExitStack() as stack:
        server = servers_with_views(stack, bench.svvs, "counterA", [MOST], PIPE)[MOST]
        return [microseconds_each(server, increments(MOST)) / MOST for _ in range(bench.rounds(5))]


def increments(views: int) -> list[Request]:
    """The calls after which the views receive `CHANGES` changes in total, but at least one call."""
    return [("increment", {"view": "0"})] * max(CHANGES // views, 1)
