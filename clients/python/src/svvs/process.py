"""The server's process: what starts it, and how it ends."""

import asyncio
import atexit
import contextlib
import os
import re
import shlex
import subprocess
from collections.abc import Callable, Sequence

from .errors import ServerDied, ServerNotFound

#: What starts a server: its words, a line that is split into words as a shell would, or the path of an executable.
Command = str | os.PathLike[str] | Sequence[str]

#: Seconds a server gets that has broken off the conversation.
GRACE = 1.0

_STDERR = 2


def command_words(command: Command | None, options: Sequence[str]) -> list[str]:
    """The words that start a server: those of `command`, or else of `SVVS`, or else the default; then the options.

    >>> from svvs.process import command_words
    >>> command_words("'./My App' serve", ["--language", "en"])
    ['./My App', 'serve', '--language', 'en']

    :raises ValueError: if it has no words, or a quote is not closed.
    """
    name, line = ("SVVS", os.environ.get("SVVS", "")) if command is None else ("the command", command)
    words = [os.fspath(line)] if isinstance(line, os.PathLike) else line
    if isinstance(words, str):
        try:
            words = shlex.split(words)
        except ValueError as error:
            raise ValueError(f"{name} is no command line: {error}") from None
    if command is None and not words:
        words = ["svvs", "serve"]
    if not words:
        raise ValueError("the command has no words")
    return [*words, *options]


class Tail:
    """The end of what a server writes on its standard error, however much that is.

    When a Swift program crashes, it writes why, and then a backtrace of many lines: the end is the line that says why.
    """

    def __init__(self) -> None:
        self._bytes = b""
        self._has_reason = False

    def feed(self, data: bytes) -> None:
        if not self._has_reason:
            reason = re.search(rb"Fatal error:.*\n", self._bytes + data)
            self._has_reason = reason is not None
            self._bytes = (self._bytes + data)[: reason.end() if reason else None][-8192:]

    def __str__(self) -> str:
        return "\n".join(self._bytes.decode(errors="replace").splitlines()[-20:])


class Child(asyncio.SubprocessProtocol):
    """A process whose pipes an event loop serves.

    `received` takes each piece of output, and returns false to break off. `ended` is called once, at the very end,
    whatever ended the process. A program that ends without closing the process closes it then, with `patience`.
    """

    _loop: asyncio.AbstractEventLoop
    _process: asyncio.SubprocessTransport
    _stdin: asyncio.WriteTransport

    def __init__(self, received: Callable[[bytes], bool], ended: Callable[[ServerDied], None], patience: float) -> None:
        self._received, self._ended, self._patience = received, ended, patience
        self._tail = Tail()
        self._program = os.getpid()
        self._was_started = self._is_there = False
        #: Whether this program has asked for its end.
        self.is_closing = False
        self._exited = asyncio.Event()
        #: Set at the very end.
        self.finished = asyncio.Event()
        self._stopping: asyncio.Task[None] | None = None

    async def start(self, words: Sequence[str]) -> None:
        if self._was_started:
            raise RuntimeError("the server was started before: make another `svvs.AsyncServer()`")
        self._was_started = True
        self._loop = asyncio.get_running_loop()
        try:
            # In a session of its own, so that Ctrl-C interrupts this program, which then closes the server.
            await self._loop.subprocess_exec(lambda: self, *words, start_new_session=True)
        except OSError as error:
            raise ServerNotFound(words[0], error.strerror or str(error)) from None

    def write(self, data: bytes) -> None:
        """Queues the bytes; the event loop writes them as the process reads them."""
        if not self._is_there:
            raise RuntimeError("the server is not started: use `async with svvs.AsyncServer() as server`")
        self._stdin.write(data)

    async def close(self, patience: float) -> None:
        """Ends the process, if there is one; it is reaped on return."""
        if not self._is_there:
            return
        self.is_closing = True
        try:
            await self._stop(patience)
            await self.finished.wait()
        finally:
            self._process.close()  # kills the process if it is still there, which it is after a cancellation
            await self.finished.wait()

    async def _stop(self, patience: float) -> None:
        """Closes the process's input, and kills the process if it does not end by itself."""
        self._stdin.close()
        try:
            await asyncio.wait_for(self._exited.wait(), patience)
        except asyncio.TimeoutError:
            with contextlib.suppress(ProcessLookupError):  # it ended just now
                self._process.kill()
            await self._exited.wait()

    def _hang_up(self) -> None:
        """Ends a process that is of no use any more, unless :meth:`close` is doing that, with more patience."""
        if not self.is_closing and self._stopping is None:
            self._stopping = asyncio.ensure_future(self._stop(GRACE))

    def _end_with_program(self) -> None:
        if os.getpid() != self._program:  # A fork shares the process, but it is not for it to end that.
            return
        if self._loop.is_running():  # in another thread
            asyncio.run_coroutine_threadsafe(self.close(self._patience), self._loop).result()
            return
        process: subprocess.Popen[bytes] = self._process.get_extra_info("subprocess")
        if process.stdin:
            process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(self._patience)
        process.kill()  # which does nothing to a process that has ended
        process.wait()

    # What the event loop calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        stdin = transport.get_pipe_transport(0)
        assert isinstance(stdin, asyncio.WriteTransport)
        self._process, self._stdin, self._is_there = transport, stdin, True
        atexit.register(self._end_with_program)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == _STDERR:
            self._tail.feed(data)
        elif not self._received(data):
            self._hang_up()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd != _STDERR:
            self._hang_up()  # without both ends there is no conversation

    def process_exited(self) -> None:
        self._exited.set()
        atexit.unregister(self._end_with_program)
        # What it wrote last may still be in the pipes. They end now, unless a process it left behind holds them.
        self._loop.call_later(GRACE, self._finish)

    def connection_lost(self, exc: Exception | None) -> None:
        self._finish()

    def _finish(self) -> None:
        if not self.finished.is_set():
            self.finished.set()
            self._ended(ServerDied(self._process.get_returncode() or 0, str(self._tail)))
