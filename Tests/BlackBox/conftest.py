"""The fixtures are in a file of their own, for other folders of tests to use."""
pytest_plugins = ["starting"]
