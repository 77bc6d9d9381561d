"""Closing views and sessions, with the blocking interface; exceptions in blocks, with both."""

from __future__ import annotations

import pytest

import svvs
from support import asynchronous, fake


def test_a_closed_view_can_only_be_read() -> None:
    script = """
        opened(n=0)
        request = receive("view/close")
        assert request["params"] == {"view": "v"}
        reply(request, commit=1)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        with server.open("t") as view:
            assert view.is_open
        assert not view.is_open
        assert view.state == {"n": 0}
        view.close()
        for use in [lambda: view.call("act"), lambda: view.set(n=1), lambda: view.wait(lambda state: state["n"])]:
            with pytest.raises(svvs.ViewClosed, match="'v'"):
                use()


def test_closing_a_session_closes_its_views() -> None:
    script = """
        reply(receive("session/open"), session="s")
        opened()
        opened("w")
        request = receive("session/close")
        assert request["params"] == {"session": "s"}
        send(id=request["id"], result=None)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        with server.open_session() as session:
            inside, outside = session.open("t"), server.open("t")
        assert (inside.is_open, outside.is_open) == (False, True)


def test_a_view_that_opens_too_late_is_closed_again() -> None:
    script = """
        request = receive("view/open")
        receive("$/cancelRequest")
        reply(request, view="v", commit=1, state={})
        close = receive("view/close")
        reply(close, commit=1)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        server.timeout = 0.05
        with pytest.raises(svvs.TimedOut):
            server.open("t")


REFUSES = """
    reply(receive("session/open"), session="s")
    opened()
    refuse(receive("view/close"), -32603, "InternalError")
    refuse(receive("session/close"), -32603, "InternalError")
    end_of_input()
"""


def test_of_two_failures_the_one_within_the_block_is_raised() -> None:
    with svvs.Server(command=fake(REFUSES)) as server, pytest.raises(svvs.ResponseError, match="InternalError"):
        with server.open_session() as session:
            try:
                with session.open("t"):
                    raise ZeroDivisionError
            except Exception as error:
                raised = error
    assert isinstance(raised, ZeroDivisionError)


@asynchronous
async def test_of_two_failures_the_one_within_the_block_is_raised_in_asyncio() -> None:
    async with svvs.AsyncServer(command=fake(REFUSES)) as server:
        with pytest.raises(svvs.ResponseError, match="InternalError"):
            async with await server.open_session() as session:
                try:
                    async with await session.open("t"):
                        raise ZeroDivisionError
                except Exception as error:
                    raised = error
    assert isinstance(raised, ZeroDivisionError)
