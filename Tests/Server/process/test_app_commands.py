"""The command of every app: its arguments, and its messages about mistakes."""
import os
import subprocess

import pytest

from server import PROGRAM

FOLDER = os.path.dirname(PROGRAM)
EXAMPLE, MISTAKEN = (os.path.join(FOLDER, name) for name in ("ListApp", "MistakenApp"))
OPEN = '{"jsonrpc":"2.0","id":1,"method":"view/open","params":{"type":"number","view":"n"}}\n'
INITIALIZE = '{"jsonrpc":"2.0","id":1,"method":"initialize"}\n'


def run(program, *arguments, typed="", mistake=None, folder=None):
    environment = {name: value for name, value in os.environ.items() if name != "MISTAKE"}
    if mistake:
        environment["MISTAKE"] = mistake
    return subprocess.run([program, *arguments], input=typed, capture_output=True, text=True, timeout=30,
                          env=environment, cwd=folder)


def said(process):
    """The one line on stderr of a command that has failed."""
    assert process.returncode != 0 and process.stdout == ""
    line, = process.stderr.splitlines()
    return line


@pytest.mark.parametrize("arguments", [[], ["serve"], ["--drain-timeout", "1"], ["serve", "--max-calls", "3"]])
def test_an_app_is_served_by_default(arguments):
    process = run(EXAMPLE, *arguments, typed=INITIALIZE)
    assert process.returncode == 0 and process.stderr == ""
    assert '"serverInfo":{"name":"ListApp","version":"0.0.0"}' in process.stdout


@pytest.mark.parametrize("arguments", [
    ["--nonsense"], ["nonsense"], ["serve", "nonsense"], ["serve", "--nonsense"], ["schema", "--nonsense"],
    ["schema", "a", "b"], ["serve", "--max-calls", "0"], ["--framing", "morse"], ["--drain-timeout"],
    ["--database", "x"],
])
def test_an_unknown_argument_is_refused_in_one_line(arguments):
    process = run(EXAMPLE, *arguments)
    line = said(process)
    assert process.returncode == 64 and line.startswith("ListApp: ")
    assert any(part in line for part in ("(see `ListApp s", "must be", "the subcommands are"))


def test_help_and_version_are_for_stdout():
    process = run(EXAMPLE, "--help")
    assert process.returncode == 0 and "USAGE: ListApp" in process.stdout and "schema" in process.stdout
    process = run(EXAMPLE, "serve", "--help")
    assert process.returncode == 0 and "--max-unread-bytes" in process.stdout
    assert run(EXAMPLE, "--version").stdout == "0.0.0\n"


def test_the_schema_of_any_app_is_written_checked_and_compared(tmp_path):
    assert run(EXAMPLE, "schema", folder=tmp_path).returncode == 0
    assert sorted(path.name for path in (tmp_path / "schemas").iterdir()) == [
        "app.schema.json", "openrpc.json", "protocol.schema.json", "screens.json", "screens.schema.json"]
    assert run(EXAMPLE, "schema", "--check", folder=tmp_path).returncode == 0
    assert "0 breaking, 0 compatible" in run(EXAMPLE, "schema", "--diff", "schemas", folder=tmp_path).stdout
    (tmp_path / "schemas/app.schema.json").write_text("{}")
    line = said(run(EXAMPLE, "schema", "--check", folder=tmp_path))
    assert line == ("ListApp: schemas/app.schema.json is out of date: run `ListApp schema` and review the "
                    "difference.")


def test_the_message_about_outdated_schemas_names_their_directory(tmp_path):
    assert run(EXAMPLE, "schema", "some/where", folder=tmp_path).returncode == 0
    (tmp_path / "some/where/app.schema.json").write_text("{}")
    line = said(run(EXAMPLE, "schema", "--check", "some/where", folder=tmp_path))
    assert "run `ListApp schema some/where`" in line


@pytest.mark.parametrize("arguments", [["--number", "7"], ["serve", "--number", "7"]])
def test_an_app_has_options_of_its_own(arguments):
    process = run(MISTAKEN, *arguments, typed=OPEN)
    assert process.returncode == 0 and '"state":{"box":{"value":7}}' in process.stdout


@pytest.mark.parametrize("arguments, words", [
    (["--number", "13"], "13 brings no luck"), (["--number", "x"], "x"), (["--number"], "--number")])
def test_an_option_of_an_app_is_refused_like_any_other(arguments, words):
    process = run(MISTAKEN, *arguments)
    assert process.returncode == 64 and words in said(process)


@pytest.mark.parametrize("arguments", [[], ["--number", "1"], ["schema"], ["schema", "--check"]])
@pytest.mark.parametrize("mistake, names", [
    ("same view type", ["number"]), ("same JSON name", ["Box", "property box", "number", "other"]),
    ("misleading hint", ["@Opens of the property isOpen of the view type door", "no view type garden", ": name a"])])
def test_the_message_for_a_mistake_of_the_author_names_it(arguments, mistake, names, tmp_path):
    process = run(MISTAKEN, *arguments, mistake=mistake, folder=tmp_path)
    line = said(process)
    assert process.returncode == 70 and line.startswith("MistakenApp: ") and all(name in line for name in names)


def test_output_of_an_app_does_not_disturb_the_protocol(tmp_path):
    process = run(MISTAKEN, typed=OPEN, mistake="print")
    assert process.returncode == 0 and process.stdout.count("\n") == 1 and process.stdout.startswith("{")
    assert "an app should not print" in process.stderr
    assert run(MISTAKEN, "schema", mistake="print", folder=tmp_path).stdout == ""
    process = run(MISTAKEN, "schema", "--diff", "schemas", mistake="print", folder=tmp_path)
    assert process.stdout == "0 breaking, 0 compatible\n" and "an app should not print" in process.stderr


@pytest.mark.parametrize("arguments", [[], ["serve", "--number", "2"], ["schema"]])
def test_an_app_that_cannot_be_created_says_why(arguments, tmp_path, monkeypatch):
    monkeypatch.setenv("SWIFT_BACKTRACE", "enable=no")
    process = run(MISTAKEN, *arguments, mistake="trap", folder=tmp_path)
    first, *_, last = process.stderr.splitlines()
    assert process.returncode < 0 and "Fatal error: the app cannot be made" in first and "crashed" in last
