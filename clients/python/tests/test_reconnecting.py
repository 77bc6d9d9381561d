"""Cuts of the connection to a shared server: what goes on, what is lost, and what is said of that."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import threading
from typing import Any

import pytest

import svvs
from attached_server import attached, attached_async, cut, cut_noticed, kill, lose_output, slow
from support import asynchronous, sharable_server


def fresh_state(place: str, view: str) -> Any:
    """The state of a view of the session `desk`, as a client is sent that has just come."""
    with attached(place) as server:
        return server.join("desk").views[view].get()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_call_under_way_is_answered_after_a_cut(place: str, number: int) -> None:
    with attached(place) as server:
        view = server.share("desk", keep=60).open("effects", "e")
        call = view.start("handle", **slow(0.5))
        server.sessions()  # the call has arrived
        cut(server, number)
        assert "commit" in call.result(20)
        assert view.is_open and view.get() == view.state == fresh_state(place, "e")


def test_the_answer_of_a_call_that_ended_meanwhile_was_kept(place: str) -> None:
    with attached(place) as server, attached(place) as other:
        desk = server.share("desk", keep=60)
        views = [desk.open("effects", f"e{index}") for index in range(3)]
        theirs = other.join("desk")
        calls = [view.start("handle", **slow(30)) for view in views]
        server.sessions()
        cut(server)
        for view in theirs.views.values():
            view.close()
        for view, call in zip(views, calls):
            with pytest.raises(svvs.RequestCancelled) as caught:
                call.result(20)
            assert caught.value.reason == "viewClosed"
            assert not view.is_open
        assert desk.is_open and desk.views == {}


def test_snapshots_that_were_lost_in_a_cut_have_the_state_of_the_next_join(place: str) -> None:
    with attached(place) as server, attached(place) as other:
        desk = server.share("desk", keep=60)
        desk.open("counterA", "a")
        theirs = other.join("desk")
        arrived = threading.Event()
        theirs.subscribe(lambda change: arrived.set() if "b" in change.opened else None)
        lose_output(server)
        get = server.start("view/get", {"view": "a"})
        opening = server.start("view/open", {"type": "counterA", "view": "b", "session": "desk"})
        assert arrived.wait(20)
        theirs.views["a"].call("increment")
        cut(server)
        got, opened = get.result(20), opening.result(20)
        assert (got["view"], got["state"]) == ("a", {"count": 1})
        assert (opened["view"], opened["state"]) == ("b", {"count": 1})
        assert got["commit"] == opened["commit"]
        theirs.views["b"].call("increment")
        assert desk.views["b"].wait(lambda state: state["count"] == 2) == {"count": 2}


def test_views_follow_on_from_what_was_missed(place: str) -> None:
    with attached(place) as server, attached(place) as other:
        desk = server.share("desk", keep=60)
        view = desk.open("smoothies", delivery="patch")
        counter = desk.open("counterA", "c")
        states: list[Any] = []
        counter.subscribe(lambda change: states.append(change.state["count"]))
        theirs = other.join("desk").views["c"]
        for count in range(1, 21):
            if count % 5 == 0:
                counter.get()  # attached again
                cut_noticed(server)
            theirs.call("increment")
        assert counter.wait(lambda state: state["count"] == 20) == {"count": 20}
        theirs.call("increment")
        counter.wait(lambda state: state["count"] == 21)
        assert desk.views["c"] == counter and desk.views[view.id] == view
        assert (view.state, counter.state) == (fresh_state(place, view.id), {"count": 21})
        assert theirs.commit == counter.commit
    assert states == sorted(states) and states[-1] == 21


@asynchronous
async def test_no_call_is_lost_or_done_twice(place: str) -> None:
    async with attached_async(place) as server:
        view = await (await server.share("desk", keep=60)).open("counterA", "c")
        done = lost = 0
        for round in range(10):
            calls = [asyncio.ensure_future(view.call("increment")) for _ in range(20)]
            await asyncio.wait(calls, return_when=asyncio.FIRST_COMPLETED)
            if round < 9:
                cut(server)
            for call in calls:
                try:
                    await call
                    done += 1
                except svvs.AnswerLost:
                    lost += 1
        assert (await view.get())["count"] == done and done + lost == 200
        assert done > 10


def test_what_is_sent_during_a_cut_waits_for_its_end(place: str) -> None:
    with attached(place) as server:
        desk = server.share("desk", keep=60)
        view = desk.open("counterA", "c")
        cut_noticed(server)
        view.notify("increment", by=5)
        calls = [view.start("increment") for _ in range(3)]
        assert [type(call.result(20)) for call in calls] == [dict] * 3
        assert view.state == {"count": 8}
        opened = desk.open("counterB")
        assert desk.views[opened.id] == opened


def test_what_is_private_ends_with_the_cut_and_says_so(place: str) -> None:
    with attached(place) as server:
        window = server.open_session("window")
        views = [server.open("effects", "a"), window.open("effects", "b")]
        calls = [view.start("handle", **slow(30)) for view in views]
        server.sessions()
        cut(server)
        for call in calls:
            with pytest.raises(svvs.Disconnected, match="the answer to 'handle' was lost when the connection was cut"):
                call.result(20)
        for view in views:
            with pytest.raises(svvs.Disconnected, match=f"view '{view.id}' was lost when the connection was cut"):
                view.call("handle", **slow(0))
            with pytest.raises(svvs.Disconnected):
                view.wait(lambda state: False)
            assert not view.is_open
        assert server.open("counterA", "a").state == {"count": 0}


def test_a_session_that_is_not_kept_is_lost(place: str) -> None:
    with attached(place) as server:
        desk = server.share("desk")
        view = desk.open("counterA", "c")
        cut_noticed(server)
        assert server.sessions() == []
        with pytest.raises(svvs.Disconnected, match="session 'desk' was lost .*: InvalidParams: "):
            desk.open("counterA")
        with pytest.raises(svvs.Disconnected, match="view 'c' was lost"):
            view.call("increment")
        assert not desk.is_open and desk.views == {}
        assert server.share("desk").is_open


def test_another_server_says_so_to_all_that_was_open(place: str) -> None:
    with attached(place) as server:
        desk = server.share("desk", keep=60)
        view = desk.open("effects", "e")
        call, process = view.start("handle", **slow(30)), server.info["process"]
        server.sessions()
        kill(server)
        with pytest.raises(svvs.ServerRestarted, match="the answer to 'handle' was lost when the server was started anew"):
            call.result(20)
        with pytest.raises(svvs.ServerRestarted, match="view 'e' was lost when the server was started anew"):
            view.call("handle", **slow(0))
        with pytest.raises(svvs.ServerRestarted, match="session 'desk'"):
            desk.open("effects")
        assert server.sessions() == [] and server.info["process"] != process
        assert server.share("desk", keep=60).open("counterA", "e").state == {"count": 0}


@asynchronous
async def test_those_who_follow_hear_of_another_server(place: str) -> None:
    async with attached_async(place) as server:
        desk = await server.share("desk", keep=60)
        heard, changes = desk.changes(), (await desk.open("counterA", "c")).changes()
        kill(server)
        with pytest.raises(svvs.ServerRestarted, match="session 'desk'"):
            await anext(heard)
        with pytest.raises(svvs.ServerRestarted, match="view 'c'"):
            await anext(changes)


@asynchronous
async def test_those_who_follow_hear_what_was_opened_and_closed_during_a_cut(place: str) -> None:
    async with attached_async(place) as server, attached_async(place) as other:
        desk = await server.share("desk", keep=60)
        gone = await desk.open("counterA", "a")
        joined, heard = await other.join("desk"), desk.changes()
        cut(server)
        await joined.views["a"].close()
        await joined.open("counterA", "b")
        opened, closed = set[str](), set[str]()
        async for change in heard:
            opened.update(change.opened)
            closed.update(change.closed)
            if opened and closed:
                break
        assert (opened, closed, gone.is_open) == ({"b"}, {"a"}, False)
        assert desk.views["b"].state == {"count": 0}


def test_without_reconnecting_a_cut_is_the_end(place: str) -> None:
    with attached(place, reconnect=False) as server:
        view = server.share("desk", keep=60).open("effects", "e")
        call = view.start("handle", **slow(30))
        cut(server)
        with pytest.raises(svvs.Detached, match="by signal SIGKILL"):
            call.result(20)
        assert isinstance(server.wait_closed(), svvs.Detached)


def test_a_call_is_cancelled_on_the_next_connection(place: str) -> None:
    with attached(place) as server:
        call = server.share("desk", keep=60).open("effects", "e").start("handle", **slow(30))
        server.sessions()
        cut_noticed(server)
        call.cancel()
        with pytest.raises(svvs.RequestCancelled) as caught:
            call.result(20)
        assert caught.value.reason == "requested"


def test_a_client_that_is_closed_during_a_cut_attaches_no_more(place: str) -> None:
    for round in range(5):
        server = attached(place)
        server.share(f"desk{round}")
        cut(server)
        server.close()
        assert isinstance(server.wait_closed(), svvs.Detached)
        with pytest.raises(svvs.Detached):
            server.sessions()


def test_attempts_end(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("svvs.client.DELAYS", (0.0, 0.01))
    with attached(place) as server:
        view = server.share("desk", keep=60).open("counterA", "c")
        words: Any = server._client._words
        words[:] = ["sh", "-c", "echo a reason >&2; exit 3"]
        cut(server)
        with pytest.raises(svvs.Detached, match="with status 3(.|\n)*a reason"):
            raise server.wait_closed()
        with pytest.raises(svvs.Detached):
            view.call("increment")
    subprocess.run([sharable_server(), "stop", place], check=True, timeout=20)
