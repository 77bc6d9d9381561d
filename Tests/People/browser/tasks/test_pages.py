"""The open views are in the URL: they come back after a reload, from a bookmark, and with the back button."""
from __future__ import annotations

import os
import subprocess

from playwright.sync_api import expect

from app_page import action, field, rows, value
from paths import REPOSITORY
from server import DEADLINE, PROGRAM


def test_a_reload_keeps_the_views_and_their_state(app):
    app.open("Counter A")
    app.open("Mirror")
    app.open("User", id="A")
    mirror = app.card("mirror")
    field(mirror, "text").fill("kept")
    field(mirror, "text").press("Enter")
    expect(value(mirror, "label")).to_have_text("kept")
    app.page.reload()
    app.is_connected()
    expect(value(mirror, "label")).to_have_text("kept")
    expect(app.card("user")).to_have_count(1)
    expect(app.card("counterA")).to_have_count(1)


def test_a_view_that_is_chosen_twice_at_once_opens_once(app, server):
    app.page.locator("#types button", has_text="Counter A").evaluate("(each) => { each.click(); each.click(); }")
    expect(value(app.card("counterA"), "count")).to_have_text("0")
    app.open("Mirror")
    expect(field(app.card("mirror"), "text")).to_be_visible()
    session, = server.connect().call("session/list")["sessions"]
    assert [each["type"] for each in session["views"]].count("counterA") == 1


def test_a_view_that_the_app_has_closed_shows_nothing_of_its_state(app, server):
    app.open("Mirror")
    mirror = app.card("mirror")
    field(mirror, "text").fill("private")
    field(mirror, "text").press("Enter")
    expect(value(mirror, "label")).to_have_text("private")
    connection = server.connect()
    session, = connection.call("session/list")["sessions"]
    connection.call("session/join", {"session": session["session"]})
    connection.call("view/close", {"view": next(each["view"] for each in session["views"] if each["type"] == "mirror")})
    expect(mirror.get_by_role("button", name="Open again")).to_be_visible()
    # The rest of a sentence is not a list of commands.
    app.page.keyboard.type("two words")
    assert app.focused["card"] == "mirror"
    with app.dialog(mirror.get_by_role("button", name="Whole state")) as dialog:
        expect(dialog).not_to_contain_text("private")
    mirror.get_by_role("button", name="Open again").click()
    expect(field(mirror, "text")).to_have_value("")


def test_a_bookmark_opens_the_same_views_in_another_tab(app, web, server, visit):
    app.open("Counter A")
    app.open("User", id="A")
    expect(app.card("user")).to_be_visible()
    address = app.page.url
    assert "token" not in address
    # A new tab is logged in with a link of its own, and opens the bookmark.
    other = visit(web(server.path).link)
    other.page.goto(other.page.url.partition("#")[0] + "#" + address.partition("#")[2])
    expect(other.card("user", "A")).to_be_visible()
    expect(other.card("counterA")).to_be_visible()


def test_the_back_button_undoes_opening_and_closing(app):
    app.open("Counter A")
    expect(app.card("counterA")).to_be_visible()
    app.open("Mirror")
    expect(app.card("mirror")).to_be_visible()
    app.page.go_back()
    expect(app.card("mirror")).to_have_count(0)
    expect(app.card("counterA")).to_be_visible()
    app.page.go_forward()
    expect(app.card("mirror")).to_be_visible()
    app.card("counterA").get_by_role("button", name="Close Counter A").click()
    expect(app.card("counterA")).to_have_count(0)
    app.page.go_back()
    expect(app.card("counterA")).to_be_visible()


DAMAGED = ["views=%", "views=nothing", "views=user~%7B", "views=user~[1]", "views=user~%7B%22id%22:1%7D",
           "views=" + "a," * 5000, "sessions=nobody", "=&=", "views=constructor,__proto__"]


def test_a_damaged_address_leaves_a_usable_page(app):
    for number, fragment in enumerate(DAMAGED):
        app.page.evaluate("(text) => { location.hash = text; }", fragment)
        app.page.reload()
        app.is_connected()
        app.open("Counter A")
        action(app.card("counterA"), "increment").click()
        expect(value(app.card("counterA"), "count"), fragment[:50]).to_have_text(str(number + 1))


def test_the_title_of_the_tab_names_the_active_view_and_the_server(app, server):
    name = os.path.basename(server.path)
    app.open("Counter A")
    expect(app.page).to_have_title(f"Counter A · svvs · {name}")
    app.open("Mirror")
    expect(app.page).to_have_title(f"Mirror · svvs · {name}")
    app.card("mirror").get_by_role("button", name="Close Mirror").click()
    expect(app.page).to_have_title(f"Counter A · svvs · {name}")


def test_an_address_that_cannot_be_opened_says_so_and_opens_the_rest(app):
    def go(fragment):
        app.page.evaluate("(text) => { location.hash = text; }", fragment)

    go("views=nosuchview,counterA,room~%7Bbad")
    expect(app.card("counterA")).to_be_visible()
    expect(app.banner).to_contain_text("does not have these view types of the address: nosuchview.")
    expect(app.banner).to_contain_text("parts that cannot be read: room~%7Bbad.")
    app.banner.get_by_role("button", name="Dismiss").click()
    expect(app.banner).to_be_hidden()
    origin = app.page.url.partition("#")[0]
    app.page.goto("about:blank")
    app.page.goto(f"{origin}#views=counterA,nothing&sessions=web-ended")
    app.is_connected()
    expect(app.banner).to_contain_text("The session web-ended has ended.")
    expect(app.banner).not_to_contain_text("/session")
    expect(app.banner).to_contain_text("nothing")
    expect(app.card("counterA")).to_be_visible()


def test_an_address_without_a_required_parameter_asks_for_it(app):
    app.page.evaluate("location.hash = 'views=counterA,user'")
    expect(app.page.locator("dialog[open]")).to_be_visible()
    app.answer(id="A")
    expect(app.card("user", "A")).to_be_visible()
    expect(app.card("counterA")).to_be_visible()


def test_a_session_of_another_front_end_can_be_joined_and_left(app, server):
    connection = server.connect()
    session = connection.call("session/open", {"session": "editor", "shared": True})["session"]
    view = connection.open("mirror", session=session)
    app.join("editor")
    mirror = app.card("mirror")
    connection.call("view/set", {"view": view, "properties": {"text": "from the editor"}})
    expect(value(mirror, "label")).to_have_text("from the editor")
    field(mirror, "text").fill("from the page")
    field(mirror, "text").press("Enter")
    expect(value(mirror, "label")).to_have_text("from the page")
    assert connection.get(view)["label"] == "from the page"
    # A view that the other opens later shows here, too.
    connection.open("counterB", session=session)
    expect(app.card("counterB")).to_be_visible()
    app.leave("editor")
    expect(mirror).to_have_count(0)
    assert connection.get(view)["text"] == "from the page"
    connection.lists(lambda found: all(len(one["connections"]) == 1 for one in found["sessions"]
                                       if one["session"] == "editor"))


def test_the_cards_of_a_joined_session_disappear_when_it_ends(app, server):
    connection = server.connect()
    session = connection.call("session/open", {"session": "editor", "shared": True})["session"]
    connection.open("mirror", session=session)
    app.join("editor")
    expect(app.card("mirror")).to_be_visible()
    connection.call("session/close", {"session": session})
    expect(app.card("mirror")).to_have_count(0)
    expect(app.banner).to_contain_text("The session editor")
    expect(app.session("editor")).to_have_count(0)
    app.open("Counter A")
    expect(app.card("counterA")).to_be_visible()


def test_drawer_shows_filters_messages_without_secrets(app):
    app.show_messages()
    app.log_in(password="password")
    messages = app.messages
    # The page has opened its session before it knew the secrets of the app.
    token = app.page.evaluate("sessionStorage.getItem('session').split('\\n')[1]")
    expect(messages.filter(has_text='"token":"<token>"').first).to_be_visible()
    assert token and token not in app.page.content()
    expect(messages.filter(has_text='"userId":"12345"').first).to_be_visible()
    assert '"password":"password"' not in app.page.content()
    app.filter_messages("view/open")
    expect(messages.filter(has_not_text="view/open")).to_have_count(0)
    app.filter_messages("")
    expect(messages.filter(has_not_text="view/open").first).to_be_visible()


def test_a_message_that_is_read_stays_in_its_place_while_others_come(app):
    app.open("Counter A")
    app.show_messages()
    counter = app.card("counterA")

    def increment(times, total):
        action(counter, "increment").evaluate("(button, times) => { for (; times; times -= 1) button.click(); }", times)
        expect(value(counter, "count")).to_have_text(str(total))
        expect(app.messages.filter(has_text=f'"value":{total}').first).to_be_attached()

    increment(40, 40)
    line = app.page.locator("#drawer li.sent").nth(3).element_handle()
    line.evaluate("""(line) => {
        line.parentNode.scrollTop = line.offsetTop - line.parentNode.offsetTop;
        line.focus();
        getSelection().selectAllChildren(line.querySelector('code'));
      }""")
    state = """(line) => [line.getBoundingClientRect().top, String(getSelection()), document.activeElement === line]"""
    before = line.evaluate(state)
    increment(80, 120)
    assert line.evaluate(state) == before


def copied(app, card, form, text):
    """Copies the last call of a card, and returns the copy, which contains a text."""
    card.locator(".last select").select_option(form)
    return app.page.wait_for_function("""async (text) => {
        const copy = await navigator.clipboard.readText();
        return copy.includes(text) && copy;
      }""", arg=text).json_value()


def test_a_copied_call_runs_alone(app, folder):
    app.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    app.open("User", id="A")
    user = app.card("user")
    action(user, "reload").click()
    expect(user.locator(".last")).to_contain_text("Reload")
    copy = copied(app, user, "Shell", "reload")
    environment = {**os.environ, **folder.environment, "SVVS": f"{PROGRAM} serve", "SVVS_SHELL": str(REPOSITORY / "clients/shell")}
    ended = subprocess.run(["sh", "-eu"], input=copy, env=environment, text=True, capture_output=True, timeout=DEADLINE)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_copied_call_sets_the_fields_that_it_submits_but_no_secret(app):
    app.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    app.log_in(password="password")
    copy = copied(app, app.card("login"), "Shell", "svvs_call login-")
    assert "userId=12345" in copy and 'password="$PASSWORD"' in copy
    assert "password=password" not in copy


def test_a_secret_is_not_copied(app):
    app.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    app.open("Chat")
    chat = app.card("chat")
    action(chat, "logIn").click()
    app.answer(id="12345", password="password")
    expect(rows(chat, "accounts")).to_have_count(1)
    for form in ("Shell", "JSON"):
        chat.locator(".last select").select_option(form)
        copied = app.page.wait_for_function(
            "async () => { const text = await navigator.clipboard.readText(); return text.includes('12345') && text; }")
        assert "password=password" not in copied.json_value() and '"password":"password"' not in copied.json_value()
        app.page.evaluate("navigator.clipboard.writeText('')")
