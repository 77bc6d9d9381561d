"""Lost connections to a shared server: what continues, what is lost, and the exceptions."""

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
    """The state of a view of the session `team`, as a new client receives it."""
    with attached(place) as server:
        return server.join("team").views[view].get()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_call_in_progress_gets_its_reply_after_a_cut(place: str, number: int) -> None:
    with attached(place) as server:
        view = server.share("team", keep=60).open("effects", "e")
        call = view.start("handle", **slow(0.5))
        server.sessions()  # the call has arrived
        cut(server, number)
        assert "commit" in call.result(20)
        assert view.is_open and view.get() == view.state == fresh_state(place, "e")


def test_the_reply_to_a_call_that_ended_during_a_cut_is_kept(place: str) -> None:
    with attached(place) as server, attached(place) as other:
        shared = server.share("team", keep=60)
        views = [shared.open("effects", f"e{index}") for index in range(3)]
        theirs = other.join("team")
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
        assert shared.is_open and shared.views == {}


def test_snapshots_that_were_lost_in_a_cut_get_the_state_of_the_next_join(place: str) -> None:
    with attached(place) as server, attached(place) as other:
        shared = server.share("team", keep=60)
        shared.open("counterA", "a")
        theirs = other.join("team")
        arrived = threading.Event()
        theirs.subscribe(lambda change: arrived.set() if "b" in change.opened else None)
        lose_output(server)
        get = server.start("view/get", {"view": "a"})
        opening = server.start("view/open", {"type": "counterA", "view": "b", "session": "team"})
        assert arrived.wait(20)
        theirs.views["a"].call("increment")
        cut(server)
        got, opened = get.result(20), opening.result(20)
        assert (got["view"], got["state"]) == ("a", {"count": 1})
        assert (opened["view"], opened["state"]) == ("b", {"count": 1})
        assert got["commit"] == opened["commit"]
        theirs.views["b"].call("increment")
        assert shared.views["b"].wait(lambda state: state["count"] == 2) == {"count": 2}


def test_views_receive_the_changes_that_they_missed(place: str) -> None:
    with attached(place) as server, attached(place) as other:
        shared = server.share("team", keep=60)
        view = shared.open("smoothies", delivery="patch")
        counter = shared.open("counterA", "c")
        states: list[Any] = []
        counter.subscribe(lambda change: states.append(change.state["count"]))
        theirs = other.join("team").views["c"]
        for count in range(1, 21):
            if count % 5 == 0:
                counter.get()  # attached again
                cut_noticed(server)
            theirs.call("increment")
        assert counter.wait(lambda state: state["count"] == 20) == {"count": 20}
        theirs.call("increment")
        counter.wait(lambda state: state["count"] == 21)
        assert shared.views["c"] == counter and shared.views[view.id] == view
        assert (view.state, counter.state) == (fresh_state(place, view.id), {"count": 21})
        assert theirs.commit == counter.commit
    assert states == sorted(states) and states[-1] == 21


@asynchronous
async def test_no_call_is_lost_or_run_twice(place: str) -> None:
    async with attached_async(place) as server:
        view = await (await server.share("team", keep=60)).open("counterA", "c")
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


def test_messages_during_a_cut_are_sent_after_it(place: str) -> None:
    with attached(place) as server:
        shared = server.share("team", keep=60)
        view = shared.open("counterA", "c")
        cut_noticed(server)
        view.notify("increment", by=5)
        calls = [view.start("increment") for _ in range(3)]
        assert [type(call.result(20)) for call in calls] == [dict] * 3
        assert view.state == {"count": 8}
        opened = shared.open("counterB")
        assert shared.views[opened.id] == opened


def test_views_and_calls_outside_of_shared_sessions_are_lost_with_the_connection(place: str) -> None:
    with attached(place) as server:
        window = server.open_session("window")
        views = [server.open("effects", "a"), window.open("effects", "b")]
        calls = [view.start("handle", **slow(30)) for view in views]
        server.sessions()
        cut(server)
        for call in calls:
            with pytest.raises(svvs.Disconnected, match="the reply to 'handle' was lost with the connection"):
                call.result(20)
        for view in views:
            with pytest.raises(svvs.Disconnected, match=f"view '{view.id}' was lost with the connection"):
                view.call("handle", **slow(0))
            with pytest.raises(svvs.Disconnected):
                view.wait(lambda state: False)
            assert not view.is_open
        assert server.open("counterA", "a").state == {"count": 0}


def test_a_session_that_is_not_kept_is_lost(place: str) -> None:
    with attached(place) as server:
        shared = server.share("team")
        view = shared.open("counterA", "c")
        cut_noticed(server)
        assert server.sessions() == []
        with pytest.raises(svvs.Disconnected, match="session 'team' was lost .*: InvalidParams: "):
            shared.open("counterA")
        with pytest.raises(svvs.Disconnected, match="view 'c' was lost"):
            view.call("increment")
        assert not shared.is_open and shared.views == {}
        assert server.share("team").is_open


def test_all_views_and_calls_are_lost_with_the_server(place: str) -> None:
    with attached(place) as server:
        shared = server.share("team", keep=60)
        view = shared.open("effects", "e")
        call, process = view.start("handle", **slow(30)), server.info["process"]
        server.sessions()
        kill(server)
        with pytest.raises(svvs.ServerRestarted, match="the reply to 'handle' was lost when the server was restarted"):
            call.result(20)
        with pytest.raises(svvs.ServerRestarted, match="view 'e' was lost when the server was restarted"):
            view.call("handle", **slow(0))
        with pytest.raises(svvs.ServerRestarted, match="session 'team'"):
            shared.open("effects")
        assert server.sessions() == [] and server.info["process"] != process
        assert server.share("team", keep=60).open("counterA", "e").state == {"count": 0}


@asynchronous
async def test_changes_end_when_the_server_is_restarted(place: str) -> None:
    async with attached_async(place) as server:
        shared = await server.share("team", keep=60)
        session_changes, changes = shared.changes(), (await shared.open("counterA", "c")).changes()
        kill(server)
        with pytest.raises(svvs.ServerRestarted, match="session 'team'"):
            await anext(session_changes)
        with pytest.raises(svvs.ServerRestarted, match="view 'c'"):
            await anext(changes)


@asynchronous
async def test_changes_contain_the_views_that_were_opened_and_closed_during_a_cut(place: str) -> None:
    async with attached_async(place) as server, attached_async(place) as other:
        shared = await server.share("team", keep=60)
        gone = await shared.open("counterA", "a")
        joined, session_changes = await other.join("team"), shared.changes()
        cut(server)
        await joined.views["a"].close()
        await joined.open("counterA", "b")
        opened, closed = set[str](), set[str]()
        async for change in session_changes:
            opened.update(change.opened)
            closed.update(change.closed)
            if opened and closed:
                break
        assert (opened, closed, gone.is_open) == ({"b"}, {"a"}, False)
        assert shared.views["b"].state == {"count": 0}


def test_without_reconnecting_a_cut_ends_the_client(place: str) -> None:
    with attached(place, reconnect=False) as server:
        view = server.share("team", keep=60).open("effects", "e")
        call = view.start("handle", **slow(30))
        cut(server)
        with pytest.raises(svvs.Detached, match="was ended by SIGKILL"):
            call.result(20)
        assert isinstance(server.wait_closed(), svvs.Detached)


def test_a_call_is_cancelled_on_the_next_connection(place: str) -> None:
    with attached(place) as server:
        call = server.share("team", keep=60).open("effects", "e").start("handle", **slow(30))
        server.sessions()
        cut_noticed(server)
        call.cancel()
        with pytest.raises(svvs.RequestCancelled) as caught:
            call.result(20)
        assert caught.value.reason == "requested"


def test_a_client_that_is_closed_during_a_cut_does_not_attach_again(place: str) -> None:
    for round in range(5):
        server = attached(place)
        server.share(f"team{round}")
        cut(server)
        server.close()
        assert isinstance(server.wait_closed(), svvs.Detached)
        with pytest.raises(svvs.Detached):
            server.sessions()


def test_the_number_of_attempts_is_limited(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("svvs.client.DELAYS", (0.0, 0.01))
    with attached(place) as server:
        view = server.share("team", keep=60).open("counterA", "c")
        words: Any = server._client._words
        words[:] = ["sh", "-c", "echo a reason >&2; exit 3"]
        cut(server)
        with pytest.raises(svvs.Detached, match=r"server: a reason \(the command has ended with status 3"):
            raise server.wait_closed()
        with pytest.raises(svvs.Detached):
            view.call("increment")
    subprocess.run([sharable_server(), "stop", place], check=True, timeout=20)
