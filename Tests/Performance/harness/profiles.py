"""Who called whom how often, as callgrind writes it."""
from __future__ import annotations

import os
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

# A number stands for a name that has come before.
NAME = re.compile(r"\((\d+)\)(?: (.*))?")
# How deep in itself a function is.
DEPTH = re.compile(r"'\d+$")
# What has no symbol is called by its address.
ADDRESS = re.compile(r"0x[0-9a-f]+")


class Edge(NamedTuple):
    """A function that called another."""

    caller: str
    callee: str


def calls(profile: Path) -> Counter[Edge]:
    """How often each function called each other; what has no name has that of its library."""
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
    """The calls that each of so many times more made."""
    return {edge: (number - few[edge]) / times for edge, number in many.items() if number != few[edge]}


@dataclass
class _Reading:
    """The names of the file so far, and those that hold for its next line."""

    names: dict[tuple[str, str], str] = field(default_factory=dict)
    now: dict[str, str] = field(default_factory=dict)

    def take(self, key: str, value: str) -> None:
        match = NAME.fullmatch(value)
        assert match, value
        # Those of the callee, `cob` and `cfn`, are of the same lists.
        number, name = (key[-2:], match[1]), match[2]
        if name:
            self.names[number] = name
        self.now[key] = self.names[number]

    def edge(self) -> Edge:
        """The caller and the callee; the library of the latter is named only where it is another."""
        library = self.now.get("ob", "")
        caller, callee = named(self.now["fn"], library), named(self.now["cfn"], self.now.pop("cob", library))
        return Edge(caller, callee)


def named(function: str, library: str) -> str:
    return os.path.basename(library) if ADDRESS.fullmatch(function) else DEPTH.sub("", function)
