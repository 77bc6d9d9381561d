"""A text that grows at its end."""
from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..exchange import CHANGE
from ..figures import Figure, at_most
from ..processes import on_one_core, processor_time
from ..scenario import Bench, scenario
from ..server import Request, Server
from ..turns import in_turn, medians

STEPS, STEP = 1000, 100
LONG, SHORT = 10_000_000, 1000
BYTES_GOAL = at_most(130 + STEP)
TIME_GOAL = at_most(2)
ADD: Request = ("add", {"view": "v", "letters": STEP})


@scenario("log", "PerformanceApp")
def measure(bench: Bench) -> Iterator[Figure]:
    """a text grows in 1,000 steps of 100 bytes, and in steps of 100 bytes when it has 10 MB"""
    with with_text(bench, STEP) as server:
        sizes = [len(line) for line in server.ask(*[ADD] * STEPS).lines if line.startswith(CHANGE)]
    assert len(sizes) == STEPS, f"{len(sizes)} changes for {STEPS} steps"
    yield Figure("bytes of a step, the longest", "B", {}, max(sizes), "B", BYTES_GOAL, {"all": [float(size) for size in sizes]})
    with on_one_core(), with_text(bench, LONG) as long, with_text(bench, SHORT) as short:
        works = {f"{LONG:,} bytes": partial(milliseconds_each, long), f"{SHORT:,} bytes": partial(milliseconds_each, short)}
        times = in_turn(works, bench.rounds())
    middle = medians(times)
    yield Figure("processor time of a step", "ms", middle, max(middle.values()), "ms", TIME_GOAL, times)


def with_text(bench: Bench, size: int) -> Server:
    """A server with a view whose text has this size, for a client with the capability `append`."""
    server = Server(bench.app)
    server.call("initialize", capabilities={"append": True})
    server.call("view/open", type="log", view="v")
    server.call("add", view="v", letters=size)
    return server


def milliseconds_each(server: Server) -> float:
    before = processor_time(server.pid)
    server.ask(*[ADD] * STEPS)
    return (processor_time(server.pid) - before) / STEPS * 1e3
