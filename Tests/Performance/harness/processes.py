"""Programs that run to their end, and what the system tells of those that go on."""
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

PATIENCE = 20.0
# Of what a program writes that runs to its end: only one that writes without end writes more.
LIMIT = 1 << 24
CHUNK = 1 << 16
PATIENCE_WITH_INTERRUPTED = 10.0
TICKS = os.sysconf("SC_CLK_TCK")
CLOCK_OF_SCHEDULER = 2
UNDER_WAY: set[int] = set()


def leave_on_signals() -> None:
    """Has whoever stops the run raise SystemExit, so that whatever has been started is ended on the way out."""

    def leave(number: int, _: object) -> None:
        # A second one would come in the middle of that.
        for one in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(one, signal.SIG_IGN)
        sys.exit(128 + number)

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGINT, leave)
    # The terminal is gone; under nohup, that is nothing to us.
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        signal.signal(signal.SIGHUP, leave)


@contextlib.contextmanager
def group(*command: str | Path, **options: Any) -> Iterator[subprocess.Popen]:
    """Starts a program as the first of a group of its own: if the block fails, what it started ends with it."""
    with subprocess.Popen(command, start_new_session=True, **options) as process:
        UNDER_WAY.add(process.pid)
        try:
            yield process
        except BaseException:
            end_group(process.pid)
            raise
        finally:
            UNDER_WAY.discard(process.pid)


def end_group(leader: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def end_all_groups() -> None:
    """Ends the groups that threads wait for, which fail by that."""
    for leader in tuple(UNDER_WAY):
        end_group(leader)


def interrupt_group(process: subprocess.Popen) -> None:
    """Asks a group to end and waits until it has: what has groups below it can end them only itself."""
    deadline = time.monotonic() + PATIENCE_WITH_INTERRUPTED
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGINT)
        while time.monotonic() < deadline:
            process.poll()
            os.killpg(process.pid, 0)
            time.sleep(0.05)


def output_of(*command: str | Path, text: bytes = b"", patience: float = PATIENCE, is_quiet: bool = False) -> bytes:
    """Tells a program a text that fits into a pipe, and returns what it wrote until its end."""
    name, deadline = " ".join(map(str, command)), time.monotonic() + patience
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
    """What comes out of a pipe until its end, if that is in time, and not too much."""
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
    """Has a program read a file to its end and write to another, and returns its user and system time."""
    before = seconds_of_ended()
    with (requests.open("rb") as source, replies.open("wb") as sink,
          group(*command, stdin=source, stdout=sink) as process):
        if status := process.wait(PATIENCE):
            raise ChildProcessError(f"{' '.join(map(str, command))}: status {status}")
    return seconds_of_ended() - before


def seconds_of_ended() -> float:
    """The user and system time of all programs that were started here and have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime


@contextlib.contextmanager
def on_one_core() -> Iterator[None]:
    """Has this process, and what it starts meanwhile, share one core.

    Left to themselves, two processes that wait for each other meet on one core or on two, as it happens, for a second
    or a minute; on two, where nothing they do is done at once, the same takes up to five times as long.
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
    """How often each thread went to sleep of itself: once more for each time that it was awake."""
    counted = {}
    for thread in Path(f"/proc/{pid}/task").iterdir():
        counted[int(thread.name)] = number_in(thread / "status", kind)
    return counted


def seconds_used(pid: int) -> float:
    """How long all threads have run so far."""
    behind_name = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(map(int, behind_name[11:13])) / TICKS


def processor_time(pid: int) -> float:
    """The same to the nanosecond, by the clock of the process, whose number is made of that of the process."""
    return time.clock_gettime(~pid << 3 | CLOCK_OF_SCHEDULER)


def number_in(status: Path, name: str) -> int:
    """A number of a status file; that of a process which has ended lacks some."""
    for line in status.read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1])
    raise ProcessLookupError(f"no {name} in {status}: the process has ended")
