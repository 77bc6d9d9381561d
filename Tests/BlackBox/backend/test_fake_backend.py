"""The fake backend has the properties that other tests rely on."""
import http.client
import json
import threading

import pytest

from http_backend import CUT_OFF, FORBIDDEN, NOT_JSON, SERVER_ERROR


def ask(backend, method, path, body=None):
    connection = http.client.HTTPConnection(backend.url[len("http://"):], timeout=10)
    try:
        connection.request(method, path, None if body is None else json.dumps(body))
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


@pytest.mark.parametrize("method, path, body, status", [
    ("POST", "/login", {"id": "12345", "password": "password"}, 200),
    ("POST", "/login", {"id": "12345", "password": "wrong"}, 401),
    ("POST", "/login", {"id": "error", "password": "password"}, 400),
    ("POST", "/logout", None, 200),
    ("GET", "/users/A", None, 200),
    ("GET", "/users/nobody", None, 404),
    ("GET", "/users?id=A&id=B&id=nobody", None, 200),
    ("PATCH", "/users/A", {"name": "New"}, 200),
])
def test_it_answers(backend, method, path, body, status):
    assert ask(backend, method, path, body)[0] == status


def test_a_patch_stays(backend):
    ask(backend, "PATCH", "/users/A", {"name": "New"})
    assert ask(backend, "GET", "/users/A")[1]["name"] == "New"


def test_a_gate_holds_until_it_is_opened(backend):
    gate = backend.hold("GET", "/users/A")
    answers = []
    thread = threading.Thread(target=lambda: answers.append(ask(backend, "GET", "/users/A")[0]))
    thread.start()
    request, = gate.arrived()
    assert ask(backend, "GET", "/users/B")[0] == 200
    assert not answers and not request.answered.is_set()
    gate.open()
    thread.join(10)
    assert answers == [200]


def test_a_held_request_notices_that_the_client_went_away(backend):
    gate = backend.hold("GET", "/users/A")
    connection = http.client.HTTPConnection(backend.url[len("http://"):], timeout=10)
    connection.request("GET", "/users/A")
    request, = gate.arrived()
    connection.close()
    assert request.was_abandoned()


def test_it_fails_in_each_requested_way(backend):
    backend.fail("GET", "/users/A", SERVER_ERROR)
    assert ask(backend, "GET", "/users/A")[0] == 500
    backend.fail("GET", "/users/A", FORBIDDEN)
    assert ask(backend, "GET", "/users/A")[0] == 403
    backend.fail("GET", "/users/A", NOT_JSON)
    with pytest.raises(ValueError):
        ask(backend, "GET", "/users/A")
    backend.fail("GET", "/users/A", CUT_OFF)
    with pytest.raises(http.client.IncompleteRead):
        ask(backend, "GET", "/users/A")
    backend.fail("GET", "/users/A", None)
    assert ask(backend, "GET", "/users/A")[0] == 200
