"""The login of a WebSocket, and what is accepted before it."""
import json
import re
import threading
import time

import pytest

from raw_web import BINARY, CONTINUATION, RawWebSocket, frame_head

SECRET = re.compile(r"[\w-]{43}")


@pytest.fixture
def process(server, web):
    return web(server.path)


def test_a_link_logs_in_once_and_its_secret_again(server, process):
    with RawWebSocket(process.port) as page, RawWebSocket(process.port) as other:
        assert page.opening.status == 101 and "sec-websocket-extensions" not in page.opening.headers
        assert page.opening.headers["x-content-type-options"] == "nosniff"
        reply = page.log_in(process.link)
        assert SECRET.fullmatch(reply["secret"]) and reply["secret"] not in process.link
        assert reply == {"secret": reply["secret"], "app": "svvs", "server": server.path}
        assert "limits" in page.call("initialize")
        assert other.refused(process.link) == (4401, "This link has already been used.")
    for _ in range(3):
        with RawWebSocket(process.port) as again:
            assert again.log_in(secret=reply["secret"], starts=False) == reply
            assert "limits" in again.call("initialize")


def test_a_link_for_each_line_of_input(process):
    links = [process.link, process.new_link(), process.new_link()]
    assert len(set(links)) == 3
    # The end of the input changes nothing.
    process.process.stdin.close()
    for link in reversed(links):
        with RawWebSocket(process.port) as page:
            assert page.log_in(link)


def test_a_secret_of_another_process_is_refused(server, web, process):
    with RawWebSocket(process.port) as page:
        secret = page.log_in(process.link)["secret"]
    other = web(server.path)
    with RawWebSocket(other.port) as page:
        assert page.refused(secret=secret) == (4401, "This page is not logged in any more.")


@pytest.mark.parametrize("first", ["", "{}", "null", '{"token":"a","secret":"b"}', '{"jsonrpc":"2.0","id":1}', '{"token":'])
def test_another_first_message_is_refused(process, first):
    with RawWebSocket(process.port) as page:
        page.send(first)
        assert page.closed() == (4401, "The login is not valid.")


@pytest.mark.parametrize("data, options, code", [
    (b'{"token":"a"}', {"opcode": BINARY}, 1003), ('{"token"', {"is_last": False}, 1002),
    ("{}", {"opcode": CONTINUATION}, 1002), ("{}", {"mask": None}, 1002), ("{}", {"reserved": 4}, 1002),
    ("{}", {"opcode": 3}, 1002), ("x" * 126, {"opcode": 9}, 1002), ("x" * 5000, {}, 1009)])
def test_a_frame_that_is_not_a_login_closes(process, data, options, code):
    with RawWebSocket(process.port) as page:
        page.send(data, **options)
        assert page.closed()[0] == code
    with RawWebSocket(process.port) as page:
        assert page.log_in(process.link)


def test_before_the_login_no_large_frame_is_collected(process):
    """A frame is only complete at its end; the size that its head announces would be allowed after the login."""
    with RawWebSocket(process.port) as page:
        page.write(frame_head(1, 60 << 20) + b"x" * 8192)
        assert page.closed()[0] == 1009


def test_wrong_tokens_are_answered_later_and_later_but_the_right_one_at_once(process):
    def attempt():
        begun = time.monotonic()
        with RawWebSocket(process.port) as page:
            assert page.refused(process.link[:-1]) == (4401, "This link is not valid.")
        return time.monotonic() - begun

    times = [attempt() for _ in range(4)]
    assert times[3] > 0.8 and times[1] > 0.2
    attempts = [threading.Thread(target=attempt) for _ in range(20)]
    for thread in attempts:
        thread.start()
    begun = time.monotonic()
    with RawWebSocket(process.port) as page:
        assert page.log_in(process.link)
    assert time.monotonic() - begun < 1
    for thread in attempts:
        thread.join()


def test_logins_are_limited(process):
    pages = [RawWebSocket(process.port)]
    secret = pages[0].log_in(process.link)["secret"]
    for _ in range(63):
        pages.append(RawWebSocket(process.port))
        assert pages[-1].log_in(secret=secret)
    with RawWebSocket(process.port) as page:
        assert page.refused(secret=secret) == (1013, "There are too many connections.")
    # A place is free when a page has left.
    pages[0].close()
    while True:
        with RawWebSocket(process.port) as page:
            page.send(json.dumps({"secret": secret, "start": False}))
            if page.frame()[0] == 1:
                break
    for page in pages:
        page.close()


def test_nothing_is_logged(server, process):
    with RawWebSocket(process.port) as page:
        secret = page.log_in(process.link)["secret"]
    with RawWebSocket(process.port) as page:
        page.refused(process.link)
    token = process.link.rpartition("=")[2]
    for file in ("cmdline", "environ"):
        with open(f"/proc/{process.pid}/{file}", "rb") as shown:
            text = shown.read().decode(errors="replace")
        assert token not in text and secret not in text
    assert process.end(15) == 0 and process.errors == ""
