"""A client that shares its server with others: the command `attach`, and another one after a cut."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence

from .dispatcher import Dispatcher
from .errors import Detached, Error, ServerDied
from .process import GRACE, Child, Command, command_words

#: Seconds before each attempt to attach again.
DELAYS = (0.0, 0.1, 0.2, 0.4, 0.8, 1.6)


def attach_words(place: str | None, options: Sequence[str], command: Command | None = None) -> list[str]:
    """The words that attach to a server: those that would start one, with `attach` for `serve`.

    >>> from svvs.attachment import attach_words
    >>> attach_words("work", ["--language", "en"], command="./MyApp serve")
    ['./MyApp', 'attach', 'work', '--', '--language', 'en']
    """
    words = command_words(command, ())
    at = words.index("serve", 1) if "serve" in words[1:] else len(words)
    return [*words[:at], "attach", *([] if place is None else [place]), "--", *words[at + 1 :], *options]


class Attach(list[str]):
    """The words that attach to a server, and whether to do so again after a cut."""

    def __init__(self, words: Sequence[str], reconnects: bool) -> None:
        super().__init__(words)
        self.reconnects = reconnects


class Attachment:
    """What stands in for a :class:`Child`, and outlives it.

    `greet` begins each conversation, and says whether it is with the same server as before.
    """

    def __init__(
        self, dispatcher: Dispatcher, greet: Callable[[], Awaitable[bool]], patience: float, reconnects: bool
    ) -> None:
        self._dispatcher, self._greet, self._reconnects = dispatcher, greet, reconnects
        self._new_child: Callable[[], Child] = lambda: Child(dispatcher.receive, self._ended, patience)
        self._child = self._new_child()
        self._words: Sequence[str] = ()
        self._reconnecting: asyncio.Task[None] | None = None
        self._end = ServerDied(0, "")
        #: Set at the very end.
        self.finished = asyncio.Event()

    async def start(self, words: Sequence[str]) -> None:
        self._words = words
        await self._child.start(words)

    def write(self, data: bytes) -> None:
        """Queues the bytes; the event loop writes them as the process reads them."""
        self._child.write(data)

    async def close(self, patience: float) -> None:
        """Ends the process, if there is one, and any attempt to start another; it is reaped on return."""
        if self._reconnecting is not None:
            self._reconnecting.cancel()
            await asyncio.wait([self._reconnecting])
        await self._child.close(patience)

    def _ended(self, end: ServerDied) -> None:
        """A process has ended. If nobody wanted that, neither this program nor the server, it is a cut."""
        self._end = end
        is_begun = bool(self._dispatcher.info) and self._dispatcher.failure is None
        if self._reconnecting is not None:
            self._dispatcher.cut()
        elif self._reconnects and is_begun and end.status != 0 and not self._child.is_closing:
            self._dispatcher.cut()
            self._reconnecting = asyncio.ensure_future(self._reconnect())
        else:
            self._finish()

    async def _reconnect(self) -> None:
        try:
            await self._child.close(GRACE)
            for delay in DELAYS:
                await asyncio.sleep(delay)
                self._child = self._new_child()
                with contextlib.suppress(Error):
                    await self._child.start(self._words)
                    await self._dispatcher.rejoin(await self._greet())
                    if not self._child.finished.is_set():
                        self._reconnecting = None
                        return self._dispatcher.resume()
                await self._child.close(GRACE)
        finally:
            if self._reconnecting is not None:  # given up, or cancelled
                self._reconnecting = None
                self._finish()

    def _finish(self) -> None:
        self._dispatcher.fail(Detached(self._end.status, self._end.stderr))
        self.finished.set()
