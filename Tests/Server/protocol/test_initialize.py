"""The start of a connection: `initialize`, `initialized`, and neither of them."""
import subprocess
import sys

import pytest

VIEWS = {"user", "login", "home", "player", "mirror", "myPage", "topPage", "counterA", "counterB", "counterC",
         "propertyA", "propertyB", "propertyC", "chat", "rooms", "room", "build"}


def test_initialize_describes_the_server(server):
    result = server.call("initialize", {"protocolVersion": 2, "clientInfo": {"name": "test"}, "capabilities": {}})
    assert {"protocolVersion", "serverInfo", "capabilities", "limits", "viewTypes", "schemaHash"} <= result.keys()
    assert result["serverInfo"]["name"] == "svvs"
    assert isinstance(result["capabilities"], dict)
    assert isinstance(result["limits"], dict) and result["limits"]
    assert result["schemaHash"] and isinstance(result["schemaHash"], str)


@pytest.mark.parametrize("params", [{"protocolVersion": 2}, {"protocolVersion": None}, {}])
def test_the_result_contains_the_version(server, params):
    assert server.call("initialize", params)["protocolVersion"] == 2


@pytest.mark.parametrize("version", [1, 3, 1 << 62, 0, -1, "1", "2025-06-18", 1.5, True, [1]])
def test_another_version_is_refused_with_the_supported_one(server, version):
    error = server.refused("initialize", {"protocolVersion": version})
    assert error["data"] == {"kind": "InvalidParams", "path": "/protocolVersion", "supported": [2]}
    assert error["message"].endswith("; supported: 2.")
    server.open("counterA")


def test_every_view_type_is_named(server):
    names = {one if isinstance(one, str) else one["type"] for one in server.call("initialize", {})["viewTypes"]}
    assert VIEWS <= names


def test_initialize_needs_no_parameters(server):
    assert "schemaHash" in server.call("initialize")


def test_the_schema_hash_is_the_same_in_every_run(start):
    assert len({start().call("initialize", {})["schemaHash"] for _ in range(2)}) == 1


def test_a_second_initialize_is_an_invalid_request(server):
    server.call("initialize", {})
    assert server.refused("initialize", {})["code"] == -32600
    server.open("counterA")


def test_initialize_comes_first_if_at_all(server):
    view = server.open("counterA")
    assert server.refused("initialize", {})["code"] == -32600
    server.call("increment", {"view": view})


def test_initialized_does_nothing(server):
    server.call("initialize", {})
    server.notify("initialized", {})
    server.notify("initialized")
    server.open("counterA")
    assert len(server.messages) == 2


def test_a_script_may_skip_initialize(server):
    assert server.call("view/open", {"type": "counterA"})["state"] == {"count": 0}


def test_an_unknown_member_of_a_message_is_ignored(server):
    assert server.result(server.request("view/open", {"type": "counterA"}, trace={"span": 1}))


def test_the_server_ends_when_the_process_it_was_started_for_dies(server):
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        server.call("initialize", {"processId": parent.pid})
        server.open("counterA")
    finally:
        parent.kill()
        parent.wait()
        parent.stdin.close()
    server.wait()
    assert "Fatal" not in server.errors


def test_the_server_ends_at_once_for_a_process_that_is_gone(server):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    server.call("initialize", {"processId": gone.pid})
    server.wait()


@pytest.mark.parametrize("number", [0, -1, 1 << 40, "1", 1.5])
def test_an_invalid_process_id_is_refused(server, number):
    assert server.refused("initialize", {"processId": number})["data"]["path"] == "/processId"
