"""The server that a command talks to."""

from __future__ import annotations

import argparse
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import svvs

from .words import WordError

Face = TypeVar("Face", svvs.Server, svvs.AsyncServer)

#: How long answers and conditions are waited for, unless `--timeout` tells.
SECONDS = 60.0


class NoServer(svvs.Error):
    """There is no server to talk to."""


def started(options: argparse.Namespace) -> svvs.Server:
    """A server for several lines, whose calls have no timeout unless `--timeout` gives one.

    :raises NoServer: if it does not answer.
    :raises WordError: if `SVVS` is no command line.
    """
    patience = _patience(options)
    with _told():
        server = _started(svvs.Server, options, patience)
    server.timeout = options.timeout
    return server


async def started_async(options: argparse.Namespace) -> svvs.AsyncServer:
    """A server for one command, whose answers are not waited for without end.

    :raises NoServer: if it does not answer.
    :raises WordError: if `SVVS` is no command line.
    """
    patience = _patience(options)
    with _told():
        server = _started(svvs.AsyncServer, options, patience)
        await server.start()
    server.timeout = SECONDS if options.timeout is None else options.timeout
    return server


def _started(face: type[Face], options: argparse.Namespace, patience: float) -> Face:
    further: Sequence[str] = options.server_options
    if options.attach is None:
        return face(*further, timeout=patience, close_timeout=min(10.0, patience))
    return face.attach(options.attach, options=further, timeout=patience, close_timeout=min(10.0, patience))


def _patience(options: argparse.Namespace) -> float:
    """How long the server gets to begin, and to end: as long as `--timeout` tells, but for a second at least."""
    return SECONDS if options.timeout is None else max(1.0, options.timeout)


@contextmanager
def _told() -> Generator[None, None, None]:
    try:
        yield
    except svvs.TimedOut as error:
        raise NoServer(f"the server is silent: {error}") from None
    except ValueError as error:
        raise WordError(str(error)) from None
