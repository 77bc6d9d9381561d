"""A request: from the write to the reply, and how many fit into a second."""
from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

from ..driver import Command, contestants, drive
from ..figures import Figure, at_least, at_most
from ..heard import ServerError
from ..processes import on_one_core, output_of
from ..scenario import Bench, scenario
from ..server import line
from ..turns import compared, in_turn, only

LATENCY_GOAL = at_most(1.0)
RATE_GOAL = at_least(1.5)


@scenario("request")
def measure(bench: Bench) -> Iterator[Figure]:
    """an action, its change and its reply, beside a C program that does the same with jansson, and a bare echo"""
    programs = contestants(bench)
    check_same_work(programs)
    turns = in_turn({name: partial(turn, bench, command) for name, command in programs.items()}, bench.rounds())
    yield compared("one at a time on one core, median", "µs", only(turns, "p50"), "svvs", "C", LATENCY_GOAL)
    yield compared("the same, 99th percentile", "µs", only(turns, "p99"), "svvs", "C")
    yield compared("one at a time on any core, median", "µs", only(turns, "p50 on any"), "svvs", "C")
    yield compared("the same, 99th percentile", "µs", only(turns, "p99 on any"), "svvs", "C")
    yield compared("pipelined, thousands a second", "k/s", only(turns, "rate"), "svvs", "C", RATE_GOAL)
    yield compared("pipelined, messages a request", "", only(turns, "messages"))


def turn(bench: Bench, command: Command) -> dict[str, float]:
    """All that is measured of one program in its turn.

    The goal is for one core: on any, the system wakes the two processes up as it happens, in 5 µs or in 50.
    """
    with on_one_core():
        on_one = latency(bench, command)
    on_any = {f"{name} on any": time for name, time in latency(bench, command).items()}
    pipelined = drive(bench, "pipelined", bench.pick(50_000, quick=10_000), command)
    seconds = pipelined["nanoseconds"] / 1e9
    return on_one | on_any | {"rate": pipelined["requests"] / seconds / 1e3,
                              "messages": pipelined["lines"] / pipelined["requests"]}


def latency(bench: Bench, command: Command) -> dict[str, float]:
    """Microseconds from the write of a request to its reply."""
    spread = drive(bench, "latency", bench.pick(5000, quick=1000), command)["latency"]
    return {name: nanoseconds / 1e3 for name, nanoseconds in spread.items()}


def check_same_work(programs: dict[str, Command]) -> None:
    """Holds the messages of the C program and of the server against each other, before any clock runs."""
    text = line("view/open", {"type": "counterA", "view": "v"}, 0)
    text += b"".join(line("increment", {"view": "v"}, number) for number in (1, 2))
    said = {name: [outline(json.loads(one)) for one in output_of(*programs[name], text=text).splitlines()]
            for name in ("C", "svvs")}
    if said["C"] != said["svvs"]:
        raise ServerError(f"the programs do not do the same work\n  C:    {said['C']}\n  svvs: {said['svvs']}")


def outline(message: object) -> object:
    """A message without its commit numbers, which each program counts from where it likes."""
    if isinstance(message, dict):
        return {key: outline(value) for key, value in message.items() if key not in ("commit", "from")}
    return [outline(one) for one in message] if isinstance(message, list) else message
