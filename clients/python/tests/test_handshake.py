"""The start of a connection: `initialize`, and servers that cannot answer it. For both faces."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import svvs
from faces import Face
from support import fake, real_server, source_environment

TELLS = """
    # raw
    request = receive("initialize")
    reply(request, protocolVersion=1, told=request["params"])
    end_of_input()
"""


def test_the_server_is_told_whose_it_is(face: Face) -> None:
    with face(fake(TELLS)) as server:
        told: Any = server.info["told"]
        assert told["processId"] == os.getpid()
        assert (told["protocolVersion"], told["capabilities"]) == (1, {"cause": True})


def test_what_the_server_is_told_can_be_chosen(face: Face) -> None:
    options = {"processId": None, "clientInfo": {"name": "editor", "version": "2"}, "capabilities": {}}
    with face(fake(TELLS), initialize=options) as server:
        assert server.info["told"] == {
            "protocolVersion": 1,
            "clientInfo": {"name": "editor", "version": "2"},
            "capabilities": {},
        }


@pytest.mark.parametrize("version", [0, 2])
def test_another_version_of_the_protocol_is_refused(face: Face, version: int) -> None:
    script = f"# raw\ninitialized({version}); end_of_input()"
    with pytest.raises(svvs.ProtocolVersionMismatch, match=f"version {version} .* version 1") as caught:
        with face(fake(script)):
            pass
    assert (caught.value.theirs, caught.value.ours) == (version, 1)


def test_a_server_that_tells_no_version_talks_nonsense(face: Face) -> None:
    with pytest.raises(svvs.BadMessage, match="protocolVersion"), face(fake("# raw\nreply(receive()); end_of_input()")):
        pass


def test_a_server_that_refuses_to_begin(face: Face) -> None:
    script = "# raw\nrefuse(receive('initialize'), -32602, 'InvalidParams'); end_of_input()"
    with pytest.raises(svvs.ResponseError, match="InvalidParams"), face(fake(script)):
        pass


def test_a_server_that_never_says_a_word_is_killed(face: Face, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("svvs.process.GRACE", 0.05)
    monkeypatch.setattr("svvs.client.GRACE", 0.05)
    script = "# raw\nignore_signals(); signal.pause()"
    with pytest.raises(svvs.CallTimedOut, match="'initialize' within 0.3 s"), face(fake(script), timeout=0.3):
        pass


def test_a_server_that_is_stopped_is_killed(face: Face, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("svvs.process.GRACE", 0.05)
    with face(fake("opened(); os.kill(os.getpid(), signal.SIGSTOP)"), close_timeout=0.05) as server:
        view = server.open("t")
        server.timeout = 0.05
        with pytest.raises(svvs.CallTimedOut):
            view.call("act")
        server.close()
        with pytest.raises(svvs.ServerDied) as caught:
            view.call("act")
        assert caught.value.status == -signal.SIGKILL


def test_wrong_arguments_are_told_with_the_servers_own_words(face: Face) -> None:
    with pytest.raises(svvs.ServerDied, match="with status 64(.|\n)*--nonsense"):
        with face([real_server(), "serve", "--nonsense"]):
            pass


def test_the_real_server_tells_of_itself(face: Face) -> None:
    with face(real_server()) as server:
        assert server.info["serverInfo"]["name"] == "svvs"
        assert "login" in server.info["viewTypes"]


@pytest.mark.own_process
def test_a_client_that_is_killed_leaves_no_server(tmp_path: Path) -> None:
    ended = tmp_path / "ended"
    os.mkfifo(ended)
    wrapper = tmp_path / "svvs"
    wrapper.write_text(f'#!/bin/sh\n"{real_server()}" "$@"\necho $? >"{ended}"\n')
    wrapper.chmod(0o755)
    code = "import svvs\nserver = svvs.Server()\nprint('begun', flush=True)\nserver.open('effects').wait(lambda _: False)"
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=source_environment(str(wrapper))) as client:
        assert client.stdout and client.stdout.readline() == b"begun\n"
        client.kill()
        assert ended.read_text() != ""  # waits until the server has ended
