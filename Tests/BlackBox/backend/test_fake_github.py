"""The fake search service behaves as the GitHub REST API is documented."""
import contextlib
import http.client
import json
import threading

import pytest

from github import BEYOND, SEARCH, SECONDARY_LIMIT, GitHub, limited, people, profile, repository

ALL = "/search/users?q=all&per_page=30"


def ask(github, target):
    """The status, headers and value of a reply."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", github.port, timeout=10)) as connection:
        connection.request("GET", target)
        response = connection.getresponse()
        return response.status, response.headers, json.loads(response.read())


def found(github, target):
    status, _, value = ask(github, target)
    assert status == 200
    return value["total_count"], [item["id"] for item in value["items"]]


def test_a_search_is_answered_in_pages(github):
    assert found(github, f"{ALL}&page=1") == (45, list(range(1, 31)))
    assert found(github, f"{ALL}&page=2") == (45, list(range(31, 46)))
    assert found(github, f"{ALL}&page=3") == (45, [])
    assert found(github, "/search/users?q=all&per_page=101")[1] == list(range(1, 46))
    assert github.searches() == [("all", 1), ("all", 2), ("all", 3), ("all", 1)]


def test_only_the_first_1000_results_are_served(github):
    github.results["all"] = people("all", 5000)
    assert found(github, f"{ALL}&page=34") == (5000, list(range(991, 1001)))
    status, _, value = ask(github, f"{ALL}&page=35")
    assert (status, value) == (422, json.loads(BEYOND.body))


def test_the_reply_to_an_invalid_query_names_the_fault(github):
    for query, code in (("", "missing"), ("%20", "missing"), ("a" * 257, "invalid")):
        status, _, value = ask(github, f"/search/users?q={query}")
        assert status == 422 and value["message"] == "Validation Failed" and value["errors"][0]["code"] == code
    assert found(github, f"/search/users?q={'a' * 256}")[0] == 45


def test_a_user_has_a_profile_and_repositories_and_these_have_languages(github):
    github.profiles["a b/ü"] = profile("a b/ü", followers=3)
    github.repositories["a b/ü"] = [repository(number, f"r{number}") for number in range(150)]
    github.languages["a b/ü", "r1"] = {"Swift": 1}
    name = "a%20b%2F%C3%BC"
    assert ask(github, f"/users/{name}")[2]["followers"] == 3
    sizes = [len(ask(github, f"/users/{name}/repos?page={page}&per_page=100")[2]) for page in (1, 2, 3)]
    assert sizes == [100, 50, 0]
    assert ask(github, f"/repos/{name}/r1/languages")[2] == {"Swift": 1}


@pytest.mark.parametrize("path", ["/users/nobody", "/users/nobody/repos", "/repos/nobody/r/languages", "/users", "/"])
def test_an_unknown_path_is_not_found(github, path):
    status, _, value = ask(github, path)
    assert status == 404 and value["message"] == "Not Found"


def test_every_reply_has_the_limit_and_a_limited_one_the_time_to_retry(github):
    def limits():
        status, headers, _ = ask(github, ALL)
        return status, *(headers[name] for name in ("Retry-After", "X-RateLimit-Remaining", "X-RateLimit-Reset"))
    assert limits() == (200, None, "57", "4102444800")
    for failure, said in ((limited(retry_after=60), (403, "60", "57", "4102444800")),
                          (limited(429, reset=1769860800), (429, None, "0", "1769860800")),
                          (SECONDARY_LIMIT, (403, None, "57", "4102444800"))):
        github.fail("GET", SEARCH, failure)
        assert limits() == said


def test_held_searches_are_answered_in_the_order_the_test_says(github):
    gate, answered = github.hold("GET", SEARCH), []

    def search(text):
        ask(github, f"/search/users?q={text}")
        answered.append(text)
    threads = [threading.Thread(target=search, args=(text,)) for text in "ab"]
    for count, thread in enumerate(threads, 1):
        thread.start()
        gate.arrived(count)
    for request, thread in reversed(list(zip(gate.held, threads))):
        request.release()
        thread.join(10)
    assert answered == ["b", "a"]


def test_stopped_it_refuses_connections_until_another_takes_its_place(github):
    github.stop()
    with pytest.raises(ConnectionRefusedError):
        ask(github, ALL)
    with GitHub(github.port) as other:
        assert found(other, ALL)[0] == 45
