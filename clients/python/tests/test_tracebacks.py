"""The traceback of an exception shows the script: at most two of its frames are in this package. For both interfaces."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import svvs
from support import SOURCES, real_server


def own_frames(error: BaseException) -> list[str]:
    frames = traceback.extract_tb(error.__traceback__)
    return [frame.name for frame in frames if frame.filename.startswith(SOURCES[0])]


#: Each raises an exception.
FAILURES: list[Callable[[Any, Any], Any]] = [
    lambda server, view: view.call("multiply"),
    lambda server, view: view.set(count=1),
    lambda server, view: view.wait(lambda state: False, timeout=0),
    lambda server, view: server.open("nothing"),
    lambda server, view: server.request("nothing"),
    lambda server, view: server.join("nothing"),
    lambda server, view: server.share("x" * 10_000),
]
FAILURES_OF_ENDED: list[Callable[[Any, Any], Any]] = [
    lambda server, view: view.call("increment"),
    lambda server, view: view.notify("increment"),
    lambda server, view: server.open("counterA"),
    lambda server, view: server.sessions(),
    lambda server, view: server.shutdown(),
]


def test_the_frames_of_the_blocking_interface() -> None:
    with svvs.Server(command=real_server()) as server:
        view = server.open("counterA")
        starts: list[Callable[[Any, Any], Any]] = [lambda server, view: view.start("multiply").result()]
        for fail in FAILURES + starts:
            with pytest.raises(svvs.Error) as caught:
                fail(server, view)
            assert len(own_frames(caught.value)) in (1, 2)
    starts = [lambda server, view: view.start("increment"), lambda server, view: svvs.Server(command="/nowhere/svvs")]
    for fail in FAILURES_OF_ENDED + starts:
        with pytest.raises(svvs.Error) as caught:
            fail(server, view)
        assert len(own_frames(caught.value)) in (1, 2)


def test_the_frames_of_the_interface_for_asyncio() -> None:
    async def check(fail: Callable[[], Any]) -> None:
        with pytest.raises(svvs.Error) as caught:
            result = fail()
            if isinstance(result, Awaitable):
                await result
        assert len(own_frames(caught.value)) in (1, 2)

    async def main() -> None:
        async with svvs.AsyncServer(command=real_server()) as server:
            view = await server.open("counterA")
            for fail in FAILURES:
                await check(lambda: fail(server, view))
        for fail in FAILURES_OF_ENDED:
            await check(lambda: fail(server, view))
        await check(lambda: svvs.AsyncServer(command="/nowhere/svvs").start())
        await check(lambda: svvs.AsyncServer(command="true").__aenter__())

    asyncio.run(main())
