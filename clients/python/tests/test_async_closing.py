"""The interface for asyncio: large messages, and cancelling the start and the end of the server."""

from __future__ import annotations

import asyncio

import pytest

import svvs
from support import asynchronous, fake


@asynchronous
async def test_both_sides_may_send_large_messages_at_once() -> None:
    script = """
        opened(text="")
        changed(1, 2, text="x" * 10_000_000)
        call = receive("act")
        assert len(call["params"]["text"]) == 10_000_000
        reply(call, commit=2)
        end_of_input()
    """
    async with svvs.AsyncServer(command=fake(script)) as server:
        view = await server.open("t")
        await view.call("act", text="y" * 10_000_000)
        assert len(view.state["text"]) == 10_000_000


@asynchronous
async def test_a_cancelled_block_closes_the_server() -> None:
    opened = asyncio.Event()

    async def serve() -> None:
        async with svvs.AsyncServer(command=fake("opened(); end_of_input()")) as server:
            view = await server.open("t")
            opened.set()
            await view.call("act")

    task = asyncio.ensure_future(serve())
    await opened.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@asynchronous
async def test_a_cancelled_close_kills_the_server() -> None:
    server = svvs.AsyncServer(command=fake("opened(); signal.pause()"), close_timeout=50)
    await server.start()
    view = await server.open("t")
    closing = asyncio.ensure_future(server.close())
    call = asyncio.ensure_future(view.call("act"))
    await asyncio.sleep(0)  # both have begun
    closing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing
    with pytest.raises(svvs.ServerDied, match="SIGKILL"):
        await call


@pytest.mark.parametrize("steps", range(6))
@asynchronous
async def test_a_cancelled_start_leaves_no_process(steps: int) -> None:
    async def serve() -> None:
        async with svvs.AsyncServer(command=fake("end_of_input()")) as server:
            await server.request("m")

    serving = asyncio.ensure_future(serve())
    for _ in range(steps):
        await asyncio.sleep(0)
    serving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await serving


@asynchronous
async def test_a_server_is_started_once() -> None:
    async with svvs.AsyncServer(command=fake("reply(receive(), n=1); end_of_input()")) as server:
        with pytest.raises(RuntimeError, match="started before"):
            await server.start()
        assert await server.request("m") == {"n": 1}
    with pytest.raises(RuntimeError, match="started before"):
        await server.start()


@asynchronous
async def test_a_server_that_was_not_started_can_only_be_closed() -> None:
    server = svvs.AsyncServer()
    with pytest.raises(RuntimeError, match="async with"):
        await server.open("t")
    await server.close()
