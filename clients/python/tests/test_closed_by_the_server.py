"""Views that the server closes, such as those of a login that has ended."""

from __future__ import annotations

import threading
from queue import SimpleQueue

import pytest

import svvs
from support import asynchronous, fake

# Answers a call of a view by closing it.
CLOSES = """
    def closed(view="v"):
        send(method="session/changed", params={"session": "default", "opened": [], "closed": [view], "connections": 1})

    opened(n=0)
    call = receive("act")
    send(id=call["id"], error={
        "code": -32800, "message": "cancelled", "data": {"kind": "RequestCancelled", "reason": "viewClosed"}})
    closed("never opened")
    closed()
    opened(n=7)
    end_of_input()
"""


def test_the_calls_of_a_closed_view_are_cancelled_and_it_cannot_be_used() -> None:
    ended: SimpleQueue[svvs.Error] = SimpleQueue()
    with svvs.Server(command=fake(CLOSES)) as server:
        view = server.open("t")
        view.subscribe(lambda change: None, ended.put)
        with pytest.raises(svvs.RequestCancelled) as cancelled:
            view.call("act")
        assert cancelled.value.reason == "viewClosed"
        end = ended.get(timeout=20)
        assert isinstance(end, svvs.ViewClosed)
        with pytest.raises(svvs.ViewClosed, match="'v'"):
            view.call("act")
        view.close()
        assert (view.is_open, view.state) == (False, {"n": 0})
        again = server.open("t")
        assert (again.id, again.is_open, again.state) == ("v", True, {"n": 7})


@asynchronous
async def test_the_changes_of_a_closed_view_end() -> None:
    async with svvs.AsyncServer(command=fake(CLOSES)) as server:
        view = await server.open("t")
        changes = view.changes()
        with pytest.raises(svvs.RequestCancelled):
            await view.call("act")
        assert [change async for change in changes] == []


def test_closing_a_view_that_the_server_has_just_closed_is_not_an_error() -> None:
    script = """
        opened(n=0)
        close = receive("view/close")
        send(method="session/changed", params={"session": "default", "opened": [], "closed": ["v"], "connections": 1})
        refuse(close, -32602, "InvalidParams")
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        view.close()
        assert not view.is_open


def test_after_unsubscribing_no_end_is_reported() -> None:
    ended: SimpleQueue[svvs.Error] = SimpleQueue()
    with svvs.Server(command=fake(CLOSES)) as server:
        view = server.open("t")
        view.subscribe(lambda change: None, ended.put)()
        with pytest.raises(svvs.RequestCancelled):
            view.call("act")
        server.open("t")
    assert ended.empty()


def test_after_unsubscribing_no_end_is_reported_even_if_it_is_queued() -> None:
    ended: SimpleQueue[svvs.Error] = SimpleQueue()
    begun, stopped = threading.Event(), threading.Event()

    def block(_: svvs.Error) -> None:
        begun.set()
        stopped.wait(20)

    with svvs.Server(command=fake(CLOSES)) as server:
        view = server.open("t")
        view.subscribe(lambda change: None, block)
        stop = view.subscribe(lambda change: None, ended.put)
        with pytest.raises(svvs.RequestCancelled):
            view.call("act")
        server.open("t")
        assert begun.wait(20)
        stop()
        stopped.set()
    assert ended.empty()
