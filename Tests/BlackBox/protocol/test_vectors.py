"""The golden vectors: each is valid, and the client of these tests passes all of them."""
import json

import pytest

import schemas
from conversation import Conversation
from json_values import same

FILES = {file.stem: json.loads(file.read_text()) for file in sorted((schemas.FOLDER / "vectors").glob("*.json"))}
CASES = [pytest.param(case, id=f"{name}: {case['name']}") for name, file in FILES.items() for case in file["cases"]]
FAULT = {"fault": True}


def test_each_file_says_what_it_is_about_and_names_its_cases():
    assert FILES.keys() == {"properties", "patch", "signal", "fence"}
    for name, file in FILES.items():
        assert file.keys() == {"description", "cases"} and file["description"]
        names = [case["name"] for case in file["cases"]]
        assert names and len(names) == len(set(names)) and all(names)
        assert name == "fence" or {case["delivery"] for case in file["cases"]} == {name}


def test_the_cases_cover_each_step_each_delivery_and_a_fault_in_each():
    cases = [case for file in FILES.values() for case in file["cases"]]
    entries = [entry for case in cases for message in case["messages"] for entry in message["params"]["views"]]
    assert {step["op"] for entry in entries for step in entry.get("patch", [])} == {"add", "remove", "replace"}
    faults = {case["delivery"] for case in cases if case["then"] == FAULT}
    assert faults == {case["delivery"] for case in cases} == {"properties", "patch", "signal"}


@pytest.mark.parametrize("case", CASES)
def test_a_case_has_its_members_and_valid_messages(case):
    assert case.keys() == {"name", "delivery", "open", "messages", "then"}
    schemas.check("ViewSnapshot", case["open"])
    for message in case["messages"]:
        schemas.check("state~1changed%20notification", message)
    stale = {"stale"} if case["delivery"] == "signal" else set()
    assert case["then"] == FAULT or case["then"].keys() == {"commit", "state"} | stale


@pytest.mark.parametrize("case", CASES)
def test_the_client_of_these_tests_folds_a_case_as_it_says(case):
    client = opened(case)
    if case["then"] == FAULT:
        with pytest.raises(AssertionError, match="does not follow on|comes after"):
            fold(client, case)
        return
    fold(client, case)
    view = client.views[case["open"]["view"]]
    assert view.commit == case["then"]["commit"]
    assert same(view.state, case["then"]["state"])
    assert view.stale == set(case["then"].get("stale", []))


def opened(case):
    """A client, without a server, that has opened the view of a case."""
    client = Conversation()
    client.expect_reply({"jsonrpc": "2.0", "id": 1, "method": "view/open",
                 "params": {"type": "vector", "delivery": case["delivery"]}})
    receive(client, {"jsonrpc": "2.0", "id": 1, "result": case["open"]})
    return client


def fold(client, case):
    """Ignores the other views, as a front end does; the client of these tests has no view that it did not open."""
    for message in case["messages"]:
        params = message["params"]
        views = [entry for entry in params["views"] if entry["view"] == case["open"]["view"]]
        if views:
            receive(client, {**message, "params": {**params, "views": views}})


def receive(client, message):
    client.receive(json.dumps(message).encode())
