from __future__ import annotations

import pytest

from other_site import OtherSite


@pytest.fixture(scope="session")
def other_site():
    site = OtherSite()
    yield site
    site.stop()


@pytest.fixture(params=["127.0.0.1", "localhost", "evil.test"])
def other(request, other_site, context):
    """A page of another origin: another port of this machine, which is the same site, or a foreign name."""
    page = context().new_page()
    page.goto(f"http://{request.param}:{other_site.port}/")
    return page
