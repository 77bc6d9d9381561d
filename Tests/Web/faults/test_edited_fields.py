"""A field counts as edited only by what the user has typed, and the last value that the user has entered is kept."""
from __future__ import annotations

import pytest
from playwright.sync_api import expect

from app_page import action, field
from fake_app import action as an_action
from fake_app import view_type

TEXT = {"type": "string"}


def card_of(fake, web, visit, schema, value):
    """A card with one property `entry`, the app, and the values that the page sets."""
    sent = []
    app = fake({"form": view_type({"entry": schema}, {"save": an_action()}, title="Form", isStart=True)},
               {"form": {"entry": value}}, {"view/set": lambda connection, view, properties: sent.append(properties["entry"])})
    card = visit(web(app.path).link).card("form")
    expect(field(card, "entry")).to_be_visible()
    return app, card, sent


@pytest.mark.parametrize("schema, value", [
    ({**TEXT, "x-format": "longText"}, "first\r\nsecond"), (TEXT, "first\nsecond"), ({**TEXT, "writeOnly": True}, "first\nsecond"),
    ({**TEXT, "format": "date-time"}, "tomorrow"), ({**TEXT, "format": "date-time"}, "2026-01-02T03:04:05.678Z"),
    ({**TEXT, "enum": ["a", "b"]}, "b"), ({**TEXT, "enum": ["a", "b"]}, "c"), ({"type": "boolean"}, True), ({"type": "boolean"}, "yes"), ({"type": "integer"}, 10 ** 30), ({}, {"a": [1]}),
], ids=["line endings", "one line", "password", "no time", "milliseconds", "choice", "other choice", "boolean", "no boolean", "large", "JSON"])
def test_a_value_that_nobody_edited_is_not_sent(fake, web, visit, schema, value):
    app, card, sent = card_of(fake, web, visit, schema, value)
    expect(card.locator(".edited")).to_have_count(0)
    action(card, "save").click()
    app.wait_for("save")
    assert sent == []


def test_two_clicks_on_a_switch_leave_it_as_it_was(fake, web, visit):
    app, card, sent = card_of(fake, web, visit, {"type": "boolean"}, False)
    field(card, "entry").evaluate("(input) => { input.click(); input.click(); }")
    action(card, "save").click()
    app.wait_for("save")
    assert sent[-1] is False, sent
    expect(field(card, "entry")).not_to_be_checked()


def test_text_that_is_removed_at_once_does_not_come_back(fake, web, visit):
    item = {"type": "object", "properties": {"id": TEXT}}
    properties = {"filter": {**TEXT, "x-filters": "rows"}, "rows": {"type": "array", "items": item, "readOnly": True}}
    app = fake({"list": view_type(properties, title="List", isStart=True)}, {"list": {"filter": "", "rows": [{"id": "a"}]}})
    card = visit(web(app.path).link).card("list")
    expect(field(card, "filter")).to_be_visible()
    field(card, "filter").evaluate("""(input) => {
        window.shown = [];
        const { set, get } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
        Object.defineProperty(input, 'value', { get, set(text) { shown.push(text); set.call(this, text); } });
        for (const text of ['x', '']) {
          set.call(input, text);
          input.dispatchEvent(new Event('input'));
        }
      }""")
    app.change("list", rows=[{"id": "b"}])
    assert [each["properties"]["filter"] for each in (app.wait_for("view/set"), app.wait_for("view/set"))] == ["x", ""]
    app.change("list", rows=[{"id": "the last one"}])
    expect(card).to_contain_text("the last one")
    assert "x" not in card.page.evaluate("shown")


def test_the_same_text_is_set_again_before_the_first_one_has_left_the_state(fake, web, visit):
    properties = {"draft": {**TEXT, "x-submits": "send"}}
    app = fake({"room": view_type(properties, {"send": an_action()}, title="Room", isStart=True)},
               {"room": {"draft": ""}}, {"send": lambda *_: None})
    card = visit(web(app.path).link).card("room")
    for _ in range(2):
        field(card, "draft").fill("ok")
        field(card, "draft").press("Enter")
        assert app.wait_for("view/set")["properties"] == {"draft": "ok"}
        app.wait_for("send")


def test_a_submitted_text_gives_way_to_the_state_unless_the_user_types_on(fake, web, visit):
    properties = {"draft": {**TEXT, "x-submits": "send"}, "status": {**TEXT, "readOnly": True}}
    app = fake({"room": view_type(properties, {"send": an_action()}, title="Room", isStart=True)},
               {"room": {"draft": "", "status": ""}}, {"send": lambda *_: None})
    card = visit(web(app.path).link).card("room")
    for typed_since in ("", "two"):
        field(card, "draft").fill("one")
        field(card, "draft").press("Enter")
        app.wait_for("send")
        card.page.keyboard.type(typed_since)
        app.change("room", draft="", status=f"sent, then “{typed_since}”")
        expect(card).to_contain_text(f"sent, then “{typed_since}”")
        expect(field(card, "draft")).to_have_value(typed_since)
    # The app gives the first text back.
    app.change("room", draft="one", status="not sent")
    expect(card).to_contain_text("not sent")
    field(card, "draft").press("Enter")
    assert app.wait_for("view/set")["properties"] == {"draft": "two"}
