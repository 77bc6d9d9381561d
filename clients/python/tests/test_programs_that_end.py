"""A program that ends without closing its server leaves no process, however stubborn. For both faces."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from support import fake_executable, real_server, source_environment

THREADS = """
import svvs
server = svvs.Server(close_timeout={patience})
server.open("t")
"""

# What is global outlives the event loop.
EVENT_LOOP = """
import asyncio, svvs
server = svvs.AsyncServer(close_timeout={patience})
async def main():
    await server.start()
    await server.open("t")
asyncio.run(main())
"""

STUBBORN = """
ignore_signals()
tell(os.getpid())
opened()
signal.pause()
"""

SLOW = """
tell(os.getpid())
opened()
end_of_input()
signal.sigtimedwait([], 1.5)  # longer than those get who are not to finish their work
tell("drained")
"""


class Told:
    """What a server writes, though nobody talks to it any more."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self._descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self._text = b""

    def next(self) -> str | None:
        """The next line; None once the server has ended."""
        deadline = time.monotonic() + 20
        while b"\n" not in self._text:
            ready = select.select([self._descriptor], [], [], max(0.0, deadline - time.monotonic()))[0]
            assert ready, "the server is still there"
            data = os.read(self._descriptor, 1024)
            if not data:
                return None
            self._text += data
        line, _, self._text = self._text.partition(b"\n")
        return line.decode()

    def close(self) -> None:
        os.close(self._descriptor)


@contextlib.contextmanager
def program(source: str, tmp_path: Path, script: str) -> Iterator[Told]:
    """A program that has ended, and what its server tells."""
    told = Told(tmp_path / "told")
    first = f"told = open({str(tmp_path / 'told')!r}, 'w', buffering=1)\ndef tell(what): print(what, file=told)\n"
    environment = source_environment(fake_executable(tmp_path, first + script))
    process = subprocess.Popen([sys.executable, "-c", source], env=environment, stderr=subprocess.DEVNULL)
    server = int(told.next() or "")
    try:
        process.wait(30)
        yield told
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(server, signal.SIGKILL)
        process.kill()
        process.wait()
        told.close()


@pytest.mark.parametrize("source", [THREADS, EVENT_LOOP], ids=["threads", "asyncio"])
def test_a_server_that_heeds_nothing_ends_with_the_program(source: str, tmp_path: Path) -> None:
    with program(source.format(patience=0.05), tmp_path, STUBBORN) as told:
        assert told.next() is None


@pytest.mark.parametrize("source", [THREADS, EVENT_LOOP], ids=["threads", "asyncio"])
def test_a_server_may_finish_its_work_though_the_program_ends(source: str, tmp_path: Path) -> None:
    with program(source.format(patience=20), tmp_path, SLOW) as told:
        assert (told.next(), told.next()) == ("drained", None)


def test_what_was_sent_last_arrives_though_the_program_ends(tmp_path: Path) -> None:
    source = THREADS.format(patience=20).rstrip() + '.notify("act", text="x" * 10_000_000)'
    script = "tell(os.getpid()); opened(); tell(len(receive('act')['params']['text'])); end_of_input()"
    with program(source, tmp_path, script) as told:
        assert (told.next(), told.next()) == ("10000000", None)


def test_a_fork_cannot_use_its_parents_server() -> None:
    source = """
import os, svvs
with svvs.Server() as server:
    if (fork := os.fork()) == 0:
        try:
            server.open("counterA")
        except RuntimeError:
            os._exit(7)
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1]), server.open("counterA").state)
"""
    command = [sys.executable, "-W", "ignore", "-c", source]
    environment = source_environment(real_server())
    run = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", timeout=40, env=environment)
    assert (run.stdout, run.returncode) == ("7 {'count': 0}\n", 0)


def test_the_end_of_a_fork_is_not_that_of_its_parents_server() -> None:
    source = """
import os, sys, svvs
with svvs.Server() as server:
    if (fork := os.fork()) == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        import atexit
        atexit._run_exitfuncs()  # as at the end, but without leaving the block
        os._exit(0)
    os.waitpid(fork, 0)
    print(server.open("counterA").state)
"""
    command = [sys.executable, "-c", source]
    environment = source_environment(real_server())
    run = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", timeout=40, env=environment)
    assert (run.stdout, run.returncode) == ("{'count': 0}\n", 0)
