"""The server behind a prompt, and the next one if it ends."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

import svvs

from .starting import NoServer

#: How many seconds it takes at most until the end of a server is told that has raised an error.
GRACE = 2.0


class Host:
    """A server that is running, until it ends; `tell_end`, called by another thread, hears of that, unless it was closed.

    >>> from svvs_terminal.cli.host import Host
    >>> host = Host(svvs.Server, print)
    >>> host.running().open("counterA").state
    {'count': 0}
    >>> host.close()
    """

    def __init__(self, start: Callable[[], svvs.Server], tell_end: Callable[[svvs.Error], None]) -> None:
        #: What has ended the server.
        self.end: svvs.Error | None = None
        self._start, self._tell_end = start, tell_end
        self._is_closed = False
        self._server, self._watcher = self._started()

    def running(self) -> svvs.Server:
        """The server.

        :raises NoServer: if it has ended.
        """
        if self.end is not None:
            raise NoServer("the server has ended; `reopen` starts another")
        return self._server

    def restart(self) -> None:
        """Starts another if it has ended."""
        if self.end is not None:
            self._server.close()
            self._server, self._watcher = self._started()

    def wait_told(self) -> None:
        """Returns when the end of the server is told, which has raised an error already."""
        self._watcher.join(GRACE)

    def close(self) -> None:
        """Ends the server."""
        self._is_closed = True
        self._server.close()

    def _started(self) -> tuple[svvs.Server, Thread]:
        server = self._start()
        self.end = None
        watcher = Thread(target=self._watch, args=(server,), daemon=True)
        watcher.start()
        return server, watcher

    def _watch(self, server: svvs.Server) -> None:
        end = server.wait_closed()
        if not self._is_closed:
            self.end = end
            self._tell_end(end)
