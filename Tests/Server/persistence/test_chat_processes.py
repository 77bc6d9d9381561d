"""The chat over restarts, and among processes that share a file."""
import pytest

from chat_steps import (ALL, NOTES_TO_SELF, SMALL_TALK, accounts, bodies, current, log_in, open_chat, open_room, send,
                        unread)
from database import raw, tables, wait


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "app.sqlite")


@pytest.fixture
def launch(start, path):
    return lambda: start("--database", path, "--language", "en")


def restarted(server, launch):
    server.finish()
    return launch()


def test_logged_in_accounts_are_restored_after_a_restart(launch):
    server = launch()
    for account in ("12345", "hanako"):
        chat = log_in(server, account)
    send(server, open_room(server, SMALL_TALK), "kept")
    server = restarted(server, launch)
    chat = open_chat(server)
    assert (current(server, chat), accounts(server, chat)) == ("hanako", ["hanako", "12345"])
    assert bodies(server, open_room(server, SMALL_TALK)) == ["kept"]
    server.call("logOut", {"view": chat})
    server = restarted(server, launch)
    chat = open_chat(server)
    assert (current(server, chat), accounts(server, chat)) == ("12345", ["12345"])


@pytest.mark.parametrize("change", [
    "DELETE FROM account WHERE userID = 'hanako'", "UPDATE account SET passwordHash = 'x' WHERE userID = 'hanako'",
    "DELETE FROM token WHERE accountID = 'hanako'",
])
def test_an_account_that_can_no_longer_log_in_is_removed_at_the_start(launch, path, change):
    server = launch()
    for account in ("12345", "hanako"):
        log_in(server, account)
    server.finish()
    with raw(path) as connection:
        connection.execute(change)
    server = launch()
    chat = open_chat(server)
    assert (current(server, chat), accounts(server, chat)) == ("12345", ["12345"])
    with raw(path) as connection:
        assert connection.execute("SELECT accountID FROM login").fetchall() == [("12345",)]


def test_no_password_is_kept(launch, path):
    log_in(launch(), "12345")
    with raw(path) as connection:
        kept = [row for table in tables(connection) for row in connection.execute(f'SELECT * FROM "{table}"')]
    assert kept and all(value != "password" for row in kept for value in row)


def test_a_message_shows_in_other_processes_without_a_request(launch):
    first, second = launch(), launch()
    log_in(first, "12345")
    log_in(second, "hanako")
    here, there, rooms = open_room(first, SMALL_TALK), open_room(second, SMALL_TALK), second.open("rooms")
    send(first, here, "hello")
    wait(second, lambda: bodies(second, there) == ["hello"] and unread(second, rooms, SMALL_TALK) == 1)
    send(second, there, "hi")
    wait(first, lambda: bodies(first, here) == ["hello", "hi"])
    assert first.state(here)["messages"] == second.state(there)["messages"]


def test_a_logout_in_one_process_closes_the_views_of_the_account_in_another(launch):
    first, second = launch(), launch()
    mine = log_in(first, "12345")
    theirs = open_chat(second)
    assert current(second, theirs) == "12345"
    open_room(second, ALL)
    first.call("logOut", {"view": mine})
    wait(second, lambda: current(second, theirs) is None and accounts(second, theirs) == [])
    wait(second, lambda: set(second.views) == {theirs})


def test_a_room_closes_for_a_member_who_is_removed(launch, path):
    server = launch()
    log_in(server, "12345")
    chat, rooms, room = open_chat(server), server.open("rooms"), open_room(server, NOTES_TO_SELF)
    with raw(path) as connection:
        connection.execute("DELETE FROM member WHERE roomID = 3")
    wait(server, lambda: room not in server.views)
    assert [each["name"] for each in server.state(rooms)["rooms"]] == [ALL, SMALL_TALK] and current(server, chat)
