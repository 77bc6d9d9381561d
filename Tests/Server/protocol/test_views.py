"""Opening, reading and closing views; which view an action is meant for; `ifCommit`."""
import json

import pytest


def test_the_client_may_choose_the_name_of_a_view(server):
    assert server.call("view/open", {"type": "counterA", "view": "mine"})["view"] == "mine"


def test_the_server_chooses_names_that_are_free(server):
    names = [server.open("counterA") for _ in range(20)]
    assert len(set(names)) == 20 and all(isinstance(name, str) for name in names)


def test_a_chosen_name_does_not_collide_with_those_the_server_chooses(server):
    taken = server.open("counterA")
    server.call("view/close", {"view": taken})
    server.open("counterA", view=taken)
    assert server.open("counterA") != taken


def test_a_name_is_free_again_after_closing(server):
    for _ in range(3):
        server.open("counterA", view="v")
        server.call("increment", {"view": "v"})
        server.call("view/close", {"view": "v"})
    assert server.call("view/open", {"type": "counterA", "view": "v"})["state"] == {"count": 3}


def test_get_is_a_fresh_snapshot(server):
    view = server.open("counterA")
    server.call("increment", {"view": view})
    result = server.call("view/get", {"view": view})
    assert result["view"] == view and result["state"] == {"count": 1} and isinstance(result["commit"], int)


def test_opening_a_view_changes_no_other(server):
    server.open("counterA")
    mark = server.mark()
    server.open("counterB")
    assert len(server.messages) == mark + 1


def test_the_view_may_be_left_out_while_one_has_the_action(server):
    counter = server.open("counterA")
    server.open("mirror")
    assert "commit" in server.call("increment")
    assert "commit" in server.call("increment", {"by": 2})
    assert server.state(counter) == {"count": 3}


def test_with_two_that_have_the_action_the_candidates_are_listed(server):
    names = {server.open("counterA", view="one"), server.open("counterA", view="two")}
    error = server.refused("increment")
    assert error["code"] in (-32601, -32602)
    assert all(json.dumps(name) in json.dumps(error["data"]) for name in names)
    server.call("view/close", {"view": "two"})
    server.call("increment")
    assert server.state("one") == {"count": 1}


def test_with_none_that_has_the_action_it_is_refused(server):
    server.open("mirror")
    assert server.refused("increment")["code"] in (-32601, -32602)


def test_if_commit_holds_as_long_as_the_view_has_not_changed(server):
    view = server.open("counterA")
    text = server.open("mirror")
    commit = server.call("increment", {"view": view})["commit"]
    server.call("view/set", {"view": text, "properties": {"text": "another view"}})
    commit = server.call("increment", {"view": view, "ifCommit": commit})["commit"]
    assert server.state(view) == {"count": 2}
    server.call("increment", {"view": view, "ifCommit": commit})


def test_a_stale_if_commit_is_content_modified(server):
    view = server.open("counterA")
    stale = server.call("view/get", {"view": view})["commit"]
    current = server.call("increment", {"view": view})["commit"]
    error = server.refused("increment", {"view": view, "ifCommit": stale})
    assert error["code"] == -32801 and error["data"]["commit"] == current
    assert server.get(view) == {"count": 1}


@pytest.mark.parametrize("number", [1, 5])
def test_commits_are_numbered_upwards(server, number):
    view = server.open("counterA")
    commits = [server.call("increment", {"view": view})["commit"] for _ in range(number)]
    assert commits == sorted(set(commits))


def test_a_call_that_changes_nothing_sends_nothing(server):
    view = server.open("mirror")
    server.call("view/set", {"view": view, "properties": {"text": "same"}})
    mark = server.mark()
    server.call("view/set", {"view": view, "properties": {"text": "same"}})
    server.call("view/set", {"view": view, "properties": {}})
    assert len(server.messages) == mark + 2


def test_a_change_and_its_reversal_in_one_write_are_sent_correctly(server):
    view = server.open("mirror")
    for text in ("a", "", "b", ""):
        server.notify("view/set", {"view": view, "properties": {"text": text}})
    assert server.get(view)["text"] == ""


def test_a_client_that_did_not_request_causes_receives_none(server):
    view = server.open("counterA")
    server.call("increment", {"view": view})
    assert "cause" not in server.messages[-2]["params"]
