"""The memory of an open view, and the memory that remains after views were closed."""
from __future__ import annotations

import time
from collections.abc import Iterator

from ..figures import Figure, amount, at_most
from ..processes import resident
from ..progress import doing
from ..scenario import Bench, scenario
from ..server import Request, Server
from ..views import BATCH, check_opened, open_views

VIEW_GOAL = at_most(700)
CLOSED_GOAL = at_most(2 << 10)
# One of them loads and observes its data, so that more must be released.
KINDS = [("counterA", {}, None), ("counterB", {}, None), ("login", {}, None), ("mirror", {}, None),
         ("player", {}, None), ("user", {"id": "A"}, None), ("notes", {}, None), ("friends", {"id": "A"}, "onAppear")]
AT_ONCE = 100
# During the warm-up the allocator reserves memory for each new size of block; growth after it is a leak.
WARM_UP = 50_000


@scenario("memory")
def measure(bench: Bench) -> Iterator[Figure]:
    """resident memory of open views, with their own data, and after very many were opened and closed"""
    many = bench.pick(100_000, quick=20_000)
    sizes = {count: resident_with(bench, count) for count in (1, BATCH, many)}
    each = (sizes[many] - sizes[BATCH]) / (many - BATCH)
    yield Figure("resident, by open views", "MB", {f"{count:,}": size / 2**20 for count, size in sizes.items()})
    yield amount(f"a view with two properties, beyond {BATCH:,}", each, "B", VIEW_GOAL)
    yield from closed(bench, bench.pick(1_000_000, quick=100_000))


def resident_with(bench: Bench, count: int) -> int:
    with Server(bench.svvs, "serve") as server:
        open_views(server, "mirror", count)
        return resident(server.pid)


def closed(bench: Bench, count: int) -> Iterator[Figure]:
    """Opens and closes views; memory that remains after the first ones is kept for any number of views."""
    with Server(bench.svvs, "serve") as server:
        begun = time.monotonic()
        check_kinds(server)
        open_and_close(server, WARM_UP)
        before = resident(server.pid)
        open_and_close(server, count - WARM_UP)
        after = resident(server.pid)
        seconds = time.monotonic() - begun
    sizes = {f"{WARM_UP:,}": before / 2**20, f"{count:,}": after / 2**20}
    what = "resident, by views opened and closed"
    yield Figure(what, "MB", sizes, (after - before) / 2**10, "KB", CLOSED_GOAL, result_of="more at the end")
    yield amount("opened and closed in a second", count / seconds, "")


def open_and_close(server: Server, count: int) -> None:
    """Opens views of all kinds and closes them, a batch at a time."""
    opening = [request for number in range(AT_ONCE) for request in opened(f"{number}", *KINDS[number % len(KINDS)])]
    closing = [("view/close", {"view": f"{number}"}) for number in range(AT_ONCE)]
    # Encoded once: an id may be used again after its answer.
    texts = [(server.written(*requests), len(requests)) for requests in (opening, closing)]
    for number in range(count // AT_ONCE):
        doing(f"{number * AT_ONCE:,} of {count:,} views opened and closed")
        for text, answers in texts:
            server.exchange(text, answers)


def check_kinds(server: Server) -> None:
    """Raises an error unless a view of each kind opens with its state; for later views, only results are checked."""
    kinds = [("view/open", {"type": kind, "view": kind, "params": params}) for kind, params, _ in KINDS]
    check_opened(server.ask(*kinds).results, len(KINDS))
    server.ask(*(("view/close", {"view": kind}) for kind, _, _ in KINDS))


def opened(view: str, kind: str, params: dict, action: str | None) -> list[Request]:
    requests: list[Request] = [("view/open", {"type": kind, "view": view, "params": params})]
    return requests + [(action, {"view": view})] if action else requests
