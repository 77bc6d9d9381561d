"""The start of a connection: `initialize`, and servers that cannot answer it. For both interfaces."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import svvs
from interfaces import StartServer
from support import fake, real_server, source_environment

ECHOES = """
    # raw
    request = receive("initialize")
    reply(request, protocolVersion=2, received=request["params"])
    end_of_input()
"""


def test_initialize_has_the_process_of_the_client(start_server: StartServer) -> None:
    with start_server(fake(ECHOES)) as server:
        params: Any = server.info["received"]
        assert params["processId"] == os.getpid()
        assert (params["protocolVersion"], params["capabilities"]) == (2, {"cause": True, "append": True})


def test_the_parameters_of_initialize_can_be_replaced(start_server: StartServer) -> None:
    options = {"processId": None, "clientInfo": {"name": "editor", "version": "2"}, "capabilities": {}}
    with start_server(fake(ECHOES), initialize=options) as server:
        assert server.info["received"] == {
            "protocolVersion": 2,
            "clientInfo": {"name": "editor", "version": "2"},
            "capabilities": {},
        }


@pytest.mark.parametrize("version", [0, 1])
def test_another_version_of_the_protocol_is_refused(start_server: StartServer, version: int) -> None:
    script = f"# raw\ninitialized({version}); end_of_input()"
    with pytest.raises(svvs.ProtocolVersionMismatch, match=f"version {version} .* version 2") as caught:
        with start_server(fake(script)):
            pass
    assert (caught.value.theirs, caught.value.ours) == (version, 2)


def test_a_reply_to_initialize_without_a_version_is_refused(start_server: StartServer) -> None:
    script = "# raw\nreply(receive()); end_of_input()"
    with pytest.raises(svvs.BadMessage, match="protocolVersion"), start_server(fake(script)):
        pass


def test_a_server_that_refuses_initialize(start_server: StartServer) -> None:
    script = "# raw\nrefuse(receive('initialize'), -32602, 'InvalidParams'); end_of_input()"
    with pytest.raises(svvs.ResponseError, match="InvalidParams"), start_server(fake(script)):
        pass


def test_a_server_that_does_not_respond_is_killed(start_server: StartServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("svvs.process.GRACE", 0.05)
    monkeypatch.setattr("svvs.client.GRACE", 0.05)
    script = "# raw\nignore_signals(); signal.pause()"
    with pytest.raises(svvs.CallTimedOut, match="'initialize' within 0.3 s"), start_server(fake(script), timeout=0.3):
        pass


def test_a_server_that_is_stopped_is_killed(start_server: StartServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("svvs.process.GRACE", 0.05)
    with start_server(fake("opened(); os.kill(os.getpid(), signal.SIGSTOP)"), close_timeout=0.05) as server:
        view = server.open("t")
        server.timeout = 0.05
        with pytest.raises(svvs.CallTimedOut):
            view.call("act")
        server.close()
        with pytest.raises(svvs.ServerDied) as caught:
            view.call("act")
        assert caught.value.status == -signal.SIGKILL


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
