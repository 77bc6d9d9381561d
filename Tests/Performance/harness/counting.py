"""Counts instructions under valgrind: of a start, and of one request among many that are alike."""
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
from .listening import SocketConnection
from .processes import end_all_groups, group, output_of
from .profiles import Edge, calls

PATIENCE = 300
# Of each file that is written: only what writes without end writes more.
LIMIT = 1 << 28
COLLECTED = re.compile(r"Collected : (\d+)")
Count = TypeVar("Count")


def counted(cases: list[Case], app: Path, folder: Path) -> dict[str, int | str]:
    """What each case takes, or why that is not known."""
    return for_each(cases, Counting(app, folder).count)


def for_each(cases: list[Case], count: Callable[[Case], Count]) -> dict[str, Count | str]:
    """What is counted of each case, or why that is not known.

    Each count is made by a process of its own, which does not notice the others: there is one for each core.
    """
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        counts = {case.name: pool.submit(attempt, count, case) for case in cases}
        try:
            return {name: found.result() for name, found in counts.items()}
        except BaseException:
            stop(list(counts.values()))
            raise


def attempt(count: Callable[[Case], Count], case: Case) -> Count | str:
    """The count, or why there is none."""
    try:
        return count(case)
    except (OSError, subprocess.SubprocessError, ServerError) as error:
        return str(error)


def stop(counts: list[concurrent.futures.Future]) -> None:
    """Ends what is being counted, and waits for its threads: they may be just about to start something."""
    for count in counts:
        count.cancel()
    while not all(count.done() for count in counts):
        end_all_groups()
        time.sleep(0.05)


class Counting:
    """Runs an app on an input of its own for each case."""

    def __init__(self, app: Path, folder: Path) -> None:
        if not shutil.which("valgrind"):
            raise FileNotFoundError("expected valgrind, which `.ci/setup tests` installs")
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        # Without its symbols for debuggers, which take longer to read than the rest takes to run.
        self.app = folder / "counted"
        shutil.copy(app, self.app)
        output_of("strip", "--strip-debug", self.app, patience=PATIENCE)

    def count(self, case: Case) -> int:
        """The instructions of a run from its start to its end, or of one time of what comes again."""
        counts = [self.collected(case, times) for times in case.times]
        return counts[0] if len(counts) == 1 else (counts[1] - counts[0]) // (case.times[1] - case.times[0])

    def collected(self, case: Case, times: int) -> int:
        """The instructions of a run with what comes again so often; its profile stays."""
        said, lines = (self.over_sockets if case.others else self.over_files)(case, times)
        found = COLLECTED.search(said)
        if not found:
            raise ChildProcessError(f"valgrind counted nothing\n{said}")
        case.check(times, lines)
        return int(found.group(1))

    def calls(self, case: Case, times: int) -> Counter[Edge]:
        """Who called whom how often in such a run."""
        self.collected(case, times)
        return calls(case.profile(self.folder, times))

    def over_files(self, case: Case, times: int) -> tuple[str, list[bytes]]:
        """Sends all at once; returns what valgrind said, and the lines of the app.

        A pipe would fill up as it happens, and what waits for it is told together.
        """
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as written:
            given.writelines(case.lines(times))
            given.seek(0)
            with self.running(case, times, stdin=given, stdout=written) as process:
                said = process.communicate(timeout=PATIENCE)[1]
            written.seek(0)
            return ended(process, said), written.readlines()

    def over_sockets(self, case: Case, times: int) -> tuple[str, list[bytes]]:
        """The same over a connection of its own, when another has sent what is sent before."""
        # Not below .build: the path of a socket may have 107 bytes at most.
        with tempfile.TemporaryDirectory(prefix="svvs-") as folder:
            options = ("serve", "--listen", f"{folder}/s")
            with self.running(case, times, *options, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
                assert process.stdout
                process.stdout.readline()
                with SocketConnection(f"{folder}/s") as other, SocketConnection(f"{folder}/s") as connection:
                    other.ask(*case.others)
                    # It is little enough to arrive at once.
                    lines = connection.exchange(b"".join(case.lines(times)), len(case.answers(times))).lines
                    # Before the connections end: what then begins is not counted to its end.
                    process.terminate()
                    said = process.communicate(timeout=PATIENCE)[1]
            return ended(process, said), lines

    @contextlib.contextmanager
    def running(self, case: Case, times: int, *options: str, **files: Any) -> Iterator[subprocess.Popen]:
        """The app under valgrind, with options of its own."""
        # Without vgdb, whose pipes would stay in /tmp when it is killed.
        valgrind = ("valgrind", "--tool=callgrind", "--vgdb=no",
                    f"--callgrind-out-file={case.profile(self.folder, times)}")
        # Swift's hashes are then the same in each process.
        environment = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}
        with group(*valgrind, self.app, *options, **files, stderr=subprocess.PIPE, env=environment) as process:
            limit_files(process.pid)
            yield process


def ended(process: subprocess.Popen, said: bytes) -> str:
    """What valgrind said of a run that ended as it should."""
    text = said.decode(errors="replace")
    if process.returncode:
        raise ChildProcessError(f"valgrind ended with status {process.returncode}\n{text}")
    return text


def limit_files(pid: int) -> None:
    """Ends a process that writes without end, before it has filled the disk."""
    with contextlib.suppress(ProcessLookupError):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (LIMIT, LIMIT))
