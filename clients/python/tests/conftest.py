"""The fixtures of these tests."""

from __future__ import annotations

import pytest
from faces import Face, event_loop, threads

pytest_plugins = ["shared_fixtures"]


@pytest.fixture(params=[threads, event_loop])
def face(request: pytest.FixtureRequest) -> Face:
    """Both faces, one after the other."""
    served: Face = request.param
    return served
