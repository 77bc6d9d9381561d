"""The commands `call`, `watch` and `wait`: functions of the parsed arguments that return the exit status."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import time

from .expression import Expression
from .servers import joined, started_async
from .views import Changes, described, follow_session, opened, print_json
from .words import assignments, call_words, sendable

MET, NOT_MET = 0, 1


def call(options: argparse.Namespace) -> int:
    """Calls an action, and prints the state after it."""
    return asyncio.run(_call(options))


def wait(options: argparse.Namespace) -> int:
    """Waits until the condition is true for the state, and prints that state."""
    return asyncio.run(_follow(options, prints_changes=False))


def watch(options: argparse.Namespace) -> int:
    """Prints the state and each change, until the condition is true."""
    return asyncio.run(_follow(options, prints_changes=True) if options.type is not None else _follow_all(options))


async def _call(options: argparse.Namespace) -> int:
    action, arguments = sendable(options.action), assignments(options.argument)
    server = await started_async(options)
    try:
        view = await opened(server, options)
        await view.call(action, **arguments)
        print_json(view.state)
    finally:
        await server.close()
    return MET


async def _follow(options: argparse.Namespace, prints_changes: bool) -> int:
    condition = Expression(options.until) if options.until else None
    calls = [call_words(line) for line in options.notify]
    until = None if options.timeout is None else time.monotonic() + options.timeout
    server = await started_async(options)
    changes: Changes | None = None
    try:
        view = await opened(server, options)
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
                print(f"svvs: condition not met within {options.timeout} s: {options.until}", file=sys.stderr)
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
    server = await started_async(options)
    try:
        session = await joined(server, options, options.delivery)
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(follow_session(session), options.timeout)
        return MET
    finally:
        await server.close()
