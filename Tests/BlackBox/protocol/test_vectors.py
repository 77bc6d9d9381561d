"""The golden vectors, which the client of these tests passes."""
import json

import pytest

import schemas
from conversation import Conversation
from json_values import same

FILES = {file.stem: json.loads(file.read_text()) for file in sorted((schemas.FOLDER / "vectors").glob("*.json"))}
CASES = [pytest.param(case, id=f"{name}: {case['name']}") for name, file in FILES.items() for case in file["cases"]]
FAULT = {"fault": True}


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
