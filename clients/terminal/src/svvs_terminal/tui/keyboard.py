"""Keys that are typed, or pasted, faster than the program does what they say."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Iterable

from textual import events
from textual.app import App, ScreenStackError
from textual.message_pump import MessagePump

from .driver import LenientDriver

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
