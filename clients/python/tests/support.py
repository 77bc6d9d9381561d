"""Helpers of the tests."""

from __future__ import annotations

import asyncio
import functools
import os
import shlex
import stat
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parent
REPOSITORY = TESTS.parents[2]
FAKE_SERVER = REPOSITORY / "Tests/Contract/fake-server"
#: The directories from which a process that a test starts imports packages; the tests of svvs-terminal add one.
SOURCES = [str(TESTS.parent / "src")]


def fake(script: str) -> list[str]:
    """The command of a server that follows a script; see `Tests/Contract/fake-server`."""
    return [sys.executable, str(FAKE_SERVER), script]


def real_server() -> str:
    """The path of the server's executable. Fails if it does not exist, because a skipped test checks nothing."""
    words = shlex.split(os.environ.get("SVVS", ""))
    path = Path(words[0] if words else REPOSITORY / ".build/debug/svvs").absolute()
    assert os.access(path, os.X_OK), f"no server at {path}: build it, or name it by the environment variable SVVS"
    return str(path)


def sharable_server() -> str:
    """The path of an executable that has the command `attach`, also if the tests run over a socket."""
    return os.environ.get("SVVS_ATTACHED") or real_server()


def fake_executable(folder: Path, script: str) -> str:
    """Creates an executable that runs the fake server with a script. Returns its path."""
    server = folder / "server"
    (folder / "script").write_text(script)
    server.write_text(f'#!/bin/sh\nexec {sys.executable} {FAKE_SERVER} "$(cat {folder}/script)" "$@"\n')
    server.chmod(stat.S_IRWXU)
    return str(server)


def source_environment(server: str) -> dict[str, str]:
    """The environment of a process that runs the client from its sources, against a server."""
    return {**os.environ, "SVVS": server, "PYTHONUTF8": "1", "PYTHONPATH": os.pathsep.join(SOURCES)}


def asynchronous(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Turns a coroutine function into a test."""

    @functools.wraps(test)
    def run(*arguments: Any, **fixtures: Any) -> None:
        asyncio.run(test(*arguments, **fixtures))

    return run
