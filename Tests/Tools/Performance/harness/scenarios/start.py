"""The time from the start of the server to its first reply, and the size of the program."""
from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import partial

from ..driver import Command, contestants, drive
from ..figures import Figure, amount, at_most, remark
from ..products import stripped_size
from ..scenario import Bench, scenario
from ..turns import compared, in_turn, only

EDITOR = "nvim"
GOAL = at_most(0.7)


@scenario("start")
def measure(bench: Bench) -> Iterator[Figure]:
    """from the start of the process to its first reply, and to its end, beside an editor that starts and ends"""
    programs = contestants(bench)
    editor = shutil.which(EDITOR)
    works = {name: partial(reply_and_end, bench, command) for name, command in programs.items()}
    if editor:
        works[EDITOR] = partial(only_end, bench, [editor, "--headless", "-u", "NONE", "+q"])
    turns = in_turn(works, bench.rounds(40, quick=10))
    firsts, ends = only(turns, "first"), only(turns, "end")
    if editor:
        # The goal compares the first reply of the server with the end of the editor.
        against = firsts | {EDITOR: ends[EDITOR]}
        yield compared("start to first reply; the editor's end", "ms", against, "svvs", EDITOR, GOAL)
    else:
        yield compared("start to first reply", "ms", firsts)
        yield remark(f"not compared: no {EDITOR}")
    yield compared("start to end", "ms", ends)
    yield amount("size of the server", bench.svvs.stat().st_size / 1e6, "MB")
    with bench.folder() as folder:
        if size := stripped_size(bench.svvs, folder):
            yield amount("size without symbols", size / 1e6, "MB")


def reply_and_end(bench: Bench, command: Command) -> dict[str, float]:
    return milliseconds(drive(bench, "start", 1, command))


def only_end(bench: Bench, command: Command, is_quiet: bool = False) -> dict[str, float]:
    return milliseconds(drive(bench, "end", 1, command, is_quiet))


def milliseconds(spreads: dict) -> dict[str, float]:
    return {name: spread["p50"] / 1e6 for name, spread in spreads.items()}
