"""Fixtures: `visit` opens the page of a process `web`, `faults` collects the faults of the pages, which fail the test.
`web`, `listen` and the other fixtures of servers are those of the black-box tests.

All tests share one browser, which starts with the first page. Each page has a context of its own, as if in a profile
of its own, unless a test passes one.
"""
from __future__ import annotations

import os

import pytest
from playwright.sync_api import expect, sync_playwright

from app_page import AppPage
from fake_app import FakeApp
from paths import REPOSITORY
from watched_page import Faults

BROWSER = os.environ.get("SVVS_CHROMIUM", "/usr/bin/chromium")
FAILED = REPOSITORY / ".build/tests/web"
# Names of hosts that the tests of attacks use; the browser asks no name server for any other.
HOSTS = "MAP evil.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
expect.set_options(timeout=float(os.environ.get("SVVS_EXPECT", 10)) * 1000)


@pytest.fixture(scope="session")
def browser():
    # The sandbox of Chromium refuses to run as root.
    options = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=BROWSER, args=[*options, f"--host-resolver-rules={HOSTS}"])
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser):
    """Makes browser contexts, which are closed after the test."""
    made = []

    def make(**options):
        made.append(browser.new_context(**{"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", **options}))
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture
def faults():
    found = Faults()
    yield found
    assert not found.unexpected


@pytest.fixture
def visit(request, context, faults):
    """Opens a link, by default in a context of its own, and waits until the page is connected."""
    request.node.pages = pages = []

    def open_page(link, within=None, is_connected=True, **options):
        page = (within or context(**options)).new_page()
        faults.watch(page)
        pages.append(page)
        page.goto(link)
        app = AppPage(page)
        if is_connected:
            app.is_connected()
        return app

    return open_page


@pytest.fixture
def fake(folder):
    """Starts servers of apps that are tables, as `FakeApp` does."""
    apps = []

    def start(*arguments, **options):
        place = options.pop("place", folder.path / f"fake-{len(apps)}.sock")
        apps.append(FakeApp(place, *arguments, **options))
        return apps[-1]

    yield start
    for each in apps:
        each.stop()


@pytest.fixture
def server(listen):
    """A server of the demo app in English at a socket."""
    return listen("--language", "en")


@pytest.fixture
def app(server, web, visit):
    """The page of the demo app, logged in to `web`."""
    return visit(web(server.path).link)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call" and report.failed:
        for number, page in enumerate(getattr(item, "pages", ())):
            FAILED.mkdir(parents=True, exist_ok=True)
            path = FAILED / f"{item.name[:80].replace('/', '_')}-{number}.png"
            try:
                page.screenshot(path=path)
                report.sections.append((f"page {number}", f"{path}\n{page.inner_text('body')[:3000]}"))
            except Exception as error:
                report.sections.append((f"page {number}", f"no screenshot: {error}"))
    return report
