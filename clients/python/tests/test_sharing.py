"""Several clients of one server: shared sessions, views and stores."""

from __future__ import annotations

import signal
import subprocess
from concurrent.futures import Future
from pathlib import Path

import pytest

import svvs
from attached_server import attached, attached_async, cut, slow
from support import asynchronous, fake_executable, sharable_server


@pytest.mark.parametrize("command", ["{} --language en", "{} serve", "env A=1 {}"])
def test_any_command_of_a_server_attaches(place: str, command: str) -> None:
    with svvs.attach(place, command=command.format(sharable_server())) as one, attached(place, start=False) as other:
        assert one.info["process"] == other.info["process"]


def test_a_script_that_drops_its_arguments_starts_a_private_server(place: str, tmp_path: Path) -> None:
    script = ["sh", "-c", f"exec {sharable_server()}"]
    with svvs.attach(place, command=script) as server, pytest.raises(svvs.Detached):
        assert server.info
        attached(place, start=False)


def test_an_app_of_an_older_version_is_refused_in_one_line(tmp_path: Path) -> None:
    older = "# raw\nprint(\"Error: Unknown option '--attach'\", file=sys.stderr); sys.exit(64)"
    with pytest.raises(svvs.Detached, match="Unknown option '--attach'") as caught:
        svvs.attach(command=fake_executable(tmp_path, older))
    assert caught.value.status == 64 and "\n" not in str(caught.value)


@pytest.mark.parametrize(("reason", "shown"), [("no disk\\n", "no disk (the"), ("", "the")])
def test_the_notice_of_a_wait_is_not_the_reason_of_an_end(tmp_path: Path, reason: str, shown: str) -> None:
    notice = "My App: waiting for the server at /x (pid 7), which does not answer"
    waiting = f'# raw\nsys.stderr.write("{reason}{notice}\\n"); sys.exit(1)'
    with pytest.raises(svvs.Detached) as caught:
        svvs.attach(command=fake_executable(tmp_path, waiting))
    assert str(caught.value).startswith(f"not attached to a server: {shown} command has ended with status 1")


def test_the_options_come_after_the_place() -> None:
    server = svvs.AsyncServer.attach("work", options=["-x"], start=False, command="./ListApp serve -y")
    assert repr(server) == "<svvs.AsyncServer './ListApp serve -y --attach=work --no-start -x', not started>"
    assert "--attach'" in repr(svvs.AsyncServer.attach(command="./ListApp"))


def test_a_server_is_shared_and_outlives_its_clients(place: str) -> None:
    with attached(place, options=["--language", "en"]) as one:
        process = one.info["process"]
        one.share("team", keep=60).open("counterA", "mine").call("increment", by=3)
    with attached(place) as other:
        assert other.info["process"] == process
        assert other.join("team").views["mine"].state == {"count": 3}


def test_a_server_that_does_not_run_is_not_started_against_the_will_of_the_client(place: str) -> None:
    with pytest.raises(svvs.Detached, match="No server listens at"):
        attached(place, start=False)
    with attached(place) as one, attached(place, start=False) as other:
        assert one.info["process"] == other.info["process"]


def test_options_that_a_running_server_does_not_have_are_reported(place: str, caplog: pytest.LogCaptureFixture) -> None:
    with attached(place, options=["--language", "en"]), attached(place, options=["--language", "en"]), attached(place):
        assert caplog.messages == []
        with attached(place, options=["--language", "ja"]):
            (message,) = caplog.messages
            assert "already running, without these options or values: --language" in message


def test_stores_are_shared_and_views_are_not(place: str) -> None:
    with attached(place) as one, attached(place) as other:
        login, home = one.open("login", "l"), other.open("home", "l")
        login.call("login", userId="12345", password="password")
        assert home.wait(lambda state: state["user"] is not None)["user"]["id"] == "12345"


def test_the_parameters_of_a_view_are_known_to_all_clients(place: str) -> None:
    with attached(place) as one, attached(place) as other:
        team = one.share("team")
        assert team.open("user", "first", id="A").params == {"id": "A"}
        joined = other.join("team")
        assert joined.views["first"].params == {"id": "A"}
        changes = joined.subscribe(lambda change: opened.set_result(change.opened) if change.opened else None)
        opened: Future[tuple[str, ...]] = Future()
        team.open("user", "second", id="B")
        assert opened.result(20) == ("second",) and joined.views["second"].params == {"id": "B"}
        one.request("view/open", {"type": "user", "view": "third", "session": "team", "params": {"id": "C"}})
        assert team.views["third"].params == {"id": "C"}
        changes()


def test_all_clients_of_a_session_see_the_same_commits(place: str) -> None:
    with attached(place) as one, attached(place) as other:
        mine = one.share("team").open("counterA", "c")
        shared = other.join("team")
        theirs = shared.views["c"]
        assert theirs == shared.views["c"] and hash(theirs) == hash(shared.views["c"]) and theirs != mine
        theirs.call("increment", by=2)
        mine.wait(lambda state: state["count"] == 2)
        assert mine.commit == theirs.commit


def test_a_subscriber_of_a_session_receives_the_views_that_others_open_and_close(place: str) -> None:
    received: Future[svvs.SessionChange] = Future()
    with attached(place) as one, attached(place) as other:
        shared, joined = one.share("team"), other.join("team")
        stop = shared.subscribe(lambda change: received.set_result(change) if "b" in change.closed else None)
        view = joined.open("counterA", "b")
        joined.open("counterA", "c")
        view.close()
        change = received.result(20)
        assert (change.session, change.connections) == ("team", 2)
        assert list(shared.views) == ["c"]
        stop()


@asynchronous
async def test_the_changes_of_a_session_end_when_it_is_closed(place: str) -> None:
    async with attached_async(place) as one, attached_async(place) as other:
        shared, joined = await one.share("team"), await other.join("team")
        changes = joined.changes()
        view = await shared.open("counterA", "mine")
        assert (await anext(changes)).opened == ("mine",)
        following = joined.views["mine"].changes()
        await view.call("increment")
        await shared.close()
        assert [each.changes async for each in following] == [{"count": 1}]
        rest = [each async for each in changes]
        assert (rest[-1].closed, rest[-1].connections) == (("mine",), 0)
        assert not joined.is_open and joined.views == {} and not shared.is_open
        await joined.close()  # does nothing
        with pytest.raises(svvs.ViewClosed, match="session 'team' is closed"):
            await joined.open("counterA")


def test_a_view_that_another_closes_ends_calls_and_waiting(place: str) -> None:
    with attached(place) as one, attached(place) as other:
        view = one.share("team").open("effects", "e")
        call = view.start("handle", **slow(30))
        one.sessions()  # the call has arrived
        other.join("team").views["e"].close()
        with pytest.raises(svvs.RequestCancelled) as caught:
            call.result()
        assert caught.value.reason == "viewClosed"
        with pytest.raises(svvs.ViewClosed):
            view.wait(lambda state: False)
        with pytest.raises(svvs.ViewClosed, match="view 'e' is closed"):
            view.call("handle", **slow(0))


@pytest.mark.parametrize("delivery", ["properties", "patch"])
def test_each_client_chooses_the_delivery_when_it_joins(place: str, delivery: svvs.Delivery) -> None:
    with attached(place) as one, attached(place) as other:
        shared = one.share("team")
        shared.open("counterA", "a")
        joined = other.join("team", delivery=delivery)
        shared.open("counterA", "b")
        other.request("view/get", {"view": "b"})  # the reply comes after the view was announced
        shared.views["a"].call("increment")
        other.request("session/list")
        assert [view.state for view in joined.views.values()] == [{"count": 1}, {"count": 1}]


def test_a_lost_connection_ends_the_client_and_its_session_is_joined_with_the_token(place: str) -> None:
    with attached(place) as one:
        shared = one.share("team", keep=60)
        counter = shared.open("counterA", "mine")
        call = shared.open("effects").start("handle", **slow(30))
        one.sessions()  # the call has arrived
        cut(one)
        ended = one.wait_closed()
        assert isinstance(ended, svvs.Detached) and ended.status == -signal.SIGKILL and not one.is_connected
        for use in (call.result, counter.get, one.sessions):
            with pytest.raises(svvs.Detached):
                use()
    with attached(place) as two:
        again = two.join("team", shared.token)
        again.views["mine"].call("increment")
        assert again.views["mine"].state == {"count": 1}
        (session,) = two.sessions()
        assert len(session["connections"]) == 1


def test_the_list_of_sessions_has_the_clients(place: str) -> None:
    client = {"clientInfo": {"name": "editor", "version": "2"}}
    with attached(place, initialize=client) as one, attached(place) as other:
        one.share("team", keep=5).open("counterA", "mine")
        (entry,) = other.sessions()
        assert (entry["session"], entry["keep"]) == ("team", 5)
        assert entry["views"] == [{"view": "mine", "type": "counterA"}]
        assert [each["clientInfo"]["name"] for each in entry["connections"]] == ["editor"]


def test_a_session_that_cannot_be_joined_is_refused(place: str) -> None:
    with attached(place) as one, attached(place) as other:
        with pytest.raises(svvs.ResponseError, match="not a shared session"):
            other.join("nowhere")
        one.share("team").open("counterA", "mine")
        with pytest.raises(svvs.ResponseError, match="InvalidParams"):
            other.share("team")
        other.open("counterA", "mine")
        with pytest.raises(svvs.ResponseError, match='name is in use here: "mine"'):
            other.join("team")
        with pytest.raises(svvs.ResponseError, match="already joined"):
            one.join("team")
        assert len(one.sessions()[0]["connections"]) == 1


def test_the_client_of_a_private_server_can_share_a_session() -> None:
    with svvs.Server(command=sharable_server()) as server:
        with server.share("team") as shared:
            shared.open("counterA").call("increment")
        assert server.sessions() == [] and not shared.is_open


def test_after_close_or_stop_the_client_is_detached(place: str) -> None:
    with attached(place) as one, attached(place) as other:
        shared = one.share("team")
        one.close()
        with pytest.raises(svvs.Detached, match="not attached to a server: the command has ended with status 0"):
            shared.open("counterA")
        assert not shared.is_open
        subprocess.run([sharable_server(), "stop", place], check=True, timeout=20)
        assert isinstance(other.wait_closed(), svvs.Detached)
        with pytest.raises(svvs.Detached):
            other.sessions()


def test_shutdown_ends_only_the_connection(place: str) -> None:
    with attached(place) as one, attached(place) as other:
        call = one.open("effects").start("handle", **slow(30))
        one.shutdown()
        with pytest.raises(svvs.RequestCancelled):
            call.result()
        assert other.sessions() == []


def test_a_command_that_fails_to_attach(place: str, tmp_path: Path) -> None:
    with pytest.raises(svvs.Detached, match=r"--nonsense.*\(the command has ended with status 64"):
        attached(place, options=["--nonsense"])
    with pytest.raises(svvs.ServerNotFound):
        svvs.attach(place, command="/nowhere/svvs")
    with pytest.raises(svvs.Detached, match="a reason"):
        svvs.attach(place, command=fake_executable(tmp_path, "# raw\nsys.exit('a reason')"))
