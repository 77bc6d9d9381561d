"""The schemas themselves; every other test validates its messages by them."""
import json
import re
import subprocess

import jsonschema_rs
import pytest

import schemas
from conversation import is_change
from server import PROGRAM
from socket_server import Folder, Listening

SCHEMAS = ["protocol.schema.json", "app.schema.json", "screens.schema.json"]
NAMES = ["openrpc.json", "screens.json", *SCHEMAS]
DEFINITIONS = schemas.document("protocol.schema.json")["$defs"]


def messages():
    """The definitions of whole messages and of the results and errors in them, by the names of their samples."""
    whole = {name for name in DEFINITIONS if is_whole(name)}
    parts = [part["$ref"] for message, member in [("ResultResponse", "result"), ("ErrorResponse", "error")]
             for part in DEFINITIONS[message]["properties"][member]["anyOf"] if "$ref" in part]
    names = whole | {reference.removeprefix("#/$defs/") for reference in parts}
    return {re.sub("[^A-Za-z]+", "-", name).strip("-"): name for name in names}


def is_whole(definition):
    one = DEFINITIONS[definition]
    return "jsonrpc" in one.get("properties", {}) or "items" in one


def samples(kind, name):
    file = schemas.FOLDER / "examples" / kind / f"{name}.json"
    return json.loads(file.read_text()) if file.exists() else []


def described(kind, names):
    """A parameter for each sample."""
    return [pytest.param(name, sample, id=f"{name}: {sample['description']}") for name in names
            for sample in samples(kind, name)]


MESSAGES = messages()
CALLS = sorted(name for name in MESSAGES if name.endswith("-call") or name == "CallBatch")
# Calls that end the process or may only come first: each needs a server of its own.
SINGLE = {"initialize-call", "shutdown-call", "exit-call"}


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_json_schema(name):
    jsonschema_rs.meta.validate(schemas.document(name))


def test_discover_answers_with_the_published_document(server):
    assert server.call("rpc.discover") == schemas.document("openrpc.json")


def test_the_screens_are_as_their_schema_describes_them():
    document, openrpc = schemas.document("screens.json"), schemas.document("openrpc.json")
    jsonschema_rs.validate(schemas.document("screens.schema.json"), document)
    assert document == {"schemaHash": openrpc["x-schemaHash"], "screens": openrpc["x-screens"]}
    assert {screen["name"] for screen in document["screens"]} == openrpc["x-viewTypes"].keys()


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


def test_the_files_have_the_hash_of_the_server(server):
    told = server.call("initialize", {})["schemaHash"]
    app, document = (schemas.document(name) for name in ("app.schema.json", "openrpc.json"))
    assert app["schemaHash"] == document["x-schemaHash"] == told


def test_the_hash_is_of_the_document(server):
    """The 64-bit hash of its text, as it is sent, without the hash itself."""
    told = server.call("initialize", {})["schemaHash"]
    server.transmit(server.message("rpc.discover"))
    document = server.read_frame().partition(b'"result":')[2].removesuffix(b"}")
    assert json.loads(document)["x-schemaHash"] == told
    document = document.replace(f',"x-schemaHash":"{told}"'.encode(), b"", 1)
    number = 0xCBF2_9CE4_8422_2325
    for offset in range(0, len(document), 8):
        word = int.from_bytes(document[offset:offset + 8].ljust(8), "little")
        number = (number ^ word) * 0x100_0000_01B3 % (1 << 64)
        number ^= number >> 32
    assert told == f"{number:016x}"


@pytest.mark.parametrize("message", [
    {"jsonrpc": "2.0", "id": 1, "method": "view/open", "params": {"type": "user", "delivery": "patch"}},
    {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": None}},
    [{"jsonrpc": "2.0", "id": "a", "method": "reload", "params": {"view": "v", "ifCommit": 3}}],
])
def test_a_message_that_a_client_may_send_is_valid(message):
    schemas.check("ClientMessage", message)


@pytest.mark.parametrize("message", [
    {}, [], {"jsonrpc": "2.0", "id": 1}, {"jsonrpc": "1.0", "id": 1, "method": "reload"},
    {"jsonrpc": "2.0", "id": 1.5, "method": "reload"}, {"jsonrpc": "2.0", "id": 1, "method": "view/open"},
    {"jsonrpc": "2.0", "id": 1, "method": "view/open", "params": {"type": "user", "delivery": "smoke"}},
    {"jsonrpc": "2.0", "id": 1, "method": "reload", "params": {"ifCommit": "3"}},
])
def test_a_message_that_a_client_may_not_send_is_invalid(message):
    with pytest.raises(AssertionError):
        schemas.check("ClientMessage", message)


@pytest.mark.parametrize("message", [
    {"jsonrpc": "2.0", "id": 1}, {"jsonrpc": "2.0", "id": 1, "result": 5},
    {"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "x", "data": {"kind": "ParseError"}}},
    {"jsonrpc": "2.0", "method": "state/changed", "params": {"views": []}},
])
def test_a_message_that_no_server_sends_is_invalid(message):
    with pytest.raises(AssertionError):
        schemas.check("ServerMessage", message)


@pytest.mark.parametrize("name", NAMES)
def test_a_difference_is_noticed(tmp_path, name):
    def run(*arguments):
        return subprocess.run([PROGRAM, "schema", *arguments, tmp_path], capture_output=True, text=True, timeout=20)

    assert run().returncode == 0 and run("--check").returncode == 0
    assert {file.name for file in tmp_path.iterdir()} == set(NAMES)
    (tmp_path / name).write_text(json.dumps({}))
    result = run("--check")
    assert result.returncode == 64 and f"{name} is out of date" in result.stderr


# The samples of each message


@pytest.mark.parametrize("name", sorted(MESSAGES))
def test_a_valid_sample_is_valid(name):
    for sample in samples("valid", name):
        assert sample.keys() == {"description", "message"}
        assert not faults(MESSAGES[name], sample["message"]), sample["description"]
        if is_whole(MESSAGES[name]):
            schemas.check(side(name), sample["message"])


@pytest.mark.parametrize("name", sorted(MESSAGES))
def test_an_invalid_sample_is_invalid_where_it_says(name):
    for sample in samples("invalid", name):
        assert sample.keys() == {"description", "message", "path"}
        assert sample["path"] in faults(MESSAGES[name], sample["message"]), sample["description"]
        if is_whole(MESSAGES[name]):
            assert faults(side(name), sample["message"]), sample["description"]


def side(name):
    return "ClientMessage" if name in CALLS else "ServerMessage"


def faults(definition, message):
    """Pointers to the invalid values; for a missing member, to the object that lacks it."""
    def pointers(errors):
        for error in errors:
            yield "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in error.instance_path)
            yield from pointers(one for branch in getattr(error.kind, "context", []) for one in branch)

    name = definition.replace("~", "~0").replace("/", "~1").replace(" ", "%20")
    # The outermost error only says that the message does not match the definition.
    return set(pointers(one for error in schemas.protocol(name).iter_errors(message)
                        for branch in error.kind.context for one in branch))


@pytest.fixture
def prepared(listen):
    return prepare(listen())


@pytest.fixture(scope="module")
def refusing():
    """A server for all calls that are refused."""
    folder = Folder()
    server = Listening(folder.path / "refusing.sock", environment=folder.environment)
    try:
        yield prepare(server)
        server.check_at_the_end()
    finally:
        server.reap()
        folder.remove()


def prepare(server):
    """Opens what the samples of calls mention; another connection has the session `work`."""
    server.connect().share("work")
    client = server.connect()
    for view, kind in [("l", "login"), ("c", "counterA"), ("m", "mirror"), ("p", "player"), ("e", "effects")]:
        client.open(kind, view=view)
    client.call("session/open", {"session": "s"})
    return client


@pytest.mark.parametrize("name, sample", described("valid", [name for name in CALLS if name not in SINGLE]))
def test_the_server_takes_a_valid_call(prepared, name, sample):
    """A refusal of a message without an id would be sent before the reply to the `view/get` that follows."""
    prepared.send(sample["message"])
    for one in sample["message"] if isinstance(sample["message"], list) else [sample["message"]]:
        if "id" in one:
            prepared.result(one["id"])
    prepared.get("e")
    assert not prepared.refusals


@pytest.mark.parametrize("name, sample", described("valid", sorted(SINGLE)))
def test_the_server_takes_a_valid_call_of_its_life(start, name, sample):
    server = start()
    server.send(sample["message"])
    if "id" in sample["message"]:
        server.result(sample["message"]["id"])
    assert server.finish() == (1 if name == "exit-call" else 0)
    assert not server.unanswered and not server.refusals


@pytest.mark.parametrize("name, sample", described("invalid", CALLS))
def test_the_server_refuses_an_invalid_call_at_the_same_place(request, name, sample):
    server = request.getfixturevalue("server" if name in SINGLE else "refusing")
    message, path = sample["message"], sample["path"]
    calls = message if isinstance(message, list) else [message]
    server.unanswered.update({json.dumps(one["id"]): [{"method": "none", **one}] for one in calls
                              if isinstance(one, dict) and isinstance(one.get("id"), (int, str))})
    server.transmit(json.dumps(message))
    answer = server.read()
    assert not is_change(answer)
    error = next(one["error"] for one in (answer if isinstance(answer, list) else [answer]) if "error" in one)
    if path.startswith("/params/") or path == "/params" and isinstance(message["params"], dict):
        assert error["data"]["kind"] == "InvalidParams"
        assert f"/params{error['data']['path']}".startswith(path)
    else:
        # The server decides whether missing parameters make an invalid request or invalid parameters.
        assert error["data"]["kind"] in ("InvalidRequest", "InvalidParams")
    server.unanswered.clear()
