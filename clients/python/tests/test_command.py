"""The command that starts a server. For both interfaces."""

from __future__ import annotations

import stat
from collections.abc import Sequence
from pathlib import Path

import pytest

import svvs
from interfaces import StartServer
from support import fake

ANSWERS = """#!/bin/sh
    read line
    echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":2}}'
    read line
    echo '{"jsonrpc":"2.0","id":2,"result":"'"$0 $*"'"}'
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only directory on the search path, with two servers that reply with their command lines."""
    for name in ["My App", "svvs"]:
        (tmp_path / name).write_text(ANSWERS)
        (tmp_path / name).chmod(stat.S_IRWXU)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("SVVS", raising=False)
    return tmp_path


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("{}/svvs", "{}/svvs "),
        ("{}/svvs serve  --database 'a b'", "{}/svvs serve --database a b"),
        ("'{}/My App' \\$HOME", "{}/My App $HOME"),
        ("$HOME/svvs", None),
        ("", "{}/svvs serve"),
        (" \t", "{}/svvs serve"),
        (None, "{}/svvs serve"),
    ],
)
def test_the_environment_has_a_command_line(
    start_server: StartServer, folder: Path, monkeypatch: pytest.MonkeyPatch, line: str | None, expected: str | None
) -> None:
    if line is not None:
        monkeypatch.setenv("SVVS", line.format(folder))
    if expected is None:
        with pytest.raises(svvs.ServerNotFound, match="HOME"), start_server(None):
            pass
    else:
        with start_server(None) as server:
            assert server.request("m") == expected.format(folder)


def test_the_parameter_takes_precedence(
    start_server: StartServer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SVVS", "/nowhere/svvs")
    commands: list[Sequence[str]] = [[str(folder / "My App"), "a b"], f"'{folder}/My App' 'a b'"]
    for command in commands:
        with start_server(command) as server:
            assert server.request("m") == f"{folder}/My App a b"
    with start_server(folder / "My App") as server:
        assert server.request("m") == f"{folder}/My App "


@pytest.mark.parametrize("command", ["", " ", [], ()])
def test_an_empty_command_is_refused(start_server: StartServer, command: str | Sequence[str]) -> None:
    with pytest.raises(ValueError, match="the command is empty"), start_server(command):
        pass


def test_an_unclosed_quote_is_reported(start_server: StartServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SVVS", "'svvs")
    for command, source in (("'svvs", "the command"), (None, "SVVS")):
        reason = f"^{source} is not a command line: No closing quotation$"
        with pytest.raises(ValueError, match=reason), start_server(command):
            pass
    with start_server(fake("reply(receive(), n=1); end_of_input()")) as server:
        assert server.request("m") == {"n": 1}


def test_no_such_command(start_server: StartServer, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    not_executable = folder / "text"
    not_executable.write_text("text")
    for mode in (stat.S_IRUSR, stat.S_IRWXU):
        not_executable.chmod(mode)
        with pytest.raises(svvs.ServerNotFound, match="text.*SVVS=.*on PATH"), start_server(not_executable):
            pass
    with pytest.raises(svvs.ServerNotFound) as caught, start_server([str(folder / "none"), "serve"]):
        pass
    assert caught.value.executable == str(folder / "none") and "\n" not in str(caught.value)
    (folder / "svvs").unlink()
    with pytest.raises(svvs.ServerNotFound, match="'svvs'"), start_server(None):
        pass
    monkeypatch.setenv("SVVS", str(folder / "named"))
    with pytest.raises(svvs.ServerNotFound, match="named"), start_server(None):
        pass
