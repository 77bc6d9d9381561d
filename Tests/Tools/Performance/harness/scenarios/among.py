"""One of several connections acts; the others do not make it slower."""
from __future__ import annotations

import statistics
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial

from ..crowd import FrontEnds, connect_others
from ..figures import Figure, at_most
from ..listener import Listener
from ..processes import on_one_core
from ..scenario import Bench, scenario
from ..turns import Samples, compared, in_turn, only
from .request import latency

SHOWING, CONNECTED = 20, 1000
ASLEEP_GOAL = at_most(1.05)
CONNECTED_GOAL = at_most(1.2)


@scenario("among")
def measure(bench: Bench) -> Iterator[Figure]:
    """one of several connections acts: one that is asleep, and those that do not show it, cost it nothing"""
    with on_one_core():
        yield compared(f"one of {SHOWING} acts, all show it", "µs", showing(bench), "one asleep", "all awake",
                       ASLEEP_GOAL)
        alone, among = "alone", f"of {CONNECTED:,}"
        yield compared("one acts, nobody else shows it", "µs", connected(bench, alone, among), among, alone,
                       CONNECTED_GOAL)


def showing(bench: Bench) -> Samples:
    """Microseconds until the acting connection has received its change and reply."""
    with ExitStack() as stack:
        groups = {name: FrontEnds(stack, bench.svvs, SHOWING, is_one_asleep)
                  for name, is_one_asleep in (("all awake", False), ("one asleep", True))}
        works = {name: partial(median, group, bench.pick(200, quick=100)) for name, group in groups.items()}
        return in_turn(works, bench.rounds(25, quick=9))


def median(group: FrontEnds, times: int) -> float:
    return statistics.median(group.act() for _ in range(times)) * 1e6


def connected(bench: Bench, alone: str, among: str) -> Samples:
    """The latency of the driver, beside connections that show something else."""
    with ExitStack() as stack:
        servers = {name: stack.enter_context(Listener(bench.svvs)) for name in (alone, among)}
        connect_others(stack, servers[among], CONNECTED - 1)
        works = {name: partial(latency, bench, [server.address]) for name, server in servers.items()}
        return only(in_turn(works, bench.rounds(15, quick=5)), "p50")
