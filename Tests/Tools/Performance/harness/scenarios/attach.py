"""A front end that connects to a running server: the time until it shows its first state."""
from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial

from ..driver import Command
from ..exchange import ServerError
from ..figures import Figure, at_most, remark
from ..listener import Listener
from ..scenario import Bench, scenario
from ..server import TIMEOUT, Server
from ..turns import compared, in_turn, only
from .start import EDITOR, only_end, reply_and_end

EDITOR_GOAL = at_most(1.0)
RELAY_GOAL = at_most(1.3)
IS_READY = "call writefile(['ready'], '/dev/stdout')"


@scenario("attach")
def measure(bench: Bench) -> Iterator[Figure]:
    """from the start of `attach` to the first state of a running server, beside a remote request to an editor"""
    with ExitStack() as stack:
        server = stack.enter_context(Listener(bench.svvs))
        programs: dict[str, Command] = {"connecting": [server.address],
                                        "relay": [bench.compiled("relay"), server.path],
                                        "attach": [bench.svvs, "attach", server.path]}
        works = {name: partial(reply_and_end, bench, command) for name, command in programs.items()}
        if editor := shutil.which(EDITOR):
            works[EDITOR] = partial(only_end, bench, question(stack, editor, f"{server.path}.{EDITOR}"), is_quiet=True)
        turns = in_turn(works, bench.rounds(40, quick=10))
    firsts, ends = only(turns, "first"), only(turns, "end")
    yield compared("start to first state", "ms", firsts, "attach", "relay", RELAY_GOAL)
    if editor:
        against = {"attach": firsts["attach"], EDITOR: ends[EDITOR]}
        yield compared("the same; the editor's end", "ms", against, "attach", EDITOR, EDITOR_GOAL)
    else:
        yield remark(f"not compared: no {EDITOR}")
    yield compared("start to end", "ms", ends)


def question(stack: ExitStack, editor: str, path: str) -> Command:
    """Starts an editor that listens, and returns the command that sends it a request and exits after the answer.

    The command writes the answer to stderr.
    """
    running = stack.enter_context(Server(editor, "--headless", "-u", "NONE", "-i", "NONE", "--listen", path,
                                         "--cmd", IS_READY))
    running.read_lines()
    command: Command = [editor, "--server", path, "--remote-expr", "1"]
    asked = subprocess.run(command, capture_output=True, timeout=TIMEOUT, check=True)
    if (answer := asked.stdout + asked.stderr) != b"1":
        raise ServerError(f"the editor was asked for 1, and answered {answer!r}")
    return command
