"""The server that a command talks to."""

from __future__ import annotations

import argparse
from collections.abc import Generator
from contextlib import contextmanager

import svvs

from .words import WordError

#: How long answers and conditions are waited for, unless `--timeout` tells.
SECONDS = 60.0


class NoServer(svvs.Error):
    """There is no server to talk to."""


def started(options: argparse.Namespace) -> svvs.Server:
    """A server for a prompt, at which calls go on until they are interrupted, unless `--timeout` tells.

    :raises NoServer: if it does not answer.
    :raises WordError: if `SVVS` is no command line.
    """
    start, close = _patience(options)
    with _told():
        return svvs.Server(
            *options.server_options, timeout=options.timeout, start_timeout=start, close_timeout=close
        )


async def started_async(options: argparse.Namespace) -> svvs.AsyncServer:
    """A server for one command, whose answers are not waited for without end.

    :raises NoServer: if it does not answer.
    :raises WordError: if `SVVS` is no command line.
    """
    start, close = _patience(options)
    timeout = SECONDS if options.timeout is None else options.timeout
    with _told():
        server = svvs.AsyncServer(*options.server_options, timeout=timeout, start_timeout=start, close_timeout=close)
        await server.start()
        return server


def _patience(options: argparse.Namespace) -> tuple[float, float]:
    """How long the server gets to begin and to end: as long as `--timeout` tells, but for a second at least."""
    start = SECONDS if options.timeout is None else max(1.0, options.timeout)
    return start, min(10.0, start)


@contextmanager
def _told() -> Generator[None, None, None]:
    try:
        yield
    except svvs.TimedOut as error:
        raise NoServer(f"the server is silent: {error}") from None
    except ValueError as error:
        raise WordError(str(error)) from None
