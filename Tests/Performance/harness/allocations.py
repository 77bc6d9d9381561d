"""What a request allocates, retains and releases, by the calls that callgrind has counted."""
from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from .cases import Case
from .counting import Counting, for_each
from .processes import output_of
from .profiles import Edge, calls, difference

ALLOCATING = re.compile(r"(?:malloc|calloc|realloc|reallocarray|aligned_alloc|memalign|posix_memalign|strdup)"
                        r"|swift_(?:slowAlloc\w*|allocObject|allocBox)|operator new.*")
KINDS = {"allocations": ALLOCATING, "retains": re.compile(r"_?swift_\w*[rR]etain\w*"),
         "releases": re.compile(r"_?swift_(?!release_dealloc)\w*[rR]elease\w*")}
# As names of the standard library are mangled.
STANDARD = re.compile(r"\$s(?:s|S[a-zA-Z])")


@dataclass(frozen=True)
class Allocations:
    """The calls that a request makes, between any two functions."""

    calls: dict[Edge, float]

    def of(self, kind: str) -> dict[Edge, float]:
        """The calls of a kind, but not those which a function of the same kind makes to do its own work."""
        is_one = KINDS[kind].fullmatch
        return {edge: number for edge, number in self.calls.items() if is_one(edge.callee) and not is_one(edge.caller)}

    def number(self, kind: str) -> float:
        return sum(self.of(kind).values())

    def by_whom(self) -> dict[str, float]:
        """The allocations of Swift's objects and arrays, and what libraries and others ask the system for."""
        found = {"Swift": 0.0, "jansson": 0.0, "others": 0.0}
        for edge, number in self.of("allocations").items():
            found[asker(edge)] += number
        return found

    def callers(self, kind: str, most: int) -> list[tuple[float, str]]:
        """Those that make most of the calls of a kind; the same number comes in the order of the names."""
        found: dict[str, float] = defaultdict(float)
        for edge, number in self.of(kind).items():
            found[edge.caller] += number
        return sorted(((number, caller) for caller, number in found.items()), key=lambda one: (-one[0], one[1]))[:most]

    def origin(self, function: str) -> str:
        """Who calls that function most often, beyond the standard library: arrays of different elements share much."""
        if ".so" in function:
            # It stands for all of a library's functions that have no names.
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


def allocations_of(case: Case, counting: Counting) -> Allocations:
    """What one time allocates of what comes again."""
    few, many = [counting.calls(case, times) for times in case.times]
    return Allocations(difference(few, many, case.times[1] - case.times[0]))


def allocated(cases: list[Case], app: Path, folder: Path) -> dict[str, Allocations | str]:
    """What a request of each case allocates, or why that is not known."""
    return for_each(cases, partial(allocations_of, counting=Counting(app, folder)))


def demangled(names: list[str]) -> list[str]:
    """Names of Swift as people write them; those of others stay as they are."""
    text = output_of("swift", "demangle", "--simplified", text="\n".join(names).encode())
    return text.decode().splitlines()
