"""A user types into a field while a long load is in progress in the same view."""
from __future__ import annotations

import statistics
from collections.abc import Iterator
from functools import partial

from ..exchange import ServerError
from ..figures import Figure
from ..scenario import Bench, scenario
from ..server import Server, line
from ..turns import Samples, compared, in_turn

KEYS = 40
BETWEEN_KEYS = 0.05
PAGES, PAGE_SIZE = 2500, 100
LOAD = "load"


@scenario("typing", "PerformanceApp")
def measure(bench: Bench) -> Iterator[Figure]:
    """a field is set at typing speed, alone and during a long load in its view: from the key to change and reply"""
    works = {"alone": partial(typed, bench, is_loading=False), "loading": partial(typed, bench, is_loading=True)}
    turns = in_turn(works, bench.rounds(3, quick=1))
    for what, percentile in (("a key, median", median), ("a key, 99th percentile", worst)):
        samples: Samples = {name: [percentile(times) for times in rounds] for name, rounds in turns.items()}
        yield compared(what, "µs", samples, "loading", "alone")


def typed(bench: Bench, is_loading: bool) -> list[float]:
    """Microseconds of each key."""
    with Server(bench.app) as server:
        server.call("view/open", type="load", view="v")
        if is_loading:
            server.send(line("load", {"view": "v", "pages": PAGES, "size": PAGE_SIZE}, LOAD))
        times = [key(server, "x" * (number + 1)) for number in range(KEYS)]
    return times


def key(server: Server, text: str) -> float:
    """Waits until the next key is due, at typing speed, and sets the text."""
    meanwhile = server.listen(BETWEEN_KEYS)
    exchange = server.ask(("view/set", {"view": "v", "properties": {"text": text}}))
    if LOAD in meanwhile.answered + exchange.answered:
        # The clock may have stopped at the answer to the load instead of the answer to the key.
        raise ServerError("the load ended before the typing did")
    sent = [entry["changes"].get("text") for change in exchange.changes for entry in change["views"]]
    if text not in sent:
        raise ServerError(f"{text} was set, and was not sent: {sent}")
    return exchange.seconds * 1e6


def median(times: list[float]) -> float:
    return statistics.median(times)


def worst(times: list[float]) -> float:
    """The 99th percentile; for few keys, this is the slowest one."""
    return sorted(times)[len(times) * 99 // 100]
