"""The exchanges of the contract: the server really sends each of them."""
import json
import os

import pytest

import schemas
from json_values import parse, same
from server import COMMAND, PROGRAM

FILES = {file.stem: json.loads(file.read_text()) for file in sorted((schemas.FOLDER / "exchanges").iterdir())}
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
def test_the_server_says_what_a_case_says(start, case, monkeypatch):
    monkeypatch.setattr("server.COMMAND", COMMANDS[case["name"]])
    server = start("--drain-timeout", "0.1")
    for step, whole in lines(case):
        if "send" in step:
            server.send(step["send"])
        elif "write" in step:
            server.transmit(step["write"])
        for line in whole:
            assert same(server.read(), parse(line.decode()))
    check_outcome(server, case["then"])
    server.refusals.clear()
    # The expected states are those of the server, and no other message has arrived.
    mark = server.mark()
    for view, held in case["then"]["views"].items():
        state = server.get(view)
        assert same(state, held["state"])
    assert len(server.messages) == mark + len(case["then"]["views"])


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
