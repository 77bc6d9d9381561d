"""The commands of the README work, and it describes each command and exit status."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from readme import blocks, shell
from support import REPOSITORY

README = (REPOSITORY / "clients/terminal/README.md").read_text("utf-8")
(COMMANDS,) = blocks(README, "sh")
RESULTS = ["build", '"userGreeting"', '"count": 5', '"loggedIn"', '"User A"', '"count": 3']


@pytest.mark.parametrize(("command", "last"), [*zip(COMMANDS.splitlines(), RESULTS, strict=True)])
def test_command(command: str, last: str, tmp_path: Path) -> None:
    assert last in shell(command, tmp_path).splitlines()[-1]


def test_every_command_and_status_is_described(tmp_path: Path) -> None:
    help = shell("python -m svvs --help", tmp_path)
    for command in ("types", "get", "call", "wait", "watch", "tui"):
        assert f"svvs {command}" in README and command in help
    statuses = re.findall(r"^\| (\d+) \|", README, re.MULTILINE)
    assert len(statuses) == 8 and all(f"{status} " in help for status in statuses)
