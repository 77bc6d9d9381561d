"""Servers that send invalid messages. For both interfaces."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

import svvs
from interfaces import StartServer
from support import fake


@pytest.mark.parametrize(
    "garbage", ["[]", '{"n": "secret"', '{"jsonrpc":"2.0","id":7,"result":"secret"}', "Content-Length: 2", "\\xff"]
)
def test_garbage_ends_the_connection(start_server: StartServer, garbage: str) -> None:
    script = f"opened(n=0); receive('act'); write({garbage!r} + '\\n'); end_of_input()"
    with start_server(fake(script)) as server:
        view = server.open("t")
        with pytest.raises(svvs.BadMessage) as caught:
            view.call("act")
        assert caught.value.line == garbage.encode()
        assert "secret" not in str(caught.value) + repr(caught.value)
        assert ("'Content-Length: 2'" in str(caught.value)) == garbage.startswith("Content")
        with pytest.raises(svvs.BadMessage):
            view.call("act")
        server.close()
        with pytest.raises(svvs.BadMessage):  # the first error explains the others
            view.call("act")


def test_garbage_is_shown_cut_and_escaped(start_server: StartServer) -> None:
    script = "receive(); write('\x1b[2J' + 'loading ' * 50 + '\\n'); end_of_input()"
    with start_server(fake(script)) as server, pytest.raises(svvs.BadMessage) as caught:
        server.open("t")
    assert str(caught.value).endswith(f": '\\x1b[2J{('loading ' * 50)[:76]}'…")


@pytest.mark.parametrize("command", ["echo hi", "true", "cat", "sh -c 'echo hi; exit 3'"])
def test_a_command_that_is_not_a_server_is_quoted(command: str) -> None:
    with pytest.raises((svvs.BadMessage, svvs.ServerDied)) as caught:
        svvs.Server(command=command)
    assert f"; its command is `{command}`" in str(caught.value)


def test_a_missing_change_ends_the_connection(start_server: StartServer) -> None:
    with start_server(fake("opened(n=0); receive('act'); changed(5, 6, n=6); end_of_input()")) as server:
        view = server.open("t")
        for _ in range(2):
            with pytest.raises(svvs.BadMessage, match="from commit 5 for a view at commit 1"):
                view.call("act")
        assert view.state == {"n": 0}


def test_a_server_that_sends_garbage_is_ended_before_close(tmp_path: Path) -> None:
    end = tmp_path / "end"
    os.mkfifo(end)
    script = f"receive(); write('garbage\\n'); end_of_input(); open({str(end)!r}, 'w').close()"
    with svvs.Server(command=fake(script)) as server:
        with pytest.raises(svvs.BadMessage):
            server.open("t")
        end.read_bytes()  # waits until the other end is opened

    async def asynchronously() -> None:
        async with svvs.AsyncServer(command=fake(script)) as server:
            with pytest.raises(svvs.BadMessage):
                await server.open("t")
            await asyncio.to_thread(end.read_bytes)

    asyncio.run(asynchronously())


def test_endless_garbage(start_server: StartServer) -> None:
    with start_server(fake("receive()\nwhile True: write('garbage' * 1000 + '\\n')")) as server:
        with pytest.raises(svvs.BadMessage):
            server.open("t")


def test_an_incomplete_answer(start_server: StartServer) -> None:
    with start_server(fake("reply(receive(), view='v'); end_of_input()")) as server:
        with pytest.raises(svvs.BadMessage, match="commit"):
            server.open("t")
