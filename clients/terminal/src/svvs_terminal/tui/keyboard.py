"""Reads keys from the terminal, and gives them to the program one by one."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import re
import select
from collections import deque
from collections.abc import Iterable

from textual import events
from textual._xterm_parser import XTermParser
from textual.app import App, ScreenStackError
from textual.drivers.linux_driver import LinuxDriver
from textual.message_pump import MessagePump

#: Seconds until what has come of a key is the whole key, and the program may end.
_TICK = 0.1

_ESCAPE = "\x1b"
#: Escape as a key by itself: what other keys send goes on with one of these.
_ESCAPE_KEY = re.compile(_ESCAPE + r"(?=[^\[O])")


class LenientDriver(LinuxDriver):
    """Reads what Textual's own driver takes for something else.

    What is no UTF-8, such as a paste in Latin-1, is �, where that driver ends the program. Escape and another key close
    behind it are two keys, where that one sees a key with Alt, or a character that no key has.
    """

    def run_input_thread(self) -> None:
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        parser = XTermParser()
        begun = ""
        while not self.exit_event.is_set():
            is_ready, _, _ = select.select([self.fileno], [], [], _TICK)
            if is_ready:
                *before, last = _ESCAPE_KEY.split(begun + decode(os.read(self.fileno, 4096)))
                for text in before:
                    self._feed(parser, text)
                    self._press_escape()
                begun = _ESCAPE if last.endswith(_ESCAPE) else ""  # until it is seen whether that is a key
                self._feed(parser, last.removesuffix(_ESCAPE))
            elif begun:
                begun = ""
                self._press_escape()
            for event in parser.tick():
                self.process_message(event)

    def _feed(self, parser: XTermParser, text: str) -> None:
        for event in parser.feed(text) if text else ():  # which no text at all would end
            self.process_message(event)

    def _press_escape(self) -> None:
        self.process_message(events.Key("escape", _ESCAPE))


#: So often each part of the program has its turn until a key has done what it does: from a field to its card, to the
#: desk, and to where the focus goes then.
_TURNS = 4
#: Seconds until a key is given to the program anyhow.
_PATIENCE = 1.0


class OneByOne(App[None]):
    """Gives each key to the widget that has the focus when all that the key before did is done.

    Textual hands keys to the widget that has the focus when they arrive: what is typed behind an Enter that takes the
    focus elsewhere, such as a password, would stand in the field before.
    """

    def __init__(self, ansi_color: bool) -> None:
        super().__init__(driver_class=LenientDriver, ansi_color=ansi_color)
        self._waiting: deque[events.Event] = deque()
        #: Whether nothing has the focus, for which no further key waits then.
        self._is_nowhere = False
        self._typist: asyncio.Task[None] | None = None

    @property
    def is_arriving(self) -> bool:
        """Whether the focus is on its way."""
        return self.focused is None and not self._is_nowhere

    def parts(self) -> Iterable[MessagePump]:
        """What takes part in the doing of a key."""
        return [*(self.focused.ancestors_with_self if self.focused else [self.screen]), self]

    def begin(self, event: events.Event) -> None:
        """Is called before a key does what it does."""

    async def on_event(self, event: events.Event) -> None:
        # What was given to a widget that had no use for it comes back, forwarded.
        if not isinstance(event, (events.Key, events.Paste)) or event.is_forwarded:
            await super().on_event(event)
            return
        if isinstance(event, events.Paste):  # of which a field would keep the first line only
            event = events.Paste(" ".join(event.text.splitlines()))
        self._waiting.append(event)
        if self._typist is None or self._typist.done():
            self._typist = asyncio.create_task(self._type())

    def on_unmount(self) -> None:
        if self._typist:
            self._typist.cancel()

    async def _type(self) -> None:
        try:
            while self._waiting:
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(self._done(), _PATIENCE)
                self._is_nowhere = self.focused is None
                self.begin(self._waiting[0])
                await super().on_event(self._waiting.popleft())
        except ScreenStackError:
            pass  # what is typed behind the key that quits has no screen
        except Exception as error:
            self._handle_exception(error)  # as Textual does with those of its own tasks

    async def _done(self) -> None:
        turns = 0
        while turns < _TURNS or self.is_arriving:
            turns += 1
            for part in list(self.parts()):
                is_reached = asyncio.Event()
                if part.is_running and part.call_later(is_reached.set):
                    await is_reached.wait()
            await asyncio.sleep(0)
