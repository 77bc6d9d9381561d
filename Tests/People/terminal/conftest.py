"""Fixtures: `terminal` starts a program in a terminal, `svvs` is the command line of a server that searches `github`,
`server_of` finds the server that a program has started, `screenshots` are those in the READMEs, `measure` compares the
number of keys with a limit and prints it at the end.
"""
from __future__ import annotations

import shlex

import pytest

from github import GitHub, profile, repository
from screenshots import Screenshots
from server import COMMAND, PROGRAM
from terminal import Terminal, framed
from tree import descendants

COUNTS = pytest.StashKey[dict[str, str]]()


def pytest_addoption(parser):
    parser.addoption("--update-screenshots", action="store_true", help="write the screens into the READMEs")


def pytest_configure(config):
    config.stash[COUNTS] = {}


def pytest_terminal_summary(terminalreporter, config):
    for name, count in config.stash[COUNTS].items():
        terminalreporter.write_line(f"keys: {name}: {count}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call" and report.failed:
        for number, terminal in enumerate(getattr(item, "terminals", ())):
            report.sections.append((f"screen {number + 1}", framed(terminal.screen())))
    return report


@pytest.fixture
def terminal(request, tmp_path):
    """Starts programs, as `Terminal` does, with an empty home directory."""
    request.node.terminals = terminals = []

    def start(command, environment=None, directory=tmp_path, **options):
        home = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / ".config"), "GITHUB_TOKEN": ""}
        terminals.append(Terminal(command, environment={**home, **(environment or {})}, directory=directory, **options))
        return terminals[-1]

    yield start
    for each in terminals:
        each.close()


@pytest.fixture
def github():
    """Every search finds 45 people; the first two for `tom` have profiles and repositories."""
    with GitHub() as service:
        for login in ("tom-1", "tom-2"):
            service.profiles[login] = profile(login, name=login.title(), followers=3, public_repos=1)
            service.repositories[login] = [repository(1, "swift-examples", language="Swift", stargazers_count=7)]
            service.languages[login, "swift-examples"] = {"Swift": 1200, "C": 300}
        yield service


@pytest.fixture
def svvs(github):
    """The command line of a server, split as by a shell: a value of the environment variable SVVS."""
    return shlex.join([*COMMAND, "--language", "en", "--github-url", github.url])


@pytest.fixture
def server_of():
    """Returns the process id of the server that the program in a terminal has started."""
    def find(terminal):
        servers = [one.pid for one in descendants(terminal.pid) if one.command.split()[0] == PROGRAM]
        assert len(servers) == 1, f"expected one server, found: {servers}"
        return servers[0]
    return find


@pytest.fixture
def screenshots(pytestconfig):
    return Screenshots(pytestconfig.getoption("--update-screenshots", False))


@pytest.fixture
def measure(pytestconfig):
    """`measure("prompt", terminal, 100)` fails if more than 100 keys were pressed, or more than `beside_text` beside text."""
    def hold(name, terminal, limit, beside_text=None):
        others = terminal.count - terminal.entered
        beside = f", {others} beside the text" if terminal.entered else ""
        pytestconfig.stash[COUNTS][name] = f"{terminal.count} (at most {limit}){beside}"
        assert terminal.count <= limit
        assert beside_text is None or others <= beside_text
    return hold
