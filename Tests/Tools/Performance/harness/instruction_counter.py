"""Counts instructions under valgrind: of a start, and of one request among many equal ones."""
from __future__ import annotations

import concurrent.futures
import contextlib
import os
import re
import resource
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from .cases import Case
from .exchange import ServerError
from .listener import SocketConnection
from .processes import end_all_groups, group, output_of
from .profiles import Edge, calls

TIMEOUT = 300
# Bytes of each file that is written: only a program that writes without end writes more.
LIMIT = 1 << 28
COLLECTED = re.compile(r"Collected : (\d+)")
Count = TypeVar("Count")


def counted(cases: list[Case], app: Path, folder: Path) -> dict[str, int | str]:
    """The instructions of each case, or the reason why there is no count."""
    return for_each(cases, InstructionCounter(app, folder).count)


def for_each(cases: list[Case], count: Callable[[Case], Count]) -> dict[str, Count | str]:
    """The count of each case, or the reason why there is none.

    A separate process makes each count, and other processes do not affect it: as many run at a time as there are cores.
    """
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        counts = {case.name: pool.submit(attempt, count, case) for case in cases}
        try:
            return {name: found.result() for name, found in counts.items()}
        except BaseException:
            stop(list(counts.values()))
            raise


def attempt(count: Callable[[Case], Count], case: Case) -> Count | str:
    """The count, or the reason why there is none."""
    try:
        return count(case)
    except (OSError, subprocess.SubprocessError, ServerError) as error:
        return str(error)


def stop(counts: list[concurrent.futures.Future]) -> None:
    """Ends the counts in progress, and waits for their threads: they may be about to start a process."""
    for count in counts:
        count.cancel()
    while not all(count.done() for count in counts):
        end_all_groups()
        time.sleep(0.05)


class InstructionCounter:
    """Runs an app under valgrind with the input of a case."""

    def __init__(self, app: Path, folder: Path) -> None:
        if not shutil.which("valgrind"):
            raise FileNotFoundError("expected valgrind, which `.ci/setup tests` installs")
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        # Without debug symbols: valgrind takes longer to read them than for the rest of the run.
        self.app = folder / "counted"
        shutil.copy(app, self.app)
        output_of("strip", "--strip-debug", self.app, timeout=TIMEOUT)

    def count(self, case: Case) -> int:
        """The instructions of a run from its start to its end, or of one repetition if the case has any."""
        counts = [self.collected(case, times) for times in case.times]
        return counts[0] if len(counts) == 1 else (counts[1] - counts[0]) // (case.times[1] - case.times[0])

    def collected(self, case: Case, times: int) -> int:
        """The instructions of a run with a number of repetitions; its profile is kept."""
        output, lines = (self.over_sockets if case.others else self.over_files)(case, times)
        found = COLLECTED.search(output)
        if not found:
            raise ChildProcessError(f"valgrind counted nothing\n{output}")
        case.check(times, lines)
        return int(found.group(1))

    def calls(self, case: Case, times: int) -> Counter[Edge]:
        """The number of calls between each two functions in such a run."""
        self.collected(case, times)
        return calls(case.profile(self.folder, times))

    def over_files(self, case: Case, times: int) -> tuple[str, list[bytes]]:
        """Sends everything at once; returns the output of valgrind, and the lines of the app.

        A pipe would fill up at varying times, and the app merges changes that wait for it.
        """
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as written:
            given.writelines(case.lines(times))
            given.seek(0)
            with self.running(case, times, stdin=given, stdout=written) as process:
                output = process.communicate(timeout=TIMEOUT)[1]
            written.seek(0)
            return ended(process, output), written.readlines()

    def over_sockets(self, case: Case, times: int) -> tuple[str, list[bytes]]:
        """The same over one connection, after another has sent the requests of `others`."""
        # Not below .build: the path of a socket may have 107 bytes at most.
        with tempfile.TemporaryDirectory(prefix="svvs-") as folder:
            options = ("serve", "--listen", f"{folder}/s")
            with self.running(case, times, *options, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
                assert process.stdout
                process.stdout.readline()
                with SocketConnection(f"{folder}/s") as other, SocketConnection(f"{folder}/s") as connection:
                    other.ask(*case.others)
                    # The lines are short enough to arrive at once.
                    lines = connection.exchange(b"".join(case.lines(times)), len(case.answers(times))).lines
                    # Before the connections end: the work that their end starts would be counted only in part.
                    process.terminate()
                    output = process.communicate(timeout=TIMEOUT)[1]
            return ended(process, output), lines

    @contextlib.contextmanager
    def running(self, case: Case, times: int, *options: str, **files: Any) -> Iterator[subprocess.Popen]:
        """Runs the app under valgrind, with options for the app."""
        # Without vgdb, whose pipes would stay in /tmp when it is killed.
        valgrind = ("valgrind", "--tool=callgrind", "--vgdb=no",
                    f"--callgrind-out-file={case.profile(self.folder, times)}")
        # Makes Swift's hashes the same in each process.
        environment = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}
        with group(*valgrind, self.app, *options, **files, stderr=subprocess.PIPE, env=environment) as process:
            limit_files(process.pid)
            yield process


def ended(process: subprocess.Popen, output: bytes) -> str:
    """The output of valgrind for a run that ended with status 0."""
    text = output.decode(errors="replace")
    if process.returncode:
        raise ChildProcessError(f"valgrind ended with status {process.returncode}\n{text}")
    return text


def limit_files(pid: int) -> None:
    """Ends a process that writes without end, before it has filled the disk."""
    with contextlib.suppress(ProcessLookupError):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (LIMIT, LIMIT))
