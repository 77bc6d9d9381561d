"""The interface for asyncio with a scripted server."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Mapping
from typing import Any

import pytest

import svvs
from support import asynchronous, fake


@asynchronous
async def test_a_call_returns_after_its_changes_are_applied() -> None:
    script = """
        opened(loginState="notLoggedIn")
        call = receive("login")
        assert call["params"] == {"view": "v", "userId": "12345", "self": 1}
        changed(1, 2, loginState="loggingIn")
        changed(2, 3, loginState="loggedIn")
        reply(call, commit=3)
        end_of_input()
    """
    async with svvs.AsyncServer(command=fake(script)) as server:
        login = await server.open("login")
        assert (login.id, login.type, login.commit, login.state) == ("v", "login", 1, {"loginState": "notLoggedIn"})
        await login.call("login", userId="12345", self=1)
        assert (login.commit, login.state) == (3, {"loginState": "loggedIn"})


@asynchronous
async def test_set_get_notify_and_close() -> None:
    script = """
        opened(userId="")
        request = receive("view/set")
        assert request["params"] == {"view": "v", "properties": {"userId": "x"}}
        changed(1, 2, userId="x")
        reply(request, commit=2)
        reply(receive("view/get"), view="v", commit=2, state={"userId": "x"})
        assert "id" not in receive("act")
        changed(2, 3, userId="y")
        reply(receive("view/close"), commit=3)
        end_of_input()
    """
    async with svvs.AsyncServer(command=fake(script)) as server:
        async with await server.open("login") as login:
            await login.set(userId="x")
            assert await login.get() == login.state == {"userId": "x"}
            login.notify("act")
            assert await login.wait(lambda state: state["userId"] == "y") == {"userId": "y"}
        assert not login.is_open
        assert repr(login) == "<svvs.AsyncView 'v' of type 'login'>"
        with pytest.raises(svvs.ViewClosed):
            await login.call("act")
        with pytest.raises(svvs.ViewClosed):
            await login.wait(lambda state: False)


@asynchronous
async def test_open_and_sessions_pass_their_parameters() -> None:
    script = """
        assert opened("w")["params"] == {"type": "user", "view": "w", "params": {"id": "A"}}
        request = receive("session/open")
        assert request["params"] == {"session": "s"}
        reply(request, session="s")
        assert opened("x")["params"] == {"type": "user", "session": "s", "params": {}}
        request = receive("session/close")
        assert request["params"] == {"session": "s"}
        send(id=request["id"], result=None)
        end_of_input()
    """
    async with svvs.AsyncServer(command=fake(script)) as server:
        outside = await server.open("user", "w", id="A")
        async with await server.open_session("s") as session:
            inside = await session.open("user")
        assert (inside.is_open, outside.is_open) == (False, True)


@asynchronous
async def test_cancelling_a_waiting_task_cancels_the_call() -> None:
    script = """
        opened()
        call = receive("act")
        changed(1, 2, n=1)
        assert receive("$/cancelRequest")["params"] == {"id": call["id"]}
        refuse(call, -32800, "RequestCancelled")
        reply(receive("next"), commit=2)
        end_of_input()
    """
    async with svvs.AsyncServer(command=fake(script)) as server:
        view = await server.open("t")
        call = asyncio.ensure_future(view.call("act"))
        await view.wait(lambda state: "n" in state)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await view.call("next")


@asynchronous
async def test_a_call_that_times_out_is_cancelled() -> None:
    script = """
        opened()
        call = receive("act")
        receive("$/cancelRequest")
        reply(call, commit=1)
        reply(receive("next"), commit=1)
        end_of_input()
    """
    async with svvs.AsyncServer(command=fake(script)) as server:
        view = await server.open("t")
        server.timeout = 0.05
        with pytest.raises(svvs.CallTimedOut, match="'act'"):
            await view.call("act", password="secret")
        server.timeout = None
        await view.call("next")


@asynchronous
async def test_calls_overlap() -> None:
    script = """
        opened()
        for call in reversed([receive("act") for _ in range(8)]):
            reply(call, commit=1)
        end_of_input()
    """
    async with svvs.AsyncServer(command=fake(script)) as server:
        view = await server.open("t")
        await asyncio.gather(*(view.call("act") for _ in range(8)))


@asynchronous
async def test_wait_tries_every_state() -> None:
    script = """
        opened(n=0)
        receive("act")
        for commit in range(1, 1001):
            changed(commit, commit + 1, n=commit)
        end_of_input()
    """
    async with svvs.AsyncServer(command=fake(script)) as server:
        view = await server.open("t")
        view.notify("act")
        tried: list[int] = []

        def is_last(state: Mapping[str, Any]) -> bool:
            tried.append(state["n"])
            return bool(state["n"] == 1000)

        await view.wait(is_last)
        assert tried == list(range(1001))


@asynchronous
async def test_wait_times_out_unless_the_state_matches() -> None:
    async with svvs.AsyncServer(command=fake("opened(n=0); end_of_input()")) as server:
        view = await server.open("t")
        assert await view.wait(lambda state: state["n"] == 0, timeout=0) == {"n": 0}
        started = time.monotonic()
        with pytest.raises(svvs.TimedOut):
            await view.wait(lambda state: state["n"] == 1, timeout=0.05)
        assert 0.04 <= time.monotonic() - started < 5


@asynchronous
async def test_changes_are_complete_and_end_with_the_view() -> None:
    script = """
        opened(n=0)
        call = receive("act")
        changed(1, 2, n=1)
        changed(2, 3, n=2)
        reply(call, commit=3)
        reply(receive("view/close"), commit=3)
        end_of_input()
    """
    async with svvs.AsyncServer(command=fake(script)) as server:
        view = await server.open("t")
        changes = view.changes()
        await view.call("act")
        await view.close()
        assert [change async for change in changes] == [
            svvs.Change("v", 2, {"n": 1}, {"n": 1}),
            svvs.Change("v", 3, {"n": 2}, {"n": 2}),
        ]
        assert [change async for change in changes] == []
        assert [change async for change in view.changes()] == []


@asynchronous
async def test_releasing_changes_removes_their_listener() -> None:
    script = """
        opened(n=0)
        for commit in (1, 2):
            receive("act")
            changed(commit, commit + 1, n=commit)
        end_of_input()
    """
    async with svvs.AsyncServer(command=fake(script)) as server:
        view = await server.open("t")
        for commit in (1, 2):
            view.notify("act")
            async for change in view.changes():
                assert change.state == {"n": commit}
                break
        gc.collect()
        assert view._replica.listeners == []


@asynchronous
async def test_changes_end_with_the_server() -> None:
    async with svvs.AsyncServer(command=fake("opened(); receive(); sys.exit(3)")) as server:
        view = await server.open("t")
        changes = view.changes()
        server.notify("end")
        for _ in range(2):
            with pytest.raises(svvs.ServerDied):
                await changes.__anext__()
