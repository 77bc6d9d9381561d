"""A lock that permits one run at a time: two would disturb each other's times and overwrite each other's files."""
from __future__ import annotations

import contextlib
import fcntl
import sys
import time
from collections.abc import Iterator
from pathlib import Path

PAUSE = 0.2


class AnotherRunError(Exception):
    """Another process holds the lock."""


@contextlib.contextmanager
def only_run(folder: Path, timeout: float = 0) -> Iterator[None]:
    """Holds the lock of a folder; the system releases it however the run ends."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as file:
        if not is_locked(file.fileno()):
            wait_for_lock(file.fileno(), timeout)
        yield


def wait_for_lock(descriptor: int, timeout: float) -> None:
    if timeout:
        print(f"another run is going on; waiting up to {timeout / 60:.0f} minutes for it", file=sys.stderr)
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        time.sleep(PAUSE)
        if is_locked(descriptor):
            return
    raise AnotherRunError("another run is going on")


def is_locked(descriptor: int) -> bool:
    """Acquires the lock if it is free; returns whether this process holds it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
