import pytest


@pytest.fixture
def server(listen):
    """A server of the demo app in English at a socket."""
    return listen("--language", "en")
