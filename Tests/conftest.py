"""The fixtures of servers are in `Server/support/server_fixtures.py`."""
pytest_plugins = ["server_fixtures"]
