"""What the system tells of a process: its state, its memory, the time it has used, and its end."""
from __future__ import annotations

import contextlib
import ctypes
import os
import shlex
import signal
import sys
from pathlib import Path

import server as driver
from database import start_through
from polling import readable
from server import DEADLINE, Silence

HERE = Path(__file__).resolve().parent
PR_SET_CHILD_SUBREAPER = 36
TICKS = os.sysconf("SC_CLK_TCK")


def fields(pid):
    """Those of /proc/PID/stat behind the name; they are there until the process is waited for."""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()


def state(pid):
    return fields(pid)[0]


def seconds_used(pid):
    """How long all threads have run so far."""
    return sum(map(int, fields(pid)[11:13])) / TICKS


def resident(pid):
    """Resident memory in KiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def peak(pid):
    """KiB of memory that a process has had resident at most."""
    with open(f"/proc/{pid}/status") as status:
        return int(next(line for line in status if line.startswith("VmHWM")).split()[1])


def children(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def stop(pid):
    """Puts a child to sleep; returns when it sleeps."""
    os.kill(pid, signal.SIGSTOP)
    os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOWAIT)
    assert state(pid) == "T"


def has_ended(pid):
    """Waits for the end of a process, which is not waited for by that."""
    descriptor = os.pidfd_open(pid)
    try:
        if not readable(descriptor, seconds=DEADLINE):
            raise Silence(f"process {pid} does not end")
    finally:
        os.close(descriptor)
    return True


def start_below(monkeypatch, directory, carried):
    """Has every server from now on started by a parent that carries this stream."""
    command = f"exec '{sys.executable}' '{HERE / 'parent.py'}' {carried} {shlex.join(driver.COMMAND)} \"$@\""
    start_through(monkeypatch, directory, command)


@contextlib.contextmanager
def adopting():
    """Makes this process the parent of orphans, so that their end and its status are told here."""
    adopt = ctypes.CDLL(None, use_errno=True).prctl
    assert adopt(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0
    try:
        yield
    finally:
        adopt(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
