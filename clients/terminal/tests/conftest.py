"""The fixtures of these tests, which are those of the client's, and the directory of the package."""

from support import REPOSITORY, SOURCES

pytest_plugins = ["shared_fixtures"]
SOURCES.append(str(REPOSITORY / "clients/terminal/src"))
