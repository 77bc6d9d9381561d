"""The fixtures of these tests."""

from __future__ import annotations

import pytest
from interfaces import StartServer, event_loop, threads

pytest_plugins = ["shared_fixtures"]


@pytest.fixture(params=[threads, event_loop])
def start_server(request: pytest.FixtureRequest) -> StartServer:
    """Starts a server with either interface: a test runs once with each."""
    started: StartServer = request.param
    return started
