"""Programs that run to their end, and what the system tells of those that go on."""
from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

PATIENCE = 120.0
TICKS = os.sysconf("SC_CLK_TCK")


def output_of(*command: str | Path, text: bytes = b"", patience: float = PATIENCE) -> bytes:
    """Runs a program to its end and returns what it wrote.

    It is the first of a group of its own, so that when it fails or takes too long, what it started ends with it.
    """
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True) as process:
        try:
            output, _ = process.communicate(text, timeout=patience)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    if process.returncode:
        raise ChildProcessError(f"{' '.join(map(str, command))}: status {process.returncode}")
    return output


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
    return next(number << 10 for name, number in numbers(Path(f"/proc/{pid}/status")) if name == "VmRSS")


def switches(pid: int, kind: str = "voluntary_ctxt_switches") -> dict[int, int]:
    """How often each thread went to sleep of itself: once more for each time that it was awake."""
    counted = {}
    for thread in Path(f"/proc/{pid}/task").iterdir():
        counted[int(thread.name)] = next(number for name, number in numbers(thread / "status") if name == kind)
    return counted


def seconds_used(pid: int) -> float:
    """How long all threads have run so far."""
    behind_name = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(map(int, behind_name[11:13])) / TICKS


def numbers(status: Path) -> list[tuple[str, int]]:
    """The lines of a status file that have a number."""
    pairs = (line.split(":", 1) for line in status.read_text().splitlines())
    return [(name, int(rest.split()[0])) for name, rest in pairs if rest.split() and rest.split()[0].isdigit()]
