"""The client in C, for work so short that a client in Python would take most of the time."""
from __future__ import annotations

import json
from pathlib import Path

from .processes import output_of
from .scenario import Bench

Command = list[str | Path]
ANY_REPLY, RESULT = '"id"', '"result"'


def contestants(bench: Bench) -> dict[str, Command]:
    """The programs that do the same work, and an echo that does none."""
    return {"echo": [bench.compiled("echo")], "C": [bench.compiled("baseline")], "svvs": [bench.svvs, "serve"]}


def drive(bench: Bench, kind: str, number: int, command: Command, is_quiet: bool = False) -> dict:
    """Runs the driver with a program, and returns its figures; see `driver.c` for the kinds.

    The program inherits stderr, unless `is_quiet`.
    """
    reply = ANY_REPLY if command[0] == bench.compiled("echo") else RESULT
    return json.loads(output_of(bench.compiled("driver"), kind, str(number), reply, *command, is_quiet=is_quiet))
