"""The fixtures of these tests, which are those of the client's."""

pytest_plugins = ["shared_fixtures"]
