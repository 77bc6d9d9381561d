"""The fixtures are in `support/fixtures.py`, which other test directories load as well."""
pytest_plugins = ["fixtures"]
