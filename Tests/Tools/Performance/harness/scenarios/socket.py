"""One request at a time through a socket, and through a process in front of it."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ..driver import Command
from ..figures import Figure, at_most
from ..listener import Listener
from ..processes import on_one_core
from ..scenario import Bench, scenario
from ..turns import compared, in_turn, only
from .request import latency

SOCKET_GOAL = at_most(1.1)
ATTACH_GOAL = at_most(2.0)


@scenario("socket")
def measure(bench: Bench) -> Iterator[Figure]:
    """from a request to its change and reply: through a socket, through `attach` and a relay in C, beside the pipe"""
    works: dict[str, Callable[[], dict[str, float]]] = {
        "pipe": lambda: latency(bench, [bench.svvs, "serve"]),
        "socket": partial(listening, bench, lambda server: [server.address]),
        "relay": partial(listening, bench, lambda server: [bench.compiled("relay"), server.path]),
        "attach": partial(listening, bench, lambda server: [bench.svvs, "attach", server.path])}
    with on_one_core():
        turns = in_turn(works, bench.rounds())
    times = only(turns, "p50")
    for what, name, goal in (("one at a time on one core, median", "socket", SOCKET_GOAL),
                             ("the same", "attach", ATTACH_GOAL)):
        yield compared(what, "µs", times, name, "pipe", goal)
    yield compared("the same, 99th percentile", "µs", only(turns, "p99"), "attach", "pipe")


def listening(bench: Bench, command: Callable[[Listener], Command]) -> dict[str, float]:
    """A turn with a new server, as each turn over pipes has one."""
    with Listener(bench.svvs) as server:
        return latency(bench, command(server))
