"""The chat in one process: accounts, rooms, messages, and the effects of a logout."""
import pytest

from chat_steps import (ALL, NOTES_TO_SELF, SMALL_TALK, accounts, bodies, current, log_in, open_chat, open_room,
                        room_id, row, send, unread)
from conversation import Refused
from database import commits, put

# The largest size of a message in bytes.
LARGEST = 64 << 10


@pytest.fixture
def english(start):
    return start("--language", "en")


@pytest.fixture
def windows(server):
    """Three sessions: one account in two of them, another in the third."""
    names = ["first", "second", "other"]
    for name, account in zip(names, ["12345", "12345", "hanako"]):
        server.call("session/open", {"session": name})
        log_in(server, account, session=name, view=f"chat of {name}")
    return names


def test_at_first_there_is_no_account_and_nothing_to_open(english):
    chat = open_chat(english)
    assert english.state(chat) == {"accounts": [], "current": None, "isLoggingIn": False, "errorMessage": None}
    for kind, params in (("rooms", {}), ("room", {"id": 1})):
        error = english.refused("view/open", {"type": kind, "params": params})
        assert error["code"] == -32602 and error["message"] == "Open the chat and log in first."


@pytest.mark.parametrize("account", ["12345", "test", "hanako"])
def test_the_accounts_log_in_and_are_members_of_their_rooms(server, account):
    log_in(server, account)
    names = {"12345": [ALL, SMALL_TALK, NOTES_TO_SELF], "test": [ALL], "hanako": [ALL, SMALL_TALK]}
    rooms = server.open("rooms")
    assert [room["name"] for room in server.state(rooms)["rooms"]] == names[account]
    room = open_room(server, ALL)
    for count in (50, 100, 120, 120):
        assert len(bodies(server, room)) == count
        server.call("loadEarlier", {"view": room})
    for name in {ALL, SMALL_TALK, NOTES_TO_SELF} - set(names[account]):
        log_in(server, "12345")
        identifier = room_id(server, name)
        log_in(server, account)
        assert server.refused("view/open", {"type": "room", "params": {"id": identifier}})["code"] == -32602


def test_a_room_that_was_opened_before_a_switch_sends_as_its_account(english):
    chat = log_in(english, "hanako")
    hanako = english.state(chat)["current"]
    rooms = english.open("rooms", params={"account": hanako["id"]})
    small_talk = row(english, rooms, SMALL_TALK)
    room = english.open("room", params={"id": small_talk["id"], "account": small_talk["account"]})
    log_in(english, "test")
    send(english, room, "I am Hanako")
    state = english.state(room)
    assert state["messages"][-1]["account"] == "hanako"
    assert state["roomAndAccount"] == f"{SMALL_TALK} · {hanako['name']}"
    assert english.state(rooms)["accountName"] == hanako["name"]
    assert english.state(english.open("rooms"))["account"] == "test"
    error = english.refused("view/open", {"type": "rooms", "params": {"account": "12345"}})
    assert error["message"] == "Open the chat and log in first."


@pytest.mark.parametrize("account, password, message", [
    ("12345", "wrong", "The user ID or the password is wrong"), ("nobody", "password", "The user ID or the password is "
     "wrong"), ("error", "password", "The request is invalid"), ("", "", "The user ID or the password is wrong"),
])
def test_a_refused_login_is_a_message_and_no_account(english, account, password, message):
    chat = open_chat(english)
    english.call("logIn", {"view": chat, "id": account, "password": password})
    assert english.state(chat) == {"accounts": [], "current": None, "isLoggingIn": False, "errorMessage": message}


def test_logging_out_goes_to_the_next_account_until_none_is_left(server):
    chat = open_chat(server)
    for account in ("12345", "test", "hanako"):
        log_in(server, account)
    for account, rest in (("hanako", ["test", "12345"]), ("test", ["12345"]), ("12345", [])):
        assert (current(server, chat), accounts(server, chat)) == (account, [account, *rest])
        server.call("logOut", {"view": chat})
    assert (current(server, chat), accounts(server, chat)) == (None, [])


def test_a_logout_closes_every_view_of_the_login_in_every_session(server, windows):
    rooms = [server.open("rooms", session=name) for name in windows]
    small_talk = [open_room(server, SMALL_TALK, session=name) for name in windows]
    server.call("logOut", {"view": "chat of first"})
    for view in (*rooms[:2], *small_talk[:2]):
        assert server.refused("view/get", {"view": view})["data"]["path"] == "/view"
    for view in (rooms[2], small_talk[2]):
        server.get(view)
    assert [current(server, f"chat of {name}") for name in windows] == ["hanako", None, "hanako"]


def test_switching_the_account_in_one_session_leaves_the_others(server, windows):
    rooms = [open_room(server, SMALL_TALK, session=name) for name in windows]
    mark = server.mark()
    server.call("switchTo", {"view": "chat of first", "id": "hanako"})
    assert [current(server, f"chat of {name}") for name in windows] == ["hanako", "12345", "hanako"]
    assert commits(server, mark, "current") == [{"chat of first"}]
    for room in rooms[1:]:
        server.get(room)


def test_a_message_shows_in_every_session_in_one_commit_before_the_reply(server, windows):
    rooms = [open_room(server, SMALL_TALK, session=name) for name in windows]
    mark = server.mark()
    send(server, rooms[0], "こんにちは")
    assert commits(server, mark, "messages") == [set(rooms)]
    first, *others = [server.state(room)["messages"][-1] for room in rooms]
    assert first["body"] == "こんにちは" and first["account"] == "12345" and first["name"] == "太郎"
    assert others == [first, first]


def test_messages_have_one_order_everywhere(server, windows):
    rooms = [open_room(server, ALL, session=name) for name in windows]
    for number in range(20):
        for index, room in enumerate(rooms):
            put(server, room, draft=f"{number} of {index}")
        for call in [server.request("send", {"view": room}) for room in rooms]:
            server.result(call)
    first, *others = [server.state(room)["messages"] for room in rooms]
    assert others == [first, first] and len(first) == 110
    identifiers = [message["id"] for message in first]
    assert identifiers == sorted(set(identifiers))


def test_unread_counts_belong_to_an_account_and_exclude_its_own_messages(server, windows):
    rooms = [server.open("rooms", session=name) for name in windows]
    views = [open_room(server, SMALL_TALK, session=name) for name in windows]
    for text in ("one", "two", "three"):
        send(server, views[2], text)
    assert [unread(server, view, SMALL_TALK) for view in rooms] == [3, 3, 0]
    identifiers = [message["id"] for message in server.state(views[0])["messages"]]
    late = open_room(server, SMALL_TALK, session="first")
    for index, rest in ((1, 1), (0, 1), (2, 0), (1, 0)):
        server.call("markRead", {"view": late, "upTo": identifiers[index]})
        assert [unread(server, view, SMALL_TALK) for view in rooms] == [rest, rest, 0]
    assert server.state(late)["oldestUnread"] == identifiers[0]


def test_rooms_are_in_the_order_of_their_last_message(server):
    log_in(server, "12345")
    rooms = server.open("rooms")
    for name in (NOTES_TO_SELF, SMALL_TALK, ALL, NOTES_TO_SELF):
        view = open_room(server, name)
        send(server, view, f"in {name}")
        first = server.state(rooms)["rooms"][0]
        assert (first["name"], first["lastMessage"]) == (name, f"in {name}")
        assert first["time"] == server.state(view)["messages"][-1]["time"]


@pytest.mark.parametrize("body", ["x" * LARGEST, "\u0001\u001b[31m\u200b\u202e\u2028", "𠮷🏳️‍🌈\U0010fffd", "<b>'; --"])
def test_any_text_comes_as_it_was_sent(server, body):
    log_in(server, "12345")
    room = open_room(server, NOTES_TO_SELF)
    send(server, room, body)
    assert bodies(server, room) == [body]


@pytest.mark.parametrize("body", ["x" * (LARGEST + 1), "長" * 30_000])
def test_a_message_beyond_the_limit_is_refused_and_stays(english, body):
    log_in(english, "12345")
    room = open_room(english, NOTES_TO_SELF)
    put(english, room, draft=body)
    english.call("send", {"view": room})
    assert english.holds(room, draft=body, canSend=True, messages=[], errorMessage="The text is too long")


def test_a_text_that_no_database_keeps_is_refused_and_stays(english):
    log_in(english, "12345")
    room = open_room(english, NOTES_TO_SELF)
    put(english, room, draft="a\0b")
    english.call("send", {"view": room})
    assert english.holds(room, draft="a\0b", canSend=True, messages=[],
                         errorMessage="The text contains a character that cannot be stored")


def test_a_list_of_rooms_shows_the_beginning_of_a_long_message(server):
    log_in(server, "12345")
    rooms = server.open("rooms")
    send(server, open_room(server, NOTES_TO_SELF), "長" * 20_000)
    assert server.state(rooms)["rooms"][0]["lastMessage"] == "長" * 200


def test_an_http_backend_decides_which_accounts_may_log_in(online):
    chat = log_in(online, "12345")
    room = open_room(online, NOTES_TO_SELF)
    send(online, room, "hello")
    online.call("logOut", {"view": chat})
    assert current(online, chat) is None


def test_the_password_is_in_no_message(server):
    chat = open_chat(server)
    server.call("logIn", {"view": chat, "id": "12345", "password": "password"})
    server.call("logIn", {"view": chat, "id": "12345", "password": "correct horse"})
    assert "correct horse" not in str(server.messages) and '"password"' not in str(server.messages)


def test_a_wrong_parameter_is_refused_and_opens_nothing(server):
    log_in(server, "12345")
    for params in ({}, {"id": "1"}, {"id": 1.5}, {"id": 2**63 - 1}, {"id": -2**63}, {"id": None}):
        with pytest.raises(Refused):
            server.open("room", params=params)
