"""The blocking interface and the one for asyncio, both as blocking servers, for tests that run on either."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

import svvs

Result = TypeVar("Result")


class AnyView(Protocol):
    @property
    def state(self) -> Any: ...
    @property
    def is_open(self) -> bool: ...
    def get(self) -> Any: ...
    def call(self, action: str, /, **arguments: Any) -> None: ...
    def wait(self, predicate: Callable[[Any], object], timeout: float | None = None) -> Any: ...


class AnyServer(Protocol):
    timeout: float | None

    @property
    def info(self) -> Any: ...
    def shutdown(self) -> None: ...
    def open(self, type: str, /, *, delivery: svvs.Delivery | None = None) -> AnyView: ...
    def request(self, method: str, /) -> Any: ...
    def notify(self, method: str, /) -> None: ...
    def close(self) -> None: ...
    def wait_closed(self) -> svvs.Error: ...


StartServer = Callable[..., AbstractContextManager[AnyServer]]


@contextlib.contextmanager
def threads(command: Any, **options: Any) -> Iterator[AnyServer]:
    with svvs.Server(command=command, **options) as server:
        yield server


@contextlib.contextmanager
def event_loop(command: Any, **options: Any) -> Iterator[AnyServer]:
    async def serve() -> None:
        async with svvs.AsyncServer(command=command, **options) as started:
            server.set_result(started)
            await done

    loop = asyncio.new_event_loop()
    server, done = loop.create_future(), loop.create_future()
    try:
        serving = loop.create_task(serve())
        loop.run_until_complete(asyncio.wait([server, serving], return_when=asyncio.FIRST_COMPLETED))
        if serving.done():
            serving.result()  # raises
        try:
            yield _BlockingServer(loop, server.result())
        finally:
            done.set_result(None)
            loop.run_until_complete(serving)
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


class _BlockingServer:
    def __init__(self, loop: asyncio.AbstractEventLoop, server: svvs.AsyncServer) -> None:
        self._loop = loop
        self._server = server

    @property
    def timeout(self) -> float | None:
        return self._server.timeout

    @timeout.setter
    def timeout(self, timeout: float | None) -> None:
        self._server.timeout = timeout

    def _run(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        return self._loop.run_until_complete(coroutine)

    @property
    def info(self) -> Any:
        return self._server.info

    def open(self, type: str, /, *, delivery: svvs.Delivery | None = None) -> AnyView:
        return _BlockingView(self, self._run(self._server.open(type, delivery=delivery)))

    def shutdown(self) -> None:
        self._run(self._server.shutdown())

    def request(self, method: str) -> Any:
        return self._run(self._server.request(method))

    def notify(self, method: str) -> None:
        async def notify() -> None:
            self._server.notify(method)

        self._run(notify())

    def close(self) -> None:
        self._run(self._server.close())

    def wait_closed(self) -> svvs.Error:
        return self._run(self._server.wait_closed())


class _BlockingView:
    def __init__(self, server: _BlockingServer, view: svvs.AsyncView) -> None:
        self._server = server
        self._view = view

    @property
    def state(self) -> Any:
        return self._view.state

    @property
    def is_open(self) -> bool:
        return self._view.is_open

    def get(self) -> Any:
        return self._server._run(self._view.get())

    def call(self, action: str, /, **arguments: Any) -> None:
        self._server._run(self._view.call(action, **arguments))

    def wait(self, predicate: Callable[[Any], object], timeout: float | None = None) -> Any:
        return self._server._run(self._view.wait(predicate, timeout))
