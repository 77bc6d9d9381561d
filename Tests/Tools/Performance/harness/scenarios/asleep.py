"""A client sleeps while its server receives very many changes."""
from __future__ import annotations

import array
import fcntl
import termios
import time
from collections import Counter
from collections.abc import Iterator

from ..exchange import ServerError
from ..figures import Figure, amount, at_most
from ..processes import resident, seconds_used
from ..progress import doing
from ..scenario import Bench, scenario
from ..server import TIMEOUT, Server, line
from ..views import BATCH, open_views

MEMORY_GOAL = at_most(8)
CHANGE_GOAL = at_most(1)
# Larger than any pipe: while the server sends a snapshot with this text, it waits for its reader.
FILLING = "x" * (1 << 18)
QUIET = 0.1


@scenario("asleep")
def measure(bench: Bench) -> Iterator[Figure]:
    """a client that does not read is sent each view once, and costs no memory meanwhile"""
    rounds = bench.pick(1000, quick=100)
    with Server(bench.svvs, "serve") as server:
        open_views(server, "mirror", BATCH)
        server.call("view/open", type="mirror", view="filling")
        server.call("view/set", view="filling", properties={"text": FILLING})
        change_all(server, 0)
        server.call("view/get", view="filling")
        before, begun = resident(server.pid), time.monotonic()
        server.send(server.written(("view/get", {"view": "filling"})))
        for number in range(1, rounds + 1):
            doing(f"{number * BATCH:,} of {rounds * BATCH:,} changes sent")
            change_all(server, number)
        wait_for_effect(server)
        seconds, growth = time.monotonic() - begun, resident(server.pid) - before
        sent = changes_of_each_view(server, rounds)
    yield amount(f"growth of memory, {rounds * BATCH:,} changes", growth / 2**20, "MB", MEMORY_GOAL)
    yield amount("changes sent of each view afterwards", max(sent.values()), "", CHANGE_GOAL)
    yield amount("changes taken in a second", rounds * BATCH / seconds, "")


def change_all(server: Server, number: int) -> None:
    """Sets a text in each view, by notifications, which have no answer; nothing is read."""
    lines = (line("view/set", {"view": f"{view}", "properties": {"text": f"{number:04}"}}) for view in range(BATCH))
    server.send(b"".join(lines))


def wait_for_effect(server: Server) -> None:
    """Waits until the server has read and processed everything that was written."""
    deadline, before = time.monotonic() + TIMEOUT, None
    while time.monotonic() < deadline:
        now = (unread(server), seconds_used(server.pid))
        if now == before and not unread(server):
            return
        before = now
        time.sleep(QUIET)
    raise ServerError("the server does not become idle")


def unread(server: Server) -> int:
    """The bytes that wait in the pipe to the server."""
    count = array.array("i", [0])
    fcntl.ioctl(server.input, termios.FIONREAD, count)
    return count[0]


def changes_of_each_view(server: Server, rounds: int) -> Counter[str]:
    """Reads again, and returns the number of changes of each view; raises an error unless each has the last text."""
    # Two answers: the one that was being sent, and this one.
    exchange = server.exchange(server.written(("view/get", {"view": "filling"})), 2)
    entries = [entry for change in exchange.changes for entry in change["views"]]
    last = {entry["view"]: entry["changes"]["text"] for entry in entries}
    if len(last) != BATCH or set(last.values()) != {f"{rounds:04}"}:
        raise ServerError(f"{len(last)} views were sent, of {BATCH}")
    return Counter(entry["view"] for entry in entries)
