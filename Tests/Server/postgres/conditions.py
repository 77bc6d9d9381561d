"""Polling for conditions that no event reports."""
from __future__ import annotations

import time

TIMEOUT = 30.0


def wait_until(condition, timeout=TIMEOUT):
    """Polls until the condition holds, and returns its value. The timeout is in seconds."""
    deadline = time.monotonic() + timeout
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {timeout:.0f} s")
        time.sleep(0.01)
    return value
