"""One value of a store changes that many views show."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial

from ..curves import Curve
from ..figures import Figure, at_most
from ..processes import on_one_core
from ..scenario import Bench, scenario
from ..turns import compared, in_turn
from ..views import microseconds_each, servers_with_views

COUNTS = [1, 10, 100]
CALLS = 100
# All that is told of so many calls, at once.
PIPE = 1 << 20
GOAL = at_most(1.2)


@scenario("shared")
def measure(bench: Bench) -> Iterator[Figure]:
    """a value that several views show changes: no view takes longer than it would among few"""
    with on_one_core(), ExitStack() as stack:
        servers = servers_with_views(stack, bench.svvs, "counterA", COUNTS, PIPE)
        increments = [("increment", {"view": "0"})] * CALLS
        works = {count: partial(microseconds_each, server, increments) for count, server in servers.items()}
        times = in_turn(works, bench.rounds())
    each = Curve("the same for each view", "µs", {count: [time / count for time in times[count]] for count in COUNTS})
    yield compared("a change, by views that show it", "µs", {f"{count:,}": found for count, found in times.items()})
    yield each.figure(GOAL, result=each.growth(10, 100))
