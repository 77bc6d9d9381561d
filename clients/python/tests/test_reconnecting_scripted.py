"""The exact messages on the next connection, and invalid replies of servers."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import svvs
from support import fake

BEGIN = """
    # raw
    turns = open({path!r}, "a+")
    turns.write(".")
    turns.flush()
    turn = turns.tell()
    reply(receive("initialize"), protocolVersion=1, process={{"id": {process}, "pid": 1}})
    if turn == 1:
        reply(receive("session/open"), session="team", token="first")
        opened(n=0)
"""


def attached(tmp_path: Path, script: str, process: str = "'p'") -> svvs.Server:
    """A client of a server that runs a script for each connection. `turn` is the number of the connection."""
    begin = textwrap.dedent(BEGIN.format(path=str(tmp_path / "turns"), process=process))
    return svvs.attach("work", command=fake(begin + textwrap.dedent(script)))


def turns(tmp_path: Path) -> int:
    return len((tmp_path / "turns").read_text())


def test_the_next_connection_continues_the_last_one(tmp_path: Path) -> None:
    script = """
        if turn == 1:
            for name in ("one", "two", "three"): receive(name)
            write('{"jsonrpc":"2.0","id":3,"res')
            sys.exit(1)
        join = receive("session/join")
        assert join["params"] == {"session": "team", "token": "first", "unanswered": [4, 5, 6], "delivery": "properties"}
        assert join["id"] > 6
        view = {"view": "v", "type": "t", "params": {}, "state": {"n": 7}}
        reply(join, session="team", token="second", commit=8, views=[view], running=[5], unknown=[6],
              answers=[{"id": 4, "result": {"commit": 2}}])
        changed(8, 9, n=8)
        send(id=5, result={"commit": 9})
        reply(receive("four"), commit=9)
        end_of_input()
    """
    with attached(tmp_path, script) as server:
        view = server.share("team", keep=60).open("t")
        one, two, three = (view.start(name) for name in ("one", "two", "three"))
        assert (one.result(20), two.result(20)) == ({"commit": 2}, {"commit": 9})
        with pytest.raises(svvs.AnswerLost, match="no record of the request 'three'"):
            three.result(20)
        assert (view.state, view.commit) == ({"n": 8}, 9)
        view.call("four")
    assert turns(tmp_path) == 2


def test_a_cut_during_the_join_is_followed_by_another_attempt(tmp_path: Path) -> None:
    script = """
        if turn < 4:
            receive()
            sys.exit(1)
        join = receive("session/join")
        assert (join["params"]["token"], join["params"]["unanswered"]) == ("first", [4])
        reply(join, session="team", token="second", commit=1, views=[], running=[], unknown=[],
              answers=[{"id": 4, "result": {"commit": 2}}])
        end_of_input()
    """
    with attached(tmp_path, script) as server:
        view = server.share("team", keep=60).open("t")
        assert view.start("act").result(20) == {"commit": 2}
        assert not view.is_open
    assert turns(tmp_path) == 4


def test_a_cut_directly_after_the_join_is_followed_by_another_attempt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = """
        call = receive()
        if turn == 1: sys.exit(1)
        reply(call, session="team", token=str(turn), commit=1, views=[], answers=[], running=[4], unknown=[])
        if turn == 2: sys.exit(1)
        send(id=4, result={"commit": 2})
        end_of_input()
    """
    with attached(tmp_path, script) as server:
        client = server._client
        outcomes = client._outcomes

        async def slow_outcomes(what: str, ids: Iterable[int | None]) -> list[Any]:
            received = await outcomes(what, ids)
            if turns(tmp_path) == 2:
                await client._process.finished.wait()
            return received

        monkeypatch.setattr(client, "_outcomes", slow_outcomes)
        assert server.share("team", keep=60).open("t").start("act").result(20) == {"commit": 2}
    assert turns(tmp_path) == 3


def test_attempts_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("svvs.client.DELAYS", (0.0, 0.01, 0.02))
    with attached(tmp_path, "receive(); sys.exit(1)") as server:
        call = server.share("team", keep=60).open("t").start("act")
        with pytest.raises(svvs.Detached, match="with status 1"):
            call.result(20)
        assert isinstance(server.wait_closed(), svvs.Detached)
    assert turns(tmp_path) == 4


def test_another_process_is_another_server(tmp_path: Path) -> None:
    script = """
        receive()
        receive()
        if turn == 1: sys.exit("a line\\nsvvs: The last line of its log /work.log: crashed in the action act")
        end_of_input()
    """
    reason = ": svvs: The last line of its log /work.log: crashed in the action act"
    with attached(tmp_path, script, process="turn") as server:
        shared = server.share("team", keep=60)
        view, call = shared.open("t"), server.start("act")
        with pytest.raises(svvs.ServerRestarted, match=f"'act' was lost when the server was restarted{reason}"):
            view.call("act")
        with pytest.raises(svvs.Disconnected, match=f"with the connection{reason}"):
            call.result(20)
        with pytest.raises(svvs.ServerRestarted, match=reason):
            view.call("act")
        assert not shared.is_open


def test_an_invalid_message_on_the_next_connection_ends_the_client(tmp_path: Path) -> None:
    script = """
        receive()
        if turn == 1: sys.exit(1)
        write("garbage\\n")
        end_of_input()
    """
    with attached(tmp_path, script) as server:
        with pytest.raises(svvs.BadMessage):
            server.share("team", keep=60).open("t").call("act")
        with pytest.raises(svvs.BadMessage):
            server.sessions()
    assert turns(tmp_path) == 2
