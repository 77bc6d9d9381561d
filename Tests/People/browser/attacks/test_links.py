"""The token in a link works once, and nothing keeps it. `LoginsTests` tests that it expires, with a clock of its own."""
import re

import pytest

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
