"""A session that is kept without a connection: its views and calls, and the messages to a client that returns."""
import json

import pytest

from database import raw
from folded_views import is_session_change


@pytest.fixture
def server(listen):
    return listen()


@pytest.fixture
def first(server):
    """A connection in the session `work`, which has opened the counter `a` and the page of effects `e`."""
    first = server.connect()
    first.token = first.share("work")
    first.open("counterA", view="a", session="work")
    first.open("effects", view="e", session="work")
    return first


def tap(seconds):
    return {"view": "e", "action": "buttonTap", "seconds": seconds}


def test_views_stay_open_and_calls_go_on(server, first):
    first.call("increment", {"view": "a"})
    call = first.request("handle", tap(0.1))
    first.until("e", tapsUnderWay=1)
    first.close()
    second = server.connect()
    joined = second.join("work", first.token, former=first)
    assert joined["running"] == [call] and joined["answers"] == joined["unknown"] == []
    assert "commit" in second.result(call)
    assert second.get("a") == {"count": 1} and second.holds("e", tapsCompleted=1)


def test_the_outcome_of_each_call_is_sent_after_a_join(server, first):
    """Ended with a result or an error, in progress, or unknown."""
    done, wrong = first.request("increment", {"view": "a"}), first.request("increment", {"view": "a", "more": 1})
    running = first.request("handle", tap(60))
    first.until("e", tapsUnderWay=1)
    lost = first.message("increment", {"view": "a"})
    first.expect_reply(lost)
    first.close()
    first.unanswered |= {json.dumps(done): [{"id": done}], json.dumps(wrong): [{"id": wrong}]}
    second = server.connect()
    joined = second.join("work", first.token, former=first)
    answers = {one["id"]: one for one in joined["answers"]}
    assert answers.keys() == {done, wrong} and answers[done]["result"]["commit"] <= joined["commit"]
    assert answers[wrong]["error"]["data"]["path"] == "/more"
    assert (joined["running"], joined["unknown"]) == ([running], [lost["id"]])
    second.notify("$/cancelRequest", {"id": running})
    assert second.error(running)["data"]["reason"] == "requested"
    assert second.get("a") == {"count": 1}


def test_an_answer_can_be_had_once_more_and_nothing_runs_twice(server, first):
    call = first.request("increment", {"view": "a"})
    first.result(call)
    first.close()
    for _ in range(3):
        again = server.connect()
        joined = again.call("session/join", {"session": "work", "token": first.token, "unanswered": [call]})
        assert [one["id"] for one in joined["answers"]] == [call]
        assert again.get("a") == {"count": 1}
        again.close()


def test_an_id_whose_answer_is_kept_is_not_used_again(server, first):
    call = first.message("increment", {"view": "a"})
    first.send(call)
    first.result(call["id"])
    for again in (call, {**call, "method": "view/get"}, {**call, "method": "view/close"}):
        first.send(again)
        assert first.error(call["id"])["data"]["kind"] == "InvalidRequest"
    first.send([call])
    assert first.error(call["id"])["data"]["kind"] == "InvalidRequest"
    assert first.get("a") == {"count": 1}
    # Another front end has ids of its own.
    second = server.connect()
    second.join("work")
    second.send(call)
    assert "commit" in second.result(call["id"])


def test_an_id_is_not_used_again_by_the_connection_that_goes_on(server, first):
    lost = first.message("increment", {"view": "a"})
    first.send(lost)
    first.result(lost["id"])
    first.close()
    second = server.connect()
    second.join("work", first.token)
    second.send(lost)
    assert second.error(lost["id"])["data"]["kind"] == "InvalidRequest"
    assert second.get("a") == {"count": 1}


def test_an_id_whose_answer_was_forgotten_can_be_used_again(first):
    call = first.message("increment", {"view": "a"})
    first.send(call)
    first.result(call["id"])
    calls = [first.request("increment", {"view": "a"}) for _ in range(1024)]
    first.result(calls[-1])
    first.send(call)
    first.result(call["id"])
    assert first.get("a") == {"count": 1026}


def test_only_the_token_asks_for_the_calls_of_its_connection(server, first):
    call = first.request("increment", {"view": "a"})
    first.result(call)
    second = server.connect()
    token = second.join("work")["token"]
    second.close()
    third = server.connect()
    joined = third.call("session/join", {"session": "work", "token": token, "unanswered": [call]})
    assert joined["unknown"] == [call]


def test_the_oldest_answers_are_forgotten(server, first):
    calls = [first.request("increment", {"view": "a"}) for _ in range(1100)]
    first.result(calls[-1])
    first.close()
    second = server.connect()
    joined = second.call("session/join", {"session": "work", "token": first.token, "unanswered": calls})
    assert [one["id"] for one in joined["answers"]] == calls[-1024:] and joined["unknown"] == calls[:-1024]
    assert second.get("a") == {"count": 1100}


def test_changes_without_a_connection_are_one_snapshot_per_view(server, first):
    first.close()
    other = server.connect()
    counter = other.open("counterA")
    for _ in range(1000):
        other.request("increment", {"view": counter})
    other.get(counter)
    second = server.connect()
    joined = second.join("work", first.token)
    assert [(one["view"], one["state"]) for one in joined["views"]] == [
        ("a", {"count": 1000}), ("e", {"tapsUnderWay": 0, "tapsCompleted": 0, "instants": 0})]
    second.call("session/list")
    assert len(second.messages) == 2, "the reply to the join, and that to the list"


def test_a_session_that_is_not_kept_ends_with_its_last_connection(listen):
    server = listen("--exit-when-idle", "0")
    connection = server.connect()
    connection.share("work", keep=0)
    connection.open("effects", view="e", session="work")
    connection.request("handle", tap(3600))
    connection.until("e", tapsUnderWay=1)
    connection.close()
    assert server.wait() == 0


def test_a_session_that_nobody_comes_back_to_ends(listen):
    """Its work ends too; otherwise the server would not be idle."""
    server = listen("--exit-when-idle", "0")
    connection = server.connect()
    connection.share("work", keep=0.2)
    connection.open("effects", view="e", session="work")
    connection.request("handle", tap(3600))
    connection.until("e", tapsUnderWay=1)
    connection.close()
    second = server.connect()
    second.join("work")
    assert second.holds("e", tapsUnderWay=1)
    second.close()
    assert server.wait() == 0


def test_a_session_goes_on_while_one_is_in_it(server, first):
    second = server.connect()
    second.join("work")
    call = first.request("handle", tap(0.1))
    first.until("e", tapsUnderWay=1)
    first.close()
    second.until("e", tapsCompleted=1)
    third = server.connect()
    joined = third.join("work", first.token, former=first)
    # The change is sent before the call has ended: the join may arrive between the two.
    for running in joined["running"]:
        third.result(running)
    assert [*joined["running"], *(one["id"] for one in joined["answers"])] == [call]


def test_shutdown_of_one_leaves_the_session_to_the_others(server, first):
    second = server.connect()
    second.join("work")
    own, others = first.request("handle", tap(60)), second.request("handle", tap(60))
    second.until("e", tapsUnderWay=2)
    first.call("shutdown")
    first.notify("exit")
    assert first.error(own)["data"]["reason"] == "shutdown"
    assert first.read_rest() == []
    first.close()
    second.until("e", tapsUnderWay=1)
    assert not second.answered(others)
    second.notify("$/cancelRequest", {"id": others})
    second.error(others)


def test_a_close_that_was_cut_off_closes_all_the_same(server, first):
    running = first.request("handle", tap(60))
    first.until("e", tapsUnderWay=1)
    close = first.request("view/close", {"view": "e"})
    first.drained()
    first.close()
    second = server.connect()
    joined = second.join("work", first.token, former=first)
    assert [one["view"] for one in joined["views"]] == ["a"] and joined["unknown"] == []
    answers = {one["id"]: one for one in joined["answers"]}
    for call in joined["running"]:
        answers[call] = second.reply(call)
    assert answers[running]["error"]["data"]["reason"] == "viewClosed" and "commit" in answers[close]["result"]
    assert not any(is_session_change(message) for message in second.messages)


def test_the_opening_of_a_view_that_is_being_closed_is_answered_as_cancelled(listen, tmp_path):
    """The view is not in the reply to the join: a snapshot among the replies would have no view."""
    path = str(tmp_path / "app.sqlite")
    server = listen("--database", path)
    first = server.connect()
    token = first.share("work")
    opening = first.request("view/open", {"type": "counterSettings", "view": "s", "session": "work"})
    first.call("setStartCount", {"view": "s", "count": 1})
    with raw(path) as database:
        # The write, and therefore the close, waits for the end of this one.
        database.execute("BEGIN IMMEDIATE")
        first.request("setStartCount", {"view": "s", "count": 2})
        close = first.request("view/close", {"view": "s"})
        first.drained()
        first.close()
        first.unanswered |= {json.dumps(opening): [{"id": opening}]}
        second = server.connect()
        joined = second.join("work", token, former=first)
        assert joined["views"] == [] and close in joined["running"]
        assert [one["error"]["data"]["reason"] for one in joined["answers"]] == ["viewClosed"]
    second.result(close)
