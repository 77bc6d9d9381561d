"""The app that an agent uses: its server, the open views, and the rules of what the agent may do."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import svvs
from svvs_terminal.text import cleaned
from svvs_terminal.tui.discovery import view_types
from svvs_terminal.tui.screen import Action, NextView, ViewType, answered, is_equal
from svvs_terminal.tui.values import formatted

from . import shown
from .secret import Secrets

#: The time after which a request fails that is not a call, and that after which `open` no longer waits, in seconds.
_REQUEST, _APPEARING = 30.0, 10.0
#: The time between two reports of progress, in seconds.
_STEP = 1.0
#: The time in which an app ends, in seconds. Its calls are cancelled.
_END = 5.0
#: The confirmations of a view that are remembered, and the views that stay open while the agent does not use them.
_CONFIRMATIONS, _VIEWS = 16, 32

Progress = Callable[[str], Awaitable[None]]


class Answer(NamedTuple):
    """The result of a tool: a message of this program, and texts of the app."""

    message: str
    data: str = ""
    is_error: bool = False
    #: A text for people alone, on standard error: it may be output of the process of the app.
    reason: str = ""


class Refused(Exception):
    """A call of a tool that has no effect. The texts are those of an :class:`Answer`."""

    def __init__(self, message: str, data: str = "") -> None:
        super().__init__(message)
        self.answer = Answer(message, data, is_error=True)


@dataclass
class Opened:
    """An open view, and what the agent knows about it."""

    id: str
    view: svvs.AsyncView
    type: ViewType
    #: The state that the agent was told.
    told: Mapping[str, Any]
    #: The value that confirms a call, and the call with its question.
    confirmations: dict[str, str] = field(default_factory=dict)
    #: The tools that use the view now.
    uses: int = 0


@dataclass
class _Running:
    """A server that has started, with the view types that the agent may use and the views that it has opened."""

    server: svvs.AsyncServer
    types: Mapping[str, ViewType]
    #: By their ids, those last that were used last.
    views: dict[str, Opened] = field(default_factory=dict)
    #: The views of each type that were opened. With parameters, no id is used for another view later.
    counts: Counter[str] = field(default_factory=Counter)


class App:
    """An app for one agent. Its server starts with the first use, and again with the first use after its end."""

    def __init__(
        self, command: Sequence[str] | None, place: str | None, only: Sequence[str] | None, is_read_only: bool
    ) -> None:
        self._command, self._place, self._only = command, place, only
        self.is_read_only = is_read_only
        self.secrets = Secrets()
        self._running: _Running | None = None
        # The server that runs or starts.
        self._server: svvs.AsyncServer | None = None
        self._is_ending = False
        self._starting, self._opening = asyncio.Lock(), asyncio.Lock()
        # The calls that continue after their tool has returned.
        self._calls: set[asyncio.Task[None]] = set()

    # The tools

    async def views(self) -> Answer:
        app = await self.start()
        lines = [f"{each.id}: {each.type.name}{_params(each.type, each.view.params)}, commit {each.view.commit}"
                 for each in _open(app)]
        types = shown.lines(shown.type_line, app.types.values())
        return Answer(f"{len(types)} view types, {len(lines)} open views.",
                      "\n".join([*(["Open:", *lines] if lines else []), "Types:", *types]))

    async def open(self, view: str, params: Mapping[str, Any] | None, part: str | None, start: int,
                   progress: Progress) -> Answer:
        app = await self.start()
        opened, is_new = app.views.get(view), False
        if opened is None or not opened.view.is_open or (
                params is not None and not _is_same(opened.view.params, params)):
            async with self._opening:
                opened, is_new = await self._opened(app, view, params or {})
        with _used(app, opened):
            message = f"Opened{await self._appeared(opened, progress)}" if is_new else "Shown again"
        if part is None and start:
            raise Refused("/part: missing; expected the part that begins there")
        if part is None:
            return await self._told(opened, opened.told, f"{message}: {opened.id}, commit", is_whole=True)
        found = shown.found(opened.type, self.secrets.without(opened.view.state), part)
        if found is None:
            raise Refused(f"/part: the state of {opened.id} has no value at {json.dumps(part)}: "
                          f"expected the name of a property or a JSON pointer")
        text = shown.text_of(*found, start, shown.PAGE)
        return Answer(f"{opened.id}, commit {opened.view.commit}.", f"{part}: {text}")

    async def call(self, view: str, action: str | None, arguments: Mapping[str, Any], properties: Mapping[str, Any],
                   if_commit: int | None, confirm: str | None, progress: Progress) -> Answer:
        if self.is_read_only:
            raise Refused("This agent may only read: the program was started with --read-only.")
        app = await self.start()
        opened = _known(app, view)
        before, kind = opened.told, opened.type.action(action)
        if action is not None and kind is None:
            names = ", ".join(each.name for each in opened.type.actions) or "none"
            raise Refused(f"/action: {opened.id} has no action {json.dumps(action)}; it has: {names}")
        if kind is None and (arguments or not properties):
            raise Refused("/action: missing; expected an action, or only properties to set")
        sent = _arguments(opened, kind, arguments, properties) if kind else {}
        if if_commit is not None and properties:
            if kind:  # the properties would be set although the call is refused
                raise Refused("/ifCommit: with set and an action, set first, then call with the commit of the result")
            if opened.view.commit > if_commit:
                raise svvs.ContentModified(-32801, "", {"commit": opened.view.commit})
        if kind:
            _confirm(opened, kind, sent, properties, confirm, self.secrets)
        with _used(app, opened):
            if properties:
                with _path(r"^/properties", "/set"):
                    await asyncio.wait_for(opened.view.set(**properties), _REQUEST)
            if kind:
                guard = {} if if_commit is None else {"ifCommit": if_commit}
                call = self._start(opened, kind.name, {**sent, **guard})
                try:
                    with _path("^", "/arguments"):
                        await self._watched(opened, call, progress)
                except asyncio.CancelledError:
                    if kind.is_cancellable:
                        call.cancel()
                    raise
        message = f"Called {kind.name}" if kind else f"Set {', '.join(properties)}"
        settled = kind.settled(sent, opened.view.state) if kind else None
        return await self._told(opened, before, f"{message}, {opened.id} has commit", settled)

    async def wait(self, view: str, pointer: str | None, value: tuple[Any] | None, seconds: float,
                   progress: Progress) -> Answer:
        app = await self.start()
        opened = _known(app, view)
        changes, told, began = opened.view.changes(), opened.told, time.monotonic()
        steps = shown.steps_of(pointer) if pointer is not None else []
        if steps and opened.type.part(steps[0]) is None:
            names = ", ".join(each.name for each in opened.type.properties)
            raise Refused(f"/pointer: {opened.id} has no property {json.dumps(steps[0])}; it has: {names}")
        if value and pointer is None:
            raise Refused("/pointer: missing; expected the place of the value")
        before, state = shown.at(told, steps), opened.view.state

        def is_met(state: Mapping[str, Any]) -> bool:
            if pointer is None:
                return shown.is_news(opened.type, told, state)
            now = shown.at(state, steps)
            return is_equal(now, value[0]) if value else not is_equal(now, before)

        with _used(app, opened):
            while not is_met(state if value else opened.view.state):
                left = began + seconds - time.monotonic()
                if left <= 0:
                    return await self._told(opened, told, f"Not met within {seconds:g} s, {opened.id} has commit")
                try:
                    state = (await asyncio.wait_for(anext(changes), min(left, _STEP))).state
                except StopAsyncIteration:
                    raise svvs.ViewClosed from None
                except asyncio.TimeoutError:
                    await progress(_progress(opened, began))
        return await self._told(opened, told, f"Met, {opened.id} has commit")

    async def close(self) -> None:
        """Ends the app, and cancels its calls. Kills it if this is cancelled. A shared server continues.

        The app does not start again.
        """
        self._is_ending = True
        await self._close()

    async def _close(self) -> None:
        if (server := self._server) is not None:
            requests = [server.request("shutdown")] if self._place is None and server.is_connected else []
            await asyncio.gather(*requests, server.close(), return_exceptions=True)

    # The server

    async def start(self) -> _Running:
        async with self._starting:
            if self._running is None or not self._running.server.is_connected:
                await self._close()
                self._running = None
                self._running = await self._started()
            return self._running

    async def _started(self) -> _Running:
        if self._is_ending:
            raise Refused("Not called: this program ends.")
        new = svvs.AsyncServer if self._place is None else partial(svvs.AsyncServer.attach, self._place)
        self._server = server = new(command=self._command, timeout=_REQUEST, close_timeout=_END)
        await server.start()
        try:
            document = await server.request("rpc.discover")
            types = view_types(document)
            if unknown := sorted(set(self._only or ()) - set(types)):
                raise Refused(f"--only: the app has no view type {json.dumps(unknown[0])}; it has: {', '.join(types)}")
        except BaseException:
            await server.close()
            raise
        self.secrets.read(types.values(), document["x-screens"])
        server.timeout = None  # long calls are cancelled by the agent
        return _Running(server, {name: each for name, each in types.items() if not self._only or name in self._only})

    # Views

    async def _opened(self, app: _Running, view: str, params: Mapping[str, Any]) -> tuple[Opened, bool]:
        """The view of a type with these parameters, and whether it is new."""
        held = app.views.get(view)
        type = app.types.get(view) or (held.type if held else None)
        if type is None:
            raise Refused(f"/view: there is no view type {json.dumps(view)}; there are: {', '.join(app.types)}")
        for each in _open(app):
            if each.type is type and _is_same(each.view.params, params):
                return each, False
        if "delivery" in params:
            raise Refused("/params/delivery: this name cannot be that of a parameter")
        new = await asyncio.wait_for(app.server.open(type.name, **params), _REQUEST)
        app.counts[type.name] += 1
        number = app.counts[type.name] if type.params else 1
        id = type.name if number == 1 else f"{type.name}#{number}"
        opened = app.views[id] = Opened(id, new, type, new.state)
        for old in [each for each in _open(app) if not each.uses][:-_VIEWS]:
            with suppress(svvs.Error, asyncio.TimeoutError):
                await asyncio.wait_for(old.view.close(), _REQUEST)
        app.views = {each.id: each for each in _open(app)}
        return opened, True

    async def _told(self, opened: Opened, before: Mapping[str, Any], message: str, settled: NextView | None = None,
                    is_whole: bool = False) -> Answer:
        """What differs from an earlier state, or the whole state, and what to do next.

        The earlier state is that at the beginning of a call, because another call may end before. A message of success
        and a view or a file that opens are told once.
        """
        told, type, app = self.secrets.without(opened.told), opened.type, self._running
        opened.told, commit, resets = opened.view.state, opened.view.commit, dict[str, Any]()
        # Before anything is cut: a part of a secret is no longer found.
        before, after = self.secrets.without(before), self.secrets.without(opened.told)
        texts = [shown.described(type, after)] if is_whole else shown.changes(type, before, after)
        notes = [] if texts else ["Nothing that people see has changed."]
        next_views: list[tuple[Mapping[str, Any], NextView]] = [({}, settled)] if settled else []
        for part, next in type.changed(told, after):
            if isinstance(next, NextView):
                next_views.append((part.returned(after), next))
            else:  # it stays, because the agent opens no file
                notes.append(f"The app shows a place in a file: {part.name}.")
                texts.append(f"place of {part.name}: {cleaned(next.place.text)}")
        for text, notice in type.notices(told, after):
            texts.append(f"notice: {cleaned(text)}")
            resets.update({notice.name: None} if notice else {})  # the same text can come again
        for properties, view in next_views:
            if app and (target := app.types.get(view.type)):
                notes.append(f"The app goes on to {view.type}: open it{' with these params' if view.params else ''}.")
                texts += [f"params of {view.type}:{_params(target, view.params)}"] if view.params else []
            resets.update(properties)  # the same value can open the view again
        expected = {**opened.told, **resets}
        await self._reset(opened, resets)
        if is_equal(opened.view.state, expected):  # otherwise others have changed it meanwhile, which is not told
            commit = opened.view.commit
        if not opened.view.is_open:
            notes.append(f"The app has closed {opened.id}.")
        elif busy := type.busy(after):
            notes.append(f"Work is in progress ({', '.join(busy)}): use wait.")
        others = [each.id for each in _open(app) if each is not opened
                  and shown.is_news(each.type, each.told, each.view.state)] if app else []
        if others:
            notes.append(f"Also changed: {', '.join(others)}.")
        return Answer(" ".join([f"{message} {commit}.", *notes]), "\n".join(texts))

    async def _reset(self, opened: Opened, properties: Mapping[str, Any]) -> None:
        if properties and not self.is_read_only and opened.view.is_open:
            with suppress(svvs.Error, asyncio.TimeoutError):  # the call before it had its effect, which is told
                await asyncio.wait_for(opened.view.set(**properties), _REQUEST)
                opened.told = {**opened.told, **properties}

    # Calls

    def _start(self, opened: Opened, action: str, arguments: Mapping[str, Any]) -> asyncio.Task[None]:
        call = asyncio.ensure_future(opened.view.call(action, **arguments))
        self._calls.add(call)
        call.add_done_callback(self._ended)
        return call

    def _ended(self, call: asyncio.Task[None]) -> None:
        self._calls.discard(call)
        if not call.cancelled():
            call.exception()  # otherwise an error that nobody waits for is logged

    async def _appeared(self, opened: Opened, progress: Progress) -> str:
        """Calls the action of appearing, and waits for a while: it may continue as long as the view is open."""
        action = opened.type.on_appear
        if action is None:
            return ""
        if self.is_read_only:
            return f" ({action} is not called, so that values may be missing)"
        call = self._start(opened, action, {})
        try:
            await self._watched(opened, call, progress, _APPEARING)
        except svvs.ResponseError as error:
            return f" ({action} failed: {cleaned(error.kind)})"
        return "" if call.done() else f" ({action} is in progress: use wait)"

    async def _watched(
        self, opened: Opened, call: asyncio.Task[None], progress: Progress, seconds: float = float("inf")
    ) -> None:
        """Waits for a call, and reports progress. Raises the error of the call."""
        began = time.monotonic()
        while not call.done() and (left := began + seconds - time.monotonic()) > 0:
            await asyncio.wait([call], timeout=min(left, _STEP))
            if not call.done():
                await progress(_progress(opened, began))
        if call.done():
            await call


@contextmanager
def _path(pattern: str, place: str) -> Iterator[None]:
    """Names the path of an error in the arguments of the tool."""
    try:
        yield
    except svvs.ResponseError as error:
        if isinstance(error.data, dict) and isinstance(error.data.get("path"), str):
            error.data = {**error.data, "path": re.sub(pattern, place, error.data["path"])}
        raise


@contextmanager
def _used(app: _Running, opened: Opened) -> Iterator[None]:
    """Keeps a view open, which is now the one that was used last."""
    app.views[opened.id] = app.views.pop(opened.id, opened)
    opened.uses += 1
    try:
        yield
    finally:
        opened.uses -= 1


def _arguments(
    opened: Opened, action: Action, given: Mapping[str, Any], properties: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments to send: those that are given, and the fields of the form that are arguments, too."""
    held = {**opened.view.state, **properties}
    passed = opened.type.submitted(action, held.get)
    sent = {**{name: value for name, value in passed.items() if name in held}, **given}
    for each in action.arguments:
        if each.is_required and each.name not in sent:
            raise Refused(f"/arguments/{each.name}: missing; expected {shown.kind_of(each)}")
        if each.name in given and not each.accepts(given[each.name]):
            raise Refused(f"/arguments/{each.name}: expected a text that is not empty")
    return answered(action.arguments, sent)


def _confirm(opened: Opened, action: Action, arguments: Mapping[str, Any], properties: Mapping[str, Any],
             confirm: str | None, secret: Secrets) -> None:
    """Refuses a call that has to be confirmed, unless `confirm` is the value of an earlier refusal of the same call."""
    if not action.confirm:
        return
    named = opened.type.concerned(action, arguments, opened.view.state)
    question = f"{action.confirm} {formatted(named[0], secret.without(named[1]))}" if named else action.confirm
    call = json.dumps([action.name, arguments, properties, question], sort_keys=True)
    if confirm is not None and opened.confirmations.pop(confirm, None) == call:
        return
    value = secrets.token_hex(4)
    opened.confirmations[value] = call
    for old in list(opened.confirmations)[:-_CONFIRMATIONS]:
        del opened.confirmations[old]
    raise Refused(f"Not called: {action.name} has to be confirmed. Unless your user has asked for exactly this, ask. "
                  f'To confirm, repeat the call with "confirm": "{value}".', question)


def _is_same(params: Mapping[str, Any], others: Mapping[str, Any]) -> bool:
    return params.keys() == others.keys() and all(is_equal(each, others[name]) for name, each in params.items())


def _open(app: _Running) -> list[Opened]:
    return [each for each in app.views.values() if each.view.is_open]


def _params(type: ViewType, all: Mapping[str, Any]) -> str:
    params = type.shown_params(all)
    return f" {cleaned(json.dumps(params, ensure_ascii=False))}" if params else ""


def _known(app: _Running, view: str) -> Opened:
    opened = app.views.get(view)
    if opened is None or not opened.view.is_open:
        names = ", ".join(each.id for each in _open(app)) or "none"
        raise Refused(f"/view: {json.dumps(view)} is not open or was closed; open views: {names}. Open it first.")
    return opened


def _progress(opened: Opened, began: float) -> str:
    return f"{time.monotonic() - began:.0f} s{shown.percentages(opened.type, opened.view.state)}"


def refusal(error: Exception) -> Answer:
    """The answer for an error. Only its reason may contain output of the process of the app."""
    if isinstance(error, Refused):
        return error.answer
    message, data = f"The app cannot be used ({type(error).__name__}). The reason is in the log of the agent.", ""
    if isinstance(error, svvs.ContentModified):
        message = (f"Not called: the view has changed, or no longer asks this question; its commit is {error.commit}. "
                   "Read it with open.")
    elif isinstance(error, svvs.RequestCancelled):
        message = f"Cancelled ({cleaned(str(error.reason))}). It may have had its effect: read the state."
    elif isinstance(error, svvs.ResponseError):
        path = error.data.get("path") if isinstance(error.data, dict) else None
        message = f"Refused: {cleaned(error.kind)}{f' at {cleaned(path)}' if path else ''}."
        data = cleaned(error.message)
    elif isinstance(error, svvs.ViewClosed):
        message = "/view: the view was closed. Open it again."
    elif isinstance(error, (svvs.TimedOut, asyncio.TimeoutError)):
        message = f"The app did not reply within {_REQUEST:g} s. It may have had its effect: read the state."
    elif isinstance(error, svvs.ServerDied):
        names = {-each.value: f"was ended by {each.name}" for each in signal.Signals}
        how = names.get(error.status, f"has ended with status {error.status}")
        message = f"The app {how}. Its views are closed. The next call starts it again."
    elif isinstance(error, (ValueError, RecursionError)):
        message = "A value cannot be sent as JSON: expected valid Unicode, finite numbers and fewer levels."
    return Answer(message, data, True, "" if isinstance(error, (svvs.ResponseError, svvs.ViewClosed)) else str(error))
