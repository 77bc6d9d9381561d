"""What the key TAB completes in each shell, for every app's command."""
import os

import pytest

from completing import SHELLS, Shell
from server import PROGRAM

LIST_APP = os.path.join(os.path.dirname(PROGRAM), "ListApp")


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


def test_an_app_completes_options_of_its_own(type_into, tmp_path):
    complete = type_into(PROGRAM)
    (tmp_path / "notes.sqlite").touch()
    assert complete("serve --datab") == ["serve", "--database"]
    assert complete("serve --database no") == ["serve", "--database", "notes.sqlite"]
    assert complete("serve --language e") == ["serve", "--language", "en"]


def test_nothing_is_completed_where_no_server_runs(type_into, folder):
    complete = type_into(PROGRAM)
    assert complete("stop wo") == ["stop", "wo"]
    assert not folder.names.exists()
