"""A long list: read as a whole, and told of one row that changes."""
from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count

from ..figures import Figure, at_most
from ..heard import CHANGE, Heard, ServerError
from ..scenario import Bench, scenario
from ..server import Server
from ..turns import compared, in_turn, medians

LONG, SHORT = 100_000, 10
SHORT_PATCH = f"patch in a list of {SHORT}"
BYTES_GOAL = at_most(16)
TIME_GOAL = at_most(1 / 50)


@scenario("list", "PerformanceApp")
def measure(bench: Bench) -> Iterator[Figure]:
    """a list of 100,000 rows is read; one row changes and is told as a patch, or with the whole list"""
    # The goals are for the better of the two; the other shows what it is better than.
    yield from of_kind(bench, "list", has_goals=False)
    yield from of_kind(bench, "observedList", has_goals=True)


def of_kind(bench: Bench, kind: str, has_goals: bool) -> Iterator[Figure]:
    with Server(bench.app) as server:
        for view, rows, delivery in (("long", LONG, "patch"), ("short", SHORT, "patch"), ("whole", LONG, "properties")):
            server.call("view/open", type=kind, view=view, params={"count": rows}, delivery=delivery)
        yield from snapshots(server, kind, bench.rounds())
        yield from changes(server, kind, bench.rounds(), has_goals)


def snapshots(server: Server, kind: str, rounds: int) -> Iterator[Figure]:
    """The time until the whole reply has been read, as bytes: what a client makes of them is its own affair.

    What was written for one reader may be kept for the next, so that a row changes before each.
    """
    numbers, times = count(2_000_000), []
    for _ in range(rounds):
        rename(server, "long", 0, numbers)
        heard = server.ask(("view/get", {"view": "long"}))
        times.append(heard.seconds)
    megabytes = len(heard.text) / 1e6
    yield compared(f"{kind}: snapshot of {LONG:,} rows", "ms", {"median": [seconds * 1e3 for seconds in times]})
    rates = [megabytes / seconds for seconds in times]
    yield compared(f"{kind}: the same, {megabytes:.1f} MB", "MB/s", {"median": rates})


def changes(server: Server, kind: str, rounds: int, has_goals: bool) -> Iterator[Figure]:
    numbers = count(1_000_000)
    last = {"patch": ("long", LONG), SHORT_PATCH: ("short", SHORT), "whole list": ("whole", LONG)}
    works = {name: partial(rename, server, view, rows - 1, numbers) for name, (view, rows) in last.items()}
    turns = in_turn(works, rounds)
    sizes = {name: [float(told_bytes(heard)) for heard in turns[name]] for name in turns}
    larger = max(long - short for long, short in zip(sizes["patch"], sizes[SHORT_PATCH], strict=True))
    bytes_goal, time_goal = (BYTES_GOAL, TIME_GOAL) if has_goals else (None, None)
    yield Figure(f"{kind}: bytes of a change", "B", medians(sizes), larger, "B", bytes_goal, sizes,
                 f"more than in a list of {SHORT}")
    times = {name: [heard.seconds * 1e3 for heard in turns[name]] for name in turns}
    yield compared(f"{kind}: time of a change", "ms", times, "patch", "whole list", time_goal)


def rename(server: Server, view: str, index: int, numbers: Iterator[int]) -> Heard:
    """Gives one row another title, and holds what is told against it."""
    title = f"renamed {next(numbers)}"
    heard = server.ask(("rename", {"view": view, "index": index, "title": title}))
    if title.encode() not in heard.text:
        raise ServerError(f"row {index} of {view} was renamed, and was not told")
    return heard


def told_bytes(heard: Heard) -> int:
    """The bytes of what was told; the reply is not counted."""
    return sum(len(line) for line in heard.lines if line.startswith(CHANGE))
