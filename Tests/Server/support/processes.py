"""The state of a process as the system reports it: memory, CPU time, whether it is idle, and its end."""
from __future__ import annotations

import contextlib
import ctypes
import os
import shlex
import signal
import sys
import time
from pathlib import Path

import server as driver
from database import start_through
from readiness import readable
from server import DEADLINE, Silence

PARENT = Path(__file__).resolve().with_name("parent_process.py")
PR_SET_CHILD_SUBREAPER = 36
TICKS = os.sysconf("SC_CLK_TCK")
# Seconds for which an idle process is watched.
WINDOW = 1.0


def fields(pid):
    """The fields of /proc/PID/stat after the name; the file exists until the process was waited for."""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()


def state(pid):
    return fields(pid)[0]


def seconds_used(pid):
    """The CPU time of all threads so far."""
    return sum(map(int, fields(pid)[11:13])) / TICKS


def resident(pid):
    """Resident memory in KiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def peak(pid):
    """The peak resident memory in KiB."""
    with open(f"/proc/{pid}/status") as status:
        return int(next(line for line in status if line.startswith("VmHWM")).split()[1])


def forget_peak(pid):
    """Resets `peak`, where the system can do that."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/clear_refs", "w") as file:
        file.write("5")


def children(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def stop(pid):
    """Stops a child process; returns when it is stopped."""
    os.kill(pid, signal.SIGSTOP)
    os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOWAIT)
    assert state(pid) == "T"


def has_ended(pid):
    """Waits for the end of a process without reaping it."""
    descriptor = os.pidfd_open(pid)
    try:
        if not readable(descriptor, seconds=DEADLINE):
            raise Silence(f"process {pid} does not end")
    finally:
        os.close(descriptor)
    return True


def activity(pid):
    """The context switches and the clock ticks of each thread of the process."""
    found = {}
    for thread in Path(f"/proc/{pid}/task").iterdir():
        status = (thread / "status").read_text()
        switches = sum(int(line.split()[1]) for line in status.splitlines() if "ctxt_switches" in line)
        ticks = sum(map(int, (thread / "stat").read_text().rsplit(")", 1)[1].split()[11:13]))
        found[int(thread.name)] = (switches, ticks)
    return found


def idles(server, pool_threads=0):
    """Whether the server passes a window without a wake-up, within ten seconds.

    On Linux, libdispatch starts a thread when its thread pool is first used. It wakes up every second until the process
    ends, and uses less than a tick of time. `pool_threads` is the number of such threads.
    """
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        before = activity(server.pid)
        time.sleep(WINDOW)
        after = activity(server.pid)
        awake = [thread for thread in after if after[thread] != before.get(thread)]
        small = all(after[thread][0] - before[thread][0] <= 2 and after[thread][1] == before[thread][1]
                    for thread in awake if thread in before)
        if before.keys() == after.keys() and server.pid not in awake and len(awake) <= pool_threads and small:
            return True
    return False


def start_below(monkeypatch, directory, carried):
    """Makes a parent process that carries this stream start every server from now on."""
    command = f"exec '{sys.executable}' '{PARENT}' {carried} {shlex.join(driver.COMMAND)} \"$@\""
    start_through(monkeypatch, directory, command)


@contextlib.contextmanager
def adopting():
    """Makes this process the parent of orphans, so that it receives their exit status."""
    adopt = ctypes.CDLL(None, use_errno=True).prctl
    assert adopt(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0
    try:
        yield
    finally:
        adopt(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
