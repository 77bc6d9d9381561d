"""Programs that run to their end, and figures that the system reports for running processes."""
from __future__ import annotations

import contextlib
import os
import resource
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TIMEOUT = 20.0
# Bytes that a program writes until its end: only one that writes without end writes more.
LIMIT = 1 << 24
CHUNK = 1 << 16
INTERRUPT_TIMEOUT = 10.0
TICKS = os.sysconf("SC_CLK_TCK")
CLOCK_OF_SCHEDULER = 2
RUNNING_GROUPS: set[int] = set()


def leave_on_signals() -> None:
    """Installs handlers of signals that raise SystemExit, so that all programs that were started are ended."""

    def leave(number: int, _: object) -> None:
        # A second signal would interrupt that.
        for one in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(one, signal.SIG_IGN)
        sys.exit(128 + number)

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGINT, leave)
    # Sent when the terminal is closed; ignored under nohup.
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        signal.signal(signal.SIGHUP, leave)


@contextlib.contextmanager
def group(*command: str | Path, **options: Any) -> Iterator[subprocess.Popen]:
    """Starts a program as the leader of a new process group: if the block fails, the whole group is killed."""
    with subprocess.Popen(command, start_new_session=True, **options) as process:
        RUNNING_GROUPS.add(process.pid)
        try:
            yield process
        except BaseException:
            end_group(process.pid)
            raise
        finally:
            RUNNING_GROUPS.discard(process.pid)


def end_group(leader: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def end_all_groups() -> None:
    """Kills the groups that threads wait for, so that the threads fail."""
    for leader in tuple(RUNNING_GROUPS):
        end_group(leader)


def interrupt_group(process: subprocess.Popen) -> None:
    """Interrupts a group and waits for its end: only the process itself can end further groups that it started."""
    deadline = time.monotonic() + INTERRUPT_TIMEOUT
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGINT)
        while time.monotonic() < deadline:
            process.poll()
            os.killpg(process.pid, 0)
            time.sleep(0.05)


def output_of(*command: str | Path, text: bytes = b"", timeout: float = TIMEOUT, is_quiet: bool = False) -> bytes:
    """Writes a text that fits into a pipe to a program, and returns the output of the program."""
    name, deadline = " ".join(map(str, command)), time.monotonic() + timeout
    errors = subprocess.DEVNULL if is_quiet else None
    with group(*command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, bufsize=0) as process:
        assert process.stdin and process.stdout
        with contextlib.suppress(BrokenPipeError), process.stdin:
            process.stdin.write(text)
        output = read_all(process.stdout.fileno(), name, deadline)
        if status := process.wait(max(deadline - time.monotonic(), 1)):
            raise ChildProcessError(f"{name}: status {status}")
    return output


def read_all(descriptor: int, name: str, deadline: float) -> bytes:
    """Reads a pipe to its end; raises an error at the deadline, or if more than the limit arrives."""
    chunks: list[bytes] = []
    poll, size = select.poll(), 0
    poll.register(descriptor, select.POLLIN)
    while True:
        left = deadline - time.monotonic()
        if left <= 0 or not poll.poll(left * 1000):
            raise TimeoutError(f"{name}: has not ended in time")
        chunk = os.read(descriptor, CHUNK)
        if not chunk:
            return b"".join(chunks)
        chunks.append(chunk)
        size += len(chunk)
        if size > LIMIT:
            raise ChildProcessError(f"{name}: writes without end, more than {LIMIT >> 20} MB")


def processor_seconds(*command: str | Path, requests: Path, replies: Path = Path(os.devnull)) -> float:
    """Runs a program that reads one file and writes another, and returns its user and system time."""
    before = seconds_of_ended()
    with (requests.open("rb") as source, replies.open("wb") as sink,
          group(*command, stdin=source, stdout=sink) as process):
        if status := process.wait(TIMEOUT):
            raise ChildProcessError(f"{' '.join(map(str, command))}: status {status}")
    return seconds_of_ended() - before


def seconds_of_ended() -> float:
    """The user and system time of all programs that were started here and have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime


@contextlib.contextmanager
def on_one_core() -> Iterator[None]:
    """Restricts this process, and the processes that it starts meanwhile, to one core.

    Without a restriction, the system runs two processes that wait for each other on one core or on two, for a second or
    a minute; on two, where the processes never run at the same time, the same work takes up to five times as long.
    """
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def resident(pid: int) -> int:
    """Resident memory in bytes."""
    return number_in(Path(f"/proc/{pid}/status"), "VmRSS") << 10


def switches(pid: int, kind: str = "voluntary_ctxt_switches") -> dict[int, int]:
    """The number of times that each thread went to sleep voluntarily: once for each time that it was woken."""
    counted = {}
    for thread in Path(f"/proc/{pid}/task").iterdir():
        counted[int(thread.name)] = number_in(thread / "status", kind)
    return counted


def seconds_used(pid: int) -> float:
    """The time in seconds for which all threads have run so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:13])) / TICKS


def processor_time(pid: int) -> float:
    """The same to the nanosecond, from the CPU clock of the process, whose number is derived from its pid."""
    return time.clock_gettime(~pid << 3 | CLOCK_OF_SCHEDULER)


def number_in(status: Path, name: str) -> int:
    """A number of a status file; the file of a process that has ended lacks some."""
    for line in status.read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1])
    raise ProcessLookupError(f"no {name} in {status}: the process has ended")
