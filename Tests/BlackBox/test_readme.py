"""What the README shows is what happens."""
import json
import os
import re
import shlex
import subprocess
import sys

from server import COMMAND, DEADLINE, PROGRAM, REPOSITORY

README = (REPOSITORY / "README.md").read_text()


def block(language, containing):
    found, = (text for text in re.findall(rf"```{language}\n(.*?)```", README, re.S) if containing in text)
    return found


def environment():
    return {**os.environ, "SVVS": shlex.join(COMMAND), "PATH": f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}",
            "PYTHONPATH": str(REPOSITORY / "clients/python/src")}


def test_the_conversation_is_printed_by_the_server():
    command, _, answers = block("console", "printf").partition("| svvs serve\n")
    shown = [json.loads(line) for line in answers.splitlines()]
    result = subprocess.run(["sh", "-c", command.removeprefix("$ ") + "| svvs serve"], capture_output=True,
                            timeout=DEADLINE, env=environment(), check=True)
    assert [json.loads(line) for line in result.stdout.splitlines()] == shown
    assert len(shown) == 4


def test_the_app_is_the_one_that_is_compiled():
    source = (REPOSITORY / "Tests/ExampleApp/ExampleApp.swift").read_text()
    assert block("swift", "struct ListApp") == source
    assert len(source.splitlines()) <= 50


def test_the_compiled_app_works():
    requests = [
        {"jsonrpc": "2.0", "id": 1, "method": "view/open", "params": {"type": "list", "view": "l"}},
        {"jsonrpc": "2.0", "id": 2, "method": "view/set", "params": {"view": "l", "properties": {"draft": "Milk"}}},
        {"jsonrpc": "2.0", "id": 3, "method": "add"},
        {"jsonrpc": "2.0", "id": 4, "method": "view/get", "params": {"view": "l"}},
    ]
    example = os.path.join(os.path.dirname(PROGRAM), "ExampleApp")
    result = subprocess.run([example], input="\n".join(map(json.dumps, requests)), text=True, capture_output=True,
                            timeout=DEADLINE, check=True)
    last = json.loads(result.stdout.splitlines()[-1])
    assert last["result"]["state"] == {"items": [{"id": 1, "title": "Milk"}], "draft": "", "canAdd": False}


def test_the_python_lines_print_what_they_say():
    code = block("python", "import svvs")
    said = re.findall(r"print\(.*#\s*(.+)$", code, re.M)
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=DEADLINE,
                            env={**environment(), "PYTHONIOENCODING": "utf-8"}, check=True)
    assert result.stdout.split() == " ".join(said).split() and said


def test_the_shell_lines_print_what_they_say():
    code = block("sh", "svvs_start")
    said = re.findall(r"svvs_state.*#\s*(.+)$", code, re.M)
    result = subprocess.run(["sh", "-euc", code], capture_output=True, text=True, timeout=DEADLINE, cwd=REPOSITORY,
                            env=environment(), check=True)
    assert said and all(text in result.stdout.split() for text in said)


def test_the_lines_for_emacs_print_what_they_say(tmp_path):
    code = block("elisp", "svvs-connect")
    said, = re.findall(r"\(message.*;\s*(.+)$", code, re.M)
    (tmp_path / "readme.el").write_text(code)
    result = subprocess.run(["emacs", "--batch", "-l", tmp_path / "readme.el"], capture_output=True, text=True,
                            timeout=DEADLINE, cwd=REPOSITORY, env=environment(), check=True)
    assert said in result.stderr.splitlines()


def test_the_lines_for_neovim_print_what_they_say(tmp_path):
    code = block("lua", "require('svvs')")
    said, = re.findall(r"print\(.*--\s*(.+)$", code, re.M)
    (tmp_path / "readme.lua").write_text(code)
    result = subprocess.run(["nvim", "--clean", "--headless", "-c", f"luafile {tmp_path}/readme.lua", "-c", "quitall"],
                            capture_output=True, text=True, timeout=DEADLINE, cwd=REPOSITORY, env=environment(), check=True)
    assert said in result.stderr.split()
