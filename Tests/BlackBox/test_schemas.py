"""The schemas themselves; every other test holds its messages against them."""
import json
import subprocess

import jsonschema_rs
import pytest

import schemas
from server import SVVS

NAMES = ["openrpc.json", "protocol.schema.json", "app.schema.json"]


@pytest.mark.parametrize("name", NAMES[1:])
def test_a_schema_is_json_schema(name):
    jsonschema_rs.meta.validate(schemas.document(name))


def test_discover_answers_with_the_published_document(server):
    assert server.call("rpc.discover") == schemas.document("openrpc.json")


def test_every_method_action_and_error_is_in_the_document(server):
    document = schemas.document("openrpc.json")
    assert document["openrpc"].startswith("1.3")
    names = [method["name"] for method in document["methods"]]
    actions = {name for view in schemas.document("app.schema.json")["viewTypes"].values() for name in view["actions"]}
    assert len(names) == len(set(names)) and actions < set(names)
    assert set(server.refused("nonsense")["data"]["available"]) <= set(names)
    assert set(document["components"]["errors"]) == {
        "ParseError", "InvalidRequest", "MethodNotFound", "InvalidParams", "InternalError", "RequestCancelled",
        "ContentModified", "Overloaded"}


def test_every_reference_leads_somewhere():
    document = schemas.document("openrpc.json")

    def references(value):
        if isinstance(value, dict):
            yield from [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
            yield from references(one)

    for reference in set(references(document)):
        found = document
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]


def test_the_hash_is_of_the_document(server, start):
    assert server.call("initialize", {})["schemaHash"] == start().call("initialize", {})["schemaHash"]


@pytest.mark.parametrize("message", [
    {"jsonrpc": "2.0", "id": 1, "method": "view/open", "params": {"type": "user", "delivery": "patch"}},
    {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": None}},
    [{"jsonrpc": "2.0", "id": "a", "method": "reload", "params": {"view": "v", "ifCommit": 3}}],
])
def test_what_a_client_may_send_is_valid(message):
    schemas.check("ClientMessage", message)


@pytest.mark.parametrize("message", [
    {}, [], {"jsonrpc": "2.0", "id": 1}, {"jsonrpc": "1.0", "id": 1, "method": "reload"},
    {"jsonrpc": "2.0", "id": 1.5, "method": "reload"}, {"jsonrpc": "2.0", "id": 1, "method": "view/open"},
    {"jsonrpc": "2.0", "id": 1, "method": "view/open", "params": {"type": "user", "delivery": "smoke"}},
    {"jsonrpc": "2.0", "id": 1, "method": "reload", "params": {"ifCommit": "3"}},
])
def test_what_a_client_may_not_send_is_invalid(message):
    with pytest.raises(AssertionError):
        schemas.check("ClientMessage", message)


@pytest.mark.parametrize("message", [
    {"jsonrpc": "2.0", "id": 1}, {"jsonrpc": "2.0", "id": 1, "result": 5},
    {"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "x", "data": {"kind": "ParseError"}}},
    {"jsonrpc": "2.0", "method": "state/changed", "params": {"views": []}},
])
def test_what_no_server_sends_is_invalid(message):
    with pytest.raises(AssertionError):
        schemas.check("ServerMessage", message)


@pytest.mark.parametrize("name", NAMES)
def test_a_difference_is_noticed(tmp_path, name):
    def run(*arguments):
        return subprocess.run([SVVS, "schema", *arguments, tmp_path], capture_output=True, text=True, timeout=20)

    assert run().returncode == 0 and run("--check").returncode == 0
    assert {file.name for file in tmp_path.iterdir()} == set(NAMES)
    (tmp_path / name).write_text(json.dumps({}))
    result = run("--check")
    assert result.returncode == 64 and f"{name} is out of date" in result.stderr
