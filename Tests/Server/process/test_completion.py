"""Completion with the TAB key in each shell, for the command of every app."""
import os
import re
import subprocess

import pytest

from completion_shell import SHELLS, Shell
from paths import REPOSITORY
from server import PROGRAM

LIST_APP = os.path.join(os.path.dirname(PROGRAM), "ListApp")
ARTICLE = (REPOSITORY / "Sources/StateServerCommand/StateServerCommand.docc/Installing.md").read_text()


@pytest.fixture(params=SHELLS)
def type_into(request, folder, tmp_path):
    shells = []

    def begin(program):
        shells.append(Shell(request.param, program, tmp_path, folder.environment))
        return shells[-1].complete

    yield begin
    for shell in shells:
        shell.close()


@pytest.mark.parametrize("program", [PROGRAM, LIST_APP])
def test_every_app_completes_its_subcommands_options_and_servers(type_into, listen, program):
    for name in "work", "home":
        listen(place=name)
    complete = type_into(program)
    assert complete("sch") == ["schema"]
    assert complete("serve --exit-w") == ["serve", "--exit-when-idle"]
    assert complete("serve --framing nd") == ["serve", "--framing", "ndjson"]
    assert complete("serve --log-level crit") == ["serve", "--log-level", "critical"]
    assert complete("attach wo") == ["attach", "work"]
    assert complete("stop ho") == ["stop", "home"]
    assert complete("stop --fo") == ["stop", "--force"]
    assert complete("attach --res") == ["attach", "--restart"]


def test_an_app_completes_options_of_its_own(type_into, tmp_path):
    complete = type_into(PROGRAM)
    (tmp_path / "notes.sqlite").touch()
    assert complete("serve --datab") == ["serve", "--database"]
    assert complete("serve --database no") == ["serve", "--database", "notes.sqlite"]
    assert complete("serve --language e") == ["serve", "--language", "en"]
    (tmp_path / "checkout").mkdir()
    assert complete("new Shop --sv") == ["new", "Shop", "--svvs"]
    # zsh removes the slash after a directory when the line is entered.
    *words, directory = complete("new Shop --svvs check")
    assert words == ["new", "Shop", "--svvs"] and directory.rstrip("/") == "checkout"


def test_nothing_is_completed_where_no_server_runs(type_into, folder):
    complete = type_into(PROGRAM)
    assert complete("stop wo") == ["stop", "wo"]
    assert not folder.names.exists()


@pytest.mark.parametrize("question, found", [
    # bash alone has no directory for completions; the package bash-completion has.
    ("bash -c 'source ~/.local/share/bash-completion/completions/svvs; complete -p svvs'", "-F _svvs svvs"),
    ("zsh -ic 'print $_comps[svvs]'", "_svvs"),
    ("fish -c 'complete -C \"svvs sch\"'", "schema\t"),
])
def test_the_article_says_where_a_shell_looks(tmp_path, question, found):
    lines, = re.findall(r"^```sh\n(mkdir[^`]*--generate-completion-script[^`]*)^```$", ARTICLE, re.M)
    environment = {**os.environ, "HOME": str(tmp_path), "ZDOTDIR": str(tmp_path), "TERM": "dumb",
                   "PATH": f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}"}
    (tmp_path / ".zshrc").write_text(re.findall(r"in `~/.zshrc`: `([^`]*)`", ARTICLE)[0])
    made = subprocess.run(["sh", "-euc", lines + question], capture_output=True, text=True, timeout=60, env=environment,
                          cwd=tmp_path, stdin=subprocess.DEVNULL)
    assert made.returncode == 0 and found in made.stdout, made.stdout + made.stderr
