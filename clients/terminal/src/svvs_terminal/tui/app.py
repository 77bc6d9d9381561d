"""The terminal program: the menu on the left, the cards next to each other, the log, and the last line."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Event, Key
from textual.message_pump import MessagePump
from textual.reactive import Reactive
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import Static

import svvs

from .cells import cut, safe
from .connection import Connected, reason_of_end
from .focus import Focus
from .help import footer, lines, mode
from .screen import start
from .keyboard import OneByOne
from .log import CommitLog
from .menu import Menu
from .pager import Lines
from .style import CSS
from .workspace import Workspace

#: The time for which a note is shown, in seconds.
_SECONDS = 3.0
#: Follows the reason for the end of the server in the last line.
_REOPENS = " · Ctrl+R reopens all"
_END_CELLS = 600
#: Follows the line about a question or a file.
_OPENS = " · Ctrl+G opens it"
#: The keys that quit or close, some only if pressed twice.
_TWICE = ("q", "ctrl+q", "ctrl+w")


def _counted(unsent: Sequence[tuple[str, Sequence[str]]]) -> str:
    """The titles of fields with texts, and the numbers of texts."""
    return ", ".join(title if len(texts) == 1 else f"{title} ({len(texts)} texts)" for title, texts in unsent)


class TerminalApp(OneByOne):
    """Handles the keys that mean the same everywhere, and keeps running if the server ends."""

    CSS = CSS
    theme: Reactive[str] = Reactive("ansi-dark")  # at first: another is parsed again, with all style sheets
    AUTO_FOCUS = ""  # the program, not Textual, moves the first focus
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (20, "-low"), (30, "-tall")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "menu"),
        Binding("ctrl+o", "menu", priority=True),
        Binding("x", "cancel"),
        Binding("ctrl+w", "close"),
        Binding("slash", "filter"),
        Binding("backspace", "earlier"),
        Binding("n", "card_after(1)"),
        Binding("p", "card_after(-1)"),
        Binding("question_mark", "help"),
        Binding("f1", "help", priority=True),
        Binding("plus", "enlarge"),
        Binding("f2", "enlarge", priority=True),
        Binding("ctrl+c", "explain_quitting", priority=True),
        Binding("ctrl+z", "suspend_process", priority=True),
        Binding("q", "leave"),
        Binding("ctrl+q", "leave(False)", priority=True),
        Binding("ctrl+r", "reopen", priority=True),
        Binding("ctrl+l", "log", priority=True),
        Binding("ctrl+g", "open_announced", priority=True),
        *(Binding(str(number % 10), f"card({number})") for number in range(1, 11)),
    ]

    def __init__(
        self, connected: Connected, connect: Callable[[str | None], Awaitable[Connected]], typed: bytes = b"",
        place: str = "",
    ) -> None:
        """`typed` are keys that were pressed earlier, `place` names the shared server and session that are used.

        `connect` starts another server after the end of the first one, and is passed the token of the session.
        """
        super().__init__(ansi_color=True, typed=typed)
        self.animation_level = "none"  # a slow scroll to a field would end after the scroll to its card
        self._connected, self._connect, self._place = connected, connect, safe(place, 60)
        #: The reason for the end of the server, empty while it runs.
        self._end = ""
        self._is_reopening = False
        #: The note in the last line, in place of the keys.
        self._note = ""
        #: What the key that has been pressed once does if it is pressed again; empty if there is none.
        self._warned_of = ""
        self._note_timer: Timer | None = None
        self._focus = Focus()
        self._menu, self._commits, self._status = Menu(connected.types.values()), CommitLog(place), Static(id="status")
        self._announced = Static(id="announced", markup=False)
        self._announced.display = False
        self._workspace = Workspace(connected.opener, connected.types, self._focus, self._commits.add, self._menu.mark)

    @property
    def server(self) -> svvs.AsyncServer:
        return self._connected.server

    def compose(self) -> ComposeResult:
        with Horizontal(id="work"):
            yield self._menu
            yield self._workspace
        yield self._commits
        yield self._announced
        yield self._status

    def on_mount(self) -> None:
        self.set_interval(0.1, self._show_status)
        self.run_worker(self._await_end())
        self._follow_session()
        if not self._workspace.cards and (first := start(self._connected.types)):
            self._workspace.go(first, {}, is_entered=False)
        if self._workspace.cards:
            self._workspace.enter_first()
        else:
            self.action_menu()

    @property
    def is_arriving(self) -> bool:
        return super().is_arriving or bool(self._focus.arriving)

    def stop_arriving(self) -> None:
        self._focus.arriving.clear()

    def parts(self) -> Iterable[MessagePump]:
        return [*super().parts(), self._workspace, self]

    @on(Menu.Chosen)
    def open_chosen(self, event: Menu.Chosen) -> None:
        self.action_leave_menu()
        self._workspace.pick(event.type, event.is_asked)

    def action_leave_menu(self) -> None:
        self._menu.leave()
        self._focus.resume()

    # The keys

    def action_menu(self) -> None:
        self._menu.enter()

    def action_earlier(self) -> None:
        if not self._focus.back():
            self._show_note("No card to go back to")

    def action_card_after(self, step: int) -> None:
        self._workspace.step(step)

    def action_card(self, number: int) -> None:
        for card in self._workspace.cards[number - 1 : number]:
            card.enter()

    def action_filter(self) -> None:
        if self._focus.card:
            self._focus.card.search()

    def action_cancel(self) -> None:
        if reason := self._workspace.cancel():
            self._show_note(reason)

    def action_close(self) -> None:
        if card := self._focus.card:
            is_shared = self._connected.session and not card.is_covered
            warning = f"{_counted(card.unsent)} not sent: Ctrl+W again closes the view" if card.unsent else ""
            warning = "Ctrl+W again closes it for all clients" if is_shared else warning
            if warning and not self._is_confirmed("close", warning):
                return
            self._workspace.close(card)
            if not self._workspace.cards:
                self.action_menu()

    def action_enlarge(self) -> None:
        """Gives the active card the whole screen, or takes it back."""
        self.toggle_class("-enlarged")
        self._workspace.reveal()

    def action_explain_quitting(self) -> None:
        self._show_note("Ctrl+Q quits" + (", x cancels the call" if self._workspace.calls.slow else ""))

    def action_help(self) -> None:
        if isinstance(self.screen, Lines):
            self.screen.action_leave()
        elif isinstance(self.screen, ModalScreen):
            return
        else:
            place = f" · attached to {self._place}" if self._place else ""
            self.push_screen(Lines(f"Keys{place}", lines(self._focus.card), is_wide=True))

    def action_log(self) -> None:
        self._commits.toggle_class("hidden")

    def action_open_announced(self) -> None:
        if not isinstance(self.screen, ModalScreen):
            self._workspace.open_announced()

    def action_leave(self, may_be_a_slip: bool = True) -> None:
        """Quits. A letter, or a key that cancels calls, must be pressed twice within a few seconds."""
        calls = len(self._workspace.calls.slow)
        unsent = self._workspace.unsent
        warning = f"{_counted(unsent)} not sent: press again to quit" if unsent else "q again quits"
        warning = f"{calls} in progress: press again to cancel and quit" if calls else warning
        if not (calls or unsent or may_be_a_slip) or self._is_confirmed("leave", warning):
            self.exit()

    def _is_confirmed(self, effect: str, warning: str) -> bool:
        """Whether the key for an effect has been pressed twice. At the first time, shows the warning."""
        if is_confirmed := self._warned_of == effect:
            self._clear_note()
        else:
            self._show_note(warning)
            self._warned_of = effect
        return is_confirmed

    def begin(self, event: Event) -> None:
        if not (isinstance(event, Key) and event.key in _TWICE):
            self._clear_note()

    def _show_note(self, text: str) -> None:
        """Shows a note for a few seconds, or until the next key."""
        self._clear_note()
        self._note = safe(text)
        self._note_timer = self.set_timer(_SECONDS, self._clear_note)
        self._show_status()

    def _clear_note(self) -> None:
        """Removes the note. The next key of `_TWICE` then counts as the first again."""
        self._note, self._warned_of = "", ""
        if self._note_timer:
            self._note_timer.stop()

    # A shared session

    def _follow_session(self) -> None:
        """Shows the views of the shared session, if there is one, and those that other clients open later."""
        if session := self._connected.session:
            changes = session.changes()
            for view in session.views.values():
                self._workspace.join(view)
            self.run_worker(self._follow_changes(session, changes))

    async def _follow_changes(self, session: svvs.AsyncSharedSession, changes: svvs.SessionChanges) -> None:
        with suppress(svvs.Error):  # the cards or the last line show it
            async for change in changes:
                views = session.views
                for view in filter(views.__contains__, change.opened):  # the others are closed already
                    self._workspace.join(views[view])

    # The end of the server

    async def _await_end(self) -> None:
        server = self.server
        error = await server.wait_closed()
        await server.close()
        self._end = f"✗ {reason_of_end(error)}"
        self._commits.add(str(error).rstrip())
        if self._connected.session and isinstance(error, svvs.Detached) and error.status != 0:
            self._begin_reopening(is_asked=False)  # the session continues, unless the server has ended, too
        self._show_status()

    def action_reopen(self) -> None:
        self._begin_reopening(is_asked=True)

    def _begin_reopening(self, is_asked: bool) -> None:
        if not self._is_reopening:
            self._is_reopening = True
            self.run_worker(self._reopen(is_asked))

    async def _reopen(self, is_asked: bool) -> None:
        """Connects again if the connection has ended. If the user has asked, also opens the views that have ended."""
        try:
            if self._end:
                await self._start_again(is_asked)
            elif await self._connected.rejoin():
                self._use_connection()
            if not is_asked:
                self._workspace.cover_ended()
            elif opened := await self._workspace.reopen():
                self._commits.add(opened)
                self._show_note(opened)
        except svvs.Error as error:
            reason = f"✗ {str(error).splitlines()[0]}"
            if self._end and not isinstance(error, svvs.ResponseError):
                self._end = reason  # why no other server could be started
            else:
                self._show_note(reason)
        finally:
            self._is_reopening = False
            self._show_status()

    async def _start_again(self, is_asked: bool) -> None:
        """Starts another server, which may be a new build of the app.

        A session that continues is joined again. If it has ended with its server, the user must ask for a new one.
        """
        session = self._connected.session
        try:
            self._connected = await self._connect(session.token if session else None)
        except (svvs.Detached, svvs.ResponseError):
            if not (session and is_asked):
                raise
            self._connected = await self._connect(None)
        self._menu.replace(self._connected.types.values())
        self._use_connection()
        self._end = ""
        self._show_status()
        self.run_worker(self._await_end())

    def _use_connection(self) -> None:
        self._workspace.use(self._connected.opener, self._connected.types)
        self._follow_session()

    def _show_status(self) -> None:
        if not self.is_running:  # timers may fire after the screens have ended
            return
        width = self.size.width
        announced = self._workspace.announced
        more = f" (+{len(announced) - 1} more)" if len(announced) > 1 else ""
        first = f"{safe(announced[0], width - len(_OPENS) - len(more))}{more}{_OPENS}" if announced else ""
        if first != self._announced.content:  # an update computes the whole layout
            self._announced.update(first)
            self._announced.display = bool(first)
        text = self._note
        if self._end and self._is_reopening and self._connected.session and not text:
            text = "✗ The connection is lost; attaching again…"
        elif self._end and not text:
            width, text = _END_CELLS, f"{safe(self._end, _END_CELLS - len(_REOPENS))}{_REOPENS}"  # in several lines
        active = self._focus.card
        text = text or self._workspace.calls.line(width) or (active.busy_line if active else "")
        shown = mode(self.screen)
        width -= len(shown) + 1
        line = Content(cut(text, width)) if text else footer(self.screen, active, width)
        line = Content.assemble(shown, " ", line)
        if line != self._status.content:
            self._status.set_class(bool(self._end), "ended")
            self._status.update(line)
