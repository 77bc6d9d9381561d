"""Tasks of a user in the demo app: each ends with something that the page shows."""
from __future__ import annotations

import os
import shlex
import subprocess

import pytest
from playwright.sync_api import expect

from app_page import action, all_arguments, error_of, field, rows, table, value
from gates import SERVER_ERROR
from paths import REPOSITORY
from server import DEADLINE, PROGRAM

EVERYONE = "全体"


@pytest.fixture
def server(listen, github):
    return listen("--language", "en", "--github-url", github.url)


def test_the_start_view_is_open_and_a_login_leads_home(app):
    login = app.card("login")
    expect(field(login, "password")).to_have_attribute("type", "password")
    home = app.log_in()
    expect(value(home, "userGreeting")).to_contain_text("太郎")
    expect(home.locator("h2")).to_contain_text("Home")


def test_a_refused_login_says_why_and_keeps_the_password_out_of_the_page(app):
    login = app.card("login")
    field(login, "userId").fill("12345")
    field(login, "password").fill("open sesame")
    action(login, "login").click()
    expect(login.locator("[data-property=errorMessage]")).to_be_visible()
    expect(app.card("home")).to_have_count(0)
    assert "open sesame" not in app.page.content()


def test_a_search_shows_what_the_service_finds(app, github):
    app.open("Search")
    search = app.card("search")
    field(search, "searchText").fill("tom")
    expect(rows(search, "users", "tom-1").first).to_be_visible()
    assert github.searches(1) == [("tom", 1)]
    rows(search, "users").nth(1).locator("[role=gridcell]").first.click()
    expect(app.card("searchDetail", "tom-2")).to_be_visible()


def test_a_failed_search_shows_only_its_error(app, github):
    github.fail("GET", "/search/users", SERVER_ERROR)
    app.open("Search")
    search = app.card("search")
    field(search, "searchText").fill("tom")
    expect(search.locator("p.error[data-property]").filter(visible=True)).to_have_count(1)
    expect(search).not_to_contain_text("Nothing matches.")


def test_a_held_search_can_be_cancelled(app, github):
    gate = github.hold("GET", "/search/users")
    app.open("Search")
    search = app.card("search")
    field(search, "searchText").fill("tom")
    search.get_by_role("button", name="Cancel", exact=True).click()
    expect(search.locator(".busy")).to_be_hidden()
    gate.open()
    expect(rows(search, "users")).to_have_count(0)


def test_a_favourite_toggled_in_neovim_appears(app, server):
    app.open("Smoothies")
    row = rows(app.card("smoothies"), "smoothies", "Apple Fog")
    expect(row).not_to_contain_text("yes")
    in_neovim(server, """
        local view = assert(require('svvs').open('smoothies'):wait())
        assert(view:call('toggleFavorite', { id = 'apple-fog' }):wait())""")
    expect(row).to_contain_text("yes")
    # The page toggles it back, and Neovim sees that.
    row.get_by_role("button", name="Favourite").click()
    expect(row).not_to_contain_text("yes")
    in_neovim(server, """
        local view = assert(require('svvs').open('smoothies'):wait())
        assert(not view.state.smoothies[1].isFavorite)""")


def in_neovim(server, script):
    """Runs a script in Neovim, attached to the server."""
    subprocess.run(["nvim", "--headless", "--clean", "--cmd", f"set runtimepath^={REPOSITORY}/clients/neovim",
                    "-c", f"lua xpcall(function() {script} vim.cmd('qall!') end, "
                          "function(why) io.stderr:write(why) vim.cmd('cquit 1') end)"],
                   env={**os.environ, "SVVS": shlex.join([PROGRAM, "attach", server.path])},
                   check=True, timeout=DEADLINE, capture_output=True)


def log_in_to_chat(app, account):
    """Logs in to an account of the chat; returns the card of its rooms."""
    if not app.card("chat").count():
        app.open("Chat")
    chat = app.card("chat")
    action(chat, "logIn").click()
    app.answer(id=account, password="password")
    current = chat.locator("[data-property=current]")
    expect(current).to_contain_text(account)
    current.get_by_role("button", name="Open").click()
    rooms = app.page.locator("article.card[data-type=rooms]").last
    expect(rows(rooms, "rooms", EVERYONE)).to_be_visible()
    return rooms


def enter_room(app, rooms):
    rows(rooms, "rooms", EVERYONE).locator("[role=gridcell]").first.click()
    room = app.page.locator("article.card[data-type=room]").last
    expect(rows(room, "messages").last).to_be_visible()
    return room


def send(room, text):
    field(room, "draft").fill(text)
    field(room, "draft").press("Enter")


def test_two_tabs_chat_with_two_accounts(server, web, visit):
    process = web(server.path)
    first, second = visit(process.link), visit(process.new_link())
    here = enter_room(first, log_in_to_chat(first, "12345"))
    there = enter_room(second, log_in_to_chat(second, "hanako"))
    for room in (here, there):
        # The room opens at the first unread message.
        rows(room, "messages").first.press("End")
    send(here, "Is anybody there?")
    expect(rows(there, "messages", "Is anybody there?")).to_contain_text("太郎")
    send(there, "Yes, me")
    expect(rows(here, "messages", "Yes, me")).to_contain_text("花子")
    # Both fields are empty again, and the lists have followed the messages to their ends.
    for room in (here, there):
        expect(field(room, "draft")).to_have_value("")
        expect(rows(room, "messages", "Yes, me")).to_be_in_viewport()


def test_a_room_sends_from_its_own_account_after_another_was_chosen(server, web, visit):
    app = visit(web(server.path).link)
    first = enter_room(app, log_in_to_chat(app, "12345"))
    expect(first).to_have_count(1)
    log_in_to_chat(app, "hanako")
    expect(app.card("chat").locator("h2")).to_contain_text("花子")
    room = app.page.locator("article.card[data-type=room]").first
    send(room, "From the first account")
    expect(rows(room, "messages", "From the first account")).to_contain_text("太郎")


def test_a_card_without_a_subtitle_has_no_separator(app):
    app.open("Chat")
    chat = app.card("chat")
    action(chat, "logIn").click()
    app.answer(id="12345", password="password")
    expect(chat.locator(".subtitle")).to_have_text("太郎")
    action(chat, "logOut").click()
    expect(chat.locator(".subtitle:empty")).to_be_attached()


def test_an_error_shows_beside_its_field(app):
    app.open("Number A")
    card = app.card("propertyA")
    field(card, "a").fill("many")
    field(card, "a").press("Enter")
    expect(error_of(card, "a")).to_be_visible()
    expect(field(card, "a")).to_have_attribute("aria-invalid", "true")
    field(card, "a").fill("12")
    field(card, "a").press("Enter")
    expect(error_of(card, "a")).to_be_hidden()
    app.open("Number A")
    expect(field(app.card("propertyA").first, "a")).to_have_value("12")


def test_a_number_that_does_not_fit_shows_beside_the_argument_in_its_form(app):
    app.open("Friends", id="A")
    friends = app.card("friends")
    expect(rows(friends, "filteredFriends").first).to_be_visible()
    app.open("Counter settings")
    action(app.card("counterSettings"), "setStartCount").click()
    dialog = app.page.locator("dialog[open]")
    dialog.locator("[data-property=count] input").fill("99999999999999999999")
    dialog.locator("button[type=submit]").click()
    expect(dialog.locator("[data-property=count] .field-error")).to_have_text("Expected a whole number of 64 bits.")


def test_a_call_of_more_than_300_ms_shows_itself_and_can_be_cancelled(app):
    app.open("Effects")
    effects = app.card("effects")
    all_arguments(effects, "handle").click()
    app.answer(action="buttonTap", seconds=600)
    running = effects.locator(".running")
    expect(running).to_contain_text("Handle")
    # A screen reader would read a live region again at each change of the time.
    assert running.locator(".time").evaluate("(time) => time.closest('[role=status], [aria-live]')") is None
    expect(value(effects, "tapsUnderWay")).to_have_text("1")
    running.get_by_role("button", name="Cancel").click()
    expect(running).to_be_empty()
    expect(value(effects, "tapsUnderWay")).to_have_text("0")
    expect(effects.locator(".last")).to_contain_text("cancelled")


def test_the_filter_of_a_table_is_set_while_typing(app):
    app.open("Smoothies")
    smoothies = app.card("smoothies")
    expect(rows(smoothies, "smoothies", "Beet Drummer")).to_be_visible()
    field(smoothies, "filterKeyword").press_sequentially("Yuzu")
    expect(rows(smoothies, "smoothies")).to_have_count(1)
    expect(table(smoothies, "smoothies").locator("h3")).to_contain_text("1 row")


def test_what_has_changed_is_marked(app, server):
    app.open("Counter A")
    count = value(app.card("counterA"), "count")
    expect(count).to_have_text("0")
    connection = server.connect()
    connection.call("increment", {"view": connection.open("counterA")})
    expect(count).to_have_text("1")
    expect(count).to_have_attribute("data-changed", "")
