"""Runs checks side by side, each in a separate process group, and prints the log of each when it ends."""
from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
import time
from pathlib import Path

from check import Check, Result, counted
from left_over import MARK, end_left_over

# The signals that end a check, and the seconds to wait after each for the end of its process.
ENDING = ((signal.SIGINT, 10), (signal.SIGTERM, 5), (signal.SIGKILL, 5))


class Schedule:
    """Runs checks in their order, each as soon as a lane is free and its conditions are met."""

    def __init__(self, checks: list[Check], lanes: int, results: Path, root: Path):
        self._waiting, self._lanes, self._directory, self._root = list(checks), lanes, results, root
        self._running: dict[asyncio.Task[Result], Check] = {}
        self.results: list[Result] = []

    async def run(self) -> None:
        """Runs every check. When it is cancelled, it ends the checks that are running first."""
        try:
            while self._waiting or self._running:
                self._start_next()
                done, _ = await asyncio.wait(self._running, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    del self._running[task]
                    self._finish(task.result())
        finally:
            for task in self._running:
                task.cancel()
            await asyncio.gather(*self._running, return_exceptions=True)

    def _start_next(self) -> None:
        for check in list(self._waiting):
            if self._may_start(check):
                self._waiting.remove(check)
                self._running[asyncio.ensure_future(self._result(check))] = check

    def _may_start(self, check: Check) -> bool:
        others = list(self._running.values())
        is_full = sum(not one.is_waiting for one in others) >= self._lanes
        if is_full and not check.is_waiting or any(one.is_alone for one in others):
            return False
        if check.is_alone:
            return not others and all(one.is_alone for one in self._waiting)
        if check.uses is not None and any(one.uses == check.uses for one in others):
            return False
        return not any(one.name in check.needs for one in [*others, *self._waiting])

    def _finish(self, result: Result) -> None:
        self.results.append(result)
        if result.failed == 0:
            return
        for check in [one for one in self._waiting if result.check.name in one.needs]:
            self._waiting.remove(check)
            print(f"\n== {check.name}: not run, because {result.check.name} failed", flush=True)
            self._finish(Result(check, 0, [f"not run, because {result.check.name} failed"], 0))

    async def _result(self, check: Check) -> Result:
        directory = self._directory / check.slug
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir(parents=True)
        begun = time.monotonic()
        print(f"-- {check.name}", flush=True)
        # Unique among the runs on this machine.
        mark = f"{os.getpid()}/{check.slug}"
        try:
            status = await self._status(check, directory, mark)
        finally:
            left = await asyncio.to_thread(end_left_over, mark)
        result = counted(check, status, directory, time.monotonic() - begun)
        result.failures.extend(f"left a process: {command}" for command in left)
        with (directory / "stdout").open("rb") as out, (directory / "stderr").open("rb") as errors:
            print(flush=True)
            for log in (errors, out):
                shutil.copyfileobj(log, sys.stdout.buffer)
        print(result.line, flush=True)
        return result

    async def _status(self, check: Check, directory: Path, mark: str) -> int:
        """Runs the command; returns its status, or 124 if it did not end within its limit."""
        command = [word.replace("{report}", str(directory / "report.xml")) for word in check.command]
        with (directory / "stdout").open("wb") as out, (directory / "stderr").open("wb") as errors:
            try:
                process = await asyncio.create_subprocess_exec(
                    *command, stdin=asyncio.subprocess.DEVNULL, stdout=out, stderr=errors, cwd=self._root,
                    env={**os.environ, **check.environment, MARK: mark}, start_new_session=True)
            except OSError as error:
                errors.write(f"{command[0]}: {error.strerror}\n".encode())
                return 127
            try:
                return await asyncio.wait_for(process.wait(), check.limit)
            except asyncio.TimeoutError:
                errors.write(b"not finished within %d seconds\n" % check.limit)
                return 124
            finally:
                await end(process)


async def run_until_stopped(schedule: Schedule) -> int:
    """Runs the schedule; returns 0, or the number of the first signal, which stops it."""
    stopped = 0
    run = asyncio.ensure_future(schedule.run())

    def stop(number: int) -> None:
        nonlocal stopped
        # A second cancellation would interrupt the first, which is ending the processes.
        if not stopped:
            stopped = number
            run.cancel()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            asyncio.get_running_loop().add_signal_handler(number, stop, number)
        else:
            # For example, under nohup. The commands would also ignore the signal; but they do not inherit a handler.
            signal.signal(number, lambda *_: None)
    try:
        await run
    except asyncio.CancelledError:
        print(f"\nstopped by {signal.Signals(stopped).name}", file=sys.stderr)
    return stopped


async def end(process: asyncio.subprocess.Process) -> None:
    """Ends the leader of a process group, and the processes that remain in the group."""
    for number, seconds in ENDING:
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            return
        try:
            await asyncio.wait_for(process.wait(), seconds)
        except asyncio.TimeoutError:
            continue
