from __future__ import annotations

import glob

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


class Clock:
    """Advances the clock of a process that is started with `environment`."""

    def __init__(self, file):
        self._file = file
        self.set(0)

    @property
    def environment(self):
        library, = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
        return {"LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": str(self._file), "FAKETIME_NO_CACHE": "1"}

    def set(self, seconds):
        """The process is now this number of seconds ahead of the real time."""
        self._file.write_text(f"+{seconds}s\n")


@pytest.fixture
def clock(tmp_path):
    return Clock(tmp_path / "clock")
