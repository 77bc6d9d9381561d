"""A program that ends without closing its server leaves no process. For both interfaces."""

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

from support import fake_executable, real_server, source_environment

THREADS = """
import svvs
server = svvs.Server(close_timeout=20)
server.open("t")
"""

# A global variable outlives the event loop.
EVENT_LOOP = """
import asyncio, svvs
server = svvs.AsyncServer(close_timeout=20)
async def main():
    await server.start()
    await server.open("t")
asyncio.run(main())
"""

SLOW = """
program = os.getppid()
report(os.getpid())
opened()
end_of_input()
signal.sigtimedwait([], 0.3)
report("drained" if os.getppid() == program else "the program has ended")
"""


class Pipe:
    """The lines that a server writes to a named pipe, even after the end of its client."""

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
def program(source: str, tmp_path: Path, script: str) -> Iterator[Pipe]:
    """Runs a program to its end. The result reads the lines of its server."""
    pipe = Pipe(tmp_path / "pipe")
    first = f"pipe = open({str(tmp_path / 'pipe')!r}, 'w', buffering=1)\ndef report(line): print(line, file=pipe)\n"
    environment = source_environment(fake_executable(tmp_path, first + script))
    process = subprocess.Popen([sys.executable, "-c", source], env=environment, stderr=subprocess.DEVNULL)
    server = int(pipe.next() or "")
    try:
        process.wait(30)
        yield pipe
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(server, signal.SIGKILL)
        process.kill()
        process.wait()
        pipe.close()


def test_a_program_that_ends_waits_for_its_server(tmp_path: Path) -> None:
    with program(THREADS, tmp_path, SLOW) as pipe:
        assert (pipe.next(), pipe.next()) == ("drained", None)


def test_a_server_ends_with_a_program_whose_event_loop_has_ended(tmp_path: Path) -> None:
    with program(EVENT_LOOP, tmp_path, "report(os.getpid()); opened(); end_of_input()") as pipe:
        assert pipe.next() is None


def test_the_last_message_arrives_when_the_program_ends(tmp_path: Path) -> None:
    source = THREADS.rstrip() + '.notify("act", text="x" * 10_000_000)'
    script = "report(os.getpid()); opened(); report(len(receive('act')['params']['text'])); end_of_input()"
    with program(source, tmp_path, script) as pipe:
        assert (pipe.next(), pipe.next()) == ("10000000", None)


def test_the_end_says_what_it_waits_for(tmp_path: Path) -> None:
    source = THREADS.replace('"t")', '"t").start("reload"); server.close()')
    script = "opened(); receive(); end_of_input(); signal.sigtimedwait([], 1.5)"
    environment = source_environment(fake_executable(tmp_path, script))
    run = subprocess.run([sys.executable, "-c", source], env=environment, stderr=subprocess.PIPE, text=True, timeout=40)
    assert run.stderr == "waiting up to 20 s for the server to end; calls in progress: reload\n"


def test_a_fork_cannot_use_the_server_of_its_parent() -> None:
    source = """
import os, svvs
with svvs.Server() as server:
    if (fork := os.fork()) == 0:
        svvs.loop_thread.GRACE = 1000  # the error is raised at once
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


def test_a_fork_that_drops_the_server_does_not_end_it() -> None:
    source = """
import gc, os, svvs
server = svvs.Server()
if (fork := os.fork()) == 0:
    del server
    gc.collect()
    os._exit(0)
os.waitpid(fork, 0)
print(server.open("counterA").state)
server.close()
"""
    command = [sys.executable, "-W", "error", "-W", "ignore::DeprecationWarning", "-c", source]
    environment = source_environment(real_server())
    run = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=40, env=environment)
    assert (run.stdout, run.stderr, run.returncode) == ("{'count': 0}\n", "", 0)


def test_the_end_of_a_fork_does_not_end_the_server_of_its_parent() -> None:
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
