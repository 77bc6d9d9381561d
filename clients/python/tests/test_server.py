"""The blocking interface with a scripted server."""

from __future__ import annotations

import copy
import json
import pickle
import shlex
import threading
from typing import Any

import pytest

import svvs
from support import fake
from svvs.errors import shown_command


def test_a_call_returns_after_its_changes_are_applied() -> None:
    script = """
        opened(loginState="notLoggedIn")
        call = receive("login")
        assert call["params"] == {"view": "v", "userId": "12345", "self": 1}
        changed(1, 2, loginState="loggingIn")
        changed(2, 3, loginState="loggedIn")
        reply(call, commit=3)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        login = server.open("login")
        assert (login.id, login.type, login.commit, login.state) == ("v", "login", 1, {"loginState": "notLoggedIn"})
        login.call("login", userId="12345", self=1)
        assert (login.commit, login.state) == (3, {"loginState": "loggedIn"})


def test_the_state_is_read_only_and_its_copies_are_not() -> None:
    with svvs.Server(command=fake("opened(n=1); changed(1, 2, n=2); end_of_input()")) as server:
        view = server.open("counter")
        view.wait(lambda state: state["n"] == 2)
        state: Any = view.state
        for change in (lambda: state.update(n=3), lambda: state.__setitem__("n", 3), state.clear, lambda: state.pop("n")):
            with pytest.raises(TypeError, match="view.set"):
                change()
        with pytest.raises(TypeError):
            state |= {"n": 3}
        for same in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), json.loads(json.dumps(state))):
            same["n"] = 3
        assert view.state == {"n": 2}


def test_the_representation_has_the_command_and_the_state() -> None:
    words = shlex.join(fake("end_of_input()")) + " --url=redis://***@host"
    with svvs.Server("--url=redis://me:secret@host", command=fake("end_of_input()")) as server:
        assert repr(server) == f"<svvs.Server {words!r}, running>"
    assert repr(server) == f"<svvs.Server {words!r}, ended>"
    assert repr(svvs.AsyncServer(command="x")) == "<svvs.AsyncServer 'x', not started>"


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("--p=db://me:pa@ss@host/x?a=1&password=secret&b=1", "'--p=db://***@host/x?a=1&password=***&b=1'"),
        ("host=h password=secret dbname=d", "'host=h password=*** dbname=d'"),
        (r"Password = 'my \' secret' dbname=d", "'Password = *** dbname=d'"),
        ("password='my secret", "password=***"),
    ],
)
def test_a_shown_command_contains_no_password(word: str, shown: str) -> None:
    assert shown_command(["a b", word, "c"]) == f"'a b' {shown} c"


def test_open_passes_its_parameters() -> None:
    script = """
        assert opened("v")["params"] == {"type": "user", "params": {"id": "A", "type": "B"}}
        assert opened("w")["params"] == {"type": "user", "view": "w", "params": {}}
        request = receive("session/open")
        assert request["params"] == {}
        reply(request, session="s")
        assert opened("x")["params"] == {"type": "user", "session": "s", "params": {}}
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        server.open("user", id="A", type="B")
        server.open("user", "w")
        session = server.open_session()
        assert session.id == "s"
        session.open("user")


def test_options_are_appended_to_the_command() -> None:
    script = "reply(receive(), arguments=sys.argv[2:]); end_of_input()"
    with svvs.Server("--database", "notes.sqlite", command=fake(script)) as server:
        assert server.request("m") == {"arguments": ["--database", "notes.sqlite"]}


def test_set_and_get() -> None:
    script = """
        opened(userId="")
        request = receive("view/set")
        assert request["params"] == {"view": "v", "properties": {"userId": "x"}}
        changed(1, 2, userId="x")
        reply(request, commit=2)
        request = receive("view/get")
        assert request["params"] == {"view": "v"}
        reply(request, view="v", commit=2, state={"userId": "x"})
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        login = server.open("login")
        login.set(userId="x")
        assert login.state == {"userId": "x"}
        assert login.get() == {"userId": "x"}


def test_a_refused_call_has_the_reason_and_the_next_one_works() -> None:
    script = """
        opened()
        refuse(receive(), -32602, "InvalidParams", "unknown argument")
        reply(receive(), commit=1)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        with pytest.raises(svvs.ResponseError, match="^InvalidParams: unknown argument$") as caught:
            view.call("act", password="secret")
        assert (caught.value.code, caught.value.kind) == (-32602, "InvalidParams")
        assert "secret" not in repr(caught.value)
        view.call("act")


def test_notify_sends_and_does_not_wait() -> None:
    script = """
        opened(n=0)
        assert "id" not in receive("act")
        changed(1, 2, n=1)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        view.notify("act")
        assert view.wait(lambda state: state["n"] == 1) == {"n": 1}


def test_a_started_call_can_be_cancelled() -> None:
    script = """
        opened()
        call = receive("act")
        assert receive("$/cancelRequest")["params"] == {"id": call["id"]}
        refuse(call, -32800, "RequestCancelled")
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        call = server.open("t").start("act", password="secret")
        assert repr(call) == "<svvs.Call 'act', in progress>"
        assert not call.done()
        call.cancel()
        with pytest.raises(svvs.ResponseError) as caught:
            call.result()
        assert caught.value.kind == "RequestCancelled"
        assert call.done()
        call.cancel()


def test_calls_overlap_and_any_thread_may_call() -> None:
    script = """
        opened()
        calls = [receive("act") for _ in range(8)]
        for call in reversed(calls):
            reply(call, commit=1)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        threads = [threading.Thread(target=view.call, args=["act"]) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def test_both_sides_may_send_large_messages_at_once() -> None:
    script = """
        opened(text="")
        changed(1, 2, text="x" * 10_000_000)
        call = receive("act")
        assert len(call["params"]["text"]) == 10_000_000
        reply(call, commit=2)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        view.call("act", text="y" * 10_000_000)
        assert len(view.state["text"]) == 10_000_000


def test_representations_contain_no_state() -> None:
    with svvs.Server(command=fake("opened(note='private'); end_of_input()")) as server:
        assert repr(server.open("notes")) == "<svvs.View 'v' of type 'notes'>"
