"""One view changes while many are open."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial

from ..curves import Curve
from ..figures import Figure, at_most
from ..processes import on_one_core
from ..scenario import Bench, scenario
from ..server import Request
from ..turns import least_in_turn
from ..views import microseconds_each, servers_with_views

COUNTS = [10, 1000, 10_000, 100_000]
CALLS = 200
GOAL = at_most(1.2)


@scenario("views")
def measure(bench: Bench) -> Iterator[Figure]:
    """one of many open views changes: the others cost nothing"""
    curve = one_of_many(bench)
    yield curve.figure(curve.highest(), GOAL)


def one_of_many(bench: Bench) -> Curve:
    """The time of a change by the number of open views."""
    with on_one_core(), ExitStack() as stack:
        servers = servers_with_views(stack, bench.svvs, "player", COUNTS)
        works = {count: partial(microseconds_each, server, changes()) for count, server in servers.items()}
        # Many short rounds, so that a disturbance of one of them has little weight.
        return Curve("a change, by open views", "µs", "views", least_in_turn(works, bench.rounds(25, quick=9)))


def changes() -> list[Request]:
    """Sets a property of the first view to and fro."""
    return [("view/set", {"view": "0", "properties": {"isPlaying": step % 2 == 0}}) for step in range(CALLS)]
