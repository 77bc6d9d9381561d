"""The client in C, for what is so short that a client in Python would be most of it."""
from __future__ import annotations

import json
from pathlib import Path

from .processes import output_of
from .scenario import Bench

Command = list[str | Path]
ANY_REPLY, RESULT = '"id"', '"result"'


def contestants(bench: Bench) -> dict[str, Command]:
    """The programs that do the same work, and one that does none."""
    return {"echo": [bench.compiled("echo")], "C": [bench.compiled("baseline")], "svvs": [bench.svvs, "serve"]}


def drive(bench: Bench, kind: str, number: int, command: Command, is_quiet: bool = False) -> dict:
    """Has the driver speak to a program, and returns what it prints; see `driver.c` for the kinds.

    The program's stderr is ours, unless it is to be quiet.
    """
    reply = ANY_REPLY if command[0] == bench.compiled("echo") else RESULT
    return json.loads(output_of(bench.compiled("driver"), kind, str(number), reply, *command, is_quiet=is_quiet))
