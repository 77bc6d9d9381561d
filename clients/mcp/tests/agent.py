"""An agent for the tests: the SDK's own client, which uses `svvs-mcp` over standard input and output, or here."""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import mcp_types as types
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from support import real_server, source_environment
from svvs_mcp.main import created
from svvs_mcp.tools import server

REVISIONS = {"auto": "2026-07-28", "legacy": "2025-11-25"}


def demo(*options: str) -> list[str]:
    return [real_server(), "--language", "en", *options]


class Reply(NamedTuple):
    #: The text, and the part of it that is marked as data of the app.
    text: str
    data: str
    is_error: bool


class Agent:
    """A client in a thread with an event loop. At its end, no process is left."""

    def __init__(self, folder: Path, command: Sequence[str], *options: str, mode: str = "here") -> None:
        """An agent that speaks a revision to a process, or that is `here` in this process, which starts faster."""
        self._pids = folder / "pids"
        # Notes the ids of `svvs-mcp` and of each server that it starts.
        note = ["/bin/sh", "-c", 'echo $$ >>"$0"; exec "$@"', str(self._pids)]
        self._words, self._mode = [*options, "--", *note, *command], mode
        words = [*note, sys.executable, "-c", "import svvs_mcp.main as it; it.main()", *self._words]
        self._parameters = StdioServerParameters(
            command=words[0], args=words[1:], env={**source_environment(""), "PYTHONDONTWRITEBYTECODE": "1"})
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run)
        self._ready: concurrent.futures.Future[Client] = concurrent.futures.Future()
        self.progress: list[tuple[float, str | None]] = []
        self.has_progressed = threading.Event()

    def __enter__(self) -> Agent:
        self._thread.start()
        self.client = self._ready.result(60)
        return self

    def __exit__(self, *exception: object) -> None:
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._leave.set)
        self._thread.join(30)
        assert not self._thread.is_alive()
        self.assert_no_process()

    def __call__(self, tool: str, **arguments: Any) -> Reply:
        """Uses a tool. `from_` is the argument `from`."""
        return self.start(tool, **arguments).result(60)

    def start(self, tool: str, **arguments: Any) -> concurrent.futures.Future[Reply]:
        named = {name.rstrip("_"): value for name, value in arguments.items()}
        return asyncio.run_coroutine_threadsafe(self._call(tool, named), self._loop)

    def tools(self) -> list[types.Tool]:
        return asyncio.run_coroutine_threadsafe(self.client.list_tools(), self._loop).result(60).tools

    def pids(self) -> list[int]:
        """The ids of `svvs-mcp`, and then of the servers that it has started."""
        return [int(each) for each in self._pids.read_text().split()] if self._pids.exists() else []

    def assert_no_process(self, seconds: float = 15) -> None:
        deadline = time.monotonic() + seconds
        while left := [each for each in self.pids() if is_running(each)]:
            assert time.monotonic() < deadline, f"processes are left: {left}"
            time.sleep(0.02)

    async def _call(self, tool: str, arguments: dict[str, Any]) -> Reply:
        async def note(progress: float, total: float | None, message: str | None) -> None:
            self.progress.append((progress, message))
            self.has_progressed.set()

        result = await self.client.call_tool(tool, arguments, progress_callback=note)
        assert isinstance(result, types.CallToolResult)
        (content,) = result.content
        assert isinstance(content, types.TextContent)
        marked = re.search(r"\n<app-data ([0-9a-f]{6})>\n(.*)\n</app-data \1>\Z", content.text, re.S)
        return Reply(content.text, marked[2] if marked else "", result.is_error)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._stay())
        finally:
            self._loop.close()

    async def _stay(self) -> None:
        self._leave = asyncio.Event()
        try:
            app, log = created(self._words)  # it starts with the first use
            program = server(app, log) if self._mode == "here" else stdio_client(self._parameters)
            async with Client(program, mode="legacy" if self._mode == "here" else self._mode) as client:
                assert client.protocol_version == REVISIONS.get(self._mode, "2025-11-25")
                self._ready.set_result(client)
                await self._leave.wait()
            await app.close()
        except BaseException as error:
            if not self._ready.done():
                self._ready.set_exception(error)
            elif not isinstance(error, Exception):
                raise


def is_running(pid: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout.strip()
    return bool(state) and not state.startswith("Z")
