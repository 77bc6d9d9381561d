"""Very many views are opened, and closed again."""
from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..figures import Figure, at_most
from ..processes import on_one_core, processor_time
from ..progress import doing
from ..scenario import Bench, scenario
from ..server import Request, Server
from ..turns import Samples, in_turn, medians
from ..views import BATCH

KIND = "counterA"
GOAL = at_most(8)


@scenario("open")
def measure(bench: Bench) -> Iterator[Figure]:
    """100,000 views of one value are opened, and closed again, 1,000 at once: time until the replies have been read"""
    count = bench.pick(100_000, quick=20_000)
    opening: list[Request] = [("view/open", {"type": KIND, "view": f"{number}"}) for number in range(count)]
    closing: list[Request] = [("view/close", {"view": f"{number}"}) for number in range(count)]
    with on_one_core(), Server(bench.svvs, "serve") as server:
        works = {"open a view": partial(each, server, opening), "close a view": partial(each, server, closing)}
        turns = in_turn(works, bench.rounds(5))
    for name, found in turns.items():
        samples: Samples = {kind: [turn[kind] for turn in found] for kind in ("elapsed", "processor")}
        values = medians(samples)
        yield Figure(name, "µs", values, values["elapsed"], "µs", GOAL, samples, "elapsed")


def each(server: Server, requests: list[Request]) -> dict[str, float]:
    """Microseconds of one: until its reply has been read, and of the server's processor."""
    seconds, before = 0.0, processor_time(server.pid)
    for start in range(0, len(requests), BATCH):
        doing(f"{start:,} of {len(requests):,}")
        seconds += server.ask(*requests[start : start + BATCH]).seconds
    return {"elapsed": seconds / len(requests) * 1e6,
            "processor": (processor_time(server.pid) - before) / len(requests) * 1e6}
