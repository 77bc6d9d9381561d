"""A field counts as edited only by what the user has typed, and the last value that the user has entered is kept."""
from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from app_page import action, all_arguments, error_of, field
from fake_app import Refusal
from written_screens import action as an_action
from written_screens import part, view_type


def card_of(fake, web, visit, entry, value):
    """A card with one property `entry`, the app, and the values that the page sets."""
    sent = []
    form = {"fields": ["entry"], "calls": "save"} if entry["kind"] in ("text", "integer", "number") else {}
    app = fake([view_type("form", entry, actions=[an_action("save")], form=form, start=True)],
               {"form": {"entry": value}}, {"view/set": lambda connection, view, properties: sent.append(properties["entry"])})
    card = visit(web(app.path).link).card("form")
    expect(field(card, "entry")).to_be_visible()
    return app, card, sent


CHOICES = [{"value": "a", "title": "a"}, {"value": "b", "title": "b"}]


@pytest.mark.parametrize("members, value", [
    ({"format": "longText"}, "first\r\nsecond"), ({}, "first\nsecond"), ({"secret": True}, "first\nsecond"),
    ({"format": "time"}, "tomorrow"), ({"format": "time"}, "2026-01-02T03:04:05.678Z"),
    ({"kind": "choice", "choices": CHOICES}, "b"), ({"kind": "choice", "choices": CHOICES}, "c"),
    ({"kind": "switch"}, True), ({"kind": "switch"}, "yes"), ({"kind": "integer"}, 10 ** 30), ({"kind": "json"}, {"a": [1]}),
], ids=["line endings", "one line", "password", "no time", "milliseconds", "choice", "other choice", "boolean", "no boolean", "large", "JSON"])
def test_a_value_that_nobody_edited_is_not_sent(fake, web, visit, members, value):
    app, card, sent = card_of(fake, web, visit, part("entry", editable=True, **members), value)
    expect(card.locator(".edited")).to_have_count(0)
    action(card, "save").click()
    app.wait_for("save")
    assert sent == []


def test_two_clicks_on_a_switch_leave_it_as_it_was(fake, web, visit):
    app, card, sent = card_of(fake, web, visit, part("entry", "switch", editable=True), False)
    field(card, "entry").evaluate("(input) => { input.click(); input.click(); }")
    action(card, "save").click()
    app.wait_for("save")
    assert sent[-1] is False, sent
    expect(field(card, "entry")).not_to_be_checked()


def filtered(fake):
    """An app with a list, and a field that filters it."""
    parts = part("filter", editable=True, filters="rows"), part("rows", "rows", columns=[part("id")], key="id", label="id")
    return fake([view_type("list", *parts, start=True)], {"list": {"filter": "", "rows": [{"id": "a"}]}})


def test_text_that_is_removed_at_once_does_not_come_back(fake, web, visit):
    app = filtered(fake)
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
    parts = [part("draft", editable=True, submits="send"), part("other", editable=True), part("secret", editable=True, secret=True),
             part("status"), part("isWorking", "switch", title="Is working", busyUnless=[False], cancel="stop")]
    actions = [an_action("send"), an_action("refresh"), an_action("stop")]
    form = {"fields": ["other", "secret"]}
    return fake([view_type("room", *parts, actions=actions, form=form, title=title, start=True)],
                {"room": {"draft": "", "other": "", "status": "old", "isWorking": False}}, {"send": lambda *_: None}, place=place)


@pytest.fixture
def room(fake, web, visit, folder):
    """The app, its page and the card."""
    app = room_at(fake, folder.path / "room.sock")
    tab = visit(web(app.path).link)
    return app, tab, tab.card("room")


def note_of(card, name):
    return card.locator(f"[data-property={name}] .note[role=status]")


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
    expect(tab.banner).to_be_hidden()
    expect(field(card, "secret")).to_have_value("")
    submit(card, "half a message")
    assert app.wait_for("view/set")["properties"] == {"draft": "half a message"}


def test_no_text_is_lost_when_the_server_ends_and_is_started_again(room, fake):
    app, tab, card = room
    field(card, "other").fill("set")
    field(card, "other").press("Enter")
    app.wait_for("view/set")
    field(card, "secret").fill("open sesame")
    submit(card, "one", "another")
    field(card, "draft").fill("two")
    app.wait_for("send")
    app.stop()
    expect(tab.reopen_button).to_be_visible()
    expect(field(card, "secret")).to_have_value("")
    field(card, "secret").fill("open sesame")  # As the ended server had it.
    again = room_at(fake, app.path)
    expect(card).not_to_have_class(re.compile("lost"))
    expect(field(card, "draft")).to_have_value("two")
    expect(note_of(card, "draft")).to_have_text("May have arrived: one")  # The other one was not called.
    expect(card.locator(".kept")).to_have_text("Take back: one, and 1 more")
    expect(field(card, "secret")).to_have_value("open sesame")
    expect(field(card, "other")).to_have_value("set")
    field(card, "other").press("Enter")
    assert again.wait_for("view/set")["properties"] == {"other": "set"}


def test_messages_that_a_server_has_not_handled_are_sent_again_only_after_they_are_taken_back(room, fake):
    app, tab, card = room
    submit(card, "one", "two")
    app.wait_for("send")
    app.stop()
    expect(card.locator(".kept")).to_have_text("Take back: one, and 1 more")
    expect(field(card, "draft")).to_be_focused()
    tab.page.keyboard.type("next")
    again = room_at(fake, app.path)
    expect(card).not_to_have_class(re.compile("lost"))
    tab.page.keyboard.press("Enter")
    assert again.wait_for("view/set")["properties"] == {"draft": "next"}
    reply = again.held("send")
    again.change("room", draft="")
    reply()
    expect(card).not_to_contain_text("sending")
    card.locator(".kept").click()
    expect(note_of(card, "draft")).to_contain_text("May have arrived: one")
    tab.page.keyboard.press("Enter")
    assert again.wait_for("view/set")["properties"] == {"draft": "one"}


def test_a_message_whose_call_is_cancelled_by_closing_its_view_may_have_arrived_until_it_is_edited(room):
    app, tab, card = room
    submit(card, "one")
    reply = app.held("send")
    card.get_by_role("button", name="Close Room").click()
    tab.open("Room")
    field(card, "draft").fill("two")
    expect(card).to_contain_text("sending: one")
    reply({"code": -32800, "message": "The view was closed.", "data": {"kind": "RequestCancelled", "reason": "viewClosed"}})
    for kept, typed in (("one", "two"), ("two", "one"), ("one", "two"), ("two", "one")):
        expect(field(card, "draft")).to_have_value(typed)
        expect(note_of(card, "draft")).to_have_text("May have arrived: one")
        card.get_by_role("button", name=f"Take back: {kept}").click()
    card.get_by_role("button", name="Take back: one").click()
    field(card, "draft").fill("one!")
    expect(note_of(card, "draft")).to_be_empty()


def test_what_was_typed_outlives_the_page_but_no_secret(room):
    app, tab, card = room
    submit(card, "on its way", "and another")
    field(card, "draft").fill("half a mess")
    field(card, "secret").fill("open sesame")
    field(card, "other").fill("typed")
    tab.page.reload()
    tab.is_connected()
    expect(field(card, "draft")).to_have_value("half a mess")
    expect(card).to_contain_text("May have arrived: on its way, and 1 more")
    tab.page.reload()
    tab.is_connected()
    expect(card).to_contain_text("May have arrived: on its way, and 1 more")
    expect(field(card, "secret")).to_have_value("")
    expect(field(card, "other")).to_have_value("typed")
    assert "open sesame" not in tab.page.evaluate("JSON.stringify(sessionStorage)")
    card.get_by_role("button", name="Take back").click()
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


def test_a_message_that_was_set_before_a_reload_may_have_arrived(room):
    app, tab, card = room
    submit(card, "set", "waits")
    app.held("send")
    app.states["room"]["draft"] = "set"
    tab.page.reload()
    tab.is_connected()
    expect(field(card, "draft")).to_have_value("set")
    expect(card).to_contain_text("May have arrived: set, and 1 more")
    expect(card.locator(".kept")).to_have_text("Take back: set, and 1 more")


def test_a_call_sends_the_secret_of_another_action_but_not_its_message(fake, web, visit):
    sent = []
    parts = [part("password", editable=True, secret=True, submits="log"), part("draft", editable=True, submits="log")]
    app = fake([view_type("door", *parts, actions=[an_action("log"), an_action("other")], start=True)], {"door": {"password": "", "draft": ""}},
               {"view/set": lambda connection, view, properties: sent.append(properties)})
    card = visit(web(app.path).link).card("door")
    field(card, "password").fill("open sesame")
    field(card, "draft").fill("half a mess")
    action(card, "other").click()
    app.wait_for("other")
    action(card, "log").first.click()
    app.wait_for("log")
    assert sent == [{"password": "open sesame"}, {"password": "open sesame", "draft": "half a mess"}]


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
    expect(card).to_contain_text("New room")
    expect(field(card, "other")).to_have_value("typed")
    field(card, "other").blur()
    tab.page.keyboard.press("Escape")  # Otherwise, the letter may be meant for the page that has just opened.
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
    app.session("editor").get_by_role("button", name="Leave").evaluate("(button) => button.click()")  # The field is not left.
    expect(app.banner).to_contain_text("Log in keeps the text that was not sent")
    app.session("editor").get_by_role("button", name="Join").evaluate("(button) => button.click()")  # It may be drawn anew.
    expect(field(card, "userId")).to_have_value("12345")
    expect(field(card, "password")).to_have_value("")


@pytest.mark.parametrize("method", ["view/close", "session/close"])
def test_a_text_outlives_a_view_or_a_session_that_others_close_and_the_page_says_so(app, server, method):
    connection, mirror, notes = server.connect(), app.card("mirror"), app.card("notes")
    session = connection.call("session/open", {"session": "editor", "shared": True})["session"]
    views = [connection.open(each, session=session) for each in ("mirror", "notes")]
    app.join(session)
    field(notes, "draft").fill("a note")
    field(mirror, "text").fill("typed")  # Leaving it would send it.
    if method == "view/close":
        connection.call(method, {"view": views[0]})
    else:
        connection.call(method, {"session": session})
        expect(notes).to_have_count(0)
        expect(app.banner).to_contain_text("Notes keeps the text that was not sent")
    expect(mirror).to_have_count(0)
    expect(app.banner).to_contain_text("Mirror keeps the text that was not sent")
    app.open("Mirror")  # A view of the same type has it, whoever has opened it.
    expect(field(mirror, "text")).to_have_value("typed")
    expect(app.banner).not_to_contain_text("Mirror")


def test_an_offered_value_is_chosen_by_its_name_but_a_value_is_not_a_name(fake, web, visit):
    table = part("rows", "rows", columns=[part("id", "integer"), part("title", priority=1)], key="id", label="title")
    merge = an_action("merge", asks=[part(name, "integer", source=("rows", "id")) for name in ("id", "other")])
    rows = [{"id": number, "title": title} for number, title in enumerate(("Milk", "Bread", "Bread", "2", "9"))]
    app = fake([view_type("list", table, actions=[merge], start=True)], {"list": {"rows": rows}})
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


def test_a_date_is_sent_once_when_it_is_whole(fake, web, visit):
    app, card, sent = card_of(fake, web, visit, part("entry", editable=True, nullable=True, format="time"), None)
    entry = field(card, "entry")
    entry.focus()
    card.page.keyboard.type("01022026")
    action(card, "save").focus()
    expect(error_of(card, "entry")).to_have_text("Expected a date and a time.")
    assert sent == []
    entry.focus()
    card.page.keyboard.type("0102202603")
    app.change("form", entry=None)
    card.page.keyboard.type("0405A")
    expect(error_of(card, "entry")).to_be_hidden()
    entry.press("Enter")
    app.wait_for("view/set")
    assert len(sent) == 1 and sent[0].startswith("2026-01-02T"), sent
    for key in ("ArrowUp", "ArrowUp", "Escape"):
        entry.press(key)
    action(card, "save").click()
    app.wait_for("save")
    assert len(sent) == 1, sent


def test_a_half_entered_date_of_a_dialog_is_an_error(fake, web, visit):
    book = an_action("book", asks=[part("until", format="time", optional=True)])
    app = fake([view_type("form", actions=[book], start=True)], {"form": {}})
    card = visit(web(app.path).link).card("form")
    all_arguments(card, "book").click()
    dialog = card.page.locator("dialog[open]")
    dialog.locator("input, textarea").focus()
    card.page.keyboard.type("01022026")
    card.page.keyboard.press("Enter")
    expect(dialog.locator(".field-error")).to_have_text("Expected a date and a time.")
    card.page.keyboard.type("030405A")
    card.page.keyboard.press("Enter")
    assert app.wait_for("book")["until"].startswith("2026-01-02T")


def test_a_number_is_read_as_people_write_it(fake, web, visit):
    money = {"currency": "KWD", "digits": 3}
    app, card, sent = card_of(fake, web, visit, part("entry", "number", editable=True, money=money), 1.5)
    expect(card.locator("label")).to_have_text("EntryKWD")
    expect(field(card, "entry")).to_have_value("1.5")
    field(card, "entry").fill("1,234")
    field(card, "entry").press("Enter")
    expect(error_of(card, "entry")).to_have_text("1,234 can mean 1234 or 1.234: type one of these.")
    field(card, "entry").press("Escape")
    expect(field(card, "entry")).to_have_value("1.5")
    expect(error_of(card, "entry")).to_be_hidden()
    field(card, "entry").fill("")
    field(card, "entry").press("Enter")
    expect(error_of(card, "entry")).to_have_text("Expected a number.")
    field(card, "entry").fill("１.２３４,5")
    field(card, "entry").press("Enter")
    expect(field(card, "entry")).to_have_value("1234.5")
    assert sent == [1234.5]


def test_a_choice_is_sent_when_it_is_chosen_not_when_it_is_passed(fake, web, visit):
    choices = [{"value": each, "title": each} for each in ("Apple", "Banana", "Cherry")]
    app, card, sent = card_of(fake, web, visit, part("entry", "choice", editable=True, choices=choices), "Apple")
    entry = field(card, "entry")
    entry.focus()
    for key, shown, values in (("ArrowDown", "1", []), ("Escape", "0", []), ("ArrowDown", "1", []), ("ArrowDown", "2", []), ("Enter", "2", ["Cherry"]),
                               ("ArrowUp", "1", ["Cherry"])):
        entry.press(key)
        if key == "Escape":
            entry.focus()
        expect(entry).to_have_value(shown)
        if key == "Enter":
            app.wait_for("view/set")
        assert sent == values
    action(card, "save").focus()
    app.wait_for("view/set")
    entry.select_option("Apple")
    app.wait_for("view/set")
    assert sent == ["Cherry", "Banana", "Apple"]


def test_escape_discards_what_leaving_would_send_and_no_message(room):
    app, tab, card = room
    for name, kept in (("other", ""), ("draft", "typed"), ("secret", "typed")):
        field(card, name).fill("typed")
        field(card, name).press("Escape")
        expect(field(card, name)).to_have_value(kept)
        expect(card).to_be_focused()
    action(card, "refresh").click()
    app.wait_for("refresh")
    assert "view/set" not in [each["method"] for each in app.received.queue]


def test_a_pasted_text_keeps_its_lines(room):
    app, tab, card = room
    tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab.page.evaluate("navigator.clipboard.writeText('one\\ntwo')")
    field(card, "draft").press("Control+V")
    field(card, "draft").press("Enter")
    assert app.wait_for("view/set")["properties"] == {"draft": "one\ntwo"}


def test_whoever_edits_a_field_is_told_before_it_replaces_the_text_of_another_person(room):
    app, tab, card = room
    entry = field(card, "other")
    for key, shown, sent in (("Escape", "theirs", []), ("Enter", "mine", [{"other": "mine"}])):
        app.change("room", other="")
        expect(entry).to_have_value("")
        entry.fill("mine")
        app.change("room", other="theirs")
        expect(card).to_contain_text("Meanwhile it became “theirs”: Enter replaces that, Escape takes it")
        entry.blur()
        expect(entry).to_have_value("mine")
        entry.focus()
        entry.press(key)
        expect(entry).to_have_value(shown)
        expect(card).not_to_contain_text("Meanwhile")
        action(card, "refresh").click()
        app.received.put({"method": "end"})
        found = list(iter(app.received.get, {"method": "end"}))
        assert [each["params"]["properties"] for each in found if each["method"] == "view/set"] == sent


COMPOSED = """(input, [key, isComposing]) =>
  input.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing, keyCode: 229, bubbles: true, cancelable: true }))"""


def test_keys_of_an_input_method_do_not_send_or_leave_a_field(room):
    app, tab, card = room
    field(card, "draft").fill("漢字")
    for key in ("Enter", "Escape"):
        field(card, "draft").evaluate(COMPOSED, [key, key == "Escape"])
        expect(field(card, "draft")).to_be_focused()
    expect(field(card, "draft")).to_have_value("漢字")


def test_a_filter_is_sent_after_its_composition(fake, web, visit):
    app = filtered(fake)
    card = visit(web(app.path).link).card("list")
    field(card, "filter").focus()
    session = card.page.context.new_cdp_session(card.page)
    for text in ("a", "あ", "あp"):
        session.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
    app.change("list", filter="x", rows=[{"id": "drawn"}])
    expect(card).to_contain_text("drawn")
    expect(field(card, "filter")).to_have_value("あp")
    session.send("Input.insertText", {"text": "アップル"})
    assert app.wait_for("view/set")["properties"] == {"filter": "アップル"}


def test_a_form_of_an_action_keeps_its_texts_when_the_call_fails_or_a_click_is_beside_it(fake, web, visit):
    login = an_action("logIn", title="Log in", asks=[part("user"), part("password", secret=True)])
    app = fake([view_type("door", part("problem", role="error"), actions=[login], start=True)],
               {"door": {"problem": ""}}, {"logIn": lambda *_: None})
    card = visit(web(app.path).link).card("door")
    dialog, user, password = (card.page.locator(each) for each in ("dialog[open]", "input[autocomplete=username]", "input[type=password]"))
    for number in range(2):
        action(card, "logIn").click()
        expect(user).to_have_value("ann" if number else "")
        expect(password).to_have_value("wrong" if number else "")
        user.fill("ann")
        card.page.mouse.click(5, 5)
        expect(user).to_be_focused()
        user.press("Enter")
        expect(password).to_be_focused()
        password.press("Enter") if number else expect(dialog.locator(".field-error:visible")).to_have_count(0)
        if not number:
            password.press("Enter")
            expect(dialog.locator(".field-error:visible")).to_have_text("Password must not be empty.")
            password.fill("wrong")
            expect(dialog.locator(".field-error:visible")).to_have_count(0)
            password.press("Enter")
        reply = app.held("logIn")
        app.change("door", problem="")
        app.change("door", problem="" if number else "Wrong password.")  # The page has not drawn this yet when the call ends.
        reply()
        expect(card.locator(".last")).to_contain_text("ms" if number else "Log in")
    action(card, "logIn").click()
    expect(user).to_have_value("")


def test_enter_that_is_held_down_goes_to_one_field(fake, web, visit):
    add = an_action("add", asks=[part("title"), part("text")])
    app = fake([view_type("list", actions=[add], start=True)], {"list": {}})
    card = visit(web(app.path).link).card("list")
    action(card, "add").click()
    title, text = card.page.locator("dialog[open] textarea").all()
    title.fill("typed")
    for _ in range(3):
        card.page.keyboard.down("Enter")
    expect(text).to_be_focused()
    expect(card.page.locator("dialog[open] .field-error:visible")).to_have_count(0)
    card.page.keyboard.press("Escape")
    expect(card.page.locator("dialog")).to_have_count(1)  # The keys.


def test_a_date_of_which_a_part_was_deleted_is_in_no_other_field(fake, web, visit):
    _, card, sent = card_of(fake, web, visit, part("entry", editable=True, nullable=True, format="time"), "2026-05-06T07:08:09Z")
    entry = field(card, "entry")
    before = entry.input_value()
    entry.press("Delete")
    expect(entry).to_have_value("")
    card.page.reload()
    expect(entry).to_have_value(before)
    entry.focus()
    entry.blur()
    assert sent == []


def listed(fake, folder, calls):
    """An app with an action that asks for a title, and one that is confirmed. Neither has a reply."""
    actions = [an_action("add", asks=[part("title")]), an_action("purge", confirm="Purge all?")]
    return fake([view_type("list", actions=actions, start=True)], {"list": {}},
                {name: lambda *_, name=name: calls.append(name) for name in ("add", "purge")}, place=folder.path / "list.sock")


def test_an_answer_is_for_the_view_that_asked_and_is_kept_when_its_server_ends(fake, web, visit, folder):
    calls = []
    app = listed(fake, folder, calls)
    tab = visit(web(app.path).link)
    card, dialog = tab.card("list"), tab.page.locator("dialog[open]")
    action(card, "add").click()
    dialog.locator("textarea").fill("Milk")
    dialog.locator("textarea").press("Enter")
    app.wait_for("add")
    action(card, "purge").click()
    expect(dialog.locator(".shield")).to_have_count(0)
    app.stop()
    tab.is_disconnected()
    listed(fake, folder, calls)
    tab.is_connected()
    dialog.get_by_role("button", name="Purge").click()
    expect(card).to_contain_text("Purge was not called")
    action(card, "add").click()
    expect(dialog.locator("textarea")).to_have_value("Milk")
    assert calls == ["add"]
