"""A plugin of pytest for tests of an app: pytest finds it by itself where svvs is installed.

>>> import svvs
>>> def test_a_wrong_password_is_told(svvs_server: svvs.Server) -> None:
...     login = svvs_server.open("login")
...     login.call("login", userId="12345", password="wrong")
...     assert login.state["errorMessage"]

The server is named on the command line, `pytest --svvs=".build/debug/MyApp serve"`, or in the settings of pytest as
`svvs = .build/debug/MyApp serve`, or else as ever, by the environment variable `SVVS`.
"""

from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest

import svvs

__all__ = ["StartServer", "svvs_server", "svvs_start"]

#: The type of `svvs_start`: a function with the parameters of :class:`svvs.Server`.
StartServer = Callable[..., svvs.Server]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("svvs").addoption("--svvs", metavar="COMMAND", help="what starts the server under test")
    parser.addini("svvs", "what starts the server under test")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "svvs(*options, timeout=…): options and parameters of the fixture svvs_server")


@pytest.fixture
def svvs_start(pytestconfig: pytest.Config) -> Iterator[StartServer]:
    """Starts servers of the test's own, any number, with options: `svvs_start("--database", str(tmp_path / "a"))`.

    They end with the test, and it is an error if one has ended with another status than 0, or has spoken nonsense, even
    if nobody has noticed. A test that is about that takes `svvs.Server`.
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
    """A server of the test's own; the marker `svvs("--language", "en", timeout=5)` has its options and parameters."""
    test = cast("pytest.Item", request.node)  # pyright: ignore[reportUnknownMemberType]
    marker = test.get_closest_marker("svvs")
    return svvs_start(*marker.args, **marker.kwargs) if marker else svvs_start()


def _end(server: svvs.Server) -> svvs.Error:
    server.close()
    return server.wait_closed()
