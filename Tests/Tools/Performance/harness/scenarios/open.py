"""Very many views are opened and closed."""
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
# The number of requests that are sent one at a time.
FEW = 2000
GOAL = at_most(8)


@scenario("open")
def measure(bench: Bench) -> Iterator[Figure]:
    """100,000 views of one value are opened, and closed again, 1,000 at once: time until the replies have been read"""
    count = bench.pick(100_000, quick=20_000)
    requests: dict[str, list[Request]] = {
        "open a view": [("view/open", {"type": KIND, "view": f"{number}"}) for number in range(count)],
        "close a view": [("view/close", {"view": f"{number}"}) for number in range(count)]}
    with on_one_core(), Server(bench.svvs, "serve") as server:
        turns = in_turn({name: partial(each, server, all_of_it) for name, all_of_it in requests.items()},
                        bench.rounds(5))
        alone = in_turn({name: partial(each, server, all_of_it[:FEW], 1) for name, all_of_it in requests.items()},
                        bench.rounds(5))
    for name in requests:
        samples: Samples = {kind: [turn[kind] for turn in turns[name]] for kind in ("elapsed", "processor")}
        samples["processor, one at a time"] = [turn["processor"] for turn in alone[name]]
        values = medians(samples)
        yield Figure(name, "µs", values, values["elapsed"], "µs", GOAL, samples, "elapsed")


def each(server: Server, requests: list[Request], at_once: int = BATCH) -> dict[str, float]:
    """Microseconds of one request: until its reply has been read, and of the server's processor time."""
    seconds, before = 0.0, processor_time(server.pid)
    for start in range(0, len(requests), at_once):
        doing(f"{start:,} of {len(requests):,}")
        seconds += server.ask(*requests[start : start + at_once]).seconds
    return {"elapsed": seconds / len(requests) * 1e6,
            "processor": (processor_time(server.pid) - before) / len(requests) * 1e6}
