"""No test takes for ever, and none leaves a process behind."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from types import FrameType

import pytest
from hypothesis import HealthCheck, settings

SECONDS_PER_TEST = 60

# A machine that is busy with something else is no bug: examples are counted, not timed.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


@pytest.fixture(autouse=True)
def bounded_in_time() -> Iterator[None]:
    def give_up(number: int, frame: FrameType | None) -> None:
        pytest.fail(f"not done after {SECONDS_PER_TEST} s", pytrace=True)

    previous = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(SECONDS_PER_TEST)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, previous)


@pytest.fixture(autouse=True)
def no_process_left() -> Iterator[None]:
    yield
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)  # succeeds, which is a failure, as long as there is a child, dead or alive
