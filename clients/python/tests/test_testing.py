"""The pytest plugin, in separate runs of pytest."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path


from support import fake_executable, real_server, source_environment

import svvs.testing


def results(folder: Path, tests: str, *options: str, server: str | None = None) -> tuple[dict[str, int], str]:
    """The numbers of tests that passed, failed or had errors, and the output of pytest."""
    (folder / "test_app.py").write_text(f"import os, signal\nimport pytest\nimport svvs\n\n{tests}")
    command = [sys.executable, "-m", "pytest", "-p", "svvs.testing", "-p", "no:cacheprovider", "--strict-markers"]
    run = subprocess.run(
        [*command, *options, "test_app.py"],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=50,
        env=source_environment(server or real_server()),
    )
    return {name: int(count) for count, name in re.findall(r"(\d+) (passed|failed|error)", run.stdout)}, run.stdout


def test_each_test_has_a_server_of_its_own(tmp_path: Path) -> None:
    tests = """
@pytest.mark.parametrize("time", [1, 2])
def test_it(svvs_server: svvs.Server, time: int) -> None:
    counter = svvs_server.open("counterA")
    counter.call("increment")
    assert counter.state["count"] == 1
"""
    assert results(tmp_path, tests)[0] == {"passed": 2}


def test_a_marker_has_options_and_parameters(tmp_path: Path) -> None:
    tests = """
@pytest.mark.svvs("--language", "en", timeout=7)
def test_it(svvs_server):
    login = svvs_server.open("login")
    login.call("login", userId="12345", password="wrong")
    assert login.state["errorMessage"] == "The user ID or the password is wrong" and svvs_server.timeout == 7
"""
    assert results(tmp_path, tests)[0] == {"passed": 1}


def test_several_servers_share_a_database(tmp_path: Path) -> None:
    tests = """
def test_it(svvs_start, tmp_path):
    options = "--database", str(tmp_path / "notes.sqlite")
    for server in svvs_start(*options), svvs_start(*options):
        server.open("login").call("login", userId="12345", password="password")
        notes = server.open("notes")
        notes.call("didAppear")
        count = len(notes.state["notes"])
        notes.set(draft="Milk")
        notes.call("add")
        assert len(notes.state["notes"]) == count + 1
"""
    counts, said = results(tmp_path, tests)
    assert counts == {"passed": 1}, said


def test_an_option_or_a_setting_has_the_command_of_the_server(tmp_path: Path) -> None:
    server = fake_executable(tmp_path, "assert sys.argv[2:] == ['serve', '--flag']; opened(n=0); end_of_input()")
    tests = "def test_it(svvs_start):\n    assert svvs_start('--flag').open('t').state == {'n': 0}\n"
    assert results(tmp_path, tests, f"--svvs={server} serve", server="/nowhere")[0] == {"passed": 1}
    (tmp_path / "pytest.ini").write_text(f"[pytest]\nsvvs = {server} serve\n")
    assert results(tmp_path, tests, server="/nowhere")[0] == {"passed": 1}
    (tmp_path / "pytest.ini").unlink()
    counts, said = results(tmp_path, tests, server="/nowhere")
    assert counts == {"failed": 1} and "ServerNotFound" in said


def test_a_server_that_crashes_is_an_error_even_if_the_test_passes(tmp_path: Path) -> None:
    tests = """
def test_it(svvs_server):
    os.kill(svvs_server.info["process"]["pid"], signal.SIGKILL)
    svvs_server.wait_closed()
"""
    counts, said = results(tmp_path, tests)
    assert counts == {"passed": 1, "error": 1} and "the server was ended by SIGKILL" in said


def test_a_failure_shows_the_test_and_not_the_client(tmp_path: Path) -> None:
    uses = ('counter.call("multiply")', "counter.wait(lambda state: False, timeout=0)", 'svvs_server.open("nothing")',
            'svvs_server.close(); svvs_server._wrapped.notify("multiply")')
    calls = "".join(f"def test_{number}(svvs_server):\n    counter = svvs_server.open('counterA')\n    {use}\n"
                    for number, use in enumerate(uses))
    counts, said = results(tmp_path, calls)
    assert counts == {"failed": 4}
    assert re.findall(r"^(\S+\.py):\d+: \w+", said, re.M) == ["test_app.py"] * 4
    assert "of type 'counterA' did not reach the expected state within 0 s: {'count': 0}" in said


def test_the_fixtures_have_descriptions() -> None:
    assert svvs.testing.__all__ == ["StartServer", "svvs_server", "svvs_start"]
    help = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "svvs.testing", "--fixtures"],
        cwd=Path(svvs.testing.__file__).parent,
        capture_output=True,
        encoding="utf-8",
        timeout=50,
        env=source_environment(real_server()),
    ).stdout
    assert "A server for this test" in help and "Starts servers for this test" in help
