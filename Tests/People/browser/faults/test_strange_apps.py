"""Apps that nobody would write, and servers that misbehave: the page stays usable."""
from __future__ import annotations

import pytest
from playwright.sync_api import expect

from app_page import action, value
from strange_apps import VALUES, counter_type, every_part
from written_screens import action as an_action
from written_screens import part, view_type


def counting(app):
    """Lets the view type `counter` of an app count."""
    def count(connection, view, params):
        app.change("counter", count=connection.views[view]["state"]["count"] + 1)
    app.actions["increment"] = count
    return app


def is_usable(tab):
    tab.open("Counter")
    action(tab.card("counter"), "increment").click()
    expect(value(tab.card("counter"), "count")).to_have_text("1")


def watch_tasks(tab):
    """The page collects the time of its longest task, in milliseconds, as `longest`."""
    tab.page.evaluate("""() => {
        window.longest = 0;
        new PerformanceObserver((list) => {
          for (const each of list.getEntries()) longest = Math.max(longest, each.duration);
        }).observe({ type: 'longtask' });
      }""")


def with_every_part(fake):
    """An app whose start screen has every part."""
    screens = [view_type("every", *every_part(), start=True), view_type("nothing"), counter_type()]
    return counting(fake(screens, {"every": {}, "counter": {"count": 0}}))


def test_every_part_shows_any_value(fake, web, visit):
    app = with_every_part(fake)
    tab = visit(web(app.path).link)
    expect(tab.card("every").locator(".field").first).to_be_visible()
    for each in VALUES:
        app.change("every", **{part["name"]: each for part in every_part()})
    app.change("every", textShown="the last one", undeclared={"a": 1})
    expect(value(tab.card("every"), "textShown")).to_have_text("the last one")
    tab.open("Nothing")
    expect(tab.card("nothing")).to_contain_text("empty")
    is_usable(tab)


def test_fields_of_every_part_send_json_or_say_why_not(fake, web, visit):
    card = visit(web(with_every_part(fake).path).link).card("every")
    inputs = card.locator(".field input:not([type=checkbox]), .field textarea")
    expect(inputs.first).to_be_visible()
    for number in range(inputs.count()):
        each = inputs.nth(number)
        if each.get_attribute("type") != "datetime-local":
            each.fill("[1, 2")
            each.press("Control+Enter")
    expect(card.locator(".field-error").filter(visible=True).first).to_be_visible()


@pytest.mark.parametrize("document, text", [({}, "web --restart"), ({"x-screens": {}}, "describes no screens"),
                                            ({"x-screens": [None]}, ""), ({"x-screens": [{"name": "a", "title": "A"}]}, "")],
                         ids=["nothing", "object", "null", "without parts"])
def test_a_server_without_screens_leaves_a_page_that_says_so(fake, web, visit, document, text):
    app = fake([counter_type(start=True)])
    described = {name: each for name, each in app.describe().items() if name != "x-screens"}
    app.describe = lambda: {**described, **document}
    tab = visit(web(app.path).link, is_connected=False)
    expect(tab.banner.get_by_role("button", name="Try again")).to_be_visible()
    expect(tab.banner).to_contain_text(text)
    expect(tab.page.locator("html")).to_have_attribute("data-connection", "connected")
    expect(tab.page.locator("#find")).to_be_visible()


def test_a_server_of_an_older_version_leaves_a_page_that_says_what_to_do(fake, web, visit):
    app = fake([counter_type(start=True)])
    app.version = 1
    tab = visit(web(app.path).link, is_connected=False)
    expect(tab.banner).to_contain_text("web --restart")
    app.version = 2
    tab.reopen_button.click()
    tab.is_connected()


def test_an_app_without_view_types_says_so(fake, web, visit):
    app = fake([])
    tab = visit(web(app.path).link, is_connected=False)
    expect(tab.page.locator("html")).to_have_attribute("data-connection", "connected")
    expect(tab.page.locator("#hint")).to_be_visible()


def test_a_thousand_actions_and_view_types_can_be_found(fake, web, visit):
    actions = [an_action(f"action{number}", title=f"Action {number}") for number in range(1000)]
    many = view_type("many", part("count", "integer"), actions=actions, start=True)
    app = fake([many, *(view_type(f"type{number}", title=f"Type {number}") for number in range(1000))], {"many": {"count": 0}})
    tab = visit(web(app.path).link)
    action(tab.card("many"), "action999").click()
    app.wait_for("action999")
    tab.page.locator("#find").fill("Type 998")
    tab.page.locator("#find").press("Enter")
    expect(tab.card("type998")).to_be_visible()


def test_a_flood_of_changes_leaves_the_page_responsive(fake, web, visit):
    app = counting(fake([counter_type(), view_type("flood", part("number", "integer"), start=True)],
                        {"counter": {"count": 0}, "flood": {"number": 0}}))
    tab = visit(web(app.path).link)
    number = value(tab.card("flood"), "number")
    expect(number).to_have_text("0")
    watch_tasks(tab)
    for count in range(5_000):
        app.change("flood", number=count)
    # A click is handled while changes arrive.
    is_usable(tab)
    expect(number).to_have_text("4999")
    assert tab.page.evaluate("longest") < 1000


DAMAGED = ["not JSON", "{}", "[]", '{"jsonrpc":"2.0","id":"nobody","result":{}}', "null", '"text"', "",
           '{"jsonrpc":"2.0","method":"state/changed","params":{"commit":9,"views":[{"view":"v"}]}}',
           '{"jsonrpc":"2.0","method":"state/changed","params":null}', '{"jsonrpc":"2.0","method":"unknown","params":{}}',
           "[" * 10_000]


def test_a_damaged_message_ends_at_most_the_connection(fake, web, visit):
    app = counting(fake([counter_type(start=True)], {"counter": {"count": 0}}))
    tab = visit(web(app.path).link)
    count = value(tab.card("counter"), "count")
    expect(count).to_have_text("0")
    for number, line in enumerate(DAMAGED, 11):
        for connection in list(app.connections):
            connection.write(line.encode() + b"\n")
        app.change("counter", count=number)
        expect(count.filter(has_text=str(number)).or_(tab.reopen_button).first, line[:50]).to_be_visible()
        if tab.reopen_button.is_visible():
            tab.reopen_button.press("Enter")  # A second click at once does not count on a new button.
            tab.is_connected()
            expect(tab.reopen_button).to_be_hidden()
            expect(count, line[:50]).to_have_text("0")


def test_a_server_with_another_schema_after_its_restart(fake, web, visit, folder):
    place = folder.path / "app.sock"
    first = fake([counter_type(start=True), view_type("gone", part("text", editable=True), form={"fields": ["text"]})],
                 {"counter": {"count": 3}, "gone": {"text": "x"}}, place=place)
    tab = visit(web(place).link)
    expect(value(tab.card("counter"), "count")).to_have_text("3")
    tab.open("Gone")
    expect(tab.card("gone")).to_be_visible()
    first.stop()
    expect(tab.reopen_button).to_be_visible()
    renamed = view_type("counter", part("total", "integer"), part("note", editable=True), title="Counter of another kind",
                        form={"fields": ["note"]}, start=True)
    fake([renamed, view_type("new")],
         {"counter": {"total": 5, "note": "now"}}, place=place)
    tab.is_connected()
    expect(value(tab.card("counter"), "total")).to_have_text("5")
    expect(tab.card("counter").locator("h2")).to_contain_text("Counter of another kind")
    # The view type that is gone says so on its card, or has no card any more.
    expect(tab.card("gone").filter(has_not=tab.page.locator(".error:visible"))).to_have_count(0)
    tab.open("New")
    expect(tab.card("new")).to_be_visible()


def test_a_huge_message_arrives(fake, web, visit):
    """20 MB in one string."""
    app = counting(fake([view_type("text", part("text"), start=True), counter_type()],
                        {"text": {"text": "short"}, "counter": {"count": 0}}))
    tab = visit(web(app.path).link)
    expect(value(tab.card("text"), "text")).to_have_text("short")
    app.change("text", text="long " * 4_000_000)
    expect(value(tab.card("text"), "text")).to_contain_text("long long")
    is_usable(tab)
    assert tab.page.evaluate("document.body.textContent.length") < 2_000_000


def test_a_log_of_10_mb_that_grows_leaves_the_page_responsive(fake, web, visit):
    line = "2026-01-05 20:00:00 request took 12 ms\n"
    app = counting(fake([counter_type(), view_type("log", part("log", format="stream"), start=True)],
                        {"counter": {"count": 0}, "log": {"log": line * (10_000_000 // len(line))}}))
    tab = visit(web(app.path).link)
    area = tab.card("log").get_by_role("log")
    expect(area).to_contain_text("took 12 ms")
    watch_tasks(tab)
    for _ in range(200):
        app.patch("log", {"op": "append", "path": "/log", "value": line * 200})
    app.patch("log", {"op": "append", "path": "/log", "value": "the end"})
    is_usable(tab)
    expect(area).to_contain_text("the end")
    assert tab.page.evaluate("longest") < 1000
    assert tab.page.evaluate("document.body.textContent.length") < 200_000
