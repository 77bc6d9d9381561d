"""Fixtures: `server` (the embedded backend), `online` (an HTTP backend with gates), `searching` (a search service with
gates), `start` (with arguments), `listen` (at a socket, with arguments), `folder` (for sockets), `web` (the process
that serves the page of a server).

At the end of each test every open view is compared with a fresh snapshot, the input is ended, or a server at a socket
is stopped, and the process must answer all open requests and exit with status 0, unless the test has ended it itself.
"""
from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

from github import GitHub
from http_backend import Backend
from paths import REPOSITORY
from server import PROGRAM, Server
from socket_server import Folder, Listening
from web_process import WebProcess

os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(REPOSITORY / ".build/hypothesis"))
settings.register_profile("process", deadline=None, database=None, max_examples=60, derandomize=True)
settings.load_profile("process")


def pytest_sessionstart(session):
    if not os.access(PROGRAM, os.X_OK):
        pytest.exit(f"no server at {PROGRAM}; build it first, or set SVVS", returncode=2)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    if call.when == "call":
        item.failed = outcome.get_result().failed


@pytest.fixture
def backend():
    with Backend() as service:
        yield service


@pytest.fixture
def start(request, backend):
    """Starts servers; all of them are checked and reaped at the end of the test."""
    servers = []

    def launch(*arguments, **options):
        servers.append(Server(*arguments, **options))
        return servers[-1]

    yield launch
    backend.open_all()
    try:
        if not getattr(request.node, "failed", False):
            for server in servers:
                check_at_the_end(server)
    finally:
        for server in servers:
            server.reap()


@pytest.fixture
def server(start):
    return start()


@pytest.fixture
def online(start, backend):
    return start("--api", backend.url)


@pytest.fixture
def github():
    with GitHub() as service:
        yield service


@pytest.fixture
def searching(start, github):
    """Without a token, also if the environment of the tests has one."""
    yield start("--github-url", github.url, "--language", "en", environment={"GITHUB_TOKEN": ""})
    # Held requests would keep the server from ending.
    github.open_all()


@pytest.fixture
def folder():
    """The directory of server names, with room for sockets. No server that was started in it is left after the test."""
    folder = Folder()
    yield folder
    folder.remove()


@pytest.fixture
def listen(folder, request):
    """Starts servers at sockets of their own, unless a place is given."""
    servers = []

    def launch(*arguments, place=..., **options):
        if place is ...:
            place = folder.path / f"{len(servers)}.sock"
        servers.append(Listening(place, *arguments, environment=folder.environment, **options))
        return servers[-1]

    yield launch
    try:
        if not getattr(request.node, "failed", False):
            for server in servers:
                server.check_at_the_end()
    finally:
        for server in servers:
            server.reap()


@pytest.fixture
def web(folder):
    """Starts `web` for a socket, with arguments; every process is ended by its id after the test."""
    started = []

    def start(place, *arguments, **options):
        environment = {**folder.environment, **options.pop("environment", {})}
        started.append(WebProcess(place, *arguments, environment=environment, **options))
        return started[-1]

    yield start
    for each in started:
        each.end()


@pytest.fixture(scope="session")
def shared_web():
    """A `web` process and its server in English, for tests that change nothing that another one sees."""
    folder = Folder()
    server = Listening(folder.path / "shared.sock", "--language", "en", environment=folder.environment)
    process = WebProcess(server.path, environment=folder.environment)
    try:
        yield process
        assert process.end(signal.SIGTERM) == 0 and process.errors == ""
        server.check_at_the_end()
    finally:
        process.end()
        server.reap()
        folder.remove()


def check_at_the_end(server):
    if not server.running or server.process.stdin.closed or server.process.stdout.closed:
        return
    for view in list(server.views):
        server.get(view)
    assert server.finish() == 0, server.errors
    assert not server.unanswered, f"never answered: {server.unanswered}"
