"""The instructions, allocations, retains and releases of a call, which do not depend on other load."""
from __future__ import annotations

from collections.abc import Iterator

from ..allocations import KINDS, allocations_of
from ..cases import CASES
from ..figures import Figure, amount, at_most
from ..instruction_counter import InstructionCounter
from ..scenario import Bench, scenario

CALL = next(case for case in CASES if case.name == "action")
INSTRUCTIONS_GOAL = at_most(40_000)
# A third of the count before any was removed: 43.0, with 121 retains and 179 releases.
ALLOCATIONS_GOAL = at_most(14.3)


@scenario("counts", "PerformanceApp")
def measure(bench: Bench) -> Iterator[Figure]:
    """an action, its change and its reply, counted under valgrind; the command `allocations` lists the callers"""
    counter = InstructionCounter(bench.app, bench.workshop)
    yield amount("instructions of a call", counter.count(CALL), "", INSTRUCTIONS_GOAL)
    found = allocations_of(CALL, counter)
    yield Figure("allocations of a call", "", found.by_origin(), found.number("allocations"), "", ALLOCATIONS_GOAL)
    for kind in KINDS:
        if kind != "allocations":
            yield amount(f"{kind} of a call", found.number(kind), "")
