"""A server that waits does nothing at all."""
import time
from pathlib import Path

import pytest

WINDOW = 1.0


def activity(pid):
    """How often each thread of the process has been switched away from, and the clock ticks that it has used."""
    found = {}
    for thread in Path(f"/proc/{pid}/task").iterdir():
        status = (thread / "status").read_text()
        switches = sum(int(line.split()[1]) for line in status.splitlines() if "ctxt_switches" in line)
        ticks = sum(map(int, (thread / "stat").read_text().rsplit(")", 1)[1].split()[11:13]))
        found[int(thread.name)] = (switches, ticks)
    return found


def idles(server, caretakers=0):
    """Whether a window passes without a wake-up, once what was asked for has died down.

    Once it has been used, the thread pool of libdispatch on Linux looks after itself every second for as long as the
    process lives, from a thread of its own: one caretaker, which takes no time worth a tick.
    """
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        before = activity(server.pid)
        time.sleep(WINDOW)
        after = activity(server.pid)
        awake = [thread for thread in after if after[thread] != before.get(thread)]
        small = all(after[thread][0] - before[thread][0] <= 2 and after[thread][1] == before[thread][1]
                    for thread in awake if thread in before)
        if before.keys() == after.keys() and server.pid not in awake and len(awake) <= caretakers and small:
            return True
    return False


pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")


def test_a_server_nobody_spoke_to_sleeps(start):
    assert idles(start())


def test_a_server_with_open_views_sleeps(server):
    for kind in ("counterA", "counterB", "login", "home", "mirror"):
        server.open(kind, view=kind)
    server.open("user", params={"id": "A"})
    server.call("increment", {"view": "counterA"})
    assert idles(server)


def test_a_server_that_has_used_its_database_sleeps(server):
    server.call("load", {"view": server.open("user", params={"id": "A"})})
    assert idles(server, caretakers=1)


def test_a_server_with_a_call_under_way_sleeps(online, backend):
    backend.hold("GET", "/users/A")
    page = online.open("user", params={"id": "A"})
    online.request("reload", {"view": page})
    backend.seen("GET", "/users/A", 1)
    online.until(page, isReloadButtonDisabled=True)
    assert idles(online, caretakers=1)
