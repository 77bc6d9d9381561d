"""Nothing to do: no thread wakes up."""
from __future__ import annotations

import time
from collections.abc import Iterator

from ..figures import Figure, amount, at_most
from ..processes import switches
from ..scenario import Bench, scenario
from ..server import Server

KINDS = ("counterA", "counterB", "login", "home", "mirror")
SETTLING, WINDOW = 0.5, 3.0
GOAL = at_most(0)


@scenario("idle")
def measure(bench: Bench) -> Iterator[Figure]:
    """a server with open views sleeps while it receives no requests"""
    with Server(bench.svvs, "serve") as server:
        for kind in KINDS:
            server.call("view/open", type=kind, view=kind)
        server.call("view/open", type="user", view="user", params={"id": "A"})
        server.call("increment", view="counterA")
        time.sleep(SETTLING)
        before = sum(switches(server.pid).values())
        time.sleep(WINDOW)
        wakes = sum(switches(server.pid).values()) - before
    yield amount(f"wake-ups of all threads in {WINDOW:.0f} s", wakes, "", GOAL)
