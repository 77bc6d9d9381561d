"""Errors as exceptions with their data, and the order in which a server is shut down. For both faces."""

from __future__ import annotations

import threading

import pytest

import svvs
from faces import Face
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
    face: Face, code: int, data: object, kind: type[svvs.ResponseError], attributes: tuple[object, ...]
) -> None:
    error = f"{{'code': {code}, 'message': 'no', 'data': {data!r}}}"
    with face(fake(f"send(id=receive()['id'], error={error}); end_of_input()")) as server:
        with pytest.raises(svvs.ResponseError) as caught:
            server.request("m")
        assert type(caught.value) is kind
        names = {
            svvs.Overloaded: ("limit", "is_retryable"),
            svvs.RequestCancelled: ("reason",),
            svvs.ContentModified: ("commit",),
        }
        assert tuple(getattr(caught.value, name) for name in names.get(kind, ())) == attributes


def test_too_many_calls_are_refused_and_named() -> None:
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


def test_shutdown_waits_for_its_answer_and_then_exits(face: Face) -> None:
    script = """
        opened()
        request = receive("shutdown")
        changed(1, 2, n=1)
        send(id=request["id"], result=None)
        assert "id" not in receive("exit")
        assert sys.stdin.buffer.readline() == b""
        sys.exit(0)
    """
    with face(fake(script)) as server:
        view = server.open("t")
        server.shutdown()
        assert view.state == {"n": 1}
        with pytest.raises(svvs.ServerDied) as caught:
            view.call("act")
        assert caught.value.status == 0, caught.value


def test_a_server_that_does_not_answer_shutdown_is_ended_all_the_same(face: Face) -> None:
    with face(fake("receive('shutdown'); signal.pause()"), close_timeout=0.05) as server:
        with pytest.raises(svvs.CallTimedOut):
            server.shutdown()
        with pytest.raises(svvs.ServerDied, match="SIGKILL"):
            server.request("m")


def test_shutdown_cancels_what_waits() -> None:
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
