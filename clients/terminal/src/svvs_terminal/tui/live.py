"""Connects a card to its view on the server: sends the requests of the card, and shows the changes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Any, Protocol

import svvs
from svvs.typed import is_object

from .ask import Confirm, ask
from .asking import ELSEWHERE, Asker
from .asking import Place as AskingPlace
from .calls import Call, Calls
from .card import Card
from .draft import Draft, Ending
from .fields import TextField
from .location import Location
from .screen import Action, Field, NextFile, NextView, is_equal
from .log import Changes
from .values import NotAValue, formatted, parsed

#: The minimum time between a change and an update of the card, and between two updates, in seconds.
_FRAME, _PAUSE = 0.03, 0.1
#: The minimum time between two updates in relation to the time that an update takes, so that keys are handled, and the
#: longest such time in seconds: while an update is in progress, the process may be stopped for hours.
_SHARE, _LONGEST = 3, 1.0
#: The maximum cells of the text beside a question.
_ABOUT = 200
#: The draft of a field, and a text of it that is on its way.
Sent = tuple[Draft, str]
#: Opens views: a server, or a shared session of it.
Opener = svvs.AsyncServer | svvs.AsyncSharedSession


class Place(AskingPlace, Protocol):
    """The place of a card among the others."""

    def run_worker(self, work: Coroutine[Any, Any, Any]) -> object:
        """Runs work that outlives the card."""

    def lead(self, card: Card, view: NextView, is_chosen: bool) -> None:
        """Opens a view to which a card leads, and goes there if the user has chosen it or may leave the card."""

    def is_at(self, card: Card) -> bool:
        """Whether the user is on a card, and nothing that the user does there would be interrupted."""

    async def edit(self, place: Location, is_wanted: Callable[[], bool]) -> str:
        """Opens a place in the editor if it is still wanted when the editor is free, and waits for its end.

        Returns the reason if it cannot be opened.
        """

    def fit(self, card: Card) -> None:
        """Handles another state of a card."""

    def uncover(self, card: Card) -> None:
        """Handles that a card shows a new view."""

    def draw(self, draft: Draft, due: str | None) -> None:
        """Shows a draft in the field that has it now, which may be on a later card of the view."""


class LiveView:
    """The view of a card, which handles its requests. It can be opened again on another server."""

    def __init__(self, card: Card, calls: Calls, log: Callable[[str], None], place: Place) -> None:
        self.card, self._calls, self._log, self._place = card, calls, log, place
        card.requests = self
        #: The properties that have opened other cards from this one.
        self._followed: set[str] = set()
        self._view: svvs.AsyncView | None = None
        self._opener: Opener | None = None
        self._is_closed = False
        self._changes = Changes({}, 0)
        self._askers: dict[str, Asker] = {}
        self._is_due = False
        #: The earliest time of the next update of the card.
        self._next_update = 0.0
        #: Held while the server opens the view. What the user does on the card in the meantime waits for it.
        self._opening = asyncio.Lock()
        #: Held while properties are set, and until the call that follows has ended: what is set next waits for it.
        self._setting = asyncio.Lock()

    def is_on(self, opener: Opener) -> bool:
        """Whether the view is open on a server or in a session, or is being opened."""
        return self._opener is opener and (self._opening.locked() or self.id is not None)

    @property
    def id(self) -> str | None:
        """The view's id, if it is open."""
        return self._view.id if self._view and self._view.is_open else None

    async def begin(self, opener: Opener) -> str:
        """Opens the view, and shows its state and changes. The delivery is "patch", because arrays may be long.

        Returns the reason if the server refuses it. The card then hides an earlier state.
        """
        if self.is_on(opener):
            return ""
        with self._errors_shown():
            if self._opener not in (None, opener):
                self._stop(Draft.lose)
            self._opener = opener
            try:
                async with self._opening:
                    with self._calls.waiting(f"{self.card.title} · opening"):
                        view = await self._open(opener)
            except svvs.ResponseError as error:
                self.card.cover(error.message)
                return error.message
            if self._is_closed:  # closed while the view was being opened
                await view.close()
                return ""
            await self._show_view(view)
            self.card.run_worker(self._appear())
        return ""

    async def _open(self, opener: Opener) -> svvs.AsyncView:
        """Opens the view, in a shared session with its old id, so that the other clients find it again, too."""
        open = partial(opener.open, self.card.type.name, delivery="patch", **self.card.params)
        if self._view and isinstance(opener, svvs.AsyncSharedSession):
            try:
                return await open(self._view.id)
            except svvs.ResponseError as error:  # another view has this id
                if not (is_object(error.data) and error.data.get("path") == "/view"):
                    raise
        return await open()

    def join(self, opener: Opener, view: svvs.AsyncView) -> None:
        """Shows a view that another client has opened. Its `onAppear` action is not called again."""
        self._opener, self._view = opener, view
        self._place.run_worker(self._show_view(view))

    async def _show_view(self, view: svvs.AsyncView) -> None:
        self._view = view
        changes, self._changes = view.changes(), Changes(view.state, view.commit)
        self.card.cover("")
        for field in self.card.fields:
            field.begin(view.state.get(field.field.name))
        self.card.show(view.state)
        self._stop_asking()
        questions = [each for each in self.card.type.properties if each.role == "question"]
        self._askers = {each.name: Asker(each, self.card, self._place, self._answer) for each in questions}
        self._ask()
        self._place.uncover(self.card)
        self._followed.clear()
        self.card.run_worker(self._follow(changes))

    async def renew(self, opener: Opener) -> None:
        """Closes the view, and opens a new one."""
        view, self._view = self._view, None
        if view:
            self._stop(Draft.close)
            await self._close(view)
        await self.begin(opener)

    async def _appear(self) -> None:
        """Calls the `onAppear` action of the view type, if there is one."""
        with self._errors_shown(keeps_earlier=True):  # the view may have ended already
            if self._view and (action := self.card.type.action(self.card.type.on_appear)):
                await self._call(self._view, action, {}, is_of_user=False)

    def close(self) -> None:
        """Closes the view, which cancels its calls. A view that is being opened is closed afterwards."""
        self._is_closed = True
        self._stop(Draft.close)
        if self._view:
            self._place.run_worker(self._close(self._view))

    async def _close(self, view: svvs.AsyncView) -> None:
        with self._errors_shown():
            await view.close()

    def act(self, action: Action, row: Any, is_asked: bool) -> None:
        self._complete(action, action.row_arguments(action.rows, row) if action.rows else {}, is_asked)

    def submit(self, action: Action | None) -> None:
        with self._errors_shown():
            if action:
                self._complete(action, self.card.type.submitted(action, self.card.held))
            else:
                self.call(None, {})

    def _complete(self, action: Action, given: Mapping[str, Any], is_asked: bool = False) -> None:
        """Calls an action, after asking for missing arguments."""
        type, state = self.card.type, self.card.state
        fields = action.asked(given, is_asked)
        if not fields:
            self._confirm(action, given)
            return
        offered = {field.name: [(value, formatted(*name, is_short=True) if name else "") for value, name in type.offers(field, state)]
                   for field in fields}

        def call(answers: Mapping[str, Any]) -> None:
            self._calls.answers[type.name, action.name] = answers
            self._confirm(action, action.called(given, answers))

        known = self._calls.answers.get((type.name, action.name))
        ask(self.card, f"{self.card.title} · {action.title}", fields, call, known, offered)

    def _confirm(self, action: Action, arguments: Mapping[str, Any]) -> None:
        """Calls an action, after a yes to its question, if it has one."""
        if not action.confirm:
            self.call(action, arguments)
            return
        concerned = self.card.type.concerned(action, arguments, self.card.state)
        about = formatted(*concerned, cells=_ABOUT, is_short=True) if concerned else ""
        if concerned and concerned[0] is action.of_row:  # not the name of a row
            about = f"{concerned[0].title}: {about}"
        window = Confirm(f"{self.card.title} · {action.title}", action.confirm, about)
        self.card.app.push_screen(window, lambda is_confirmed: self.call(action, arguments) if is_confirmed else None)

    def _ask(self) -> None:
        for name, asker in self._askers.items():
            asker.show(self.card.state.get(name))

    def _stop_asking(self) -> None:
        for asker in self._askers.values():
            asker.stop()

    def _answer(self, name: str, arguments: Mapping[str, Any], ended: Callable[[], None]) -> None:
        self._place.run_worker(self._send_answer(name, arguments, ended))

    async def _send_answer(self, name: str, arguments: Mapping[str, Any], ended: Callable[[], None]) -> None:
        """Answers a question at once and without typed texts: a call in progress may wait for the answer."""
        try:
            with self._errors_shown():
                if self._view and (action := self.card.type.action(name)):
                    await self._call(self._view, action, arguments)
        finally:
            ended()

    def call(self, action: Action | None, arguments: Mapping[str, Any]) -> None:
        """Sends the texts of the fields as they are now, all or none, and calls an action, if there is one.

        A call that cancels sends none.
        """
        with self._errors_shown():
            fields = [] if action and self.card.type.cancels(action) else self._submitted(action)
            values = {each.field.name: self.card.held(each.field.name) for each in fields}
            sent = [(each.draft, text) for each in fields if (text := each.draft.enter()) is not None]
            for field in fields:
                field.draw()
            self._place.run_worker(self._submit(sent, values, action, arguments))

    def _submitted(self, action: Action | None) -> list[TextField]:
        """The fields that are set before a call.

        A text that is on its way is set again: the action is not called if it is refused. A message is only sent by the
        action of its field.
        """
        def is_due(field: TextField) -> bool:
            draft, is_own = field.draft, action is not None and field.field.submits == action.name
            is_edited = draft.typed is not None or action is not None and draft.sent
            return is_own and draft.is_ready or bool(is_edited and not draft.is_message)

        return [each for each in self.card.fields if is_due(each)]

    def send(self, field: TextField, text: str) -> None:
        sent = [(field.draft, text)]
        with self._errors_shown():
            try:
                values = {field.field.name: parsed(field.field, text)}
            except NotAValue:
                self._end(sent, Ending.REFUSED)
                raise
            self._place.run_worker(self._submit(sent, values, None, {}))

    async def _submit(
        self, sent: Sequence[Sent], values: Mapping[str, Any], action: Action | None, arguments: Mapping[str, Any],
        keeps_error: bool = False,
    ) -> None:
        type, ending = self.card.type, Ending.REFUSED
        with self._errors_shown(keeps_error):
            try:
                is_alone = not values and action and (type.cancels(action) or not type.submitting(action))
                async with self._opening:
                    view = self._view  # if it is closed in the meantime, nothing is sent to the next one
                async with nullcontext() if is_alone else self._setting:
                    if view and values:
                        with self._calls.waiting(f"{self.card.title} · sending"):
                            await view.set(**values)
                        submitted = [each for each in sent if action and each[0].field.submits == action.name]
                        self._end([each for each in sent if each not in submitted], Ending.SET)
                        sent = submitted
                    if view and action:
                        ending = await self._call(view, action, arguments)
            finally:
                self._end(sent, ending)

    def _end(self, sent: Sequence[Sent], ending: Ending) -> None:
        """Handles the end of texts, after the changes of the state."""
        if sent:
            self._show()
        for draft, text in sent:
            self._place.draw(draft, draft.end(text, ending))

    def set(self, field: Field, value: Any, is_automatic: bool = False) -> None:
        self._place.run_worker(self._submit([], {field.name: value}, None, {}, is_automatic))

    def open(self, field: Field, next: NextView | NextFile) -> None:
        if isinstance(next, NextView):
            self._place.lead(self.card, next, is_chosen=True)
        else:
            self._place.run_worker(self._edit(field, next))

    async def _edit(self, field: Field, file: NextFile) -> None:
        """Opens a file in the editor, and then resets the property that names it."""
        self._place.announce(self.card, field.name)
        def is_wanted() -> bool:
            is_current = is_equal(self._changes.state.get(field.name), file.value)
            return bool(self.id) and not self._is_closed and (is_current or not field.opens_value)

        if reason := await self._place.edit(file.place, is_wanted):
            self._place.say(f"{self.card.title}: {reason}")
        elif is_equal(self.card.state.get(field.name), file.value):
            for value in field.returned(self.card.state).values():
                self.set(field, value, is_automatic=True)

    def come_back(self) -> None:
        """Resets the properties that have opened other views."""
        for field in self.card.type.properties:
            if field.name in self._followed:
                for value in field.returned(self.card.state).values():
                    self.set(field, value)
        self._followed.clear()

    async def _call(
        self, view: svvs.AsyncView, action: Action, arguments: Mapping[str, Any], is_of_user: bool = True
    ) -> Ending:
        """Calls an action, and waits for the end of the call."""
        task = asyncio.ensure_future(view.call(action.name, **arguments))
        is_opening = action.name == self.card.type.on_appear and not action.is_offered
        title = f"{self.card.title} · {'opening' if is_opening else action.title}"
        call = self._calls.begin(view.id, action.name, title, task, action.is_cancellable, is_of_user)
        ending = Ending.REFUSED
        try:
            await task
            ending = Ending.CALLED
            await self._log_end(call)
        except (svvs.RequestCancelled, svvs.ServerDied):  # its view is closed, or the app shows it
            ending = Ending.LOST
        except asyncio.CancelledError:
            if not call.is_cancelled:
                raise
            ending = Ending.LOST
            self._show()
            self._log(f"{call.title} {self._calls.elapsed(call):.2f} s · cancelled")
        finally:
            task.cancel()
            self._calls.end(call)
        if ending is Ending.CALLED:
            self._calls.answers.pop((self.card.type.name, action.name), None)
            if next_view := action.settled(arguments, self.card.state):
                self._place.lead(self.card, next_view, is_chosen=False)
        return ending

    async def _log_end(self, call: Call) -> None:
        """Logs the end of a call after its changes."""
        seconds = self._calls.elapsed(call)
        while self._view and self.id and self._changes.commit < self._view.commit:
            await asyncio.sleep(0)  # the task of `_follow` has yet to read the change
        self._show()
        nothing = "" if self._calls.commits > call.commits else " · changed nothing"
        self._log(f"{call.title} {seconds:.2f} s · settled{nothing}")

    async def _follow(self, changes: svvs.Changes) -> None:
        try:
            async for change in changes:
                self._notify(self._changes.state, change.state)
                self._follow_files(self._changes.state, change.state)
                self._changes.add(change, self._calls)
                if not self._is_due:
                    self._is_due = True
                    self.card.set_timer(max(_FRAME, self._next_update - time.monotonic()), self._show)
        except svvs.Error as error:
            self._show()  # the changes before the end
            if not isinstance(self._opener, svvs.AsyncSharedSession):  # which continues if only the connection is lost
                self._stop(Draft.lose)
            if not isinstance(error, svvs.ServerDied):  # the app shows it
                self.card.cover("the connection was lost · Ctrl+R to reopen")
        else:
            if self._view and not self._is_closed:
                self._show()
                self._stop(Draft.close)
                self.cover_closed()

    def _notify(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """Shows messages of success, which go by themselves, once."""
        for text, field in self.card.type.notices(before, after):
            self._place.say(f"{self.card.title}: {text}")
            if field:
                self.set(field, None, is_automatic=True)

    def _follow_files(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """Opens the files of values that have changed during a call of the user, who is on the card.

        Others are offered by a line and a key.
        """
        for field in self.card.type.properties:
            if field.opens_value and not is_equal(before.get(field.name), after.get(field.name)):
                self._place.announce(self.card, field.name)
        for field, file in self.card.type.changed(before, after):
            if isinstance(file, NextFile) and self._calls.is_calling(self.id) and self._place.is_at(self.card):
                self.open(field, file)
            elif isinstance(file, NextFile):
                line = f"{self.card.title}: {file.place.text}"
                self._place.announce(self.card, field.name, line, partial(self.open, field, file))

    def _stop(self, end: Callable[[Draft], None]) -> None:
        """Tells the texts and the questions that the view is closed, or that the server has ended."""
        self._stop_asking()
        for field in self.card.type.properties:
            self._place.announce(self.card, field.name)
        for draft in self.card.drafts.values():
            end(draft)
            self._place.draw(draft, None)

    def cover_closed(self) -> None:
        self.card.cover(self._closed_text)

    @property
    def _closed_text(self) -> str:
        """The text of a card whose view was closed: in a shared session, by the server or by another client."""
        by = "" if isinstance(self._opener, svvs.AsyncSharedSession) else " by the server"
        return f"closed{by} · Ctrl+R to reopen"

    def _show(self) -> None:
        self._is_due = False
        if self._is_closed or self.card.is_covered:
            return
        begun = time.monotonic()
        self._next_update = begun + _PAUSE
        self.card.call_after_refresh(self._pause, begun)
        before = self.card.state
        if lines := self._changes.take(self.card.type):
            self._log("\n".join(lines))
        self.card.show(self._view.state if self._view else self._changes.state)
        self._ask()
        for field, found in self.card.type.changed(before, self.card.state):
            if isinstance(found, NextView):
                self._followed.add(field.name)
                self._place.lead(self.card, found, is_chosen=False)
        self._place.fit(self.card)

    def _pause(self, begun: float) -> None:
        """Handles the end of an update. A terminal or a machine that is slow is sent fewer."""
        now = time.monotonic()
        self._next_update = max(self._next_update, now + min(_SHARE * (now - begun), _LONGEST))

    @contextmanager
    def _errors_shown(self, keeps_earlier: bool = False) -> Generator[None, None, None]:
        """Shows errors of the block on the card, in place of an earlier one."""
        if not keeps_earlier:
            self.card.show_error("")
        try:
            yield
        except (svvs.RequestCancelled, svvs.ServerDied):
            pass  # the user has cancelled it, or the app shows the end
        except svvs.ContentModified:
            self._place.say(f"{self.card.title}: {ELSEWHERE}")
        except svvs.ViewClosed:
            if not self.id:  # otherwise the next view is open
                self.card.show_error(self._closed_text)
        except (svvs.Error, NotAValue, ValueError) as error:  # ValueError: for an unpaired surrogate, for example
            self.card.show_error(error.message if isinstance(error, svvs.ResponseError) else str(error))
