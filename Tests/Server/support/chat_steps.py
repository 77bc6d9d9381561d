"""Steps in the views of the chat."""
from __future__ import annotations

from database import put, wait

ALL, SMALL_TALK, NOTES_TO_SELF = "全体", "雑談", "Notes to self"


def open_chat(server, **more):
    """A view of the chat that has appeared."""
    view = server.open("chat", **more)
    server.call("start", {"view": view})
    return view


def log_in(server, account, **more):
    """A view of the chat whose session shows the account."""
    view = server.open("chat", **more)
    server.call("logIn", {"view": view, "id": account, "password": "password"})
    assert current(server, view) == account
    return view


def current(server, chat):
    account = server.state(chat)["current"]
    return account and account["id"]


def accounts(server, chat):
    return [account["id"] for account in server.state(chat)["accounts"]]


def row(server, rooms, name):
    """The row of one room in a list of rooms."""
    found, = [room for room in server.state(rooms)["rooms"] if room["name"] == name]
    return found


def unread(server, rooms, name):
    return row(server, rooms, name)["unread"]


def room_id(server, name, **more):
    rooms = server.open("rooms", **more)
    identifier = row(server, rooms, name)["id"]
    server.call("view/close", {"view": rooms})
    return identifier


def open_room(server, name, **more):
    """A view of a room, with its messages loaded."""
    session = {key: value for key, value in more.items() if key == "session"}
    view = server.open("room", params={"id": room_id(server, name, **session)}, **more)
    wait(server, lambda: server.holds(view, isLoading=False))
    return view


def send(server, room, body):
    put(server, room, draft=body)
    server.call("send", {"view": room})
    assert server.holds(room, errorMessage=None, draft="")


def bodies(server, room):
    return [message["body"] for message in server.state(room)["messages"]]
