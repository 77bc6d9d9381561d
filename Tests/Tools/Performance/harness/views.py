"""Servers with many views open, and the time that calls to them take."""
from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from .exchange import ServerError
from .progress import doing
from .server import USUAL_PIPE, Connection, Request, Server

BATCH = 1000


def open_views(server: Connection, kind: str, count: int, **params: object) -> None:
    """Opens views of a type, named by their numbers."""
    for start in range(0, count, BATCH):
        doing(f"{start:,} of {count:,} views opened")
        numbers = range(start, min(start + BATCH, count))
        exchange = server.ask(*(("view/open", {"type": kind, "view": f"{number}"} | params) for number in numbers))
        check_opened(exchange.results, len(numbers))
    doing()


def check_opened(results: list, count: int) -> None:
    """Raises an error unless each view was opened with its state."""
    if (opened := sum("state" in result for result in results)) != count:
        raise ServerError(f"{count} views were to be opened, and {opened} were")


def servers_with_views(
    stack: ExitStack, svvs: Path, kind: str, counts: list[int], pipe: int = USUAL_PIPE
) -> dict[int, Server]:
    """A server for each number of views; all of them end with the stack."""
    servers = {count: stack.enter_context(Server(svvs, "serve", pipe=pipe)) for count in counts}
    for count, server in servers.items():
        open_views(server, kind, count)
    return servers


def microseconds_each(server: Server, requests: list[Request]) -> float:
    """The time of one request when all are sent at once.

    If they were sent one at a time, most of the time would be the system waking two processes in turn, which hides the
    work. Changes that do not fit into the pipe are merged, which hides it too: so each request must cause one change.
    """
    return burst(server, requests) / len(requests) * 1e6


def burst(server: Server, requests: list[Request]) -> float:
    """Seconds until all requests are answered."""
    exchange = server.ask(*requests)
    if (changes := len(exchange.changes)) != len(requests):
        raise ServerError(f"{len(requests)} requests made {changes} changes: they were merged")
    return exchange.seconds
