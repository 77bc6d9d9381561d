"""The processes that a check leaves in other process groups, for example a server that its clients share."""
from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from pathlib import Path

# The variable that marks all processes of a check, because they inherit it.
MARK = "SVVS_CHECK"
# The seconds for which processes may outlive their check, and the signals that end them after that.
STEPS = ((0, 10), (signal.SIGTERM, 5), (signal.SIGKILL, 5))


def end_left_over(mark: str) -> list[str]:
    """Ends the processes with this mark, and returns their commands. Those that end soon by themselves are not left."""
    left = []
    for number, seconds in STEPS:
        processes = marked(mark)
        if number == signal.SIGTERM:
            left = list(processes.values())
        deadline = time.monotonic() + seconds
        for pid in processes:
            # It may have ended meanwhile.
            with contextlib.suppress(ProcessLookupError), os.fdopen(os.pidfd_open(pid)) as process:
                signal.pidfd_send_signal(process.fileno(), number)
                select.select([process], [], [], max(0, deadline - time.monotonic()))
    return left


def marked(mark: str) -> dict[int, str]:
    """The commands of the running processes with this mark, by process id. Without /proc, there are none."""
    found = {}
    for directory in Path("/proc").glob("[0-9]*"):
        # The process may belong to another user, or may have ended.
        with contextlib.suppress(OSError):
            if f"{MARK}={mark}".encode() in (directory / "environ").read_bytes().split(b"\0"):
                command = (directory / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                found[int(directory.name)] = command.strip()
    return found
