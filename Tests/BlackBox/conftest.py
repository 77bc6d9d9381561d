"""The fixtures are in `support/server_fixtures.py`, which other test directories load as well."""
pytest_plugins = ["server_fixtures"]
