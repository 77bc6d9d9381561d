"""The commands for scripts: functions of the parsed arguments that return the exit status."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import time

from .expression import Expression
from .servers import joined, serving, started
from .status import print_error
from .text import json_text
from .views import Changes, described, follow_session, opened, print_json
from .words import assignments, call_words, sendable

MET, NOT_MET = 0, 1


async def types(options: argparse.Namespace) -> int:
    """Prints the names of the view types."""
    async with serving(options) as server:
        print(*server.info["viewTypes"], sep="\n", flush=True)
    return MET


async def get(options: argparse.Namespace) -> int:
    """Prints the state of a view."""
    async with serving(options) as server:
        print_json((await opened(server, options)).state)
    return MET


async def call(options: argparse.Namespace) -> int:
    """Calls an action, and prints the state after it."""
    action, arguments = sendable(options.action), assignments(options.argument)
    failure = Expression(options.fail_on or "false")
    async with serving(options) as server:
        view = await opened(server, options, failure)
        await view.call(action, **arguments)
        print_json(view.state)
        if value := failure.value(view.state):
            print_error(f"{options.fail_on}: {json_text(value)}")
            return NOT_MET
    return MET


async def wait(options: argparse.Namespace) -> int:
    """Waits until the condition is true for the state, and prints that state."""
    return await _follow(options, prints_changes=False)


async def watch(options: argparse.Namespace) -> int:
    """Prints the state and each change, until the condition is true."""
    return await (_follow_all(options) if options.type is None else _follow(options, prints_changes=True))


async def _follow(options: argparse.Namespace, prints_changes: bool) -> int:
    condition = Expression(options.until) if options.until else None
    calls = [call_words(line) for line in options.notify]
    until = None if options.timeout is None else time.monotonic() + options.timeout
    server = await started(options)
    changes: Changes | None = None
    try:
        view = await opened(server, options, condition)
        server.timeout = options.timeout  # calls that `--notify` begins have the timeout of the command
        changes = Changes(view)  # before the calls, so that no state is missed
        state = view.state
        if prints_changes:
            print_json(state)
        await changes.begin(calls)
        while condition is None or not condition(state):
            change = await changes.next(until)
            if change is None and condition is None:
                return MET
            if change is None:
                print_error(f"condition not met within {options.timeout} s: {options.until}; the state is {json_text(state)}")
                return NOT_MET
            if prints_changes:
                print_json({"commit": change.commit, **described(change)})
            state = change.state
        await changes.check()  # reports a refused call even if the condition is met
        if not prints_changes:
            print_json(state)
        return MET
    finally:
        await server.close()
        if changes is not None:
            await changes.close()


async def _follow_all(options: argparse.Namespace) -> int:
    async with serving(options) as server:
        session = await joined(server, options)
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(follow_session(session), options.timeout)
    return MET
