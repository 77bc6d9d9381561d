"""Several clients on one server: who shares what, and who sees what."""

from __future__ import annotations

import subprocess
from concurrent.futures import Future
from pathlib import Path

import pytest

import svvs
from attached_server import attached, attached_async, slow
from support import asynchronous, fake_executable, sharable_server
from svvs.process import attach_words


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("./ListApp", ["./ListApp", "attach", "work", "--", "-x"]),
        ("./ListApp serve", ["./ListApp", "attach", "work", "--", "-x"]),
        ("./ListApp serve --language en", ["./ListApp", "attach", "work", "--", "--language", "en", "-x"]),
        (Path("/a b/svvs"), ["/a b/svvs", "attach", "work", "--", "-x"]),
        (["serve", "serve"], ["serve", "attach", "work", "--", "-x"]),
    ],
)
def test_the_command_of_a_server_attaches_to_one(command: svvs.process.Command, words: list[str]) -> None:
    assert attach_words("work", ["-x"], command) == words


def test_the_environment_names_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SVVS", "'./List App' serve")
    assert attach_words(None, []) == ["./List App", "attach", "--"]
    monkeypatch.delenv("SVVS")
    assert attach_words(None, []) == ["svvs", "attach", "--"]


def test_a_server_is_shared_and_outlives_its_clients(place: str) -> None:
    with attached(place, options=["--language", "en"]) as one:
        process = one.info["process"]
        one.share("desk", keep=60).open("counterA", "mine").call("increment", by=3)
    with attached(place) as other:
        assert other.info["process"] == process
        assert other.join("desk").views["mine"].state == {"count": 3}


def test_stores_are_shared_and_views_are_not(place: str) -> None:
    with attached(place) as one, attached(place) as other:
        login, home = one.open("login", "l"), other.open("home", "l")
        login.call("login", userId="12345", password="password")
        assert home.wait(lambda state: state["user"] is not None)["user"]["id"] == "12345"


def test_all_in_a_session_see_one_clock(place: str) -> None:
    with attached(place) as one, attached(place) as other:
        mine = one.share("desk").open("counterA", "c")
        desk = other.join("desk")
        theirs = desk.views["c"]
        assert theirs == desk.views["c"] and hash(theirs) == hash(desk.views["c"]) and theirs != mine
        theirs.call("increment", by=2)
        mine.wait(lambda state: state["count"] == 2)
        assert mine.commit == theirs.commit


def test_what_others_open_and_close_is_followed(place: str) -> None:
    heard: Future[svvs.SessionChange] = Future()
    with attached(place) as one, attached(place) as other:
        desk, joined = one.share("desk"), other.join("desk")
        stop = desk.subscribe(lambda change: heard.set_result(change) if "b" in change.closed else None)
        view = joined.open("counterA", "b")
        joined.open("counterA", "c")
        view.close()
        change = heard.result(20)
        assert (change.session, change.connections) == ("desk", 2)
        assert list(desk.views) == ["c"]
        stop()


@asynchronous
async def test_a_session_is_followed_until_it_is_closed(place: str) -> None:
    async with attached_async(place) as one, attached_async(place) as other:
        desk, joined = await one.share("desk"), await other.join("desk")
        changes = joined.changes()
        view = await desk.open("counterA", "mine")
        assert (await anext(changes)).opened == ("mine",)
        following = joined.views["mine"].changes()
        await view.call("increment")
        await desk.close()
        assert [each.changes async for each in following] == [{"count": 1}]
        heard = [each async for each in changes]
        assert (heard[-1].closed, heard[-1].connections) == (("mine",), 0)
        assert not joined.is_open and joined.views == {} and not desk.is_open
        await joined.close()  # which is no error
        with pytest.raises(svvs.ViewClosed, match="session 'desk' is closed"):
            await joined.open("counterA")


def test_a_view_that_another_closes_ends_calls_and_waiting(place: str) -> None:
    with attached(place) as one, attached(place) as other:
        view = one.share("desk").open("effects", "e")
        call = view.start("handle", **slow(30))
        one.sessions()  # the call has arrived
        other.join("desk").views["e"].close()
        with pytest.raises(svvs.RequestCancelled) as caught:
            call.result()
        assert caught.value.reason == "viewClosed"
        with pytest.raises(svvs.ViewClosed):
            view.wait(lambda state: False)
        with pytest.raises(svvs.ViewClosed, match="view 'e' is closed"):
            view.call("handle", **slow(0))


@pytest.mark.parametrize("delivery", ["properties", "patch", "signal"])
def test_each_who_joins_chooses_how_changes_come(place: str, delivery: svvs.Delivery) -> None:
    with attached(place) as one, attached(place) as other:
        desk = one.share("desk")
        desk.open("counterA", "a")
        joined = other.join("desk", delivery=delivery)
        desk.open("counterA", "b")
        other.request("view/get", {"view": "b"})  # a fence is where this client asks
        desk.views["a"].call("increment")
        other.request("session/list")
        for view in joined.views.values():
            held = (frozenset({"count"}), 0) if delivery == "signal" else (frozenset(), 1)
            assert (view.stale, view.state["count"]) == held
            assert view.get() == {"count": 1}


def test_the_list_says_who_is_there(place: str) -> None:
    client = {"clientInfo": {"name": "editor", "version": "2"}}
    with attached(place, initialize=client) as one, attached(place) as other:
        one.share("desk", keep=5).open("counterA", "mine")
        (entry,) = other.sessions()
        assert (entry["session"], entry["keep"]) == ("desk", 5)
        assert entry["views"] == [{"view": "mine", "type": "counterA"}]
        assert [each["clientInfo"]["name"] for each in entry["connections"]] == ["editor"]


def test_what_cannot_be_joined(place: str) -> None:
    with attached(place) as one, attached(place) as other:
        with pytest.raises(svvs.ResponseError, match="is not a shared session"):
            other.join("nowhere")
        one.share("desk").open("counterA", "mine")
        with pytest.raises(svvs.ResponseError, match="InvalidParams"):
            other.share("desk")
        other.open("counterA", "mine")
        with pytest.raises(svvs.ResponseError, match='name is in use here: "mine"'):
            other.join("desk")
        with pytest.raises(svvs.ResponseError, match="joined already"):
            one.join("desk")
        assert len(one.sessions()[0]["connections"]) == 1


def test_a_client_without_a_server_of_its_own_can_share_too() -> None:
    with svvs.Server(command=sharable_server()) as server:
        with server.share("desk") as desk:
            desk.open("counterA").call("increment")
        assert server.sessions() == [] and not desk.is_open


def test_an_end_that_was_asked_for_is_no_cut(place: str) -> None:
    with attached(place) as one, attached(place) as other:
        desk = one.share("desk")
        one.close()
        with pytest.raises(svvs.Detached, match="not attached to a server: the command has ended with status 0"):
            desk.open("counterA")
        subprocess.run([sharable_server(), "stop", place], check=True, timeout=20)
        assert isinstance(other.wait_closed(), svvs.Detached)
        with pytest.raises(svvs.Detached):
            other.sessions()


def test_a_shutdown_is_of_the_connection_alone(place: str) -> None:
    with attached(place) as one, attached(place) as other:
        call = one.open("effects").start("handle", **slow(30))
        one.shutdown()
        with pytest.raises(svvs.RequestCancelled):
            call.result()
        assert other.sessions() == []


def test_a_command_that_does_not_attach(place: str, tmp_path: Path) -> None:
    with pytest.raises(svvs.Detached, match="with status 64(.|\n)*--nonsense"):
        attached(place, options=["--nonsense"])
    with pytest.raises(svvs.ServerNotFound):
        svvs.attach(place, command="/nowhere/svvs")
    with pytest.raises(svvs.Detached, match="a reason"):
        svvs.attach(place, command=fake_executable(tmp_path, "# raw\nsys.exit('a reason')"))
