"""Closing the server, whatever its state. For both interfaces."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import svvs
from interfaces import StartServer
from support import asynchronous, fake
from svvs import loop_thread

SECONDS = 20.0


def test_closing_lets_calls_finish(start_server: StartServer) -> None:
    script = """
        opened(n=0)
        end_of_input()
        print("drained", file=sys.stderr)
    """
    with start_server(fake(script)) as server:
        server.open("t")
        server.close()
        with pytest.raises(svvs.ServerDied, match="with status 0; its standard error ends with:\ndrained"):
            server.request("m")


@pytest.mark.parametrize("before", ["", "os.close(1)"])
def test_closing_has_its_own_timeout(start_server: StartServer, before: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("svvs.process.GRACE", 0.05)
    script = f"opened(); end_of_input(); {before or 'pass'}; signal.sigtimedwait([], 0.5); os._exit(0)"
    with start_server(fake(script)) as server:
        server.open("t")
        server.close()
        with pytest.raises(svvs.ServerDied, match="with status 0"):
            server.request("m")


def test_closing_kills_a_server_that_does_not_end_by_itself(start_server: StartServer) -> None:
    with start_server(fake("opened(); signal.pause()"), close_timeout=0.05) as server:
        server.open("t")
        server.close()
        with pytest.raises(svvs.ServerDied, match="was ended by SIGKILL"):
            server.request("m")


def test_closing_does_not_wait_for_unsent_messages(start_server: StartServer) -> None:
    with start_server(fake("opened(); signal.pause()"), close_timeout=0.05) as server:
        view = server.open("t")
        server.timeout = 0.05
        with pytest.raises(svvs.TimedOut):
            view.call("act", text="x" * 10_000_000)


def test_a_block_that_raises_closes_the_server(start_server: StartServer) -> None:
    with pytest.raises(ZeroDivisionError), start_server(fake("opened(); end_of_input()")) as server:
        server.open("t")
        raise ZeroDivisionError


def test_closing_twice() -> None:
    server = svvs.Server(command=fake("end_of_input()"))
    server.close()
    server.close()


def test_ctrl_c_does_not_reach_the_server(start_server: StartServer) -> None:
    with start_server(fake("reply(receive(), alone=os.getsid(0) == os.getpid()); end_of_input()")) as server:
        assert server.request("m") == {"alone": True}


def interrupt(change: object) -> None:
    """Sends the signal of Ctrl-C."""
    os.kill(os.getpid(), signal.SIGINT)


def test_an_interrupted_call_is_cancelled() -> None:
    script = """
        opened(n=0)
        call = receive("act")
        changed(1, 2, n=1)
        assert receive("$/cancelRequest")["params"] == {"id": call["id"]}
        refuse(call, -32800, "RequestCancelled")
        reply(receive("next"), commit=2)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        view.subscribe(interrupt)
        with pytest.raises(KeyboardInterrupt):
            view.call("act")
        view.call("next")


def test_an_interrupted_wait_leaves_no_listener() -> None:
    def interrupted(state: object) -> bool:
        raise KeyboardInterrupt

    with svvs.Server(command=fake("opened(n=0); reply(receive('next'), commit=2); end_of_input()")) as server:
        view = server.open("t")
        with pytest.raises(KeyboardInterrupt):
            view.wait(interrupted)
        view.call("next")
        assert view._replica.listeners == []


@pytest.mark.parametrize("has_begun", [True, False])
def test_an_interrupt_while_a_call_is_submitted_leaves_no_coroutine(has_begun: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop_thread, "GRACE", SECONDS)
    with svvs.Server(command=fake("opened(n=0)\nend_of_input()")) as server:
        view = server.open("t")
        loop = server._thread._loop
        submit = loop.call_soon_threadsafe

        def interrupted(begin: Callable[..., object], *arguments: object, **more: Any) -> None:
            monkeypatch.setattr(loop, "call_soon_threadsafe", submit)
            if has_begun:
                submit(begin, *arguments, **more)
                asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result()  # by now, the call has begun
            raise KeyboardInterrupt

        monkeypatch.setattr(loop, "call_soon_threadsafe", interrupted)
        started = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            view.call("act")
        assert time.monotonic() - started < SECONDS
        assert len(server._thread.run(asyncio.all_tasks, loop)) == 1  # that of `run`
        assert server._client._replies == {}


def test_an_interrupted_start_leaves_no_process() -> None:
    with pytest.raises(KeyboardInterrupt):
        svvs.Server(command=fake("# raw\nreceive(); os.kill(os.getppid(), signal.SIGINT); end_of_input()"))


def test_an_interrupted_close_still_ends_the_server() -> None:
    script = "opened(n=0); end_of_input(); changed(1, 2, n=1); signal.pause()"
    with pytest.raises(KeyboardInterrupt):
        with svvs.Server(command=fake(script), close_timeout=50) as server:
            server.open("t").subscribe(interrupt)
    with pytest.raises(svvs.ServerDied, match="was ended by SIGKILL"):
        server.request("m")


def test_a_constructor_that_cannot_start_its_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(RuntimeError, match="new thread"):
        svvs.Server(command=fake("end_of_input()"))


def test_a_closed_server_has_no_threads() -> None:
    before = threading.enumerate()
    with svvs.Server(command=fake("opened(); end_of_input()")) as server:
        view = server.open("t")
        view.subscribe(print)
        assert {thread.name for thread in threading.enumerate()} >= {"svvs event loop", "svvs callbacks"}
    assert [thread for thread in threading.enumerate() if thread not in before] == []
    uses: list[Callable[[], object]] = [
        lambda: view.call("act"),
        lambda: view.start("act"),
        lambda: view.notify("act"),
        lambda: view.get(),
        lambda: view.wait(lambda state: False),
    ]
    for use in uses:
        with pytest.raises(svvs.ServerDied, match="with status 0"):
            use()
    view.subscribe(print)()
    assert view.wait(lambda state: True) == {}


def test_wait_closed_returns_after_the_end_of_the_server(start_server: StartServer) -> None:
    with start_server(fake("opened(); receive('end'); sys.exit(3)")) as server:
        view = server.open("t")
        server.notify("end")
        ended = server.wait_closed()
        assert isinstance(ended, svvs.ServerDied) and ended.status == 3
        with pytest.raises(svvs.ServerDied) as caught:
            view.call("act")
        assert caught.value is ended


def test_a_server_that_nothing_refers_to_is_closed_with_a_warning() -> None:
    script = "opened(n=0); reply(receive('view/get'), view='v', commit=1, state={'n': 1}); end_of_input()"
    before = threading.enumerate()
    view = svvs.Server(command=fake(script)).open("t")
    view.subscribe(lambda change: None)
    gc.collect()
    assert view.get() == {"n": 1}  # the view refers to its server
    threads = [thread for thread in threading.enumerate() if thread not in before]
    with pytest.warns(ResourceWarning, match=r"a server was not closed \(process \d+\): use `with`"):
        del view
        gc.collect()
    for thread in threads:
        thread.join(SECONDS)
        assert not thread.is_alive()


@asynchronous
async def test_a_server_for_asyncio_that_nothing_refers_to_is_closed_with_a_warning() -> None:
    async def opened() -> svvs.AsyncView:
        server = svvs.AsyncServer(command=fake("opened(n=0); receive('act'); changed(1, 2, n=1); end_of_input()"))
        await server.start()
        return await server.open("t")

    view = await opened()
    view.notify("act")
    changes = view.changes()
    del view
    gc.collect()
    assert (await anext(changes)).changes == {"n": 1}  # the changes refer to the server
    with pytest.warns(ResourceWarning, match="a server was not closed"):
        del changes
        gc.collect()
    await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()})


def test_an_event_loop_that_ends_ends_a_server_that_was_not_closed() -> None:
    async def main() -> None:
        server = svvs.AsyncServer(command=fake("end_of_input()"))
        await server.start()

    with pytest.warns(ResourceWarning, match="a server was not closed"):
        asyncio.run(main())
