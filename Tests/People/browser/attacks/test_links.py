"""The token in a link works once, and nothing keeps it. `LoginsTests` tests that it expires, with a clock of its own."""
import re

import pytest
from playwright.sync_api import expect

from app_page import action, field, value

USED = re.compile("already been used")
WRONG = re.compile("not valid")


def test_a_token_works_once(server, web, visit):
    process = web(server.path)
    visit(process.link)
    second = visit(process.link, is_connected=False)
    second.is_logged_out(USED)
    # A new link works, in the page that was refused.
    process.new_link()
    second.page.goto(process.link)
    second.is_connected()


@pytest.mark.parametrize("is_reloaded", [False, True], ids=["in the address bar", "on another page"])
def test_a_link_that_was_used_leaves_a_tab_logged_in(server, web, visit, is_reloaded):
    process = web(server.path)
    app = visit(process.link)
    app.open("Mirror")
    mirror = app.card("mirror")
    field(mirror, "text").fill("kept")
    field(mirror, "text").press("Enter")
    expect(value(mirror, "label")).to_have_text("kept")
    address = app.page.url
    if is_reloaded:
        app.page.goto("about:blank")
    app.page.goto(process.link)
    app.is_connected()
    expect(app.page).to_have_url(address)
    expect(value(mirror, "label")).to_have_text("kept")
    expect(app.banner).to_be_hidden()


@pytest.mark.parametrize("change", [lambda link: link[:-1] + ("A" if link[-1] != "A" else "B"),
                                    lambda link: link.partition("=")[0] + "=" + "A" * 43])
def test_a_wrong_token_is_refused(server, web, visit, change):
    process = web(server.path)
    visit(change(process.link), is_connected=False).is_logged_out(WRONG)
    visit(process.link)


def test_a_token_of_another_process_is_refused(server, web, visit):
    """A link of yesterday."""
    earlier, later = web(server.path), web(server.path)
    link = later.origin + "/" + earlier.link.partition("/#")[2].join(["#", ""])
    visit(link, is_connected=False).is_logged_out(WRONG)


def test_without_a_token_nothing_of_the_app_shows(server, web, visit):
    app = visit(web(server.path).origin, is_connected=False)
    app.is_logged_out()
    assert "Smoothies" not in app.page.inner_text("body")


def test_the_token_and_the_secret_are_kept_nowhere_else(server, web, visit):
    process = web(server.path)
    token = process.link.rpartition("=")[2]
    requests = []
    app = visit(process.origin, is_connected=False)
    app.page.on("request", lambda request: requests.append(f"{request.url} {request.headers}"))
    app.page.goto(process.link)
    app.is_connected()
    app.page.reload()
    app.is_connected()
    assert token not in app.page.url
    assert not any(token in request for request in requests)
    assert app.page.evaluate("document.cookie") == ""
    kept = app.page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])")
    assert token not in kept
    assert "secret" not in app.page.evaluate("Object.keys(localStorage).join()")
    # Another tab of the same browser is not logged in.
    visit(process.origin, within=app.page.context, is_connected=False).is_logged_out()
    process.end()
    assert token not in process.errors


def test_a_browser_that_blocks_the_data_of_sites_shows_the_page_and_says_what_does_not_work(server, web, visit, context):
    blocking = context()
    blocking.add_init_script("""for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, { get() { throw new DOMException('Denied', 'SecurityError'); } });
      }""")
    process = web(server.path)
    app = visit(process.link, within=blocking)
    expect(app.banner).to_contain_text("A reload needs a new link")
    app.open("Counter A")
    action(app.card("counterA"), "increment").click()
    expect(value(app.card("counterA"), "count")).to_have_text("1")
    app.page.reload()
    app.is_logged_out()
    app.page.goto(process.new_link())
    app.is_connected()
