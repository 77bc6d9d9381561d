"""The fixtures of these tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agent import Agent, demo
from support import REPOSITORY, SOURCES

pytest_plugins = ["shared_fixtures"]
SOURCES += [str(REPOSITORY / f"clients/{name}/src") for name in ("terminal", "mcp")]


@pytest.fixture
def no_process_left() -> None:
    """An agent checks its own processes, because one lives as long as a module."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    """An agent with the demo app, in English, for the tests of a module that leave nothing behind."""
    with Agent(tmp_path_factory.mktemp("agent"), demo()) as agent:
        yield agent


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Agent]]:
    """Starts agents, which end with the test."""
    agents: list[Agent] = []

    def started(*arguments: object, **options: object) -> Agent:
        agents.append(Agent(tmp_path, *arguments, **options).__enter__())  # type: ignore[arg-type]
        return agents[-1]

    yield started
    for agent in agents:
        agent.__exit__(None, None, None)
