"""`repl`: a prompt at which views live."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from io import TextIOWrapper
from typing import Any, cast

from ..errors import TimedOut, ViewClosed
from ..events import Change
from ..refusals import ResponseError
from ..server import Server
from ..view import View
from .catalog import COMMANDS, Catalog
from .starting import started
from .words import WordError, assignments, split

_HELP = """\
{commands}
VIEW                       prints the state
VIEW.ACTION [NAME=VALUE…]  calls an action; Ctrl-C cancels it
VIEW.PROPERTY=VALUE…       sets a property, and those that follow as NAME=VALUE
NAME=TEXT passes a text, NAME:=JSON anything else; the tabulator completes; changes show by themselves."""


def repl(options: argparse.Namespace) -> int:
    """Reads lines and does what they say, until the end of input. A line that is wrong is told so, and ends nothing."""
    with started(options, options.timeout) as server:
        session = Repl(server, Catalog(server.request("rpc.discover")))
        read = _reader(session, server)
        while not session.is_done:
            try:
                session.run(read())
            except EOFError:
                break
            except KeyboardInterrupt:
                print()
            except (ResponseError, TimedOut, ViewClosed, WordError) as error:
                print(f"svvs: {error}", file=sys.stderr, flush=True)
            session.flush()
    return 0


def _reader(session: Repl, server: Server) -> Callable[[], str]:
    # A line that is not UTF-8 is a wrong line, and no more.
    cast("TextIOWrapper", sys.stdin).reconfigure(errors="surrogateescape")
    if not sys.stdin.isatty():
        return input
    from .prompt import Prompt  # takes hold of the terminal

    prompt = Prompt(session.completions, server._dispatcher.check)
    session.tell = prompt.tell

    def tell_end(error: object) -> None:
        if prompt.is_reading:  # else the call under way tells it
            prompt.tell(f"svvs: {error}")

    with server._lock:
        server._dispatcher.listen_for_end(lambda error: server._subscriptions.run(lambda: tell_end(error)))
    return prompt.read


class Repl:
    """The open views by name, and what lines do to them."""

    def __init__(self, server: Server, catalog: Catalog) -> None:
        self.is_done = False
        #: Prints what has changed, in a thread of its own.
        self.tell: Callable[[str], None] = partial(print, flush=True)
        self._server = server
        self._catalog = catalog
        self._views: dict[str, View] = {}

    def run(self, line: str) -> None:
        """Does what a line says.

        >>> from svvs.cli.catalog import Catalog
        >>> from svvs.cli.repl import Repl
        >>> repl = Repl(server, Catalog({}))
        >>> repl.run("open counterA")
        counterA: {"count": 0}
        >>> repl.run("counterA.increment by:=5"); repl.flush()
        counterA: count = 5
        >>> repl.run("counterA")
        counterA: {"count": 5}
        """
        words = split(line)
        if not words:
            return
        first, *rest = words
        commands: dict[str, Callable[[list[str]], None]] = {
            "open": self._open,
            "close": self._close,
            "types": self._types,
            "help": lambda rest: print(_HELP.format(commands="\n".join(COMMANDS.values()))),
            "quit": self._quit,
        }
        if first in commands:
            commands[first](rest)
        elif first in self._views:
            self._show(first)
        else:
            self._act(first, rest)

    def completions(self, before: str, word: str) -> list[str]:
        """What a word may become behind the text before it."""
        return self._catalog.completions(before, word, {name: view.type for name, view in self._views.items()})

    def flush(self) -> None:
        """Returns when every change so far is printed."""
        self._server._subscriptions.flush()

    def _open(self, words: list[str]) -> None:
        if not words:
            raise WordError("expected a type; `types` lists them")
        type, *parameters = words
        view = self._server._open(None, type, None, None, assignments(parameters))
        count = 1
        while (name := type + (str(count) if count > 1 else "")) in self._views:
            count += 1
        self._views[name] = view
        view.subscribe(lambda change: self._tell(name, change))
        self._show(name)

    def _close(self, words: list[str]) -> None:
        if not words or words[0] not in self._views:
            raise WordError("expected the name of an open view")
        self._views.pop(words[0]).close()

    def _types(self, words: list[str]) -> None:
        for name in self._catalog.types:
            print(f"{name}: {', '.join(self._catalog.actions(name)) or 'no actions'}")

    def _quit(self, words: list[str]) -> None:
        self.is_done = True

    def _show(self, name: str) -> None:
        print(f"{name}: {_json(dict(self._views[name].state))}", flush=True)

    def _act(self, first: str, rest: list[str]) -> None:
        name, dot, member = first.partition(".")
        if name not in self._views or not dot:
            raise WordError("no such command, nor an open view of that name; try `help`")
        if "=" in member:
            self._views[name].set(**assignments([member, *rest]))
        else:
            self._views[name].call(member, **assignments(rest))

    def _tell(self, name: str, change: Change) -> None:
        text = "\n".join(f"{name}: {property} = {_json(value)}" for property, value in change.changes.items())
        self.tell(text)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
