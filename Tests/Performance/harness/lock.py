"""One run at a time: two would measure each other, and write over each other's files."""
from __future__ import annotations

import contextlib
import fcntl
import sys
import time
from collections.abc import Iterator
from pathlib import Path

PAUSE = 0.2


class AnotherRunError(Exception):
    """Somebody else has the lock."""


@contextlib.contextmanager
def only_run(folder: Path, patience: float = 0) -> Iterator[None]:
    """Holds the lock of a folder; the system takes it back from a run that ends in any way."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as file:
        if not is_locked(file.fileno()):
            wait_for_lock(file.fileno(), patience)
        yield


def wait_for_lock(descriptor: int, patience: float) -> None:
    if patience:
        print(f"another run is going on; waiting up to {patience / 60:.0f} minutes for it", file=sys.stderr)
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        time.sleep(PAUSE)
        if is_locked(descriptor):
            return
    raise AnotherRunError("another run is going on")


def is_locked(descriptor: int) -> bool:
    """Takes the lock if nobody has it; says whether it is ours then."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
