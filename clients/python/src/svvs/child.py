"""The server's process, for the blocking face."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Event, Thread
from typing import IO

from . import living
from .command import GRACE, Tail
from .errors import ServerDied, ServerNotFound

#: Bytes to write, or None to close the pipe.
Outbox = SimpleQueue[bytes | None]


class Child:
    """A process with a thread at each of its pipes, and one that waits for its end.

    Reading never waits for writing, nor writing for reading, so two peers that both have much to say never wait for
    each other in a circle.

    `received` takes each piece of output, and returns false to break off. `ended` is called once, at the very end,
    whatever ended the process. Both are called from these threads. A program that ends without closing the process
    closes it then, with `patience`.
    """

    def __init__(
        self,
        words: Sequence[str],
        outbox: Outbox,
        received: Callable[[bytes], bool],
        ended: Callable[[ServerDied], None],
        patience: float,
    ) -> None:
        self._outbox = outbox
        self._received = received
        self._ended = ended
        self._tail = Tail()
        self._exited = Event()
        self._closing = False
        self._pumps = [_thread("reader", self._read), _thread("stderr", self._read_errors)]
        self._reaper = _thread("reaper", self._reap)
        self._process = _spawn(words)
        living.add(self._process, lambda: self.close(patience))
        self._start([*self._pumps, _thread("writer", self._write), self._reaper])

    def close(self, patience: float) -> None:
        """Ends the process, which is reaped on return."""
        self._closing = True
        try:
            self._stop(patience)
        finally:
            # After an interrupt the process may still be there; otherwise this does nothing.
            self._process.kill()
            self._reaper.join()

    def _start(self, threads: Sequence[Thread]) -> None:
        try:
            for thread in threads:
                thread.start()
        except BaseException:
            with self._process:  # waits for its end, and closes the pipes whose threads did not start
                self._process.kill()
                self._process.wait()
                self._exited.set()
                living.remove(self._process)
                self._outbox.put(None)
                for thread in threads:
                    if thread.ident is not None:
                        thread.join()
            raise

    def _stop(self, patience: float) -> None:
        """Closes the process's input; if it does not end by itself, terminates it; if need be, kills it."""
        self._outbox.put(None)
        for signal in (self._process.terminate, self._process.kill):
            if self._exited.wait(patience):
                return
            signal()
            patience = GRACE
        self._exited.wait()

    def _hang_up(self) -> None:
        """Ends a process that is of no use any more, unless :meth:`close` is doing that, with more patience."""
        if not self._closing:
            self._stop(GRACE)

    def _read(self) -> None:
        with _pipe(self._process.stdout) as stdout:
            try:
                while (data := stdout.read(65536)) and self._received(data):
                    pass
            finally:
                self._hang_up()

    def _read_errors(self) -> None:
        with _pipe(self._process.stderr) as stderr:
            while data := stderr.read(65536):
                self._tail.feed(data)

    def _write(self) -> None:
        try:
            with _pipe(self._process.stdin) as stdin:
                while data := self._outbox.get():
                    rest = memoryview(data)
                    while rest:
                        rest = rest[stdin.write(rest) :]
        except BrokenPipeError:
            self._hang_up()

    def _reap(self) -> None:
        status = self._process.wait()
        self._exited.set()
        living.remove(self._process)
        # What it wrote last may still be in the pipes. They end now, unless a process it left behind holds them.
        for pump in self._pumps:
            pump.join(GRACE)
        self._ended(ServerDied(status, str(self._tail)))


def _spawn(words: Sequence[str]) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    try:
        # In a session of its own, so that Ctrl-C interrupts this program, which then closes the server.
        return subprocess.Popen(words, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
    except OSError as error:
        raise ServerNotFound(words[0], error.strerror or str(error)) from error


def _thread(name: str, target: Callable[[], None]) -> Thread:
    return Thread(name=f"svvs {name}", target=target, daemon=True)


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None, "every pipe was asked for"
    return pipe
