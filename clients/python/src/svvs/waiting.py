"""Waiting for what a queue will hold, until a deadline."""

from __future__ import annotations

import time
from queue import Empty, SimpleQueue
from typing import TypeVar

Item = TypeVar("Item")


def deadline(timeout: float | None) -> float | None:
    """The moment so many seconds from now; None for never."""
    return None if timeout is None else time.monotonic() + timeout


def next_item(queue: SimpleQueue[Item], until: float | None) -> Item:
    """The first item of the queue.

    :raises Empty: once the deadline has passed, even if the queue is not empty: items that come faster than they are
        dealt with would put it off for ever.
    """
    remaining = None if until is None else until - time.monotonic()
    if remaining is not None and remaining <= 0:
        raise Empty
    return queue.get(timeout=remaining)
