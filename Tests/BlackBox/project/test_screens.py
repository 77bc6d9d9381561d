"""The screens of the server against those that a second implementation makes of the hints in the same document."""
import json
import os
import subprocess

import pytest
from screen_resolver import screens

from server import PROGRAM

# The members of actions that do not follow from a hint in the document.
MARKS = {"notOffered", "destructive", "confirm", "enabledBy"}
DISCOVER = '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}\n'


def discovered(app):
    program = os.path.join(os.path.dirname(PROGRAM), app) if app else PROGRAM
    process = subprocess.run([program], input=DISCOVER, capture_output=True, text=True, timeout=60, check=True)
    return json.loads(process.stdout)["result"]


def by_name(found):
    """The parts of screens, without the marks, so that a failure shows the part that differs."""
    for screen in found:
        for action in screen.get("actions", []):
            for mark in (MARKS | {"letter"}) & action.keys():  # An action that is not offered has no letter.
                del action[mark]
    return {screen["name"]: screen for screen in found}


@pytest.mark.parametrize("app", [None, "ListApp", "NotesApp", "AuthoringExample", "PerformanceApp"])
def test_the_screens_are_those_that_follow_from_the_hints(app):
    document = discovered(app)
    assert by_name(document["x-screens"]) == by_name(screens(document))


def test_the_demo_app_marks_its_actions():
    marks = {(screen["name"], action["name"]): {mark: action[mark] for mark in MARKS & action.keys()}
             for screen in discovered(None)["x-screens"] for action in screen.get("actions", [])}
    assert {name: found for name, found in marks.items() if found} == {
        ("user", "load"): {"notOffered": True}, ("login", "login"): {"enabledBy": "canLogin"},
        ("login", "didAppear"): {"notOffered": True}, ("notes", "didAppear"): {"notOffered": True},
        ("notes", "delete"): {"destructive": True, "confirm": "Delete this note?"},
        ("search", "loadMore"): {"enabledBy": "canLoadMore"}, ("searchDetail", "onAppear"): {"notOffered": True},
        ("chat", "start"): {"notOffered": True}, ("room", "send"): {"enabledBy": "canSend"}}
