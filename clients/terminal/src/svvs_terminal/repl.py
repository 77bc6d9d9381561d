"""The command `repl`, which runs commands from standard input on the views of one server."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from io import BytesIO, TextIOWrapper
from threading import Condition
from typing import Any, cast

import svvs

from .servers import started
from .status import DONE, print_error, status_of
from .text import json_text
from .words import WordError, assignments, hint, parameters, split

#: The errors of a line after which the next line is read.
_LINE_ERRORS = (svvs.ResponseError, svvs.TimedOut, svvs.ViewClosed, WordError)

_HELP = """\
open TYPE NAME=VALUE ...    opens a view and names it after its type
VIEW                        prints the state of the view
VIEW.ACTION NAME=VALUE ...  calls an action; NAME:=JSON for other values than texts
VIEW.NAME=VALUE ...         sets properties
.ACTION, .NAME=VALUE        the same for the view that was used last
close VIEW                  closes the view
help                        lists these commands
quit                        ends the command"""


def repl(options: argparse.Namespace) -> int:
    """Runs lines until the end of input or `quit`. The status is that of the first line that failed.

    :raises Error: if the server ends first.
    """
    lines = cast("TextIOWrapper", sys.stdin or TextIOWrapper(BytesIO()))  # none if the program was started without it
    lines.reconfigure(errors="surrogateescape")  # a line that is not UTF-8 fails, and the next one is read
    status = DONE
    with started(options) as server:
        views = Views(server)
        for number, line in enumerate(lines, start=1):
            try:
                if not _run(line, views):
                    break
            except _LINE_ERRORS as error:
                status = status or status_of(error)
                print_error(f"line {number}: {error}{hint(error, line.split())}")
            views.flush()
    end = server.wait_closed()
    if isinstance(end, svvs.ServerDied) and end.status == 0:
        return status
    raise end


def _run(line: str, views: Views) -> bool:
    """Runs a line. Returns false for `quit`.

    :raises WordError: if it is not a command.
    """
    first, *rest = split(line) or [""]
    name, _, member = first.partition(".")
    if first == "quit":
        return False
    if first == "help":
        _print(_HELP)
    elif first == "open":
        views.open(rest)
    elif first == "close":
        views.close(rest)
    elif "=" in member:
        views.set(name, assignments([member, *rest]))
    elif member:
        views.call(name, member, assignments(rest))
    elif first:
        views.show(name)
    return True


@dataclass(eq=False)
class _Printed:
    """An open view, and the last commit whose changes were printed."""

    view: svvs.View
    commit: int = 0
    #: Whether no more changes follow.
    is_over: bool = False


class Views:
    """Open views by name. Prints their states and changes.

    >>> from svvs_terminal.repl import Views
    >>> views = Views(server)
    >>> views.open(["counterA"])
    counterA: {"count": 0}
    >>> views.call("counterA", "increment", {"by": 5})
    counterA: count = 5
    >>> views.call("counterA", "increment", {"by": 0})
    counterA.increment changed nothing
    """

    def __init__(self, server: svvs.Server) -> None:
        self._server = server
        self._views: dict[str, _Printed] = {}
        #: The name of the view that was used last.
        self._last = ""
        #: The number of printed changes. The lock is held while printing.
        self._count = 0
        self._lock = Condition()
        #: The error of printing a change in the thread of callbacks, which the next `flush` raises.
        self._error: OSError | None = None

    def open(self, words: list[str]) -> None:
        """Opens a view by its type and parameters. Its name is the type, with a number if that is taken.

        If the type requires one parameter, its value may be written without its name.
        """
        if not words:
            raise WordError("expected `open TYPE [NAME=VALUE…]`")
        rest = words[1:]
        if rest and "=" not in rest[0]:
            rest[0] = f"{self._required(words[0])}={rest[0]}"
        view = self._server.open(words[0], **parameters(rest))
        name, number = words[0], 1
        while name in self._views:
            number += 1
            name = f"{words[0]}{number}"
        printed = self._views[name] = _Printed(view)
        with self._lock:  # so that the state is printed before the first change
            view.subscribe(partial(self._print_change, name, printed), partial(self._print_end, name, printed))
            printed.commit = view.commit
            self.show(name)

    def _required(self, type: str) -> str:
        """The name of the only parameter that a view type requires, with a colon if it is not a text."""
        types = self._server.request("rpc.discover")["x-viewTypes"]
        if type not in types:
            raise WordError(f"`{type}` is not a view type; expected one of: {', '.join(types)}")
        params = types[type].get("params", {})
        if len(required := params.get("required", [])) != 1:
            raise WordError("expected NAME=TEXT or NAME:=JSON")
        name: str = required[0]
        schema = params["properties"][name]
        is_text = schema.get("anyOf", [schema])[0].get("type") == "string"  # `anyOf` if it may be null
        return name + ("" if is_text else ":")

    def show(self, name: str) -> None:
        """Prints the state of a view."""
        state = self._named(name).view.state
        with self._lock:
            _print(f"{self._last}: {json_text(dict(state))}")

    def call(self, name: str, action: str, arguments: Mapping[str, Any]) -> None:
        """Calls an action, and prints its changes."""
        view, before = self._named(name).view, self._count
        view.call(action, **arguments)
        self.flush()
        if self._count == before:
            _print(f"{self._last}.{action} changed nothing")

    def set(self, name: str, properties: Mapping[str, Any]) -> None:
        """Sets properties, and prints the changes."""
        view, before = self._named(name).view, self._count
        view.set(**properties)
        self.flush()
        if self._count == before:
            _print(f"{self._last} did not change")

    def close(self, words: list[str]) -> None:
        """Closes a view."""
        if not words:
            raise WordError("expected `close VIEW`")
        view = self._named(words[0]).view
        del self._views[words[0]]
        self._last = next(reversed(self._views), "")
        view.close()

    def flush(self) -> None:
        """Waits until all changes so far are printed.

        :raises OSError: if one of them could not be printed.
        """
        with self._lock:
            self._lock.wait_for(lambda: all(map(_is_printed, self._views.values())))
            if self._error:
                raise self._error

    def _named(self, name: str) -> _Printed:
        """The view of a name; if that is empty, the view that was used last."""
        name = name or self._last
        if name not in self._views:
            raise WordError(f"`{name}`: expected a command or the name of an open view")
        self._last = name
        return self._views[name]

    def _print_change(self, name: str, printed: _Printed, change: svvs.Change) -> None:
        with self._lock:
            try:
                if change.commit > printed.commit:
                    for property, value in change.changes.items():
                        _print(f"{name}: {property} = {json_text(value)}")
                    self._count += 1
            except OSError as failure:
                self._error = failure
            finally:
                printed.commit = max(printed.commit, change.commit)
                self._lock.notify_all()

    def _print_end(self, name: str, printed: _Printed, error: svvs.Error) -> None:
        with self._lock:
            try:
                if isinstance(error, svvs.ViewClosed) and self._views.get(name) is printed:
                    _print(f"{name} was closed by the server")
                    self._count += 1
            except OSError as failure:
                self._error = failure
            finally:
                printed.is_over = True
                self._lock.notify_all()


def _is_printed(each: _Printed) -> bool:
    return each.is_over or (each.view.is_open and each.commit >= each.view.commit)


def _print(text: str) -> None:
    print(text, flush=True)

