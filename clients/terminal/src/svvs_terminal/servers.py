"""Starts the server of a command, or attaches to a shared one."""

from __future__ import annotations

import argparse
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager

import svvs
from svvs.errors import shown_command
from svvs.process import command_words
from svvs.typed import is_object

from .words import WordError, sendable

#: The timeout of replies and conditions without `--timeout`, in seconds.
SECONDS = 60.0
#: The time for which a session that was opened here outlives its last front end, in seconds.
_KEEP = 300.0


class NoServer(svvs.Error):
    """The server does not respond."""


class NoSession(svvs.ResponseError):
    """The server does not have the shared session."""

    def __str__(self) -> str:
        return self.message


async def started(options: argparse.Namespace) -> svvs.AsyncServer:
    """A server for one command, or its connection to a shared server. Its calls always have a timeout.

    :raises NoServer: if it does not respond.
    :raises WordError: if `SVVS` is not a command line.
    """
    # The timeout for the start and the end of the server is at least a second.
    timeout = SECONDS if options.timeout is None else options.timeout
    starting = SECONDS if options.timeout is None else max(1.0, timeout)
    with _reported():
        if options.attach is None:
            server = svvs.AsyncServer(*options.server_options, timeout=starting, close_timeout=min(10.0, starting))
        else:
            server = svvs.AsyncServer.attach(
                options.attach, options=options.server_options, start=getattr(options, "starts", True),
                timeout=starting, close_timeout=min(10.0, starting),
            )
        await server.start()
    server.timeout = timeout
    return server


@asynccontextmanager
async def serving(options: argparse.Namespace) -> AsyncGenerator[svvs.AsyncServer, None]:
    """Uses the server of :func:`started` for the block."""
    server = await started(options)
    try:
        yield server
    finally:
        await server.close()


async def joined(
    server: svvs.AsyncServer, options: argparse.Namespace, delivery: svvs.Delivery | None = None,
    token: str | None = None, opens: bool = False,
) -> svvs.AsyncSharedSession:
    """Joins the session of `--session`, in place of an earlier connection that had the token.

    :param opens: whether to open it on a shared server that does not have it.
    :raises NoSession: if the server does not have it.
    """
    name = sendable(options.session)
    if opens and token is None and options.attach is not None:
        try:  # at first: after a refusal to join, another client may open it. `session/open` has no delivery.
            return await server.share(name, keep=_KEEP)
        except svvs.ResponseError as error:
            if not (is_object(error.data) and error.data.get("path") == "/session"):
                raise
    try:
        return await server.join(name, token, delivery=delivery)
    except svvs.ResponseError as error:
        if token is not None:  # the token is of an earlier session with this name
            return await joined(server, options, delivery, opens=opens)
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


@contextmanager
def _reported() -> Generator[None, None, None]:
    try:
        yield
    except svvs.TimedOut as error:
        raise NoServer(f"the server does not respond: {error}") from None
    except ValueError as error:
        raise WordError(str(error)) from None
