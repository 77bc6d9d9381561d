"""No secret is sent: no snapshot, change, error or log has a password in it, also after failures."""
import json

import pytest

SECRET = "hunter2-Grüße-9041"


@pytest.mark.parametrize("arguments", [(), ("--api",)])
def test_a_password_is_written_nowhere(start, backend, arguments):
    server = start("--log-level", "trace", *(arguments and ("--api", backend.url)))
    login = server.open("login")
    right = {"userId": "12345", "password": SECRET}
    server.call("view/set", {"view": login, "properties": {"password": SECRET}})
    server.call("login", {"view": login, **right})
    server.notify("login", {"view": login, **right})
    server.refused("login", {"view": login, **right, "surplus": 1})
    server.refused("login", {"view": login, "password": [SECRET]})
    server.refused("login", {"view": "nowhere", **right})
    server.refused("view/set", {"view": login, "properties": {"password": {"is": SECRET}}})
    server.refused("view/set", {"view": login, "properties": {"password": SECRET, "loginState": "x"}})
    server.refused("login", {"view": login, **right, "ifCommit": -1})
    server.refused("no/such", {"password": SECRET})
    server.write('{"jsonrpc":"2.0","id":1,"method":"login","params":{"password":"%s"\n' % SECRET)
    server.write('{"jsonrpc":"2.0","method":7,"params":{"password":"%s"}}\n' % SECRET)
    assert {server.refusal()["code"], server.refusal()["code"]} == {-32700, -32600}
    server.call("login", {"view": login, "userId": "12345", "password": "password"})
    server.get(login)
    assert server.finish() == 0
    written = server.everything.decode() + server.errors
    for form in (SECRET, json.dumps(SECRET)[1:-1], "hunter2", "9041"):
        assert form not in written
    assert all("password" not in change for change in server.changes(login))


def test_a_write_only_property_is_in_no_snapshot(server):
    view = server.open("login")
    server.call("view/set", {"view": view, "properties": {"password": "x"}})
    assert "password" not in server.state(view) and "password" not in server.get(view)


def test_a_failing_backend_does_not_repeat_what_it_was_sent(start, backend):
    server = start("--log-level", "trace", "--api", backend.url)
    gate = backend.hold("POST", "/login")
    login = server.open("login")
    call = server.request("login", {"view": login, "userId": "12345", "password": SECRET})
    request, = gate.arrived()
    assert request.body["password"] == SECRET
    request.fail()
    server.result(call)
    server.finish()
    assert SECRET not in server.everything.decode() + server.errors
