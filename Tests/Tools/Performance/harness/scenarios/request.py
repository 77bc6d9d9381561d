"""A request: from the write to the reply."""
from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import ceil

from ..driver import Command, contestants, drive
from ..figures import Figure, amount, at_least, at_most
from ..processes import on_one_core
from ..sameness import check_same_messages
from ..scenario import Bench, scenario
from ..turns import Samples, compared, in_turn, only

GOAL, WORST_GOAL = at_most(1.0), at_most(1.2)
# The fraction of rounds in which the goal must be met: nine of ten.
ROUNDS_GOAL = 0.9


@scenario("request")
def measure(bench: Bench) -> Iterator[Figure]:
    """an action, its change and its reply, beside a C program that does the same with jansson, and a bare echo"""
    programs = contestants(bench)
    check_same_messages(programs)
    turns = in_turn({name: partial(turn, bench, command) for name, command in programs.items()}, bench.rounds(10))
    medians = only(turns, "p50")
    yield compared("one at a time on one core, median", "µs", medians, "svvs", "C", GOAL)
    yield rounds_met(medians)
    yield compared("the same, 99th percentile", "µs", only(turns, "p99"), "svvs", "C", WORST_GOAL)
    yield compared("one at a time on any core, median", "µs", only(turns, "p50 on any"), "svvs", "C")
    yield compared("the same, 99th percentile", "µs", only(turns, "p99 on any"), "svvs", "C")


def rounds_met(medians: Samples) -> Figure:
    """The number of rounds in which the server takes no longer than the C program."""
    ratios = [one / other for one, other in zip(medians["svvs"], medians["C"], strict=True)]
    goal = at_least(ceil(ROUNDS_GOAL * len(ratios)))
    return amount("rounds in which that goal is met", sum(map(GOAL.is_met_by, ratios)), f"of {len(ratios)}", goal)


def turn(bench: Bench, command: Command) -> dict[str, float]:
    """The measurements of one program in its turn.

    The goal is for one core: on any core, the system takes 5 µs or 50 to wake a process up.
    """
    with on_one_core():
        on_one = latency(bench, command)
    return on_one | {f"{name} on any": time for name, time in latency(bench, command).items()}


def latency(bench: Bench, command: Command) -> dict[str, float]:
    """Microseconds from the write of a request to its reply."""
    spread = drive(bench, "latency", bench.pick(5000, quick=1000), command)["latency"]
    return {name: nanoseconds / 1e3 for name, nanoseconds in spread.items()}
