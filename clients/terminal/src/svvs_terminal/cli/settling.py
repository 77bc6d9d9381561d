"""Waiting for calls at a prompt."""

from __future__ import annotations

import time
from contextlib import suppress

import svvs

from .face import Face

#: How many seconds a call is under way before that is shown, and how many a view gets to appear.
PATIENCE, APPEARANCE = 0.3, 1.0


def settle(call: svvs.Call, what: str, face: Face, limit: float | None) -> bool:
    """Waits for a call, and shows for how long; false if it was cancelled, which an interrupt asks for.

    >>> from svvs_terminal.cli.face import Pipe
    >>> from svvs_terminal.cli.settling import settle
    >>> settle(server.open("counterA").start("increment"), "counterA.increment", Pipe(), limit=None)
    True

    :raises CallTimedOut: if it has not settled within `limit` seconds; it is cancelled then.
    """
    try:
        _wait(call, what, face, limit)
        return True
    except svvs.CallTimedOut:
        call.cancel()
        raise
    except KeyboardInterrupt:
        call.cancel()
        face.wait(f"{what}: waiting for its end, Ctrl-C goes on without")
        with suppress(svvs.RequestCancelled):
            call.result()
            return True
        return False
    finally:
        face.wait("")


def appear(view: svvs.View, action: str) -> bool:
    """Calls the action of `onAppear`, and waits a short time for its end: it may go on for long.

    Returns whether it has settled by then.
    """
    with suppress(svvs.CallTimedOut):
        view.start(action).result(APPEARANCE)
        return True
    return False


def _wait(call: svvs.Call, what: str, face: Face, limit: float | None) -> None:
    started, step = time.monotonic(), PATIENCE
    while True:
        try:
            call.result(step if limit is None else max(0.0, min(step, started + limit - time.monotonic())))
            return
        except svvs.CallTimedOut:
            elapsed = time.monotonic() - started
            if limit is not None and elapsed >= limit:
                raise svvs.CallTimedOut(f"no answer to {what} within {limit} s") from None
            face.wait(f"{what}: {elapsed:.0f} s, Ctrl-C cancels it")
            step = 1 - elapsed % 1
