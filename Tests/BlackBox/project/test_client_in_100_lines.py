"""The client in `schemas/CLIENTS.md` passes the vectors, the exchanges and the conversations."""
import json
import os
import re
import shlex
import subprocess
import sys

import pytest

import schemas
from server import COMMAND, DEADLINE

CODE, = re.findall(r"```python\n(.*?)```", (schemas.FOLDER / "CLIENTS.md").read_text(), re.S)
NAMES = {"__name__": "client"}
exec(compile(CODE, "CLIENTS.md", "exec"), NAMES)
Client = NAMES["Client"]
CONVERSATIONS = sorted((schemas.FOLDER / "conversations").glob("*.conversation"))


def cases(directory):
    """A parameter for each case in the files of a directory."""
    return [pytest.param(case, id=f"{file.stem}: {case['name']}")
            for file in sorted((schemas.FOLDER / directory).glob("*.json"))
            for case in json.loads(file.read_text())["cases"]]


def without_pipes():
    """A client whose messages are dropped, and that receives the messages that a test passes to it."""
    return Client(None, lambda line: len(line))


def digits(value):
    """A text that differs for 1, 1.0 and true, which are equal in Python."""
    return json.dumps(value, sort_keys=True)


def held(view):
    return digits({"commit": view["commit"], "state": view["state"], "stale": sorted(view["stale"])})


def expect_responses(client, text):
    """Registers the requests in a line of a conversation, which need not be JSON."""
    try:
        message = json.loads(text)
    except ValueError:
        return
    for request in message if isinstance(message, list) else [message]:
        if isinstance(request, dict) and isinstance(request.get("id"), (int, str)) and "method" in request:
            params = request.get("params")
            client.requests.setdefault(request["id"], {**request, "params": params if isinstance(params, dict) else {}})


def requested_snapshots(client, message):
    """The results of `view/get` in a message: states that the client holds already."""
    responses = message if isinstance(message, list) else [message]
    # The client expects no request with the id null.
    expected = [response for response in responses if response.get("id") in client.requests and "result" in response]
    return [response["result"] for response in expected if client.requests[response["id"]]["method"] == "view/get"]


@pytest.mark.parametrize("words", [[*COMMAND, "serve"], []], ids=["command", "default"])
def test_its_example_prints_the_state_that_the_comment_shows(words, tmp_path):
    (tmp_path / "client.py").write_text(CODE)
    (tmp_path / "svvs").write_text(f'#!/bin/sh\nexec {shlex.join(map(str, COMMAND))} "$@"\n')
    (tmp_path / "svvs").chmod(0o755)
    command = [sys.executable, "-W", "error", tmp_path / "client.py", *words]
    path = f"{tmp_path}:{os.environ['PATH']}"
    result = subprocess.run(
        command, capture_output=True, text=True, timeout=DEADLINE, check=True, env={**os.environ, "PATH": path})
    shown, = re.findall(r"print\(.*# (.*)", CODE)
    assert result.stdout.splitlines() == [shown] and not result.stderr


@pytest.mark.parametrize("case", cases("vectors"))
def test_it_folds_the_vector(case):
    client = without_pipes()
    id = client.send("view/open", {"type": "t", "delivery": case["delivery"]})
    opening = {"jsonrpc": "2.0", "id": id, "result": case["open"]}
    lines = [json.dumps(message).encode() + b"\n" for message in [opening, *case["messages"]]]
    if "fault" in case["then"]:
        with pytest.raises(ValueError, match="a change from commit"):
            list(map(client.receive, lines))
        return
    list(map(client.receive, lines))
    assert held(client.views[case["open"]["view"]]) == digits({"stale": [], **case["then"]})


@pytest.mark.parametrize("case", cases("exchanges"))
def test_it_reads_the_exchange(case):
    client = without_pipes()
    sent = []
    for step in case["steps"]:
        message = step.get("send", [])
        for each in message if isinstance(message, list) else [message]:
            if "id" in each:
                sent.append(client.send(each["method"], each["params"]))
                assert sent[-1] == each["id"]
        if "read" in step:
            client.receive(b"".join(part.encode() if isinstance(part, str) else bytes(part) for part in step["read"]))
    then = case["then"]
    assert {name: held(view) for name, view in client.views.items()} == \
        {name: digits(view) for name, view in then["views"].items()}
    assert [id for id, response in client.responses.items() if "result" in response] == then["answered"]
    assert {str(id): response["error"]["data"]["kind"] for id, response in client.responses.items()
            if "error" in response} == then["refused"]
    assert [id for id in sent if id in client.requests] == then["waiting"]


@pytest.mark.parametrize("file", CONVERSATIONS, ids=lambda file: file.stem)
def test_it_holds_the_states_of_the_conversation(file):
    first, *steps = [line for line in file.read_text().split("\n") if line and not line.startswith("#")]
    command = [*COMMAND, "serve", *shlex.split(first)[3:]]
    client, status = without_pipes(), 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        for sign, text in ((line[0], line[2:]) for line in steps):
            if sign == ">":
                expect_responses(client, text)
                server.stdin.write(text.encode() + b"\n")
                server.stdin.flush()
            elif sign == "<":
                line = server.stdout.readline()
                assert digits(json.loads(line)) == digits(json.loads(text))
                for snapshot in requested_snapshots(client, json.loads(line)):
                    view = client.views[snapshot["view"]]
                    # The commit of a snapshot may be later than the last change of the view.
                    assert view["stale"] or digits(view["state"]) == digits(snapshot["state"])
                client.receive(line)
            else:
                status = int(text)
        server.stdin.close()
        assert server.stdout.read() == b""
        assert server.wait(DEADLINE) == status
    assert not client.requests
