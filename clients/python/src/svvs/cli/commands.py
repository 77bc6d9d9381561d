"""`call`, `watch`, `wait` and `codegen`: each a function of its parsed arguments that returns the exit status."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from ..codegen import generate
from ..errors import Error
from ..events import Change
from ..server import Server
from ..view import View
from ..waiting import deadline, next_item
from .expression import Expression
from .starting import started
from .words import WordError, assignments, call_words, sendable

MET, NOT_MET = 0, 1

#: How long answers and conditions are waited for, unless `--timeout` tells.
SECONDS = 60.0


def call(options: argparse.Namespace) -> int:
    """Calls an action and prints the state that it leaves."""
    action, arguments = sendable(options.action), assignments(options.argument)
    with started(options, _timeout(options)) as server:
        view = _open(server, options)
        view.call(action, **arguments)
        _print(view.get() if view.stale else view.state)
    return MET


def wait(options: argparse.Namespace) -> int:
    """Prints the first state of which the condition is true."""
    return _follow(options, Expression(options.until), _Silent())


def watch(options: argparse.Namespace) -> int:
    """Prints the state, and then each change, until the condition is true."""
    return _follow(options, Expression(options.until) if options.until else None, _Aloud())


def codegen(options: argparse.Namespace) -> int:
    """Writes the module of a schema."""
    try:
        schema = json.loads(Path(options.schema).read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise WordError(f"cannot read {options.schema}: {error}") from None
    text = generate(schema, options.asyncio)
    if options.output is None:
        sys.stdout.write(text)
        return MET
    output = Path(options.output)
    temporary = output.with_name(f"{output.name}.{os.getpid()}.tmp")
    try:
        temporary.write_text(text, "utf-8")
        temporary.replace(output)  # so that nobody ever reads half a module
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise WordError(f"cannot write {output}: {error.strerror}") from None
    return MET


def _timeout(options: argparse.Namespace) -> float:
    timeout: float | None = options.timeout  # which is how long to go on; an answer is not waited for without end
    return SECONDS if timeout is None else timeout


def _open(server: Server, options: argparse.Namespace) -> View:
    view = server._open(None, sendable(options.type), None, options.delivery, assignments(options.param))
    if options.set:
        view.set(**assignments(options.set))
    for action, arguments in map(call_words, options.call):
        view.call(action, **arguments)
    return view


def _follow(options: argparse.Namespace, condition: Expression | None, teller: _Teller) -> int:
    until = deadline(options.timeout)
    with started(options, _timeout(options)) as server:
        view = _open(server, options)
        heard: SimpleQueue[Change | Error] = SimpleQueue()
        server._listen(view._replica, heard.put)  # before the notifications: no state may be missed
        state = view.get() if view.stale else view.state
        teller.begin(state)
        met = condition is not None and condition(state)
        for action, arguments in map(call_words, options.notify):
            view.notify(action, **arguments)
        while not met:
            try:
                news = next_item(heard, until)
            except Empty:
                if condition is None:
                    return MET
                print(f"svvs: not met within {options.timeout} s: {condition.text}", file=sys.stderr)
                return NOT_MET
            if isinstance(news, Error):
                raise news
            teller.change(news)
            if condition is not None:
                state = view.get() if news.stale else news.state
                met = condition(state)
        teller.end(state)
    return MET


class _Teller:
    """What to print on the way."""

    def begin(self, state: Mapping[str, Any]) -> None: ...
    def change(self, change: Change) -> None: ...
    def end(self, state: Mapping[str, Any]) -> None: ...


class _Silent(_Teller):
    def end(self, state: Mapping[str, Any]) -> None:
        _print(state)


class _Aloud(_Teller):
    def begin(self, state: Mapping[str, Any]) -> None:
        _print(state)

    def change(self, change: Change) -> None:
        _print({"commit": change.commit, **_told(change)})


def _told(change: Change) -> dict[str, Any]:
    members: dict[str, Any] = {"changed": sorted(change.stale)} if change.stale else {"changes": change.changes}
    if change.cause:
        members["cause"] = [cause.method for cause in change.cause]
    return members


def _print(value: Mapping[str, Any]) -> None:
    print(json.dumps(value, ensure_ascii=False), flush=True)
