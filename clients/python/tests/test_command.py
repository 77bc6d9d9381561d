"""The command that starts a server. For both faces."""

from __future__ import annotations

import stat
from collections.abc import Sequence
from pathlib import Path

import pytest

import svvs
from faces import Face
from support import fake

TELLS = """#!/bin/sh
    read line
    echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}'
    read line
    echo '{"jsonrpc":"2.0","id":2,"result":"'"$0 $*"'"}'
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that alone is searched for commands, with two servers that tell how they were called."""
    for name in ["My App", "svvs"]:
        (tmp_path / name).write_text(TELLS)
        (tmp_path / name).chmod(stat.S_IRWXU)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("SVVS", raising=False)
    return tmp_path


@pytest.mark.parametrize(
    ("line", "told"),
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
    face: Face, folder: Path, monkeypatch: pytest.MonkeyPatch, line: str | None, told: str | None
) -> None:
    if line is not None:
        monkeypatch.setenv("SVVS", line.format(folder))
    if told is None:
        with pytest.raises(svvs.ServerNotFound, match="HOME"), face(None):
            pass
    else:
        with face(None) as server:
            assert server.request("m") == told.format(folder)


def test_what_the_caller_names_takes_precedence(
    face: Face, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SVVS", "/nowhere/svvs")
    commands: list[Sequence[str]] = [[str(folder / "My App"), "a b"], f"'{folder}/My App' 'a b'"]
    for command in commands:
        with face(command) as server:
            assert server.request("m") == f"{folder}/My App a b"
    with face(folder / "My App") as server:
        assert server.request("m") == f"{folder}/My App "


@pytest.mark.parametrize("command", ["", " ", [], ()])
def test_a_command_has_words(face: Face, command: str | Sequence[str]) -> None:
    with pytest.raises(ValueError, match="no words"), face(command):
        pass


def test_a_quote_that_is_not_closed_is_told_with_its_place(face: Face, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="^the command is no command line: No closing quotation$"), face("'svvs"):
        pass
    monkeypatch.setenv("SVVS", "'svvs")
    with pytest.raises(ValueError, match="^SVVS is no command line: No closing quotation$"), face(None):
        pass
    with face(fake("reply(receive(), n=1); end_of_input()")) as server:
        assert server.request("m") == {"n": 1}


def test_no_such_command(face: Face, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    not_executable = folder / "text"
    not_executable.write_text("text")
    for mode in (stat.S_IRUSR, stat.S_IRWXU):
        not_executable.chmod(mode)
        with pytest.raises(svvs.ServerNotFound, match="text.*SVVS=.*on PATH"), face(not_executable):
            pass
    with pytest.raises(svvs.ServerNotFound) as caught, face([str(folder / "none"), "serve"]):
        pass
    assert caught.value.executable == str(folder / "none") and "\n" not in str(caught.value)
    (folder / "svvs").unlink()
    with pytest.raises(svvs.ServerNotFound, match="'svvs'"), face(None):
        pass
    monkeypatch.setenv("SVVS", str(folder / "named"))
    with pytest.raises(svvs.ServerNotFound, match="named"), face(None):
        pass
