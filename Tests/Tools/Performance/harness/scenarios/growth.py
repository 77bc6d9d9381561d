"""Three curves: times that must not grow faster than their work."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from itertools import cycle

from ..curves import Curve, proportional
from ..figures import Figure, at_most
from ..processes import on_one_core
from ..scenario import Bench, scenario
from ..server import Request, Server, line
from ..turns import least_in_turn
from ..views import burst, microseconds_each

STEP_GOAL = at_most(1.3)
WHOLE_GOAL = at_most(1.5)
CURVE_ROUNDS, QUICK_ROUNDS = 25, 9
ROWS = [10, 1000, 100_000]
TEXTS = [100, 1000, 10_000, 100_000, 1_000_000]
CALLS_IN_PROGRESS = [1, 10, 100, 1000]
CALLS = 200


@scenario("growth", "PerformanceApp")
def measure(bench: Bench) -> Iterator[Figure]:
    """nothing grows faster than its own work: from one point of a curve to the next, and from the first to any"""
    for draw in (size_of_state, size_of_change, calls_in_progress):
        curve = draw(bench)
        yield curve.figure(curve.steepest(), STEP_GOAL)
        yield curve.remark("the same, above the first point", curve.highest(), WHOLE_GOAL)


def rounds(bench: Bench) -> int:
    """The number of rounds: many short ones, so that a disturbance of one of them has little weight."""
    return bench.rounds(CURVE_ROUNDS, QUICK_ROUNDS)


def size_of_state(bench: Bench) -> Curve:
    """A text changes in a view with many rows, which do not change."""
    notes = [set_note("ab"[index % 2] * 10) for index in range(CALLS)]
    with on_one_core(), ExitStack() as stack:
        works = {rows: partial(microseconds_each, with_list(stack, bench, rows), notes) for rows in ROWS}
        return Curve("a change, by rows beside it", "µs", "rows", least_in_turn(works, rounds(bench)))


def size_of_change(bench: Bench) -> Curve:
    """A long text changes."""
    with on_one_core(), ExitStack() as stack:
        server = with_list(stack, bench, 0)
        works = {size: partial(one_note, server, size, cycle("ab")) for size in TEXTS}
        times = least_in_turn(works, rounds(bench))
        return Curve("a change, by bytes of text", "µs", "bytes, each", times, proportional)


def with_list(stack: ExitStack, bench: Bench, rows: int) -> Server:
    server = stack.enter_context(Server(bench.app))
    server.call("view/open", type="list", view="v", params={"count": rows})
    return server


def set_note(text: str) -> Request:
    return ("view/set", {"view": "v", "properties": {"note": text}})


def one_note(server: Server, size: int, letters: Iterator[str]) -> float:
    """Microseconds of a text that is set alone: no pipe has room for two of the longest."""
    return burst(server, [set_note(next(letters) * size)]) * 1e6


def calls_in_progress(bench: Bench) -> Curve:
    """A counter is incremented while calls of another view wait."""
    increments = [("increment", {"view": "counter"})] * CALLS
    with on_one_core(), ExitStack() as stack:
        servers = {number: stack.enter_context(Server(bench.app)) for number in CALLS_IN_PROGRESS}
        for number, server in servers.items():
            begin_waiting(server, number)
        works = {number: partial(microseconds_each, server, increments) for number, server in servers.items()}
        return Curve("a change, by calls in progress", "µs", "calls", least_in_turn(works, rounds(bench)))


def begin_waiting(server: Server, number: int) -> None:
    """Begins calls that are never answered."""
    server.ask(("view/open", {"type": "counter", "view": "counter"}), ("view/open", {"type": "wait", "view": "wait"}))
    server.send(b"".join(line("wait", {"view": "wait"}, -1 - index) for index in range(number)))
    state = server.call("view/get", view="wait")["state"]
    assert state["waiting"] == number, f"{number} calls were begun, and {state['waiting']} are in progress"
