"""Waiting for what nobody announces."""
from __future__ import annotations

import time

PATIENCE = 30.0


def wait_until(condition, patience=PATIENCE):
    """Asks until the condition holds, for so many seconds at most, and returns what it is then."""
    deadline = time.monotonic() + patience
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {patience:.0f} s")
        time.sleep(0.01)
    return value
