"""Reads keys from the terminal, and passes them to the program one at a time."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import select
import sys
import time
from collections import deque
from collections.abc import Iterable
from typing import Any, TextIO, cast

from rich.traceback import Traceback
from textual import events
from textual.app import App, ScreenStackError
from textual.drivers.linux_driver import LinuxDriver
from textual.message_pump import MessagePump
from textual.worker import Worker

from .sequences import Sequences

#: The interval of checks for the end, and for keys that are complete because no more bytes arrive, in seconds.
_TICK = 0.1


class _Output:
    """Writes to a terminal until it is closed. An exception would end Textual's writer, for which the program waits."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> None:
        with contextlib.suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError):
            self._file.flush()

    def fileno(self) -> int:
        return self._file.fileno()

    def isatty(self) -> bool:
        return self._file.isatty()


class LenientDriver(LinuxDriver):
    """Reads input that Textual's driver does not handle.

    Bytes that are not UTF-8, such as a paste in Latin-1, become �; Textual's driver ends the program.
    """

    #: Whether another program has the terminal. The program goes on meanwhile, but does not draw.
    _is_suspended = False

    def run_input_thread(self) -> None:
        try:
            self._pass_on()
        except Exception:
            self._app.call_later(self._app.exit, return_code=1, message=Traceback())

    def _pass_on(self) -> None:
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        sequences = Sequences()
        typed = self._app.take_typed() if isinstance(self._app, OneByOne) else b""
        last = time.monotonic()
        while not self.exit_event.is_set():
            is_ready, _, _ = select.select([self.fileno], [], [], 0 if typed else _TICK)
            if is_ready or typed:
                data, typed = typed or self._read(), b""
                if not data:  # the terminal is closed
                    self._app.call_later(self._app.exit)
                    return
                last = time.monotonic()
                found = sequences.feed(decode(data))
            else:
                found = sequences.wait(time.monotonic() - last)
            for event in found:
                self.process_message(event)

    def write(self, data: str) -> None:
        if not self._is_suspended:  # nobody would read the queue of the writer
            super().write(data)

    def suspend_application_mode(self) -> None:
        super().suspend_application_mode()
        self._is_suspended = True

    def start_application_mode(self) -> None:
        self._is_suspended = False
        self._file = cast(Any, _Output(sys.__stderr__ or sys.stderr))
        super().start_application_mode()  # type: ignore[no-untyped-call]  # of Textual
        self._app.call_later(self._app.refresh, layout=True)  # the screen of a program that was suspended is gone

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""


#: The number of times that each part of the program handles its messages before the next key: a key passes from a field
#: to its card, to the workspace, and to the widget that then receives the focus.
_ROUNDS = 4
#: The timeouts after which the next key is passed on, in seconds: for a widget that is about to receive the focus, which
#: may wait for the server, and for the first screen and all that the program does by itself.
_TIMEOUT, _OWN_TIMEOUT = 1.0, 10.0


class OneByOne(App[None]):
    """Passes each key to the focused widget after the previous key is completely handled.

    Textual passes a key to the widget that has the focus when the key arrives. If Enter moves the focus, text that is
    typed directly after it, such as a password, would go to the previous field.
    """

    def __init__(self, ansi_color: bool, typed: bytes = b"") -> None:
        """`typed` are keys that were pressed earlier."""
        super().__init__(driver_class=LenientDriver, ansi_color=ansi_color)
        self._typed = typed
        self._timeout = _OWN_TIMEOUT
        self._waiting: deque[events.Event] = deque()
        #: Whether no widget has received the focus after the last key. Then no key waits for a focus.
        self._is_nowhere = False
        self._typing: Worker[None] | None = None

    def take_typed(self) -> bytes:
        typed, self._typed = self._typed, b""
        return typed

    @property
    def is_arriving(self) -> bool:
        """Whether a widget is about to receive the focus."""
        return self.focused is None and not self._is_nowhere

    def stop_arriving(self) -> None:
        """Called when the widget that is about to receive the focus takes too long. Keys no longer wait for it."""

    def parts(self) -> Iterable[MessagePump]:
        """The objects that handle a key."""
        return [*(self.focused.ancestors_with_self if self.focused else [self.screen]), self]

    def begin(self, event: events.Event) -> None:
        """Called before a key is handled."""

    async def on_event(self, event: events.Event) -> None:
        # A key that a widget has not handled arrives again, as a forwarded event.
        if not isinstance(event, (events.Key, events.Paste)) or event.is_forwarded:
            await super().on_event(event)
            return
        self._waiting.append(event)
        if self._typing is None or self._typing.is_finished:
            self._typing = self.run_worker(self._type())

    async def _type(self) -> None:
        try:
            while self._waiting:
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(self._handled(), _OWN_TIMEOUT)
                try:
                    await asyncio.wait_for(self._arrived(), self._timeout)
                except asyncio.TimeoutError:
                    self.stop_arriving()
                self._timeout = _TIMEOUT
                self._is_nowhere = self.focused is None
                self.begin(self._waiting[0])
                await super().on_event(self._waiting.popleft())
        except ScreenStackError:
            pass  # after the key that quits, there is no screen

    async def _arrived(self) -> None:
        while self.is_arriving:
            await self._handled(rounds=1)

    async def _handled(self, rounds: int = _ROUNDS) -> None:
        for _ in range(rounds):
            for part in list(self.parts()):
                is_reached = asyncio.Event()
                if part.is_running and part.call_later(is_reached.set):
                    await is_reached.wait()
            await asyncio.sleep(0)
