"""The stored start of the counters applies to the next process, and stays in the range of an integer."""

import pytest

from database import commits, raw

MOST, LEAST = 2**63 - 1, -2**63


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "app.sqlite")


def set_start(server, count):
    view = server.open("counterSettings")
    server.call("setStartCount", {"view": view, "count": count})
    assert server.holds(view, startCount=count, errorMessage=None)
    return view


def test_by_default_counters_start_at_0(start, path):
    server = start("--database", path)
    assert server.state(server.open("counterSettings")) == {"startCount": 0, "errorMessage": None}
    assert server.holds(server.open("counterA"), count=0)


def test_counters_of_the_next_process_start_there(start, path):
    first = start("--database", path)
    set_start(first, 10)
    assert first.finish() == 0
    for _ in range(2):
        server = start("--database", path)
        assert server.holds(server.open("counterA"), count=10)
        assert server.holds(server.open("counterSettings"), startCount=10)
        assert server.finish() == 0


def test_the_last_value_counts(start, path):
    first = start("--database", path)
    for count in (5, 7, 7, 6):
        set_start(first, count)
    assert first.finish() == 0
    second = start("--database", path)
    assert second.holds(second.open("counterA"), count=6)


def test_the_counters_that_run_are_not_moved(start, path):
    server = start("--database", path)
    before = server.open("counterA")
    set_start(server, 10)
    assert server.changes(before) == [] and server.holds(server.open("counterA"), count=0)
    server.call("increment", {"view": before})
    assert server.holds(before, count=1) and server.holds(server.open("counterSettings"), startCount=10)


def test_every_counter_starts_there(start, path):
    first = start("--database", path)
    set_start(first, 15)
    assert first.finish() == 0
    second = start("--database", path)
    assert second.state(second.open("counterB")) == {"text": "FizzBuzz", "nestedText": "FizzBuzz"}
    second.call("increment", {"view": second.open("counterC"), "by": 2})
    assert second.holds(second.open("counterA"), count=17)


@pytest.mark.parametrize("count, by", [(MOST, 1), (LEAST, LEAST)])
def test_a_counter_that_starts_at_an_end_stops_there(start, path, count, by):
    first = start("--database", path)
    set_start(first, count)
    assert first.finish() == 0
    second = start("--database", path)
    view = second.open("counterA")
    second.call("increment", {"view": view, "by": by})
    assert second.holds(view, count=count)
    second.call("increment", {"view": view, "by": -1 if by > 0 else 1})
    assert second.holds(view, count=count - 1 if by > 0 else count + 1)


def test_a_value_that_is_not_an_integer_is_refused_and_changes_nothing(start, path):
    server = start("--database", path)
    view = set_start(server, 3)
    for count in (1.5, "ten", True, None, [10]):
        error = server.refused("setStartCount", {"view": view, "count": count})
        assert error["code"] == -32602 and error["data"]["path"] == "/count"
    for count in (MOST + 1, LEAST - 1, 10**30):
        error = server.refused("setStartCount", {"view": view, "count": count})
        assert error["code"] == -32700 and "Number out of range" in error["message"]
    assert server.get(view) == {"startCount": 3, "errorMessage": None}


def test_two_pages_show_it_in_one_commit(start, path):
    server = start("--database", path)
    other = server.open("counterSettings")
    mark = server.mark()
    view = set_start(server, 8)
    assert server.holds(other, startCount=8) and commits(server, mark, "startCount") == [{view, other}]


def test_without_a_file_it_ends_with_the_process(start):
    first = start()
    set_start(first, 10)
    assert first.finish() == 0
    second = start()
    assert second.holds(second.open("counterA"), count=0) and second.holds(second.open("counterSettings"), startCount=0)


def test_a_value_that_cannot_be_read_is_the_default(start, path):
    first = start("--database", path)
    set_start(first, 10)
    assert first.finish() == 0
    with raw(path) as other:
        other.execute("UPDATE setting SET value = 'no JSON'")
    second = start("--database", path)
    assert second.holds(second.open("counterA"), count=0) and second.holds(second.open("counterSettings"), startCount=0)
    set_start(second, 4)
