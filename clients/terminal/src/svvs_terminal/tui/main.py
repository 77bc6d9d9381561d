"""Starts the program, after checks of the terminal and the installation."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import svvs

from ..servers import started_async

if TYPE_CHECKING:
    from .hints import ViewType


class NotATerminal(svvs.Error):
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
        raise NotATerminal("`tui` needs a terminal; `call` and `repl` do not")
    if not _moves_the_cursor():
        kind = os.environ.get("TERM", "")
        raise NotATerminal(f"`tui` needs a terminal that can move its cursor, unlike {kind!r}")
    return asyncio.run(_run(options))


async def _run(options: argparse.Namespace) -> int:
    # Imported here, so that the other commands work without textual.
    from . import hints
    from .app import TerminalApp
    from .connection import connected

    async def started() -> svvs.AsyncServer:
        server = await started_async(options)
        server.timeout = None  # a call continues until it is cancelled
        return server

    async def greeted() -> tuple[svvs.AsyncServer, Mapping[str, ViewType]]:
        server = await started()
        try:
            return server, hints.view_types(await server.request("rpc.discover"))
        except BaseException:
            await server.close()
            raise

    command = options.attach or " ".join([os.environ.get("SVVS") or "svvs serve", *options.server_options])
    greeting = await connected(greeted(), str(command))
    if greeting is None:
        return 0
    server, types = greeting
    try:
        app = TerminalApp(server, types, hints.start(types), started)
        await app.run_async()
        server = app.server
    finally:
        await server.close()
    return app.return_code or 0


def _moves_the_cursor() -> bool:
    """Whether the terminal can move its cursor, according to terminfo. Disables colours if it has none."""
    is_capable = os.environ.get("TERM", "dumb") != "dumb"
    try:
        import curses
    except ImportError:
        return is_capable
    try:
        curses.setupterm()
    except curses.error:
        return is_capable
    if curses.tigetnum("colors") < 8:
        os.environ["NO_COLOR"] = "1"
    return curses.tigetstr("cup") is not None
