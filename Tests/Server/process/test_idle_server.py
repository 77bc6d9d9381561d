"""An idle server does not wake up."""
from pathlib import Path

import pytest

from processes import idles

pytestmark = [pytest.mark.measures_time,
              pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")]


def test_a_server_without_any_message_sleeps(start):
    assert idles(start())


def test_a_server_with_open_views_sleeps(server):
    for kind in ("counterA", "counterB", "login", "home", "mirror"):
        server.open(kind, view=kind)
    server.open("user", params={"id": "A"})
    server.call("increment", {"view": "counterA"})
    assert idles(server)


def test_a_server_that_has_used_its_database_sleeps(server):
    server.call("load", {"view": server.open("user", params={"id": "A"})})
    assert idles(server, pool_threads=1)


def test_a_server_with_a_call_under_way_sleeps(online, backend):
    backend.hold("GET", "/users/A")
    page = online.open("user", params={"id": "A"})
    online.request("reload", {"view": page})
    backend.seen("GET", "/users/A", 1)
    online.until(page, isReloadButtonDisabled=True)
    assert idles(online, pool_threads=1)
