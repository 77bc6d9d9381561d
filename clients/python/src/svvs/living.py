"""The processes that are still there when the program ends without having closed its servers.

A server that reads the end of its input ends by itself. One that does not would stay for ever.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import subprocess
from collections.abc import Callable

from .command import GRACE

_living: dict[subprocess.Popen[bytes], Callable[[], None]] = {}


def add(process: subprocess.Popen[bytes], end: Callable[[], None]) -> None:
    """Has `end` called when the program ends, unless the process is removed before."""
    _living[process] = end


def remove(process: subprocess.Popen[bytes]) -> None:
    """To be called when the process has ended."""
    _living.pop(process, None)


def end(process: subprocess.Popen[bytes], patience: float) -> None:
    """Ends a process that no event loop serves any more; it is reaped on return."""
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.close()
    for signal in (process.terminate, process.kill):
        try:
            process.wait(patience)
            return
        except subprocess.TimeoutExpired:
            signal()
            patience = GRACE
    process.wait()


@atexit.register
def _end_all() -> None:
    with contextlib.ExitStack() as stack:  # whatever one of them raises, the others come to their turn
        for end_one in _living.values():
            stack.callback(end_one)


# A fork shares the processes of its parent, but it is not for it to end them.
os.register_at_fork(after_in_child=_living.clear)
