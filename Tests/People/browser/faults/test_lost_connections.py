"""Connections that end: the page says so, what became of its calls, and how to go on."""
from __future__ import annotations

import json
import os
import re
import signal

import pytest
from playwright.sync_api import expect

from app_page import action, all_arguments, field, value
from fake_app import Refusal
from processes import has_ended
from written_screens import part, view_type

LOST = re.compile("WebSocket connection to")


@pytest.fixture
def cut(context):
    """Opens pages whose WebSockets the test can close: `cut(code)` closes the current one as `web` would."""
    class Cut:
        def __init__(self):
            self.context = context()
            self.current = None
            self.count = 0
            self.is_refusing = False
            self.context.route_web_socket(re.compile("/connection$"), self._route)

        def _route(self, route):
            self.count += 1
            if self.is_refusing:
                route.close(code=1011, reason="refused by the test")
                return
            self.current = route
            server = route.connect_to_server()
            route.on_message(lambda message: server.send(message))
            server.on_message(lambda message: route.send(message))
            self.server = server

        def __call__(self, code=1001, reason=""):
            self.server.close()
            self.current.close(code=code, reason=reason)

    return Cut()


def test_a_lost_connection_is_made_again_and_the_state_is_kept(server, web, visit, cut):
    app = visit(web(server.path).link, within=cut.context)
    app.open("Mirror")
    mirror = app.card("mirror")
    field(mirror, "text").fill("kept")
    field(mirror, "text").press("Enter")
    expect(value(mirror, "label")).to_have_text("kept")
    cut.is_refusing = True
    cut()
    app.is_disconnected()
    cut.is_refusing = False
    app.is_connected()
    expect(value(mirror, "label")).to_have_text("kept")
    field(mirror, "text").fill("later")
    field(mirror, "text").press("Enter")
    expect(value(mirror, "label")).to_have_text("later")


def test_a_network_that_is_back_is_used_at_once(server, web, visit, cut, faults):
    faults.allow("already in CLOSING or CLOSED state")  # The page may send before it receives the close.
    cut.context.clock.install()
    app = visit(web(server.path).link, within=cut.context)
    app.page.clock.pause_at(app.page.evaluate("Date.now() + 1000"))
    cut()
    app.is_disconnected()
    app.page.evaluate("dispatchEvent(new Event('online'))")
    app.is_connected()


def test_views_are_opened_again_by_a_server_that_was_restarted_while_the_connection_was_lost(listen, web, visit, cut):
    server = listen("--language", "en")
    app = visit(web(server.path).link, within=cut.context)
    app.open("Counter A")
    action(app.card("counterA"), "increment").click()
    expect(value(app.card("counterA"), "count")).to_have_text("1")
    cut.is_refusing = True
    cut()
    app.is_disconnected()
    server.stop()
    listen("--language", "en", place=server.path)
    cut.is_refusing = False
    app.is_connected()
    expect(value(app.card("counterA"), "count")).to_have_text("0")
    expect(app.banner).to_be_hidden()


def test_a_call_in_progress_goes_on_after_a_lost_connection(server, web, visit, cut):
    app = visit(web(server.path).link, within=cut.context)
    effects = tap(app, seconds=2)
    cut()
    app.is_connected()
    expect(value(effects, "tapsCompleted")).to_have_text("1")
    expect(effects.locator(".running")).to_be_empty()
    expect(effects.locator(".last")).not_to_contain_text(re.compile("failed|cancelled"))


def tap(app, seconds):
    """Calls an action that takes some time; returns its card when the call shows itself."""
    app.open("Effects")
    effects = app.card("effects")
    all_arguments(effects, "handle").click()
    app.answer(action="buttonTap", seconds=seconds)
    expect(effects.locator(".running")).to_contain_text("Handle")
    return effects


def test_a_killed_server_is_said_with_what_became_of_the_call_and_started_again_on_demand(listen, folder, web, visit):
    server = listen("--language", "en")
    app = visit(web(server.path).link)
    app.open("Counter A")
    counter = app.card("counterA")
    action(counter, "increment").click()
    expect(value(counter, "count")).to_have_text("1")
    effects = tap(app, seconds=600)
    all_arguments(effects, "handle").click()
    os.kill(server.pid, signal.SIGKILL)
    has_ended(server.pid)
    server.wait()
    app.is_disconnected()
    expect(app.page.get_by_role("img", name="Disconnected")).to_be_visible()
    expect(action(counter, "increment")).to_be_disabled()
    action(counter, "increment").dispatch_event("click")
    expect(counter.locator(".error")).to_be_hidden()
    # The call on the effects card was lost, and the page says that.
    expect(app.page.get_by_text(re.compile("handle.*(lost|unknown|may|ended|no reply)", re.I)).first).to_be_visible()
    expect(effects.locator(".last")).to_contain_text("no reply")
    app.answer(action="buttonTap")
    expect(effects.locator(".error")).to_have_text("Handle was not called: the server has ended.")
    for key in ("Escape", "r"):
        app.page.keyboard.press(key)
    app.is_connected()
    expect(app.page.get_by_role("img", name="Connected")).to_be_visible()
    expect(action(counter, "increment")).to_be_enabled()
    # A server in memory begins anew.
    expect(value(counter, "count")).to_have_text("0")
    action(counter, "increment").click()
    expect(value(counter, "count")).to_have_text("1")


def test_a_session_that_cannot_be_joined_does_not_hide_how_to_go_on(app, server):
    other = server.connect()
    other.call("session/open", {"session": "editor", "shared": True})
    app.page.locator("#sessions summary").click()
    expect(app.session("editor")).to_be_visible()
    server.stop()
    expect(app.reopen_button).to_be_visible()
    with app.page.expect_websocket() as joining:
        app.join("editor")
    if not joining.value.is_closed():
        joining.value.wait_for_event("close")
    expect(app.reopen_button).to_be_visible()


def test_a_joined_session_whose_server_ends_stays_with_what_was_typed_until_it_is_there_again(listen, web, visit, context, faults):
    faults.allow("already in CLOSING or CLOSED state")  # The page may send before it receives the close.
    def share(server, *types):
        connection = server.connect()
        session = connection.call("session/open", {"session": "editor", "shared": True})["session"]
        return connection, [connection.open(each, session=session) for each in types]

    def kill(server):
        os.kill(server.pid, signal.SIGKILL)
        server.wait()
        app.is_disconnected()
        return listen("--language", "en", place=server.path)

    server, browser = listen("--language", "en"), context()
    browser.clock.install()
    app = visit(web(server.path).link, within=browser)
    share(server, "mirror", "counterB")
    app.join("editor")
    mirror, counter = app.card("mirror"), app.card("counterB")
    field(mirror, "text").fill("typed")
    app.page.clock.pause_at(app.page.evaluate("Date.now() + 1000"))  # The page does not look for the server.
    server = kill(server)
    expect(mirror).to_contain_text("The connection to the session editor was lost.")
    expect(field(mirror, "text")).to_have_value("typed")
    field(mirror, "text").blur()
    expect(field(mirror, "text")).to_have_value("typed")
    expect(mirror.locator(".error:visible")).to_have_count(1)
    expect(action(counter, "increment")).to_be_disabled()
    connection, (view,) = share(server, "mirror")
    app.page.clock.resume()
    expect(mirror).not_to_have_class(re.compile("lost"))
    expect(field(mirror, "text")).to_have_value("typed")
    expect(mirror).not_to_contain_text("lost")
    expect(counter).to_contain_text("This view is not in the session any more.")
    field(mirror, "text").press("Enter")
    expect(value(mirror, "label")).to_have_text("typed")
    assert connection.get(view)["text"] == "typed"
    field(mirror, "text").fill("typed again")
    server = kill(server)
    app.reopen_button.click()
    app.is_connected()
    expect(mirror).to_contain_text("The session editor has ended. If it begins again, the page joins it.")
    expect(field(mirror, "text")).to_have_value("typed again")
    share(server, "mirror")  # After the page has found the server.
    expect(value(mirror, "label")).to_have_text("")
    expect(field(mirror, "text")).to_have_value("typed again")
    expect(app.card("mirror")).to_have_count(1)


def test_the_list_of_sessions_follows_those_that_begin_and_end(app, server):
    app.page.locator("#sessions summary").click()
    expect(app.page.locator("#session-list")).to_contain_text("No other front end shares a session.")
    other = server.connect()
    other.call("session/open", {"session": "editor", "shared": True})
    expect(app.session("editor")).to_be_visible()
    other.close()
    expect(app.page.locator("#session-list")).to_contain_text("No other front end shares a session.")
    app.show_messages()
    expect(app.messages.filter(has_text="session/open").first).to_be_visible()
    expect(app.messages.filter(has_text=re.compile('session/list|"result":{"sessions"'))).to_have_count(0)


def test_an_attempt_to_join_a_lost_session_again_is_not_reported(server, web, visit, context):
    browser, sockets, is_refusing = context(), [], [False]

    def route(socket):
        remote = socket.connect_to_server()

        def send(message):
            if is_refusing[0] and '"session/join"' in message:
                error = {"code": -32602, "message": "refused by the test", "data": {"kind": "InvalidParams"}}
                socket.send(json.dumps({"jsonrpc": "2.0", "id": json.loads(message)["id"], "error": error}))
            else:
                remote.send(message)

        socket.on_message(send)
        remote.on_message(lambda message: socket.send(message))
        sockets.append(socket)

    browser.route_web_socket(re.compile("/connection$"), route)
    app = visit(web(server.path).link, within=browser)
    other = server.connect()
    session = other.call("session/open", {"session": "editor", "shared": True})["session"]
    other.open("mirror", session=session)
    app.join("editor")
    expect(app.card("mirror")).to_be_visible()
    is_refusing[0] = True
    sockets[-1].close(code=1001)
    expect(app.card("mirror")).to_contain_text("The connection to the session editor was lost.")
    for _ in range(2):
        with app.page.expect_websocket() as joining:
            pass
        if not joining.value.is_closed():
            joining.value.wait_for_event("close")
    expect(app.banner).to_be_hidden()


def test_sessions_are_polled_one_at_a_time_while_the_page_is_visible(server, web, visit, context):
    browser, polls, is_replying = context(), [], [False]

    def route(socket):
        remote = socket.connect_to_server()

        def send(message):
            if "session/list" in message:
                polls.append(message)
                if not is_replying[0]:
                    return
            remote.send(message)

        socket.on_message(send)
        remote.on_message(lambda message: socket.send(message))
        polls.append(remote)

    def hide(is_hidden):
        app.page.evaluate("(value) => Object.defineProperty(document, 'hidden', {value, configurable: true})", is_hidden)

    browser.route_web_socket(re.compile("/connection$"), route)
    browser.clock.install()
    app = visit(web(server.path).link, within=browser)
    remote, = polls
    app.page.locator("#sessions summary").click()
    app.page.clock.run_for(10_000)
    assert len(polls) == 2, polls
    is_replying[0] = True
    hide(True)
    remote.send(polls[1])
    expect(app.page.locator("#session-list")).to_contain_text("No other front end shares a session.")
    app.page.clock.run_for(10_000)
    assert len(polls) == 2, polls
    hide(False)
    app.page.clock.run_for(2000)
    assert len(polls) > 2


def test_a_card_that_a_new_server_refuses_to_open_does_not_show_its_former_state(fake, web, visit, folder):
    def refuse(*_):
        raise Refusal("Log in first.")

    place, screen = folder.path / "app.sock", view_type("form", part("text"), part("note", editable=True), start=True)
    first = fake([screen], {"form": {"text": "private", "note": ""}}, place=place)
    tab = visit(web(place).link)
    card = tab.card("form")
    field(card, "note").fill("typed")
    first.stop()
    expect(tab.reopen_button).to_be_visible()
    expect(value(card, "text")).to_be_visible()
    second = fake([screen], {"form": {"text": "new", "note": ""}}, {"view/open": refuse}, place=place)
    expect(card).to_contain_text("Log in first.")
    expect(value(card, "text")).to_be_hidden()
    del second.actions["view/open"]
    card.get_by_role("button", name="Try again").click()
    expect(value(card, "text")).to_have_text("new")
    expect(field(card, "note")).to_have_value("typed")


def test_a_link_in_a_tab_that_was_loaded_again_without_a_server_opens_the_views_that_were_open(listen, web, visit):
    server = listen("--language", "en")
    process = web(server.path)
    app = visit(process.link)
    app.open("Counter A")
    expect(value(app.card("counterA"), "count")).to_have_text("0")
    assert server.stop() == 0
    app.page.reload()
    expect(app.reopen_button).to_be_visible()
    app.page.goto(process.new_link())
    app.is_connected()  # A link starts the server.
    expect(value(app.card("counterA"), "count")).to_have_text("0")
    expect(app.card("login")).to_be_visible()


def test_a_stopped_server_is_not_started_by_the_page_but_found_when_it_is_back(listen, web, visit):
    server = listen("--language", "en")
    app = visit(web(server.path).link)
    app.open("Counter A")
    assert server.stop() == 0
    app.is_disconnected()
    expect(app.reopen_button).to_be_visible()
    with app.page.expect_websocket() as look:
        pass
    if not look.value.is_closed():
        look.value.wait_for_event("close")
    assert not os.path.exists(server.path)
    app.page.reload()
    expect(app.reopen_button).to_be_visible()
    assert not os.path.exists(server.path)
    listen("--language", "en", place=server.path)
    app.is_connected()
    expect(app.banner).to_be_hidden()
    expect(value(app.card("counterA"), "count")).to_have_text("0")


def test_views_that_may_have_ended_the_server_are_not_opened_again_and_again(listen, web, visit, context):
    server, browser, attempts = listen("--language", "en"), context(), []
    browser.clock.install()
    app = visit(web(server.path).link, within=browser)
    app.open("Counter A")
    for number in range(2):
        os.kill(server.pid, signal.SIGKILL)
        server.wait()
        app.is_disconnected()
        server = listen("--language", "en", place=server.path)
        if number == 0:
            app.is_connected()
            expect(value(app.card("counterA"), "count")).to_have_text("0")
    app.page.on("websocket", lambda each: attempts.append(each))
    app.page.clock.fast_forward(9000)
    app.page.evaluate("new WebSocket(`ws://${location.host}/connection`).close()")
    assert len(attempts) == 1
    app.reopen_button.click()
    app.is_connected()


def test_a_killed_web_process_is_said_and_a_later_one_asks_for_a_link(server, web, visit, faults):
    faults.allow(LOST)
    process = web(server.path)
    app = visit(process.link)
    app.open("Counter A")
    process.end()
    app.is_disconnected()
    later = web(server.path, port=process.port)
    # The secret of the earlier process is not valid.
    app.is_logged_out(re.compile("not logged in"))
    app.page.goto(later.link)
    app.is_connected()


def test_a_web_process_that_does_not_respond_is_said(server, web, visit, context):
    browser = context()
    browser.clock.install()
    sockets = []
    browser.on("page", lambda page: page.on("websocket", lambda socket: sockets.append(socket)))
    process = web(server.path)
    app = visit(process.link, within=browser)
    app.open("Counter A")
    expect(value(app.card("counterA"), "count")).to_have_text("0")
    # With replies, the connection stays.
    with sockets[-1].expect_event("framereceived", lambda frame: '"sessions"' in frame):
        app.page.clock.fast_forward(16_000)
    expect(app.banner).to_be_hidden()
    os.kill(process.pid, signal.SIGSTOP)
    try:
        # The page may still receive replies that were sent before, also after it has looked at the clock.
        for _ in range(4):
            app.page.clock.fast_forward(16_000)
        expect(app.banner).to_contain_text("Connection lost")
    finally:
        os.kill(process.pid, signal.SIGCONT)
    app.is_connected()
    action(app.card("counterA"), "increment").click()
    expect(value(app.card("counterA"), "count")).to_have_text("1")


@pytest.mark.parametrize("phase", ["at once", "after the login", "after a message", "with the snapshot"])
def test_a_web_socket_that_is_closed_at_any_phase_is_opened_again(server, web, visit, context, faults, phase):
    # The page may send before it receives the close.
    faults.allow("already in CLOSING or CLOSED state")
    browser, cuts = context(), []

    def route(each):
        if phase == "at once" and not cuts:
            cuts.append(each)
            each.close(code=1011)
            return
        upstream = each.connect_to_server()
        each.on_message(lambda message: upstream.send(message))

        def receive(message):
            limits = {"after the login": "secret", "after a message": "protocolVersion", "with the snapshot": '"state":'}
            if phase in limits and limits[phase] in message and not cuts:
                cuts.append(each)
                if phase == "after the login":
                    each.send(message)
                upstream.close()
                each.close(code=1011)
            else:
                each.send(message)
        upstream.on_message(receive)

    browser.route_web_socket(re.compile("/connection$"), route)
    app = visit(web(server.path).link, within=browser, is_connected=False)
    # The first connection of a page is made once; the page then asks.
    expect(app.reopen_button.or_(app.page.locator("#types button").first).first).to_be_visible()
    if app.reopen_button.is_visible():
        app.reopen_button.dblclick()
    app.is_connected()
    assert len(cuts) == 1
    app.open("Counter A")
    action(app.card("counterA"), "increment").click()
    expect(value(app.card("counterA"), "count")).to_have_text("1")
