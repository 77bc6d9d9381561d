"""A long list: read as a whole, and one row of it changes."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from itertools import count

from ..exchange import CHANGE, Exchange, ServerError
from ..figures import Figure, at_most
from ..processes import on_one_core
from ..scenario import Bench, scenario
from ..server import Server
from ..turns import compared, in_turn, medians

LONG, SHORT = 100_000, 10
SHORT_PATCH = f"patch in a list of {SHORT}"
BYTES_GOAL = at_most(16)
TIME_GOAL = at_most(1 / 200)
SNAPSHOT_GOAL = at_most(1.1)
PLAIN, OBSERVED = "list", "observedList"


@scenario("list", "PerformanceApp")
def measure(bench: Bench) -> Iterator[Figure]:
    """a list of 100,000 rows is read; one row changes and is sent as a patch, or with the whole list"""
    with ExitStack() as stack:
        yield from snapshots({kind: with_views(stack, bench, kind) for kind in (PLAIN, OBSERVED)}, rounds(bench))
    # The goals are for the better of the two; the other is for comparison.
    for kind in (PLAIN, OBSERVED):
        with on_one_core(), ExitStack() as stack:
            yield from changes(with_views(stack, bench, kind), kind, rounds(bench), has_goals=kind == OBSERVED)


def rounds(bench: Bench) -> int:
    return bench.rounds(25, quick=9)


def with_views(stack: ExitStack, bench: Bench, kind: str) -> Server:
    """A server with views of a kind of list."""
    server = stack.enter_context(Server(bench.app))
    for view, rows, delivery in (("long", LONG, "patch"), ("short", SHORT, "patch"), ("whole", LONG, "properties")):
        server.call("view/open", type=kind, view=view, params={"count": rows}, delivery=delivery)
    return server


def snapshots(servers: dict[str, Server], rounds: int) -> Iterator[Figure]:
    """The time until the whole reply has been read, as bytes, which are not parsed.

    A row changes before, since the server may keep the JSON of one reader for the next. A plain array is encoded as a
    whole when it changes, and its snapshot is then a copy: so the sum of the two is shown as well.
    """
    numbers = count(2_000_000)
    turns = in_turn({kind: partial(change_and_snapshot, server, numbers) for kind, server in servers.items()}, rounds)
    whole = {kind: [snapshot.seconds * 1e3 for _, snapshot in found] for kind, found in turns.items()}
    yield compared(f"snapshot of {LONG:,} rows", "ms", whole, OBSERVED, PLAIN, SNAPSHOT_GOAL)
    rates = {kind: [len(snapshot.text) / snapshot.seconds / 1e6 for _, snapshot in found]
             for kind, found in turns.items()}
    yield compared("the same", "MB/s", rates)
    both = {kind: [(change.seconds + snapshot.seconds) * 1e3 for change, snapshot in found]
            for kind, found in turns.items()}
    yield compared("the same, and a row that changes before", "ms", both, OBSERVED, PLAIN)


def change_and_snapshot(server: Server, numbers: Iterator[int]) -> tuple[Exchange, Exchange]:
    return rename(server, "long", 0, numbers), server.ask(("view/get", {"view": "long"}))


def changes(server: Server, kind: str, rounds: int, has_goals: bool) -> Iterator[Figure]:
    """Must run on one core: on two, waking each other up would be most of the time of the short changes."""
    numbers = count(1_000_000)
    last = {"patch": ("long", LONG), SHORT_PATCH: ("short", SHORT), "whole list": ("whole", LONG)}
    works = {name: partial(rename, server, view, rows - 1, numbers) for name, (view, rows) in last.items()}
    turns = in_turn(works, rounds)
    sizes = {name: [float(sent_bytes(exchange)) for exchange in turns[name]] for name in turns}
    larger = max(long - short for long, short in zip(sizes["patch"], sizes[SHORT_PATCH], strict=True))
    bytes_goal, time_goal = (BYTES_GOAL, TIME_GOAL) if has_goals else (None, None)
    yield Figure(f"{kind}: bytes of a change", "B", medians(sizes), larger, "B", bytes_goal, sizes,
                 f"more than in a list of {SHORT}")
    times = {name: [exchange.seconds * 1e3 for exchange in turns[name]] for name in turns}
    yield compared(f"{kind}: time of a change", "ms", times, "patch", "whole list", time_goal)


def rename(server: Server, view: str, index: int, numbers: Iterator[int]) -> Exchange:
    """Changes the title of one row, and raises an error unless the title was sent."""
    title = f"renamed {next(numbers)}"
    exchange = server.ask(("rename", {"view": view, "index": index, "title": title}))
    if title.encode() not in exchange.text:
        raise ServerError(f"row {index} of {view} was renamed, and was not sent")
    return exchange


def sent_bytes(exchange: Exchange) -> int:
    """The bytes of the changes, without the reply."""
    return sum(len(line) for line in exchange.lines if line.startswith(CHANGE))
