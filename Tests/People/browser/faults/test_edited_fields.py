"""A field counts as edited only by what the user has typed, and the last value that the user has entered is kept."""
from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from app_page import action, error_of, field
from fake_app import Refusal, view_type
from fake_app import action as an_action

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


def room_at(fake, place, title="Room"):
    """An app with a field whose Enter calls the action `send`, which has no reply before the test gives one."""
    properties = {"draft": {**TEXT, "x-submits": "send"}, "other": TEXT, "secret": {**TEXT, "writeOnly": True},
                  "status": {**TEXT, "readOnly": True},
                  "isWorking": {"type": "boolean", "readOnly": True, "x-busyUnless": [False], "x-cancelAction": "stop"}}
    actions = {"send": an_action(), "refresh": an_action(title="Refresh"), "stop": an_action(title="Stop")}
    return fake({"room": view_type(properties, actions, title=title, isStart=True)},
                {"room": {"draft": "", "other": "", "status": "old", "isWorking": False}}, {"send": lambda *_: None}, place=place)


@pytest.fixture
def room(fake, web, visit, folder):
    """The app, its page and the card."""
    app = room_at(fake, folder.path / "room.sock")
    tab = visit(web(app.path).link)
    return app, tab, tab.card("room")


def submit(card, *texts):
    for each in texts:
        field(card, "draft").fill(each)
        field(card, "draft").press("Enter")
        expect(field(card, "draft")).to_have_value("")


def test_messages_are_sent_one_after_another_and_shown_until_their_calls_have_ended(room):
    app, _, card = room
    submit(card, "one", "one", "two")
    expect(card).to_contain_text("sending: one, and 2 more")
    # A set of another field waits, too; a call that sets nothing does not wait for a call.
    for number, text in enumerate(("one", "one", "two")):
        assert app.wait_for("view/set")["properties"] == {"draft": text}
        reply = app.held("send")
        action(card, "refresh").click()
        app.wait_for("refresh")
        assert "view/set" not in [each["method"] for each in app.received.queue]
        app.change("room", draft="", status=f"{number + 1} sent")
        reply()
    expect(card).not_to_contain_text("sending")
    expect(field(card, "draft")).to_have_value("")


def test_only_a_call_that_needs_values_makes_others_wait_but_not_one_that_cancels(room):
    app, _, card = room
    app.actions["refresh"] = lambda *_: None  # It has no reply.
    action(card, "refresh").click()
    app.wait_for("refresh")
    submit(card, "one")
    app.wait_for("send")
    field(card, "other").fill("waits for the call")
    field(card, "other").press("Enter")
    app.change("room", isWorking=True)
    card.locator(".busy").get_by_role("button", name="Cancel").click()
    app.wait_for("stop")


def test_an_action_is_not_called_if_the_text_before_it_is_refused(room):
    app, _, card = room
    calls = []

    def refuse(connection, view, properties):
        calls.append(properties["other"])
        if calls == ["wrong"]:
            raise Refusal("Not this.", path="/other")

    app.actions |= {"view/set": refuse, "refresh": lambda *_: calls.append("refresh") or {}}
    field(card, "other").fill("wrong")
    action(card, "refresh").click()  # The text is sent because its field is left.
    expect(error_of(card, "other")).to_have_text("Not this.")
    field(card, "other").fill("right")
    expect(error_of(card, "other")).to_be_hidden()
    action(card, "refresh").click()
    app.wait_for("refresh")
    assert calls == ["wrong", "right", "refresh"]


def test_a_key_that_is_pressed_twice_submits_a_text_once(room):
    app, _, card = room
    submit(card, "one")
    field(card, "draft").press("Enter")
    field(card, "draft").press("Enter")
    reply = app.held("send")
    app.change("room", draft="")
    reply()
    expect(card).not_to_contain_text("sending")
    submit(card, "two")
    assert app.wait_for("view/set")["properties"] == {"draft": "two"}


def test_a_refused_message_is_in_the_field_or_beside_the_next_one(room):
    app, _, card = room
    refusal = {"code": -32602, "message": "Not now.", "data": {"kind": "InvalidParams"}}
    submit(card, "one")
    app.held("send")(refusal)
    expect(field(card, "draft")).to_have_value("one")
    expect(card).to_contain_text("Not now.")
    submit(card, "one")
    field(card, "draft").fill("two")
    app.held("send")(refusal)
    expect(field(card, "draft")).to_have_value("two")
    card.get_by_role("button", name="Take back: one").click()
    expect(field(card, "draft")).to_have_value("one")
    expect(field(card, "draft")).to_be_focused()
    expect(card).to_contain_text("Take back: two")


def test_what_was_typed_is_in_the_field_of_a_card_that_is_closed_and_opened_again_but_no_secret(room):
    app, tab, card = room
    field(card, "secret").fill("open sesame")
    field(card, "draft").fill("half a mess")
    card.get_by_role("button", name="Close Room").click()
    expect(tab.banner).to_contain_text("Room keeps the text that was not sent")
    tab.open("Room")
    expect(field(card, "draft")).to_have_value("half a mess")
    expect(field(card, "secret")).to_have_value("")
    submit(card, "half a message")
    assert app.wait_for("view/set")["properties"] == {"draft": "half a message"}


def test_no_text_is_lost_when_the_server_ends_and_is_started_again(room, fake):
    app, tab, card = room
    field(card, "other").fill("set")
    field(card, "other").press("Enter")
    app.wait_for("view/set")
    field(card, "secret").fill("open sesame")
    submit(card, "one")
    field(card, "draft").fill("two")
    app.wait_for("send")
    app.stop()
    expect(tab.reopen_button).to_be_visible()
    expect(field(card, "secret")).to_have_value("")
    field(card, "secret").fill("open sesame")  # As the ended server had it.
    again = room_at(fake, app.path)
    tab.reopen_button.click()
    expect(card).not_to_have_class(re.compile("lost"))
    expect(field(card, "draft")).to_have_value("two")
    expect(card).to_contain_text("Take back: one")
    expect(field(card, "secret")).to_have_value("open sesame")
    expect(field(card, "other")).to_have_value("set")
    field(card, "other").press("Enter")
    assert again.wait_for("view/set")["properties"] == {"other": "set"}


def test_what_was_typed_outlives_the_page_but_no_secret(room):
    app, tab, card = room
    submit(card, "on its way", "and another")
    field(card, "draft").fill("half a mess")
    field(card, "secret").fill("open sesame")
    field(card, "other").fill("typed")
    tab.page.reload()
    tab.is_connected()
    expect(field(card, "draft")).to_have_value("half a mess")
    expect(card).to_contain_text("May not have arrived: on its way, and 1 more")
    expect(field(card, "secret")).to_have_value("")
    expect(field(card, "other")).to_have_value("typed")
    assert "open sesame" not in tab.page.evaluate("JSON.stringify(sessionStorage)")
    card.get_by_role("button", name="May not have arrived").click()
    expect(field(card, "draft")).to_have_value("on its way")
    for text in ("and another", "half a mess"):
        field(card, "draft").fill("")
        card.locator(".kept:visible").click()
        expect(field(card, "draft")).to_have_value(text)
    field(card, "other").fill("")
    tab.page.reload()
    tab.is_connected()
    expect(field(card, "draft")).to_have_value("half a mess")
    expect(field(card, "other")).to_have_value("")
    expect(card.locator(".kept:visible")).to_have_count(0)


def test_what_waits_for_the_end_of_a_call_is_not_sent_to_the_next_view(room):
    app, tab, card = room
    submit(card, "one")
    reply = app.held("send")
    field(card, "other").fill("waits")
    field(card, "other").press("Enter")
    card.get_by_role("button", name="Close Room").click()
    tab.open("Room")
    expect(field(card, "other")).to_have_value("waits")
    submit(card, "two")
    assert app.wait_for("view/set")["properties"] == {"draft": "two", "other": "waits"}
    expect(card).to_contain_text("sending: one, and 1 more")
    reply()
    expect(card).to_contain_text("sending: two")


def test_a_card_of_another_version_of_the_app_is_the_active_one(room, fake):
    app, tab, card = room
    field(card, "other").fill("typed")
    app.stop()
    expect(tab.reopen_button).to_be_visible()
    again = room_at(fake, app.path, title="New room")
    tab.reopen_button.click()
    expect(card).to_contain_text("New room")
    expect(field(card, "other")).to_have_value("typed")
    field(card, "other").blur()
    tab.page.keyboard.press("w")
    again.wait_for("view/close")
    expect(card).to_have_count(0)


def test_a_session_that_is_left_keeps_texts_but_no_secret(app, server):
    connection = server.connect()
    session = connection.call("session/open", {"session": "editor", "shared": True})["session"]
    connection.open("login", session=session)
    app.page.get_by_role("button", name="Close Log in").click()
    app.join("editor")
    card = app.card("login")
    field(card, "password").fill("open sesame")
    field(card, "userId").fill("12345")
    app.leave("editor")
    expect(app.banner).to_contain_text("Log in keeps the text that was not sent")
    app.join("editor")
    expect(field(card, "userId")).to_have_value("12345")
    expect(field(card, "password")).to_have_value("")


def test_an_offered_value_is_chosen_by_its_name_but_a_value_is_not_a_name(fake, web, visit):
    item = {"type": "object", "propertyOrder": ["id", "title"], "properties": {"id": {"type": "integer"}, "title": {**TEXT, "x-priority": 1}}}
    id = {"type": "integer", "x-source": {"property": "rows", "member": "id"}}
    rows = [{"id": number, "title": title} for number, title in enumerate(("Milk", "Bread", "Bread", "2", "9"))]
    app = fake({"list": view_type({"rows": {"type": "array", "items": item, "readOnly": True}},
                                  {"merge": an_action({"id": id, "other": id}, ["id", "other"])}, title="List", isStart=True)},
               {"list": {"rows": rows}})
    tab = visit(web(app.path).link)
    action(tab.card("list"), "merge").click()
    dialog = tab.page.locator("dialog[open]")
    dialog.locator("[data-property=id] input").fill("Bread")
    dialog.locator("[data-property=other] input").fill("1")
    dialog.locator("button[type=submit]").click()
    expect(dialog.locator(".field-error:visible")).to_have_text("Expected a whole number.")  # Two rows have this name.
    dialog.get_by_role("button", name="Close").click()
    for text, taken in (("Milk", 0), ("2", 2), ("9", 9)):
        action(tab.card("list"), "merge").click()
        tab.answer(id=text, other=1)
        assert app.wait_for("merge")["id"] == taken
    app.change("list", rows=[])
    expect(tab.card("list")).to_contain_text("Nothing here yet.")
    with tab.dialog(action(tab.card("list"), "merge")) as dialog:
        expect(dialog.get_by_text("There is nothing to choose from.")).to_have_count(2)
