"""The program: the menu to the left, the cards beside each other, the log, and the line below."""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Event, Key
from textual.message_pump import MessagePump
from textual.timer import Timer
from textual.widgets import Static

import svvs

from .ask import Lines
from .cells import cut, safe
from .desk import Desk
from .help import footer, lines
from .hints import ViewType, view_types
from .keyboard import OneByOne
from .log import CommitLog
from .menu import Menu
from .style import CSS

#: So long what is said once is there.
_SECONDS = 3.0
#: What quits, or is the first of two keys that do.
_LEAVING = ("q", "ctrl+q")


class TerminalApp(OneByOne):
    """Has the keys that mean the same everywhere, and outlives the server."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (20, "-tall")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "menu"),
        Binding("ctrl+o", "menu", priority=True),
        Binding("x", "cancel"),
        Binding("ctrl+w", "close"),
        Binding("slash", "filter"),
        Binding("question_mark", "help"),
        Binding("q", "leave"),
        Binding("ctrl+q", "leave(False)", priority=True),
        Binding("ctrl+r", "reopen", priority=True),
        Binding("ctrl+l", "log", priority=True),
        *(Binding(str(number), f"card({number})") for number in range(1, 10)),
    ]

    def __init__(
        self, server: svvs.AsyncServer, types: Mapping[str, ViewType], first: ViewType | None,
        restart: Callable[[], Awaitable[svvs.AsyncServer]],
    ) -> None:
        super().__init__(ansi_color=True)
        self.animation_level = "none"  # what scrolls slowly to a field ends after its whole card was scrolled to
        self.server, self._types = server, types
        self._first, self._restart = first, restart
        #: Why the server is there no more.
        self._end = ""
        self._is_reopening = False
        #: What is said once, in place of the hints.
        self._note = ""
        #: Whether the next key that quits does.
        self._is_leaving = False
        self._forgetting: Timer | None = None
        self._menu, self._commits, self._status = Menu(types.values()), CommitLog(), Static(id="status")
        self._desk = Desk(server, types, self._commits.tell)

    def compose(self) -> ComposeResult:
        with Horizontal(id="work"):
            yield self._menu
            yield self._desk
        yield self._commits
        yield self._status

    def on_mount(self) -> None:
        self.theme = "ansi-dark"
        self.set_interval(0.1, self._show_status)
        self.run_worker(self._await_end())
        if self._first:
            self._desk.pick(self._first, is_picked=False)
        else:
            self.action_menu()

    @property
    def is_arriving(self) -> bool:
        return super().is_arriving or self._desk.is_arriving

    def parts(self) -> Iterable[MessagePump]:
        return [*super().parts(), self._desk, self]

    @on(Menu.Chosen)
    def open_chosen(self, event: Menu.Chosen) -> None:
        self._menu.leave()
        self._desk.pick(event.type)

    @on(Menu.Left)
    def back_from_menu(self) -> None:
        self._menu.leave()
        if self._desk.active:
            self._desk.active.enter()

    @on(Desk.Arranged)
    def mark_open(self, event: Desk.Arranged) -> None:
        self._menu.mark(event.open)

    # The keys

    def action_menu(self) -> None:
        self._menu.enter()

    def action_card(self, number: int) -> None:
        for card in self._desk.cards[number - 1 : number]:
            card.enter()

    def action_filter(self) -> None:
        if self._desk.active:
            self._desk.active.filter()

    def action_cancel(self) -> None:
        self._desk.cancel()

    def action_close(self) -> None:
        if self._desk.active:
            self._desk.close(self._desk.active)
            if not self._desk.cards:
                self.action_menu()

    def action_help(self) -> None:
        self.push_screen(Lines("Keys", lines(self._desk.active)))

    def action_log(self) -> None:
        self._commits.toggle_class("hidden")

    def action_leave(self, may_be_a_slip: bool = True) -> None:
        """Quits; by a letter, or if that cancels calls, only when it is wanted again within a few seconds."""
        calls = len(self._desk.calls.slow)
        if (calls or may_be_a_slip) and not self._is_leaving:
            self._say(f"{calls} under way: again cancels and quits" if calls else "q again quits")
            self._is_leaving = True
        else:
            self.exit()

    def begin(self, event: Event) -> None:
        if not (isinstance(event, Key) and event.key in _LEAVING):
            self._forget()

    def _say(self, text: str) -> None:
        """Says something for a few seconds, or until the next key."""
        self._forget()
        self._note = text
        self._forgetting = self.set_timer(_SECONDS, self._forget)
        self._show_status()

    def _forget(self) -> None:
        """Says no more what is said once, so that the next key that quits is the first again."""
        self._note, self._is_leaving = "", False
        if self._forgetting:
            self._forgetting.stop()

    # The server's life

    async def _await_end(self) -> None:
        server = self.server
        error = await server.wait_closed()
        await server.close()
        status = error.status if isinstance(error, svvs.ServerDied) else 0
        names = {number.value: number.name for number in signal.Signals}
        how = f"was ended by {names.get(-status, f'signal {-status}')}" if status < 0 else f"has ended: {error}"
        self._end = f"✗ The server {how.splitlines()[0]}"
        for line in str(error).splitlines():
            self._commits.tell(line)
        self._show_status()

    def action_reopen(self) -> None:
        if not self._is_reopening:
            self._is_reopening = True
            self.run_worker(self._reopen())

    async def _reopen(self) -> None:
        try:
            if self._end:
                await self._begin_again()
            if count := self._desk.reopen(self.server, self._types):
                opened = f"Opened again, with fresh state: {count} view{'' if count == 1 else 's'}"
                self._commits.tell(opened)
                self._say(opened)
        except svvs.Error as error:
            self._end = f"✗ {str(error).splitlines()[0]}"
        finally:
            self._is_reopening = False

    async def _begin_again(self) -> None:
        """Starts another server, which may have been built anew meanwhile."""
        self.server = await self._restart()
        try:
            self._types = view_types(await self.server.request("rpc.discover"))
        except svvs.Error:
            await self.server.close()
            raise
        self._menu.take(self._types.values())
        self._end = ""
        self._show_status()
        self.run_worker(self._await_end())

    def _show_status(self) -> None:
        if not self.is_running:  # the screens end before the timers
            return
        text = self._note
        if self._end and not text:
            text = f"{safe(self._end)} · Ctrl+R reopens all"
        elif not text:
            under_way = self._desk.calls.line(self.size.width)
            text = under_way or footer(self.screen, self._desk.active, self.size.width)
        line = Content(cut(text, self.size.width))
        if line != self._status.content:
            self._status.set_class(bool(self._end), "ended")
            self._status.update(line)
