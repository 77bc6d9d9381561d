"""The structure of the server's core: no object reaches through another to a third, and stored state has one owner."""
import re

import pytest

from paths import REPOSITORY

CORE = REPOSITORY / "Sources/StateServer"
# Positions in lists and queues, which are set in the file of the list or queue alone.
MARKS = {"listPosition", "queueMark"}
# A value that its owner sets up.
CONFIGURATION = "ServerConfiguration.swift"


def lines():
    """Each line of code with its file and number."""
    for file in sorted(CORE.rglob("*.swift")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if not line.lstrip().startswith("//"):
                yield f"{file.relative_to(CORE)}:{number}", line


@pytest.mark.parametrize("chain", [r"\.host\.", r"connection\.context\b", r"call\.connection\.\w+\."])
def test_nothing_reaches_through_a_parent(chain):
    assert [place for place, line in lines() if re.search(chain, line)] == []


def test_stored_variables_are_set_in_their_own_file_alone():
    stored = re.compile(r"  (?:package )?var (\w+)(?:: [^{=]+)?(?: = [^{]+)?$")
    found = [(place, match[1]) for place, line in lines()
             if (match := stored.fullmatch(line)) and not place.startswith(CONFIGURATION)]
    assert [place for place, name in found if name not in MARKS] == []
    assert {name for _, name in found} == MARKS


def test_the_handlers_of_requests_are_few_files():
    assert 1 <= len(list((CORE / "Handlers").glob("*Handler*.swift"))) <= 6
