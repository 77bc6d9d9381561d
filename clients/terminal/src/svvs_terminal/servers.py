"""Starts the server of a command, or attaches to a shared one."""

from __future__ import annotations

import argparse
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import svvs
from svvs.errors import shown_command
from svvs.process import command_words

from .words import WordError, sendable

AnyServer = TypeVar("AnyServer", svvs.Server, svvs.AsyncServer)

#: The timeout of replies and conditions without `--timeout`, in seconds.
SECONDS = 60.0


class NoServer(svvs.Error):
    """The server does not respond."""


class NoSession(svvs.ResponseError):
    """The server does not have the shared session."""

    def __str__(self) -> str:
        return self.message


def started(options: argparse.Namespace) -> svvs.Server:
    """A server for `repl`. Its calls have no timeout without `--timeout`.

    :raises NoServer: if it does not respond.
    :raises WordError: if `SVVS` is not a command line.
    """
    timeout = _start_timeout(options)
    with _reported():
        server = _created(svvs.Server, options, timeout)
    server.timeout = options.timeout
    return server


async def started_async(options: argparse.Namespace) -> svvs.AsyncServer:
    """A server for one command. Its calls always have a timeout.

    :raises NoServer: if it does not respond.
    :raises WordError: if `SVVS` is not a command line.
    """
    timeout = _start_timeout(options)
    with _reported():
        server = _created(svvs.AsyncServer, options, timeout)
        await server.start()
    server.timeout = SECONDS if options.timeout is None else options.timeout
    return server


async def joined(
    server: svvs.AsyncServer, options: argparse.Namespace, delivery: svvs.Delivery | None = None,
    token: str | None = None,
) -> svvs.AsyncSharedSession:
    """Joins the session of `--session`, in place of an earlier connection that had the token.

    :raises NoSession: if the server does not have it.
    """
    name = sendable(options.session)
    try:
        return await server.join(name, token, delivery=delivery)
    except svvs.ResponseError as error:
        if token is not None:  # the token is of an earlier session with this name
            return await joined(server, options, delivery)
        names = [each["session"] for each in await server.sessions()]
        if name in names:
            raise
        remedy = f"it has {', '.join(names)}" if names else "it has none"
        if not names and options.attach is None:
            remedy = "--attach names a shared server"
        raise NoSession(error.code, f"the server has no shared session {name!r}; {remedy}", error.data) from None


def command(options: argparse.Namespace) -> str:
    """The command of the server without its passwords, or the place of a shared server.

    :raises WordError: if `SVVS` is not a command line.
    """
    if options.attach is not None:
        return str(options.attach)
    with _reported():
        return shown_command(command_words(None, options.server_options))


def _created(server: type[AnyServer], options: argparse.Namespace, timeout: float) -> AnyServer:
    words: Sequence[str] = options.server_options
    if options.attach is None:
        return server(*words, timeout=timeout, close_timeout=min(10.0, timeout))
    starts = getattr(options, "starts", True)
    return server.attach(options.attach, options=words, start=starts, timeout=timeout, close_timeout=min(10.0, timeout))


def _start_timeout(options: argparse.Namespace) -> float:
    """The timeout for the start and the end of the server: that of `--timeout`, but at least a second."""
    return SECONDS if options.timeout is None else max(1.0, options.timeout)


@contextmanager
def _reported() -> Generator[None, None, None]:
    try:
        yield
    except svvs.TimedOut as error:
        raise NoServer(f"the server does not respond: {error}") from None
    except ValueError as error:
        raise WordError(str(error)) from None
