"""The command line: an invalid value is refused in one line, with an exit status other than 0."""
import json
import os
import pty
import re
import select
import socket
import subprocess

import pytest

from command_line import refusal, run
from schemas import FOLDER as SCHEMAS
from server import DEADLINE, PROGRAM


def refused(result, *words):
    line = refusal(result)
    assert all(word in line for word in words), line


def test_a_database_in_no_folder_is_refused(tmp_path):
    path = str(tmp_path / "missing" / "app.sqlite")
    refused(run("serve", "--database", path), path)


def test_a_directory_is_not_a_database(tmp_path):
    refused(run("serve", "--database", str(tmp_path)), str(tmp_path))


def test_a_file_of_another_format_is_not_a_database(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("this is not a database, but a note of some length\n" * 100)
    refused(run("serve", "--database", str(file)), str(file))
    assert file.read_text().startswith("this is not a database")


def test_an_unknown_command_is_named():
    refused(run("sevre"), "sevre", "the subcommands are serve, attach, list, stop, web, schema")
    assert "subcommands" not in refusal(run("serve", "surplus"))


@pytest.mark.parametrize("arguments, word", [
    (("help", "nonsense"), "nonsense"), (("help", "serve", "extra"), "extra"), (("help", "nonsense", "--help"), "nonsense")])
def test_help_on_an_unknown_command_is_an_error(arguments, word):
    result = run(*arguments)
    line = refusal(result)
    assert result.returncode == 64 and f"Unexpected argument '{word}'" in line
    assert ("; the subcommands are serve, attach, list, stop, web, schema" in line) == (word == "nonsense")


@pytest.mark.parametrize("arguments", [("--help",), ("help",), ("help", "--help"), ("help", "help")])
def test_help_is_not_an_error(arguments):
    result = run(*arguments)
    assert result.returncode == 0 and b"USAGE: svvs " in result.stdout


@pytest.mark.parametrize("name", ["serve", "attach", "list", "stop", "web", "schema", "new"])
def test_each_subcommand_has_help(name):
    results = [run(name, "--help"), run("help", name)]
    assert [result.returncode for result in results] == [0, 0]
    assert f"USAGE: svvs {name}".encode() in results[0].stdout == results[1].stdout


def test_the_help_has_the_default_of_each_limit_and_timeout(server):
    text = " ".join(run("serve", "--help").stdout.decode().split())
    found = dict(re.findall(r"--([a-z-]+) <(?:bytes|count|levels|seconds)>(?:(?! --[a-z-]+ <).)*?\(default: (\w+)\)", text))
    limits = {name for name in re.findall(r"--([a-z-]+) <", text) if name.startswith("max-") or name.endswith("timeout")}
    assert limits and limits | {"exit-when-idle"} == set(found)
    told = server.call("initialize")["limits"]
    assert (int(found["max-views"]), int(found["max-keep"])) == (told["openViews"], told["keep"])


@pytest.mark.parametrize("arguments", [(), ("serve",), ("serve", "--language", "en")])
def test_a_server_in_a_terminal_says_what_it_waits_for(arguments):
    controller, terminal = pty.openpty()
    server = subprocess.Popen([PROGRAM, *arguments], stdin=terminal, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    os.close(terminal)
    note = b"svvs: waiting for JSON-RPC messages, one on each line; Ctrl-D ends"
    assert select.select([server.stderr], [], [], DEADLINE)[0] and server.stderr.readline().startswith(note)
    os.write(controller, b"\x04")
    assert server.communicate(timeout=DEADLINE) == (b"", b"") and server.returncode == 0
    os.close(controller)


def test_a_backend_that_refuses_connections_is_state(start):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        server = start("--api", f"http://127.0.0.1:{taken.getsockname()[1]}")
        page, login = server.open("user", params={"id": "A"}), server.open("login")
        assert "commit" in server.call("reload", {"view": page})
        assert server.state(page)["errorMessage"] and server.holds(page, isReloadButtonDisabled=False)
        assert "commit" in server.call("login", {"view": login, "userId": "12345", "password": "password"})
        assert server.state(login)["errorMessage"] and server.holds(login, loginState="notLoggedIn")


def test_a_database_keeps_written_data(start, tmp_path):
    path = str(tmp_path / "app.sqlite")
    for _ in range(2):
        server = start("--database", path)
        view = server.open("user", params={"id": "A"})
        server.call("load", {"view": view})
        assert server.holds(view, displayName="User A")
        assert server.finish() == 0


def test_breaking_changes_of_a_contract_are_reported_and_fail(tmp_path):
    document = json.loads((SCHEMAS / "openrpc.json").read_text())
    document["x-viewTypes"]["login"]["properties"]["nickname"] = {"type": "string"}
    del document["x-viewTypes"]["home"]
    old = tmp_path / "openrpc.json"
    old.write_text(json.dumps(document))
    result = run("schema", "--diff", str(old))
    assert result.returncode == 1
    assert result.stdout.decode().splitlines() == [
        "compatible: view type home: was added", "breaking: view type login, property nickname: was removed",
        "1 breaking, 1 compatible"]
    assert result.stderr == b""
    assert run("schema", "--diff", str(tmp_path)).stdout == result.stdout


def test_a_contract_does_not_break_itself():
    result = run("schema", "--diff", str(SCHEMAS))
    assert (result.returncode, result.stdout) == (0, b"0 breaking, 0 compatible\n")


@pytest.mark.parametrize("text", [None, "{", "{}", "[]"])
def test_an_older_contract_that_is_invalid_is_refused(tmp_path, text):
    old = tmp_path / "old.json"
    if text is not None:
        old.write_text(text)
    refused(run("schema", "--diff", str(old)), str(old.name))
