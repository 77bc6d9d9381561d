"""Starts the program, after checks of the terminal and the installation."""

from __future__ import annotations

import argparse
import asyncio
import codecs
import importlib.util
import os
import signal
import sys
from functools import partial
from typing import TYPE_CHECKING

import svvs

from ..servers import command, joined, started
from ..words import WordError

if TYPE_CHECKING:
    from .app import TerminalApp
    from .connection import Connected


class NotATerminal(WordError):
    """The terminal cannot show the program."""


class NotInstalled(svvs.Error):
    """A required package is not installed."""


def run(options: argparse.Namespace) -> int:
    """Runs the program until the user quits.

    :raises NotATerminal: if the terminal cannot show it.
    :raises NotInstalled: if textual is not installed.
    :raises NoServer: if the server does not respond.
    """
    if importlib.util.find_spec("textual") is None:
        raise NotInstalled("`tui` needs textual: pip install 'textual>=8.2,<9'")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NotATerminal("`tui` needs a terminal; `call` and `get` do not")
    moves_cursor, has_colours = _abilities()
    if not moves_cursor:
        kind = os.environ.get("TERM")
        reason = f"unlike {kind!r}" if kind else "but TERM is not set"
        raise NotATerminal(f"`tui` needs a terminal that can move its cursor, {reason}")
    encoding = getattr(sys.__stderr__, "encoding", "utf-8")  # of the file to which the screen is written
    if codecs.lookup(encoding).name != "utf-8":
        raise NotATerminal(f"`tui` needs UTF-8, and the locale has {encoding}: in a terminal with UTF-8, set LC_ALL=C.UTF-8")
    if not has_colours:
        os.environ["NO_COLOR"] = "1"
    from .connection import keys_kept  # imported here, so that the other commands work without textual

    with keys_kept():
        return asyncio.run(_ended_by_signals(options))


async def _ended_by_signals(options: argparse.Namespace) -> int:
    """Runs the program until the user quits or a signal ends it, after which the terminal is as before."""
    program = Program(options)
    task = asyncio.ensure_future(program.run())
    received: list[int] = []

    def end(number: int) -> None:
        received.append(number)
        program.end(task)

    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        loop.add_signal_handler(number, end, number)
    try:
        status = await task
    except asyncio.CancelledError:
        if not received:  # Ctrl+C
            raise
        status = 0
    return 128 + received[0] if received else status


class Program:
    """A run of the program: its connection to a server, and then its screen."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._app: TerminalApp | None = None

    def end(self, task: asyncio.Task[int]) -> None:
        """Ends the screen or, before it is shown, the task of `run`."""
        if self._app:
            self._app.exit()
        else:
            task.cancel()

    async def run(self) -> int:
        # Imported here, so that the other commands work without textual.
        from .app import TerminalApp
        from .connection import awaited, modes_ended

        words = command(self._options)  # reports a wrong command line before anything starts
        greeting = await awaited(self.connected(), words)
        if greeting is None:
            return 0
        connected, typed = greeting
        place = " · ".join(each for each in (self._options.attach, self._options.session) if each)
        app = self._app = TerminalApp(connected, self.connected, typed, place)
        try:
            with modes_ended():
                await app.run_async()
        finally:
            await app.server.close()
        return app.return_code or 0

    async def connected(self, token: str | None = None) -> Connected:
        """Starts or finds the server, reads its view types, and joins or opens the session, if one is named.

        `token` is that of the session on an earlier connection. Then no server is started and no session is opened.
        """
        from .connection import Connected
        from .discovery import view_types

        self._options.starts = token is None
        server = await started(self._options)
        try:
            server.timeout = None  # a call continues until it is cancelled
            types = view_types(await server.request("rpc.discover"))
            join = partial(joined, server, self._options, "patch") if self._options.session is not None else None
            session = await join(token=token, opens=token is None) if join else None
            return Connected(server, types, join, session)
        except BaseException:
            await server.close()
            raise


def _abilities() -> tuple[bool, bool]:
    """Whether the terminal can move its cursor, and whether it has colours, according to terminfo."""
    without_terminfo = (os.environ.get("TERM") or "dumb") != "dumb", True
    try:
        import curses
    except ImportError:
        return without_terminfo
    try:
        curses.setupterm()
    except curses.error:
        return without_terminfo
    return curses.tigetstr("cup") is not None, curses.tigetnum("colors") >= 8
