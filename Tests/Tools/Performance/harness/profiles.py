"""The number of calls between functions, read from the output of callgrind."""
from __future__ import annotations

import os
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

# A number stands for a name that has occurred before.
NAME = re.compile(r"\((\d+)\)(?: (.*))?")
# The depth of a recursion.
DEPTH = re.compile(r"'\d+$")
# A function without a symbol is named by its address.
ADDRESS = re.compile(r"0x[0-9a-f]+")


class Edge(NamedTuple):
    """A function that called another."""

    caller: str
    callee: str


def calls(profile: Path) -> Counter[Edge]:
    """The number of calls of each pair of functions; a function without a symbol has the name of its library."""
    found: Counter[Edge] = Counter()
    reading = _Reading()
    with profile.open(errors="replace") as lines:
        for line in lines:
            key, _, value = line.rstrip("\n").partition("=")
            if key == "calls":
                found[reading.edge()] += int(value.split()[0])
            elif key in ("ob", "fn", "cob", "cfn"):
                reading.take(key, value)
    return found


def difference(few: Counter[Edge], many: Counter[Edge], times: int) -> dict[Edge, float]:
    """The calls of one repetition, from runs that differ by `times` repetitions."""
    return {edge: (number - few[edge]) / times for edge, number in many.items() if number != few[edge]}


@dataclass
class _Reading:
    """The names in the file so far, and those that apply to its next line."""

    names: dict[tuple[str, str], str] = field(default_factory=dict)
    now: dict[str, str] = field(default_factory=dict)

    def take(self, key: str, value: str) -> None:
        match = NAME.fullmatch(value)
        assert match, value
        # The names of callees, `cob` and `cfn`, are in the same lists.
        number, name = (key[-2:], match[1]), match[2]
        if name:
            self.names[number] = name
        self.now[key] = self.names[number]

    def edge(self) -> Edge:
        """The caller and the callee; the library of the callee is named only if it differs from that of the caller."""
        library = self.now.get("ob", "")
        caller, callee = named(self.now["fn"], library), named(self.now["cfn"], self.now.pop("cob", library))
        return Edge(caller, callee)


def named(function: str, library: str) -> str:
    return os.path.basename(library) if ADDRESS.fullmatch(function) else DEPTH.sub("", function)
