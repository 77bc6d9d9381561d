"""`repl`: a prompt at which views live."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from io import TextIOWrapper
from threading import Condition, Thread
from typing import Any, cast

import svvs

from .catalog import COMMANDS, Catalog
from .starting import started
from .words import WordError, assignments, parameters, split

_HELP = """\
{commands}
VIEW                       prints the state
VIEW.ACTION [NAME=VALUE…]  calls an action; Ctrl-C cancels it
VIEW.PROPERTY=VALUE…       sets a property, and those that follow as NAME=VALUE
NAME=TEXT passes a text, NAME:=JSON anything else; the tabulator completes; changes show by themselves."""


def repl(options: argparse.Namespace) -> int:
    """Reads lines and does what they say, until the end of input. A line that is wrong is told so, and ends nothing."""
    with started(options) as server:
        session = Repl(server, Catalog(server.request("rpc.discover")))
        read = _reader(session, server)
        while not session.is_done:
            try:
                session.run(read())
            except EOFError:
                break
            except KeyboardInterrupt:
                print()
            except (svvs.ResponseError, svvs.TimedOut, svvs.ViewClosed, WordError) as error:
                print(f"svvs: {error}", file=sys.stderr, flush=True)
            session.flush()
    return 0


def _reader(session: Repl, server: svvs.Server) -> Callable[[], str]:
    # A line that is not UTF-8 is a wrong line, and no more.
    cast("TextIOWrapper", sys.stdin).reconfigure(errors="surrogateescape")
    if not sys.stdin.isatty():
        return input
    from .prompt import Prompt  # takes hold of the terminal

    prompt = Prompt(session.completions)
    session.tell = prompt.tell
    Thread(target=lambda: prompt.end(server.wait_closed()), daemon=True).start()
    return prompt.read


class Repl:
    """The open views by name, and what lines do to them."""

    def __init__(self, server: svvs.Server, catalog: Catalog) -> None:
        self.is_done = False
        #: Prints what has changed, in a thread of its own.
        self.tell: Callable[[str], None] = partial(print, flush=True)
        self._server = server
        self._catalog = catalog
        #: Up to which commit the changes of each view are printed.
        self._commits: dict[str, int] = {}
        self._printed = Condition()
        self._views: dict[str, svvs.View] = {}

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
        with self._printed:
            self._printed.wait_for(
                lambda: all(self._commits[name] >= view.commit for name, view in self._views.items())
            )

    def _open(self, words: list[str]) -> None:
        if not words:
            raise WordError("expected a type; `types` lists them")
        type, *rest = words
        view = self._server.open(type, **parameters(rest))
        count = 1
        while (name := type + (str(count) if count > 1 else "")) in self._views:
            count += 1
        view.subscribe(lambda change: self._tell(name, change))
        self._note(name, view.commit)
        self._views[name] = view
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

    def _tell(self, name: str, change: svvs.Change) -> None:
        text = "\n".join(f"{name}: {property} = {_json(value)}" for property, value in change.changes.items())
        try:
            self.tell(text)
        finally:
            self._note(name, change.commit)

    def _note(self, name: str, commit: int) -> None:
        with self._printed:
            self._commits[name] = max(commit, self._commits.get(name, 0))
            self._printed.notify_all()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
