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
BYTES_GOAL = at_most(16)
TIME_GOAL = at_most(1 / 100)
SNAPSHOT_GOAL = at_most(1.1)
PLAIN, OBSERVED = "list", "observedList"
# Short changes are sent at once: one at a time, most of the time would be the system waking two processes in turn.
BURST = 20
PATCH, SHORT_PATCH, PLAIN_WHOLE = "patch", f"patch in a list of {SHORT}", "whole plain array"


@scenario("list", "PerformanceApp")
def measure(bench: Bench) -> Iterator[Figure]:
    """a list of 100,000 rows is read; one row changes and is sent as a patch, or with the whole plain array"""
    with ExitStack() as stack:
        yield from snapshots({kind: with_views(stack, bench, kind) for kind in (PLAIN, OBSERVED)}, rounds(bench))
    with on_one_core(), ExitStack() as stack:
        yield from changes(*(with_views(stack, bench, kind) for kind in (PLAIN, OBSERVED)), rounds(bench))


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


def changes(plain: Server, observed: Server, rounds: int) -> Iterator[Figure]:
    """The cost of the change of the last row; the goals compare a patch with the same list as a plain array."""
    numbers = count(1_000_000)
    works = {PATCH: partial(rename, observed, "long", LONG - 1, numbers, BURST),
             SHORT_PATCH: partial(rename, observed, "short", SHORT - 1, numbers, BURST),
             PLAIN_WHOLE: partial(rename, plain, "whole", LONG - 1, numbers)}
    turns = in_turn(works, rounds)
    sizes = {name: [sent_bytes(exchange) for exchange in turns[name]] for name in turns}
    larger = max(long - short for long, short in zip(sizes[PATCH], sizes[SHORT_PATCH], strict=True))
    yield Figure("bytes of a change", "B", medians(sizes), larger, "B", BYTES_GOAL, sizes,
                 f"more than in a list of {SHORT}")
    times = {name: [exchange.seconds * 1e3 / len(exchange.changes) for exchange in turns[name]] for name in turns}
    yield compared("time of a change", "ms", times, PATCH, PLAIN_WHOLE, TIME_GOAL)
    yield compared("the same", "ms", times, PATCH, SHORT_PATCH)


def rename(server: Server, view: str, index: int, numbers: Iterator[int], times: int = 1) -> Exchange:
    """Changes the title of one row several times, and raises an error unless each title was sent."""
    titles = [f"renamed {next(numbers)}" for _ in range(times)]
    exchange = server.ask(*(("rename", {"view": view, "index": index, "title": title}) for title in titles))
    if missing := [title for title in titles if title.encode() not in exchange.text]:
        raise ServerError(f"row {index} of {view} was renamed {times} times, and {missing[0]} was not sent")
    return exchange


def sent_bytes(exchange: Exchange) -> float:
    """The bytes of a change, without the reply."""
    changes = [len(line) for line in exchange.lines if line.startswith(CHANGE)]
    return sum(changes) / len(changes)
