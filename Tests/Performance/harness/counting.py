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
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from .processes import end_all_groups, group, output_of
from .server import Request, line

FEW, MANY = 20, 120
PATIENCE = 300
# Of each file that is written: only what writes without end writes more.
LIMIT = 1 << 28
COLLECTED = re.compile(r"Collected : (\d+)")
# Of an answer, or of what has an id as one has.
HEAD = re.compile(rb'\{"jsonrpc":"2\.0","id":[^,]*,"[^"]*":')


@dataclass(frozen=True)
class Case:
    """Requests that come again and again, behind some that come once; none at all is the start.

    They bring results; those that come again bring errors if they are refused.
    """

    name: str
    once: list[Request] = field(default_factory=list)
    again: list[Request] = field(default_factory=list)
    is_refused: bool = False

    def text(self, times: int) -> bytes:
        """What is sent: different values each time, so that each changes something."""
        requests = [*self.once, *((method, numbered(params, time)) for time in range(times)
                                  for method, params in self.again)]
        return b"".join(line(method, params, number) for number, (method, params) in enumerate(requests, 1))

    def answers(self, times: int) -> list[bytes]:
        """How the lines begin that answer the text."""
        kinds = [b"result"] * len(self.once) + [b"error" if self.is_refused else b"result"] * len(self.again) * times
        return [b'{"jsonrpc":"2.0","id":%d,"%b":' % (number, kind) for number, kind in enumerate(kinds, 1)]

    def check(self, times: int, lines: Iterable[bytes]) -> None:
        """Each request must be answered once, and as it should be; what is not an answer tells of changes."""
        expected = self.answers(times)
        found = Counter(head.group() for head in map(HEAD.match, lines) if head)
        wrong = [head for head in expected if found[head] != 1]
        if wrong:
            raise ChildProcessError(f"{len(wrong)} of {len(expected)} requests were not answered as they should be: "
                                    f"expected {wrong[0].decode()}…")
        if len(expected) != found.total():
            raise ChildProcessError(f"{len(expected)} requests and {found.total()} answers")

    def profile(self, folder: Path) -> Path:
        return folder / f"{self.name}.callgrind"


def numbered(value: object, time: int) -> object:
    """The value with each `#` in its texts replaced by a number."""
    if isinstance(value, dict):
        return {key: numbered(one, time) for key, one in value.items()}
    return value.replace("#", f"{1000 + time}") if isinstance(value, str) else value


def opened(kind: str, view: str = "v", **params: object) -> Request:
    return ("view/open", {"type": kind, "view": view} | params)


LIST = {"params": {"count": 1000}}
RENAME: Request = ("rename", {"view": "v", "index": 500, "title": "title #"})
CASES = [
    Case("start"),
    Case("action", [opened("counter")], [("increment", {"view": "v"})]),
    Case("shared", [opened("counter", f"v{number}") for number in range(10)], [("increment", {"view": "v0"})]),
    Case("set", [opened("load")], [("view/set", {"view": "v", "properties": {"text": "text #"}})]),
    Case("open", [], [opened("counter", "v#"), ("view/close", {"view": "v#"})]),
    Case("get", [opened("counter")], [("view/get", {"view": "v"})]),
    Case("error", [opened("counter")], [("decrement", {"view": "v"})], is_refused=True),
    Case("list", [opened("list", **LIST)], [RENAME]),
    Case("patch", [opened("list", delivery="patch", **LIST)], [RENAME]),
    Case("observed", [opened("observedList", delivery="patch", **LIST)], [RENAME]),
]


def counted(cases: list[Case], app: Path, folder: Path) -> dict[str, int | str]:
    """What each case takes, or why that is not known.

    Each count is made by a process of its own, which does not notice the others.
    """
    counting = Counting(app, folder)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        counts = {case.name: pool.submit(counting.attempt, case) for case in cases}
        try:
            return {name: count.result() for name, count in counts.items()}
        except BaseException:
            stop(list(counts.values()))
            raise


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

    def attempt(self, case: Case) -> int | str:
        """The count, or why there is none."""
        try:
            return self.count(case)
        except (OSError, subprocess.SubprocessError) as error:
            return str(error)

    def count(self, case: Case) -> int:
        """The instructions of the start to the end of input, or of one time of what comes again."""
        if not case.again:
            return self.collected(case, 0)
        few, many = self.collected(case, FEW), self.collected(case, MANY)
        return (many - few) // (MANY - FEW)

    def collected(self, case: Case, times: int) -> int:
        # Without vgdb, whose pipes would stay in /tmp when it is killed.
        command = ["valgrind", "--tool=callgrind", "--vgdb=no",
                   f"--callgrind-out-file={case.profile(self.folder)}", self.app]
        # Swift's hashes are then the same in each process.
        environment = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}
        # To and from files: a pipe would fill up as it happens, and what waits for it is told together.
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as written:
            given.write(case.text(times))
            given.seek(0)
            with group(*command, stdin=given, stdout=written, stderr=subprocess.PIPE, env=environment) as process:
                limit_files(process.pid)
                said = process.communicate(timeout=PATIENCE)[1].decode(errors="replace")
            written.seek(0)
            found = COLLECTED.search(said)
            if process.returncode or not found:
                raise ChildProcessError(f"valgrind ended with status {process.returncode}\n{said}")
            case.check(times, written)
        return int(found.group(1))


def limit_files(pid: int) -> None:
    """Ends a process that writes without end, before it has filled the disk."""
    with contextlib.suppress(ProcessLookupError):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (LIMIT, LIMIT))
