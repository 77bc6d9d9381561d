"""A program that calls an action directly after `view/open` has the state after both, whenever it reads it."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

import svvs
from support import asynchronous, fake

# The server sends all messages in one write, so that the client reads them before a waiting task resumes.
PIPELINED = """
waiting = {each["method"]: each["id"] for each in (receive(), receive())}
send_together(
    {"id": waiting["view/open"], "result": {"view": "v", "commit": 1, "state": {"n": 0, "kept": True}}},
    {"method": "state/changed", "params": {"commit": 2, "views": [{"view": "v", "from": 1, "changes": {"n": 1}}]}},
    {"id": waiting["act"], "result": {"commit": 2}},
    {"method": "state/changed", "params": {"commit": 5, "views": [{"view": "v", "from": 2, "changes": {"n": 2}}]}},
)
receive("go")
changed(5, 6, n=3)
end_of_input()
"""


@pytest.mark.parametrize("turns", [0, 1, 10])
@asynchronous
async def test_a_snapshot_is_applied_before_the_changes_after_it(turns: int) -> None:
    async with svvs.AsyncServer(command=fake(PIPELINED)) as server:
        opening = asyncio.ensure_future(server.open("t", "v"))
        await asyncio.sleep(0)
        await server.request("act", {"view": "v"})
        for _ in range(turns):
            await asyncio.sleep(0)
        view = await opening
        assert (view.state, view.commit) == ({"n": 2, "kept": True}, 5)
        changes = view.changes()
        view.notify("go")
        change = await anext(changes)  # starts at the commit of the view
        assert (change.commit, change.state) == (6, {"n": 3, "kept": True}) and view.state == change.state


def test_a_snapshot_is_applied_before_the_changes_after_it_with_threads() -> None:
    with svvs.Server(command=fake(PIPELINED)) as server, ThreadPoolExecutor(1) as others:
        opening = others.submit(server.open, "t", "v")
        server.start("act", {"view": "v"}).result()
        view = opening.result()
        assert (view.state, view.commit) == ({"n": 2, "kept": True}, 5)
        changes: list[svvs.Change] = []
        view.subscribe(changes.append)
        view.notify("go")
        assert view.wait(lambda state: state["n"] == 3) == {"n": 3, "kept": True}
    assert [change.commit for change in changes] == [6]


@asynchronous
async def test_the_change_after_a_requested_snapshot_is_newer() -> None:
    script = """
opened(n=0)
request = receive("view/get")
send_together(
    {"id": request["id"], "result": {"view": "v", "commit": 2, "state": {"n": 1}}},
    {"method": "state/changed", "params": {"commit": 3, "views": [{"view": "v", "from": 2, "changes": {"n": 2}}]}},
)
end_of_input()
"""
    async with svvs.AsyncServer(command=fake(script)) as server:
        view = await server.open("t")
        assert (await view.get(), view.commit) == ({"n": 2}, 3)


@asynchronous
async def test_a_view_that_is_closed_and_opened_again_in_one_write_is_the_later_one() -> None:
    script = """
first, close, second = receive("view/open"), receive("view/close"), receive("view/open")
send_together(
    {"id": first["id"], "result": {"view": "v", "commit": 1, "state": {"n": 0}}},
    {"method": "state/changed", "params": {"commit": 2, "views": [{"view": "v", "from": 1, "changes": {"n": 1}}]}},
    {"id": close["id"], "result": {"commit": 2}},
    {"id": second["id"], "result": {"view": "v", "commit": 4, "state": {"n": 7}}},
    {"method": "state/changed", "params": {"commit": 5, "views": [{"view": "v", "from": 4, "changes": {"n": 8}}]}},
)
end_of_input()
"""
    async with svvs.AsyncServer(command=fake(script)) as server:
        messages = [("view/open", {"type": "t", "view": "v"}), ("view/close", {"view": "v"})]
        sent = [asyncio.ensure_future(server.request(method, params)) for method, params in messages]
        await asyncio.sleep(0)
        view = await server.open("t", "v")
        await asyncio.gather(*sent)
        assert (view.state, view.commit, view.is_open) == ({"n": 8}, 5, True)
