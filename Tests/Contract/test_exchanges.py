"""The exchanges of the contract: the server really sends each of them."""
import json
import os

import pytest

import schemas
from json_values import parse, same
from server import COMMAND, PROGRAM

# The cases of `late` are for a client that did not read: when the server has to wait, it merges what it sends.
FILES = {file.stem: json.loads(file.read_text()) for file in sorted((schemas.FOLDER / "exchanges").iterdir())
         if file.stem != "late"}
CASES = [pytest.param(case, id=f"{name}: {case['name']}") for name, file in FILES.items() for case in file["cases"]]
COMMANDS = {case["name"]: [os.path.join(os.path.dirname(PROGRAM), file["app"])] if "app" in file else COMMAND
            for file in FILES.values() for case in file["cases"]}


def piece(read):
    """The bytes of a read: texts, and bytes that are not a whole character."""
    return b"".join(bytes(part) if isinstance(part, list) else part.encode() for part in read)


def lines(case):
    """The lines that each step's read completes; none for a sent message."""
    text = b""
    for step in case["steps"]:
        *whole, text = (text + piece(step.get("read", []))).split(b"\n")
        yield step, whole
    assert text == b"", "a line has no end"


@pytest.mark.parametrize("case", CASES)
def test_the_server_says_what_a_case_says(listen, case, monkeypatch):
    monkeypatch.setattr("server.COMMAND", COMMANDS[case["name"]])
    server = listen("--drain-timeout", "0.1")
    client, other = server.connect(), server.connect()
    for step, whole in lines(case):
        if "send" in step:
            client.send(step["send"])
        elif "write" in step:
            client.transmit(step["write"])
        elif "other" in step:
            other.send(step["other"])
            other.result(step["other"]["id"])
        for line in whole:
            assert same(without_token(client.read()), parse(line.decode()))
    check_outcome(client, case["then"])
    client.refusals.clear()
    # The expected states are those of the server, and no other message has arrived.
    mark = client.mark()
    for view, held in case["then"]["views"].items():
        state = client.get(view)
        assert same(state, held["state"])
    assert len(client.messages) == mark + len(case["then"]["views"])


def without_token(message):
    """The message, with the text `TOKEN` for the random one."""
    result = message.get("result")
    has_token = isinstance(result, dict) and "token" in result
    return {**message, "result": {**result, "token": "TOKEN"}} if has_token else message


def check_outcome(client, then):
    assert client.views.keys() == then["views"].keys()
    for name, held in then["views"].items():
        view = client.views[name]
        assert view.commit == held["commit"] and same(view.state, held["state"])
    for one in then["answered"]:
        assert client.result(one) is not None
    for one, kind in then["refused"].items():
        assert client.error(int(one))["data"]["kind"] == kind
    assert [json.loads(key) for key in client.unanswered] == then["waiting"]
    assert list(client.shared) == then.get("sessions", [])
