"""Starts the program, if the terminal and the installation have what it takes."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import svvs

from ..starting import started_async

if TYPE_CHECKING:
    from .hints import ViewType


class NotATerminal(svvs.Error):
    """There is nobody to show anything to."""


class NotInstalled(svvs.Error):
    """What the program stands on is missing."""


def run(options: argparse.Namespace) -> int:
    """Shows the views of the server of the command line, until its reader quits.

    :raises NotATerminal: if it cannot be shown.
    :raises NotInstalled: if textual is not installed.
    :raises NoServer: if it does not answer.
    """
    if importlib.util.find_spec("textual") is None:
        raise NotInstalled("`tui` needs textual: pip install 'textual>=8.2,<9'")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NotATerminal("`tui` needs a terminal; `call` and `repl` do not")
    if not _moves_the_cursor():
        kind = os.environ.get("TERM", "")
        raise NotATerminal(f"`tui` needs a terminal that moves its cursor, which {kind!r} does not")
    return asyncio.run(_run(options))


async def _run(options: argparse.Namespace) -> int:
    # Imported here so that the other commands run without textual.
    from . import hints
    from .app import TerminalApp
    from .connecting import connected

    async def started() -> svvs.AsyncServer:
        server = await started_async(options)
        server.timeout = None  # a call goes on until it is cancelled
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
    """Whether the terminal can, by what is known of its type; where it has no colours, none are used."""
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
