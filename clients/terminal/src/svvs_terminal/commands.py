"""`call`, `watch` and `wait`: each a function of its parsed arguments that returns the exit status."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import time

from .expression import Expression
from .starting import started_async
from .views import News, current, follow_session, opened, print_json, told
from .words import assignments, call_words, sendable

MET, NOT_MET = 0, 1


def call(options: argparse.Namespace) -> int:
    """Calls an action and prints the state that it leaves."""
    return asyncio.run(_call(options))


def wait(options: argparse.Namespace) -> int:
    """Prints the first state of which the condition is true."""
    return asyncio.run(_follow(options, is_aloud=False))


def watch(options: argparse.Namespace) -> int:
    """Prints the state, and then each change, until the condition is true."""
    return asyncio.run(_follow(options, is_aloud=True) if options.type is not None else _follow_all(options))


async def _call(options: argparse.Namespace) -> int:
    action, arguments = sendable(options.action), assignments(options.argument)
    server = await started_async(options)
    try:
        view = await opened(server, options)
        await view.call(action, **arguments)
        print_json(await current(view))
    finally:
        await server.close()
    return MET


async def _follow(options: argparse.Namespace, is_aloud: bool) -> int:
    condition = Expression(options.until) if options.until else None
    calls = [call_words(line) for line in options.notify]
    until = None if options.timeout is None else time.monotonic() + options.timeout
    server = await started_async(options)
    news: News | None = None
    try:
        view = await opened(server, options)
        server.timeout = options.timeout  # of a call that was begun: as long as is watched
        news = News(view)  # before the calls: no state may be missed
        state = await current(view)
        if is_aloud:
            print_json(state)
        await news.begin(calls)
        while condition is None or not condition(state):
            change = await news.next(until)
            if change is None and condition is None:
                return MET
            if change is None:
                print(f"svvs: not met within {options.timeout} s: {options.until}", file=sys.stderr)
                return NOT_MET
            if is_aloud:
                print_json({"commit": change.commit, **told(change)})
            state = await view.get() if condition and change.stale else change.state
        await news.check()  # a condition that is met hides no refusal
        if not is_aloud:
            print_json(state)
        return MET
    finally:
        await server.close()
        if news is not None:
            await news.close()


async def _follow_all(options: argparse.Namespace) -> int:
    server = await started_async(options)
    try:
        session = await server.join(sendable(options.session), delivery=options.delivery)
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(follow_session(session), options.timeout)
        return MET
    finally:
        await server.close()
