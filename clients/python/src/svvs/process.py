"""The process of a server: its command line, its pipes and its end."""

import asyncio
import atexit
import contextlib
import logging
import os
import re
import shlex
import threading
import warnings
import weakref
from collections.abc import Callable, Sequence
from typing import Protocol

from .errors import ServerDied, ServerNotFound

#: The public names that `svvs` does not contain.
__all__ = ["command_words"]

#: The command of a server: its words, a line that is split into words as a shell does, or the path of an executable.
Command = str | os.PathLike[str] | Sequence[str]

#: The timeout for the end of a server whose connection has ended, in seconds.
GRACE = 1.0

_STDERR = 2


def command_words(command: Command | None, options: Sequence[str]) -> list[str]:
    """The words of the command that starts a server: `command`, or else `SVVS`, or else `svvs serve`; then the options.

    >>> from svvs.process import command_words
    >>> command_words("'./My App' serve", ["--language", "en"])
    ['./My App', 'serve', '--language', 'en']

    :raises ValueError: if the command is empty, or a quote is not closed.
    """
    name, line = ("SVVS", os.environ.get("SVVS", "")) if command is None else ("the command", command)
    words = [os.fspath(line)] if isinstance(line, os.PathLike) else line
    if isinstance(words, str):
        try:
            words = shlex.split(words)
        except ValueError as error:
            raise ValueError(f"{name} is not a command line: {error}") from None
    if command is None and not words:
        words = ["svvs", "serve"]
    if not words:
        raise ValueError("the command is empty")
    return [*words, *options]


class Tail:
    """The last lines that a server writes to its standard error.

    A server that crashes writes the reason, a long backtrace, and a line about the call. The backtrace is dropped, and
    so are the notices of a command that waits for a shared server: the last line is the reason of an end.
    """

    def __init__(self) -> None:
        self._bytes = b""

    def feed(self, data: bytes) -> None:
        backtrace = rb"(?s)(?:(Fatal error:[^\n]*\n)|\*\*\* Signal ).*\n(?=[^\n]*\S)"
        self._bytes = re.sub(backtrace, rb"\1", self._bytes + data)[-8192:]

    def __str__(self) -> str:
        lines = self._bytes.decode(errors="replace").splitlines()
        return "\n".join([line for line in lines if not re.search(": waiting for .*, which ", line)][-20:])


class Owner(Protocol):
    """Receives the output of a process, and its end."""

    def received(self, data: bytes) -> bool:
        """Handles a piece of output. Returns false to end the process."""

    def ended(self, end: ServerDied) -> None:
        """Called once, after the end of the process."""

    def calls(self) -> list[str]:
        """The methods of the calls that delay the end."""


class Process(asyncio.SubprocessProtocol):
    """The process of a server, whose pipes an event loop reads and writes.

    If nothing refers to its owner any more, the process is closed. The event loop refers to the process, so the process
    does not refer to its owner. The end of the program also closes it, if the loop still runs in another thread.
    Otherwise, the server cancels its calls, and does not receive what the pipe has no room for.
    """

    _loop: asyncio.AbstractEventLoop
    _stdin: asyncio.WriteTransport

    def __init__(self, owner: Owner, close_timeout: float) -> None:
        super().__init__()
        self._owner = weakref.ref(owner)
        weakref.finalize(owner, self._release).atexit = False
        #: Called in the event loop after the process was closed because nothing referred to its owner any more.
        self.released: Callable[[], None] = lambda: None
        self.close_timeout = close_timeout
        #: The last lines of the standard error.
        self.tail = Tail()
        self._transport: asyncio.SubprocessTransport | None = None
        self._is_closing = False
        #: Set when the process has ended and its output was received.
        self.finished = asyncio.Event()
        self._ending: asyncio.Task[None] | None = None

    async def start(self, words: Sequence[str]) -> None:
        if self._transport is not None:
            raise RuntimeError("the server was started before: create another `svvs.AsyncServer()`")
        self._loop = asyncio.get_running_loop()
        self._program, self._thread = os.getpid(), threading.get_ident()
        try:
            # In a new process session, so that Ctrl-C interrupts only this program, which then closes the server.
            await self._loop.subprocess_exec(lambda: self, *words, start_new_session=True)
        except OSError as error:
            raise ServerNotFound(words[0], error.strerror or str(error)) from None

    def write(self, data: bytes) -> None:
        """Queues the bytes; the event loop writes them as the process reads them."""
        if self._transport is None:
            raise RuntimeError("the server is not started: use `async with svvs.AsyncServer() as server`")
        self._stdin.write(data)

    async def close(self, timeout: float | None = None) -> None:
        """Ends the process, if there is one, and waits for its end, by default with :attr:`close_timeout`."""
        if self._transport is None:
            return
        self._is_closing = True
        try:
            if not self._transport.is_closing():
                await self._stop(self.close_timeout if timeout is None else timeout)
        finally:
            self._transport.close()  # kills the process if it still runs
            await self.finished.wait()

    async def _stop(self, timeout: float) -> None:
        """Closes the input of the process, and waits for its end until the timeout."""
        self._stdin.close()
        notice = self._loop.call_later(GRACE, self._report_wait, timeout)
        try:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self.finished.wait(), timeout)
        finally:
            notice.cancel()

    def _report_wait(self, timeout: float) -> None:
        calls = owner.calls() if (owner := self._owner()) else []
        shown = f"; calls in progress: {', '.join(calls)}" if calls else ""
        if timeout > GRACE:
            logging.getLogger("svvs").warning("waiting up to %g s for the server to end%s", timeout, shown)

    def _abort(self) -> None:
        """Ends a process that is no longer usable, unless :meth:`close` is ending it with its longer timeout."""
        if not self._is_closing:
            self._ending = asyncio.ensure_future(self.close(GRACE))

    def _release(self) -> None:
        used = self._transport
        if used is None or used.is_closing() or not self._loop.is_running() or os.getpid() != self._program:
            return  # a fork must not end the server of its parent
        if threading.get_ident() == self._thread:
            self._ending = self._loop.create_task(self._close_released())
        else:
            asyncio.run_coroutine_threadsafe(self._close_released(), self._loop)
        message = f"a server was not closed (process {used.get_pid()}): use `with`, or call `close`"
        warnings.warn(message, ResourceWarning, source=self)

    def _end_with_program(self) -> None:
        if self._loop.is_running() and os.getpid() == self._program:
            asyncio.run_coroutine_threadsafe(self.close(), self._loop).result()

    async def _close_released(self) -> None:
        await self.close()
        self.released()

    # asyncio.SubprocessProtocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        stdin = transport.get_pipe_transport(0)
        assert isinstance(stdin, asyncio.WriteTransport)
        self._transport, self._stdin = transport, stdin
        atexit.register(self._end_with_program)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == _STDERR:
            self.tail.feed(data)
        elif (owner := self._owner()) and not owner.received(data):
            self._abort()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd != _STDERR:
            self._abort()  # the server needs both its input and its output

    def process_exited(self) -> None:
        # The pipes may still contain output. They end now, unless a child of the process keeps them open.
        self._loop.call_later(GRACE, self._finish)

    def connection_lost(self, exc: Exception | None) -> None:
        self._finish()

    def _finish(self) -> None:
        if not self.finished.is_set() and self._transport is not None:
            atexit.unregister(self._end_with_program)
            if owner := self._owner():
                owner.ended(ServerDied(self._transport.get_returncode() or 0, str(self.tail)))
            self.finished.set()
