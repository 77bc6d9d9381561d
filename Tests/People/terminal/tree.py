"""The processes that a program has started."""
from __future__ import annotations

import os
import signal
import subprocess
from typing import NamedTuple

from readiness import readable

SECONDS = 10


class Process(NamedTuple):
    pid: int
    parent: int
    command: str


def descendants(pid):
    """The descendants of a process: its children first, then theirs."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    processes = [Process(int(pid), int(parent), command)
                 for pid, parent, command in (line.split(None, 2) for line in listed.splitlines())]
    found = [pid]
    for each in found:
        found += [process.pid for process in processes if process.parent == each]
    return [process for process in processes if process.pid in found[1:]]


def ended(pid, seconds=SECONDS):
    """Whether a process ends within `seconds`; kills it if it does not."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        if readable(descriptor, seconds=seconds):
            return True
        signal.pidfd_send_signal(descriptor, signal.SIGKILL)
        return False
    finally:
        os.close(descriptor)
