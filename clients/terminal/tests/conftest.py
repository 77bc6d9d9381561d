"""The fixtures of the Python client's tests, and the directory of the package."""

from support import REPOSITORY, SOURCES

pytest_plugins = ["shared_fixtures"]
SOURCES.append(str(REPOSITORY / "clients/terminal/src"))
