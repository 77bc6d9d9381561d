"""The conversations of the contract: the server really has each of them, over its pipes."""
import shlex
import subprocess

import pytest

import schemas
from json_values import parse, same
from server import COMMAND, DEADLINE

FILES = sorted((schemas.FOLDER / "conversations").glob("*.conversation"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_server_has_the_conversation(file):
    first, *steps = [line for line in file.read_text().split("\n") if line and not line.startswith("#")]
    command, status = [*COMMAND, "serve", *shlex.split(first)[3:]], 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        for sign, text in ((line[0], line[2:]) for line in steps):
            if sign == ">":
                server.stdin.write(text.encode() + b"\n")
                server.stdin.flush()
            elif sign == "<":
                assert same(parse(server.stdout.readline().decode()), parse(text))
            else:
                status = int(text)
        server.stdin.close()
        assert server.stdout.read() == b""
        assert server.wait(DEADLINE) == status
