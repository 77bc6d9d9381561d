"""Allocations, retains and releases of a request, from the calls that callgrind has counted."""
from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from .cases import Case
from .instruction_counter import InstructionCounter, for_each
from .processes import output_of
from .profiles import Edge, calls, difference

ALLOCATING = re.compile(r"(?:malloc|calloc|realloc|reallocarray|aligned_alloc|memalign|posix_memalign|strdup)"
                        r"|swift_(?:slowAlloc\w*|allocObject|allocBox)|operator new.*")
KINDS = {"allocations": ALLOCATING, "retains": re.compile(r"_?swift_\w*[rR]etain\w*"),
         "releases": re.compile(r"_?swift_(?!release_dealloc)\w*[rR]elease\w*")}
# The mangled names of the standard library.
STANDARD = re.compile(r"\$s(?:s|S[a-zA-Z])")


@dataclass(frozen=True)
class Allocations:
    """The calls that a request makes, between any two functions."""

    calls: dict[Edge, float]

    def of(self, kind: str) -> dict[Edge, float]:
        """The calls of a kind, except those which a function of the same kind makes to do its own work."""
        is_one = KINDS[kind].fullmatch
        return {edge: number for edge, number in self.calls.items() if is_one(edge.callee) and not is_one(edge.caller)}

    def number(self, kind: str) -> float:
        return sum(self.of(kind).values())

    def by_origin(self) -> dict[str, float]:
        """The allocations of Swift's objects and arrays, of jansson, and of all others."""
        found = {"Swift": 0.0, "jansson": 0.0, "others": 0.0}
        for edge, number in self.of("allocations").items():
            found[asker(edge)] += number
        return found

    def callers(self, kind: str, most: int) -> list[tuple[float, str]]:
        """The functions that make most of the calls of a kind; those with the same number are ordered by name."""
        found: dict[str, float] = defaultdict(float)
        for edge, number in self.of(kind).items():
            found[edge.caller] += number
        return sorted(((number, caller) for caller, number in found.items()), key=lambda one: (-one[0], one[1]))[:most]

    def origin(self, function: str) -> str:
        """The most frequent caller outside the standard library: arrays of different elements share much code."""
        if ".so" in function:
            # The name stands for all functions of a library that have no symbols.
            return ""
        seen = {function}
        while True:
            numbers = {edge.caller: number for edge, number in self.calls.items()
                       if edge.callee == function and edge.caller not in seen}
            if not numbers:
                return ""
            function = max(numbers, key=lambda caller: numbers[caller])
            if not STANDARD.match(function):
                return function
            seen.add(function)


def asker(edge: Edge) -> str:
    if edge.callee.startswith("swift_"):
        return "Swift"
    return "jansson" if edge.caller.startswith("libjansson") else "others"


def allocations_of(case: Case, counter: InstructionCounter) -> Allocations:
    """The allocations of one repetition of a case."""
    few, many = [counter.calls(case, times) for times in case.times]
    return Allocations(difference(few, many, case.times[1] - case.times[0]))


def allocated(cases: list[Case], app: Path, folder: Path) -> dict[str, Allocations | str]:
    """The allocations of a request of each case, or the reason why there is no count."""
    return for_each(cases, partial(allocations_of, counter=InstructionCounter(app, folder)))


def demangled(names: list[str]) -> list[str]:
    """Demangled names of Swift; other names are unchanged."""
    text = output_of("swift", "demangle", "--simplified", text="\n".join(names).encode())
    return text.decode().splitlines()
