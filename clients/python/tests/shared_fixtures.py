"""The fixtures of both Python packages: a time limit, a check for leftover processes, and the path of a socket."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from types import FrameType

import pytest
from hypothesis import HealthCheck, settings
from support import sharable_server

SECONDS_PER_TEST = 60

# A busy machine must not make a test fail: the number of examples is limited, not their time.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"seconds(n): how long the test may take, if not {SECONDS_PER_TEST}")


@pytest.fixture(autouse=True)
def bounded_in_time(request: pytest.FixtureRequest) -> Iterator[None]:
    marker = request.node.get_closest_marker("seconds")
    seconds = marker.args[0] if marker else SECONDS_PER_TEST

    def give_up(number: int, frame: FrameType | None) -> None:
        pytest.fail(f"not done after {seconds} s", pytrace=True)

    previous = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(seconds)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, previous)


@pytest.fixture(autouse=True)
def no_process_left() -> Iterator[None]:
    yield
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)  # raises ChildProcessError only if there is no child, running or not reaped


@pytest.fixture
def place() -> Iterator[str]:
    """The path of a socket where `attach` starts a server. The server ends with the test."""
    with tempfile.TemporaryDirectory(prefix="svvs") as folder:
        path = f"{folder}/a.sock"
        yield path
        subprocess.run([sharable_server(), "stop", path], stderr=subprocess.DEVNULL, timeout=20)
