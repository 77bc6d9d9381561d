"""Errors of requests as exceptions, and the shutdown of a server. For both interfaces."""

from __future__ import annotations

import threading

import pytest

import svvs
from interfaces import StartServer
from support import fake, real_server


@pytest.mark.parametrize(
    ("code", "data", "kind", "attributes"),
    [
        (-32001, {"kind": "Overloaded", "limit": "openViews", "retryable": True}, svvs.Overloaded, ("openViews", True)),
        (-32800, {"kind": "RequestCancelled", "reason": "shutdown"}, svvs.RequestCancelled, ("shutdown",)),
        (-32801, {"kind": "ContentModified", "commit": 7}, svvs.ContentModified, (7,)),
        (-32603, {"kind": "InternalError"}, svvs.ResponseError, ()),
        (-32001, None, svvs.Overloaded, (None, False)),
    ],
)
def test_an_error_has_its_class_and_its_data(
    start_server: StartServer, code: int, data: object, kind: type[svvs.ResponseError], attributes: tuple[object, ...]
) -> None:
    error = f"{{'code': {code}, 'message': 'no', 'data': {data!r}}}"
    with start_server(fake(f"send(id=receive()['id'], error={error}); end_of_input()")) as server:
        with pytest.raises(svvs.ResponseError) as caught:
            server.request("m")
        assert type(caught.value) is kind
        names = {
            svvs.Overloaded: ("limit", "is_retryable"),
            svvs.RequestCancelled: ("reason",),
            svvs.ContentModified: ("commit",),
        }
        assert tuple(getattr(caught.value, name) for name in names.get(kind, ())) == attributes


def test_a_call_beyond_the_limit_is_refused_with_the_name_of_the_limit() -> None:
    with svvs.Server("--max-calls", "1", command=real_server()) as server:
        assert server.limits["callsUnderWay"] == 1
        effects = server.open("effects")
        call = effects.start("handle", action="buttonTap", seconds=60)
        with pytest.raises(svvs.Overloaded) as caught:
            effects.call("handle", action="instant")
        assert (caught.value.limit, caught.value.is_retryable) == ("callsUnderWay", True)
        call.cancel()
        with pytest.raises(svvs.RequestCancelled) as cancelled:
            call.result()
        assert cancelled.value.reason == "requested"


def test_shutdown_waits_for_its_reply_and_then_exits(start_server: StartServer) -> None:
    script = """
        opened()
        request = receive("shutdown")
        changed(1, 2, n=1)
        send(id=request["id"], result=None)
        assert "id" not in receive("exit")
        assert sys.stdin.buffer.readline() == b""
        sys.exit(0)
    """
    with start_server(fake(script)) as server:
        view = server.open("t")
        server.shutdown()
        assert view.state == {"n": 1}
        with pytest.raises(svvs.ServerDied) as caught:
            view.call("act")
        assert caught.value.status == 0, caught.value


def test_a_server_that_does_not_reply_to_shutdown_is_killed(start_server: StartServer) -> None:
    with start_server(fake("receive('shutdown'); signal.pause()"), close_timeout=0.05) as server:
        with pytest.raises(svvs.CallTimedOut):
            server.shutdown()
        with pytest.raises(svvs.ServerDied, match="SIGKILL"):
            server.request("m")


def test_a_late_view_is_closed(start_server: StartServer) -> None:
    script = """
        late = receive("view/open")
        assert receive("$/cancelRequest")["params"] == {"id": late["id"]}
        call = receive("m")
        reply(late, view="v", commit=1, state={})
        reply(receive("view/close"))
        send(id=call["id"], result="still connected")
        end_of_input()
    """
    with start_server(fake(script), timeout=20) as server:
        server.timeout = 0.05
        with pytest.raises(svvs.CallTimedOut):
            server.open("t")
        server.timeout = 20
        assert server.request("m") == "still connected"


def test_shutdown_cancels_calls() -> None:
    outcomes: list[object] = []
    with svvs.Server(command=real_server()) as server:
        effects = server.open("effects")

        def tap() -> None:
            try:
                effects.call("handle", action="buttonTap", seconds=60)
            except svvs.RequestCancelled as error:
                outcomes.append(error.reason)

        waiting = threading.Thread(target=tap)
        waiting.start()
        effects.wait(lambda state: state["tapsUnderWay"] == 1, timeout=20)
        server.shutdown()
        waiting.join()
    assert outcomes == ["shutdown"]
