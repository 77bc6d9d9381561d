"""A pytest plugin for tests of an app. pytest loads it if svvs is installed.

>>> import svvs
>>> def test_a_wrong_password_is_reported(svvs_server: svvs.Server) -> None:
...     login = svvs_server.open("login")
...     login.call("login", userId="12345", password="wrong")
...     assert login.state["errorMessage"]

The command of the server is that of the option `pytest --svvs=".build/debug/MyApp serve"`, or else of the setting
`svvs = .build/debug/MyApp serve` in the configuration of pytest, or else of the environment variable `SVVS`.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import svvs

__all__ = ["StartServer", "svvs_server", "svvs_start"]

#: The type of `svvs_start`: a function with the parameters of :class:`svvs.Server`.
StartServer = Callable[..., svvs.Server]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("svvs").addoption("--svvs", metavar="COMMAND", help="the command that starts the server under test")
    parser.addini("svvs", "the command that starts the server under test")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "svvs(*options, timeout=…): options and parameters of the fixture svvs_server")


@pytest.fixture
def svvs_start(pytestconfig: pytest.Config) -> Iterator[StartServer]:
    """Starts servers for this test, with options: `svvs_start("--database", str(tmp_path / "a"))`.

    The servers end with the test. It is an error if a server has ended with another status than 0, or has sent an
    invalid message, even if the test has not noticed. For tests of such failures, use `svvs.Server`.
    """
    servers: list[svvs.Server] = []

    def start(*options: str, **parameters: Any) -> svvs.Server:
        named: str = pytestconfig.getoption("svvs") or pytestconfig.getini("svvs")
        parameters.setdefault("command", named or None)
        servers.append(svvs.Server(*options, **parameters))
        return servers[-1]

    yield start
    ends = [_end(server) for server in servers]
    failures = [str(end) for end in ends if not isinstance(end, svvs.ServerDied) or end.status != 0]
    if failures:
        pytest.fail("\n".join(failures), pytrace=False)


@pytest.fixture
def svvs_server(request: pytest.FixtureRequest, svvs_start: StartServer) -> svvs.Server:
    """A server for this test. The marker `svvs("--language", "en", timeout=5)` passes options and parameters."""
    marker = request.node.get_closest_marker("svvs")
    return svvs_start(*marker.args, **marker.kwargs) if marker else svvs_start()


def _end(server: svvs.Server) -> svvs.Error:
    server.close()
    return server.wait_closed()
