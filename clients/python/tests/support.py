"""What several test files use."""

from __future__ import annotations

import asyncio
import functools
import os
import sys
import textwrap
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent
REPOSITORY = TESTS.parents[2]


def fake(script: str) -> list[str]:
    """The command of a server that follows a script; see `fake_server.py`."""
    return [sys.executable, str(TESTS / "fake_server.py"), textwrap.dedent(script)]


def real_server() -> str:
    """The path of the server's executable. It must be there: a skipped test proves nothing."""
    path = Path(os.environ.get("SVVS") or REPOSITORY / ".build/debug/svvs").absolute()
    assert os.access(path, os.X_OK), f"no server at {path}: build it, or name it by the environment variable SVVS"
    return str(path)


def asynchronous(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Makes a coroutine function a test."""

    @functools.wraps(test)
    def run(*arguments: Any, **fixtures: Any) -> None:
        asyncio.run(test(*arguments, **fixtures))

    return run
