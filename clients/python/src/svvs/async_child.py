"""The server's process, for the asyncio face."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
from collections.abc import Callable, Sequence
from functools import partial

from . import living
from .command import GRACE, Tail
from .errors import ServerDied, ServerNotFound

_STDIN, _STDOUT, _STDERR = range(3)


class AsyncChild(asyncio.SubprocessProtocol):
    """A process whose pipes the event loop serves.

    `received` takes each piece of output, and returns false to break off. `ended` is called once, at the very end,
    whatever ended the process. A program that ends without closing the process ends it then, with `patience`.
    """

    def __init__(
        self, received: Callable[[bytes], bool], ended: Callable[[ServerDied], None], patience: float
    ) -> None:
        self._received = received
        self._ended = ended
        self._patience = patience
        self._tail = Tail()
        self._transport: asyncio.SubprocessTransport | None = None
        self._exited = asyncio.Event()
        self._finished = asyncio.Event()
        self._closing = False
        self._stopping: asyncio.Task[None] | None = None

    async def start(self, words: Sequence[str]) -> None:
        loop = asyncio.get_running_loop()
        try:
            # In a session of its own, so that Ctrl-C interrupts this program, which then closes the server.
            await loop.subprocess_exec(lambda: self, *words, start_new_session=True)
        except OSError as error:
            raise ServerNotFound(words[0], error.strerror or str(error)) from error

    def write(self, data: bytes) -> None:
        """Queues the bytes; the event loop writes them as the process reads them."""
        self._stdin().write(data)

    async def close(self, patience: float) -> None:
        """Ends the process, if there is one; it is reaped on return."""
        if self._transport is None:
            return
        self._closing = True
        try:
            await self._stop(patience)
            await self._finished.wait()
        finally:
            self._process().close()  # kills the process if it is still there, which it is after a cancellation

    async def _stop(self, patience: float) -> None:
        """Closes the process's input; if it does not end by itself, terminates it; if need be, kills it."""
        self._stdin().close()
        for signal in (self._process().terminate, self._process().kill):
            try:
                await asyncio.wait_for(self._exited.wait(), patience)
                return
            except asyncio.TimeoutError:
                with contextlib.suppress(ProcessLookupError):  # it ended just now
                    signal()
                patience = GRACE
        await self._exited.wait()

    def _hang_up(self) -> None:
        """Ends a process that is of no use any more, unless :meth:`close` is doing that, with more patience."""
        if not self._closing and self._stopping is None:
            self._stopping = asyncio.ensure_future(self._stop(GRACE))

    # What the event loop calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self._transport = transport
        living.add(self._popen(), partial(living.end, self._popen(), self._patience))

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == _STDERR:
            self._tail.feed(data)
            return
        going_on = False
        try:
            going_on = self._received(data)
        finally:
            if not going_on:
                self._hang_up()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd != _STDERR:
            self._hang_up()  # without both ends there is no conversation

    def process_exited(self) -> None:
        self._exited.set()
        living.remove(self._popen())
        # What it wrote last may still be in the pipes. They end now, unless a process it left behind holds them.
        asyncio.get_running_loop().call_later(GRACE, self._finish)

    def connection_lost(self, exc: Exception | None) -> None:
        self._finish()

    def _finish(self) -> None:
        if not self._finished.is_set():
            self._finished.set()
            self._ended(ServerDied(self._process().get_returncode() or 0, str(self._tail)))

    def _process(self) -> asyncio.SubprocessTransport:
        assert self._transport is not None, "the process is not started"
        return self._transport

    def _popen(self) -> subprocess.Popen[bytes]:
        popen: subprocess.Popen[bytes] = self._process().get_extra_info("subprocess")
        return popen

    def _stdin(self) -> asyncio.WriteTransport:
        stdin = self._process().get_pipe_transport(_STDIN)
        assert isinstance(stdin, asyncio.WriteTransport)
        return stdin
