"""Calls that do not wait for each other's replies: the number per second."""
from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..driver import Command, contestants, drive
from ..figures import Figure, at_least
from ..sameness import at_equal_messages, check_same_messages
from ..scenario import Bench, scenario
from ..turns import compared, in_turn, only

GOAL = at_least(1.0)


@scenario("pipelined")
def measure(bench: Bench) -> Iterator[Figure]:
    """calls in a pipe that is kept full, beside the same C program; merged: with a slow reader

    The server sends a slow reader one change for several calls, which is less work than that of the C program, so the
    two are not compared.
    """
    programs = contestants(bench)
    check_same_messages(programs)
    works = {name: partial(rate, bench, command, "pipelined") for name, command in programs.items()}
    works["merged"] = partial(rate, bench, programs["svvs"], "merged")
    turns = in_turn(works, bench.rounds(7))
    merged, messages = {"svvs": turns.pop("merged")}, {name: turns[name] for name in ("C", "svvs")}
    pipelined = compared("pipelined, thousands of calls a second", "k/s", only(turns, "rate"), "svvs", "C", GOAL)
    yield at_equal_messages(pipelined, only(messages, "messages"))
    yield compared("the same, messages a call", "", only(messages, "messages"))
    yield compared("merged, thousands of calls a second", "k/s", only(merged, "rate"))
    yield compared("the same, messages a call", "", only(merged, "messages"))


def rate(bench: Bench, command: Command, kind: str) -> dict[str, float]:
    """Thousands of calls a second, and the number of messages for each."""
    found = drive(bench, kind, bench.pick(200_000, quick=50_000), command)
    return {"rate": found["requests"] / found["nanoseconds"] * 1e6, "messages": found["lines"] / found["requests"]}
