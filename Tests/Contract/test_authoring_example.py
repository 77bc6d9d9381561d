"""The example app that shows each authoring feature."""
import os

import pytest

from server import PROGRAM


@pytest.fixture
def library(monkeypatch, start):
    """The example in place of the server; it ignores its arguments."""
    monkeypatch.setattr("server.COMMAND", [os.path.join(os.path.dirname(PROGRAM), "AuthoringExample")])
    return start()


@pytest.fixture
def book(library):
    return library.open("book", params={"id": "emma"})


@pytest.fixture
def reading_list(library):
    return library.open("readingList")


@pytest.fixture
def logged_in(library, reading_list):
    library.call("logIn", {"pin": "1815"})
    return reading_list


def at_once(library, *calls):
    """Sends calls in one batch: each starts before any of them waits. Returns the replies in the order of the calls."""
    messages = [library.message(method, params) for method, params in calls]
    library.send(messages)
    return [library.reply(message["id"]) for message in messages]


# The wire interface that follows from the declarations

def test_a_view_is_opened_with_its_parameters(library, book):
    assert library.state(book) == {"id": "emma", "book": None, "visited": [], "isLoading": False, "errorMessage": None,
                                   "hasNews": False}
    assert library.refused("view/open", {"type": "book"})["data"]["path"] == "/params/id"


@pytest.mark.parametrize("name, value", [("id", "edda"), ("isLoading", True), ("visited", [])])
def test_a_constant_or_computed_property_is_read_only(library, book, name, value):
    error = library.refused("view/set", {"view": book, "properties": {name: value}})
    assert error["data"]["path"] == f"/properties/{name}"


def test_a_property_with_a_private_setter_is_read_only(library, reading_list):
    error = library.refused("view/set", {"view": reading_list, "properties": {"attempts": 0}})
    assert error["data"]["path"] == "/properties/attempts"


def test_a_variable_is_set_without_an_action(library, book):
    library.call("view/set", {"view": book, "properties": {"hasNews": True}})
    assert library.state(book)["hasNews"] is True


def test_a_write_only_property_is_used_and_never_shown(library, reading_list):
    library.call("view/set", {"view": reading_list, "properties": {"pin": "1815"}})
    library.call("logIn")
    assert library.state(reading_list) == {"entries": [], "errorMessage": None, "attempts": 1}
    assert b"1815" not in library.everything


def test_arguments_and_members_with_defaults_may_be_left_out(library, logged_in):
    library.call("add", {"entry": {"book": "emma"}})
    library.call("add", {"entry": {"book": "edda", "priority": "soon", "remark": "Twice"}, "atTop": True})
    assert library.state(logged_in)["entries"] == [{"book": "edda", "priority": "soon", "remark": "Twice"},
                                                   {"book": "emma", "priority": "someday", "remark": None}]


@pytest.mark.parametrize("arguments, path", [
    ({}, "/entry"), ({"entry": {}}, "/entry/book"),
    ({"entry": {"book": "emma", "priority": "never"}}, "/entry/priority"),
    ({"entry": {"book": "emma"}, "top": True}, "/top")])
def test_arguments_that_do_not_fit_are_refused(library, logged_in, arguments, path):
    assert library.refused("add", arguments)["data"]["path"] == path
    assert library.get(logged_in)["entries"] == []


# Actions and effects

@pytest.mark.parametrize("action", ["load", "reload"])
def test_changes_at_the_start_of_an_action_are_sent_before_its_reply(library, book, action):
    library.call(action)
    first, second = library.changes(book)
    fetched = {"id": "emma", "title": "Emma", "times_fetched": 1}
    assert first == {"isLoading": True} and second == {"isLoading": False, "book": fetched}


def test_an_effect_may_be_none(library, book):
    load, reload = library.message("load", {"view": book}), library.message("reload", {"view": book})
    library.send(load, reload)
    library.result(reload["id"])
    assert not library.answered(load["id"])
    library.result(load["id"])
    assert library.state(book)["book"]["times_fetched"] == 1


def test_a_failure_becomes_state_and_goes_with_the_next_attempt(library, reading_list):
    library.call("logIn", {"pin": "0000"})
    assert library.state(reading_list) == {"entries": None, "errorMessage": "The PIN is wrong", "attempts": 1}
    library.call("logIn", {"pin": "1815"})
    assert library.state(reading_list) == {"entries": [], "errorMessage": None, "attempts": 2}


def test_the_work_that_a_view_owns_goes_on_between_its_calls(library, book):
    library.call("appear")
    other = library.open("book", params={"id": "emma"})
    for _ in range(2):
        library.call("load", {"view": other})
        library.until(book, hasNews=True)
        library.call("view/set", {"view": book, "properties": {"hasNews": False}})
    assert library.state(other)["hasNews"] is False
    library.call("view/close", {"view": book})
    library.call("load", {"view": other})


def test_closing_a_view_cancels_what_it_waits_for(library, reading_list):
    other = library.open("readingList")
    call, _ = at_once(library, ("logIn", {"view": reading_list, "pin": "1815"}), ("view/close", {"view": reading_list}))
    assert call["error"]["data"] == {"kind": "RequestCancelled", "reason": "viewClosed"}
    assert library.get(other)["entries"] is None


# A view with the lifetime of a login

@pytest.fixture
def summary(library, logged_in):
    return library.open("summary")


def closed(library, since):
    """The views that the server has closed by itself, by session."""
    return [(message["params"]["session"], message["params"]["closed"]) for message in library.messages[since:]
            if message.get("method") == "session/changed"]


def test_a_view_of_a_login_is_closed_with_it(library, logged_in, summary):
    window = library.call("session/open")["session"]
    other = library.open("summary", session=window)
    calls = [library.request("follow", {"view": view}) for view in (summary, other)]
    mark = library.mark()
    library.call("logOut")
    assert closed(library, mark) == [("default", [summary]), (window, [other])]
    for call in calls:
        assert library.answered(call) and library.error(call)["data"]["reason"] == "viewClosed"
    assert library.refused("follow", {"view": summary})["data"]["path"] == "/view"
    assert library.state(logged_in)["entries"] is None


def test_its_name_is_free_and_the_next_view_is_of_the_next_login(library, summary):
    library.call("add", {"entry": {"book": "emma"}})
    library.call("logOut")
    library.call("logIn", {"pin": "1815"})
    assert library.state(library.open("summary", summary)) == {"count": 0, "additions": 0}


def test_an_app_refuses_a_view_with_a_message_of_its_own(library):
    error = library.refused("view/open", {"type": "summary"})
    assert (error["message"], error["data"]) == ("Log in first.", {"kind": "InvalidParams", "path": "/params"})
    library.end_input()
    library.wait()
    assert "error" not in library.errors


# The lifetimes of stores

def test_a_store_of_the_app_is_shared_by_all_and_observed_by_key(library, book):
    window = library.call("session/open")["session"]
    same_book = library.open("book", params={"id": "emma"}, session=window)
    other_book = library.open("book", params={"id": "edda"})
    library.call("load", {"view": book})
    assert library.state(same_book)["book"] == library.state(book)["book"]
    assert library.changes(other_book) == []


def test_simultaneous_loads_of_one_key_share_a_request(library, book):
    other = library.open("book", params={"id": "emma"})
    at_once(library, ("load", {"view": book}), ("load", {"view": other}))
    assert library.state(book)["book"]["times_fetched"] == library.state(other)["book"]["times_fetched"] == 1
    library.call("load", {"view": other})
    assert library.state(book)["book"]["times_fetched"] == 2


def test_each_session_has_stores_of_its_own(library, book):
    window = library.call("session/open")["session"]
    other = library.open("book", params={"id": "edda"}, session=window)
    library.call("appear", {"view": book})
    library.call("appear", {"view": other})
    assert library.state(book)["visited"] == ["emma"] and library.state(other)["visited"] == ["edda"]


def test_stores_of_a_login_end_with_it(library, logged_in):
    library.call("add", {"entry": {"book": "edda"}})
    library.call("add", {"entry": {"book": "none"}})
    assert library.state(logged_in)["errorMessage"] == "There is no such book"
    library.call("logOut")
    assert library.state(logged_in) == {"entries": None, "errorMessage": None, "attempts": 1}
    library.call("logIn", {"pin": "1815"})
    assert library.state(logged_in)["entries"] == []


@pytest.mark.parametrize("late", ["edda", "none"])
def test_a_reply_that_comes_after_the_logout_changes_nothing(library, logged_in, late):
    add, *_ = at_once(library, ("add", {"entry": {"book": late}}), ("logOut", {}), ("logIn", {"pin": "1815"}))
    assert "result" in add
    assert library.state(logged_in) == {"entries": [], "errorMessage": None, "attempts": 2}
