"""Runs the terminal program without a terminal, with a scripted server or the real one."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from rich.cells import cell_len
from textual._context import visible_screen_stack
from textual.events import Key
from textual.pilot import Pilot
from textual.strip import Strip

import svvs
from support import fake, real_server
from svvs_terminal.tui.app import TerminalApp
from svvs_terminal.tui.card import Card
from svvs_terminal.tui.connection import Connected
from svvs_terminal.tui.discovery import view_types
from svvs_terminal.tui.log import CommitLog

SECONDS = 20


class Screen:
    """The screen and the keyboard of the program."""

    def __init__(self, app: TerminalApp, pilot: Pilot[None]) -> None:
        self.app, self._pilot = app, pilot

    @property
    def lines(self) -> list[Strip]:
        """The lines as drawn: a window, and around it the screen that it covers."""
        visible_screen_stack.set(self.app._background_screens)  # without it, an empty background is drawn and kept
        return self.app.screen._compositor.render_strips(self.app.size)

    @property
    def text(self) -> str:
        return "\n".join(line.text.rstrip() for line in self.lines)

    @property
    def log(self) -> str:
        """All lines of the log."""
        return "\n".join(self.app.query_one(CommitLog).lines)

    async def press(self, *keys: str) -> None:
        await self._pilot.press(*keys)

    async def type(self, text: str) -> None:
        await self._pilot.press(*text)

    def type_ahead(self, *keys: str) -> None:
        """Presses keys faster than the program handles them."""
        for key in keys:
            self.app.post_message(Key(key, key if len(key) == 1 else None))

    async def click(self, text: str, times: int = 1) -> None:
        """Clicks a text on the screen."""
        y = next(at for at, line in enumerate(self.text.splitlines()) if text in line)
        await self._pilot.click(offset=(cell_len(self.text.splitlines()[y].partition(text)[0]), y), times=times)

    async def resize(self, width: int, height: int) -> None:
        await self._pilot.resize_terminal(width, height)

    async def ended(self) -> None:
        """Waits until the program has quit."""
        until = time.monotonic() + SECONDS
        while self.app.is_running:
            assert time.monotonic() < until, "the program has not quit"
            await self._pilot.pause(0.01)

    async def wait_for(self, *parts: str | Callable[[str], object]) -> str:
        """The text of the screen, when it contains all texts, and all functions are true for it."""
        until = time.monotonic() + SECONDS
        while missing := [each for each in parts if not (each in self.text if isinstance(each, str) else each(self.text))]:
            assert time.monotonic() < until, f"{missing!r} is not on the screen:\n{self.text}"
            await self._pilot.pause(0.01)
        return self.text


def discovery(*screens: dict[str, Any]) -> str:
    """The part of a script that replies to `rpc.discover` with screens."""
    return f"described(*json.loads({json.dumps(screens)!r}))\n"


@asynccontextmanager
async def shown(
    make: Callable[[], svvs.AsyncServer], width: int = 100, height: int = 30,
    read: Callable[[Any], Any] = lambda document: document, is_entered: bool = True,
) -> AsyncIterator[Screen]:
    """The program on a server that `make` creates, again after its end. `read` edits the reply to `rpc.discover`."""

    async def connect(token: str | None = None) -> Connected:
        server = make()
        await server.start()
        try:
            return Connected(server, view_types(read(await server.request("rpc.discover"))))
        except BaseException:
            await server.close()
            raise

    async with connected(connect, width, height, is_entered) as screen:
        yield screen


@asynccontextmanager
async def connected(
    connect: Callable[[str | None], Awaitable[Connected]], width: int = 100, height: int = 30, is_entered: bool = True,
    place: str = "",
) -> AsyncIterator[Screen]:
    """The program on the servers of `connect`.

    With `is_entered`, the focus is in the form of the first card, if it has one.
    """
    app = TerminalApp(await connect(None), connect, place=place)
    try:
        async with app.run_test(size=(width, height), notifications=True) as pilot:
            until = time.monotonic() + SECONDS
            while app.focused is None and time.monotonic() < until:
                await pilot.pause(0.01)
            card = next(iter(app.query(Card)), None) if is_entered else None
            if card and any(each.field.submits or each.field.name in card.type.form for each in card.fields):
                card.action_type()
                await pilot.pause()
            yield Screen(app, pilot)
    finally:
        await app.server.close()


def scripted(script: str) -> Callable[[], svvs.AsyncServer]:
    return lambda: svvs.AsyncServer(command=fake(script))


def real() -> svvs.AsyncServer:
    return svvs.AsyncServer("--language", "en", command=[real_server(), "serve"])

