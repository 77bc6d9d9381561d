"""The commands of the README have the results that it shows."""
import json
import os
import re
import shlex
import subprocess
import sys

import pytest

from packages import check_manifest, check_types
from paths import PYTHONPATH, REPOSITORY
from server import COMMAND, DEADLINE, PROGRAM

README = (REPOSITORY / "README.md").read_text()
PACKAGE = REPOSITORY / "Tests/Contract/Examples/ListApp"
# The app of the README's package, which the repository's own package builds too.
LIST_APP = os.path.join(os.path.dirname(PROGRAM), "ListApp")


def block(language, containing):
    found, = (text for text in re.findall(rf"```{language}\n(.*?)```", README, re.S) if containing in text)
    return found


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE, check=True, **options)


@pytest.fixture
def folder(tmp_path):
    """The folder of the app beside a checkout, as the README has them."""
    (tmp_path / "svvs").symlink_to(REPOSITORY)
    folder = tmp_path / "ListApp"
    for file in PACKAGE.rglob("*.swift"):
        copy = folder / file.relative_to(PACKAGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(file.read_text())
    (folder / ".build/debug").mkdir(parents=True)
    (folder / ".build/debug/ListApp").symlink_to(LIST_APP)
    return folder


@pytest.fixture
def environment(folder):
    """The environment with `SVVS` as the README sets it, and the installed Python packages."""
    line, = re.findall(r'^export (SVVS)="(.*?)"', README, re.M)
    return {**os.environ, line[0]: line[1], "PYTHONPATH": PYTHONPATH}


def test_every_link_leads_somewhere():
    links = re.findall(r"\]\(([^)]+)\)", README)
    assert links and all((REPOSITORY / link).exists() for link in links), links


def test_the_conversation_is_printed_by_the_server():
    command, _, answers = block("console", "printf").partition("| .build/debug/svvs serve\n")
    shown = [json.loads(line) for line in answers.splitlines()]
    result = run("sh", "-c", command.removeprefix("$ ") + "| " + shlex.join(COMMAND))
    assert [json.loads(line) for line in result.stdout.splitlines()] == shown
    assert len(shown) == 4


@pytest.mark.parametrize(("path", "containing"), [
    ("Sources/ListApp/ListApp.swift", "struct ListApp"),
    ("Tests/ListAppTests/ListAppTests.swift", "@testable import ListApp"),
])
def test_the_package_is_the_one_that_is_compiled(path, containing):
    assert block("swift", containing) == (PACKAGE / path).read_text()
    assert f"`ListApp/{path}`" in README


def test_the_manifest_names_products_and_traits_that_there_are(folder):
    check_manifest(folder)


def test_the_app_works():
    requests = [
        {"jsonrpc": "2.0", "id": 1, "method": "view/open", "params": {"type": "list", "view": "l"}},
        {"jsonrpc": "2.0", "id": 2, "method": "view/set", "params": {"view": "l", "properties": {"draft": "Milk"}}},
        {"jsonrpc": "2.0", "id": 3, "method": "add"},
        {"jsonrpc": "2.0", "id": 4, "method": "view/get", "params": {"view": "l"}},
    ]
    result = run(LIST_APP, input="\n".join(map(json.dumps, requests)))
    last = json.loads(result.stdout.splitlines()[-1])
    assert last["result"]["state"] == {"items": ["Milk"], "draft": "", "draftError": None, "canAdd": False}


def test_its_hints_have_the_effect_that_the_readme_describes():
    result = run(LIST_APP, input='{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}')
    screen, = json.loads(result.stdout)["result"]["x-screens"]
    parts = {part["name"]: part for part in screen["parts"]}
    assert parts["draft"]["submits"] == "add" and parts["canAdd"]["role"] == "hidden"
    assert screen["actions"][0]["enabledBy"] == "canAdd" and parts["draftError"]["about"] == "draft"


def test_the_schema_is_written_and_checked(folder):
    for line in block("sh", "swift run").splitlines():
        if found := re.match(r"swift run ListApp (schema)\b", line):
            run(LIST_APP, found[1], cwd=folder)
            run(LIST_APP, found[1], "--check", cwd=folder)
            run(LIST_APP, found[1], "--diff", "schemas", cwd=folder)
    assert (folder / "schemas/openrpc.json").exists()


def test_the_python_lines_print_what_they_say(folder, environment):
    codegen, = re.findall(r"^python (-m svvs codegen [^#]*?) *#", README, re.M)
    run(sys.executable, *codegen.split(), cwd=folder, env=environment)
    code = block("python", "import svvs")
    said = re.findall(r"print\(.*#\s*(.+)$", code, re.M)
    (folder / "readme.py").write_text(code)
    result = run(sys.executable, "readme.py", cwd=folder, env=environment)
    assert result.stdout.splitlines() == said and said


def test_the_javascript_lines_print_what_they_say(folder, environment):
    code = block("js", "spawnServer")
    said, = re.findall(r"console\.log\(.*//\s*(.+)$", code, re.M)
    (folder / "readme.mjs").write_text(code)
    result = run("node", "readme.mjs", cwd=folder, env=environment)
    assert result.stdout.split() == [said]


def test_the_shell_lines_print_what_they_say(folder, environment):
    code = block("sh", "svvs_start")
    said = re.findall(r"svvs_state.*#\s*(.+)$", code, re.M)
    (folder / "test.sh").write_text(code)
    result = run("sh", "-eu", "test.sh", cwd=folder, env=environment)
    assert said and all(text in result.stdout.split() for text in said)


def test_the_lines_for_emacs_print_what_they_say(folder, environment):
    code = block("elisp", "svvs-connect")
    said, = re.findall(r"\(message.*;\s*(.+)$", code, re.M)
    (folder / "readme.el").write_text(code)
    result = run("emacs", "--batch", "-l", "readme.el", cwd=folder, env=environment)
    assert said in result.stderr.splitlines()


def test_the_lines_for_neovim_print_what_they_say(folder, environment):
    code = block("lua", "require('svvs')")
    said, = re.findall(r"print\(.*--\s*(.+)$", code, re.M)
    (folder / "readme.lua").write_text(code)
    result = run(
        "nvim", "--clean", "--headless", "-c", "luafile readme.lua", "-c", "quitall", cwd=folder, env=environment)
    assert said in result.stderr.split()


def test_the_test_of_the_app_compiles():
    check_types(PACKAGE / "Tests/ListAppTests/ListAppTests.swift")
