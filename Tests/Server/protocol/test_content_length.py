"""`Content-Length` headers as in the Language Server Protocol."""
import json

import pytest

from folded_views import is_session_change



@pytest.fixture
def headed(start):
    return start(framing="content-length")


def test_a_frame_may_be_split_at_every_byte(headed):
    request = headed.message("view/open", {"type": "counterA", "view": "é"})
    size = len(headed.frame(json.dumps(request, ensure_ascii=False)))
    for split in range(1, size):
        request = {**request, "id": split}
        frame = headed.frame(json.dumps(request, ensure_ascii=False))
        headed.expect_reply(request)
        headed.write(frame[:split])
        headed.drained()
        headed.write(frame[split:])
        headed.result(split)
        headed.call("view/close", {"view": "é"})


def test_several_frames_may_come_in_one_write(headed):
    calls = [headed.message("view/open", {"type": "counterA"}) for _ in range(20)]
    headed.send(*calls)
    assert all(headed.result(call["id"]) for call in calls)


@pytest.mark.parametrize("header", [
    "content-length: {}\r\n\r\n", "CONTENT-LENGTH:{}\r\n\r\n", "Content-Length:   {}  \r\n\r\n",
    "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: {}\r\n\r\n",
    "Content-Length: {}\r\nContent-Type: application/vscode-jsonrpc; charset=utf8\r\n\r\n",
])
def test_headers_are_read_as_headers_are(headed, header):
    request = headed.message("view/open", {"type": "counterA"})
    headed.expect_reply(request)
    body = json.dumps(request)
    headed.write(header.format(len(body)) + body)
    assert headed.result(request["id"])


def test_a_body_may_span_lines(headed):
    request = headed.message("view/open", {"type": "counterA"})
    headed.expect_reply(request)
    headed.write(headed.frame(json.dumps(request, indent=2)))
    assert headed.result(request["id"])


def test_a_body_that_is_not_json_is_refused_and_the_next_is_read(headed):
    headed.write(headed.frame("{"))
    assert headed.refusal()["code"] == -32700
    headed.open("counterA")


def test_the_length_is_in_bytes(headed):
    view = headed.open("mirror")
    headed.call("view/set", {"view": view, "properties": {"text": "🍎 日本語"}})
    assert headed.state(view)["text"] == "🍎 日本語"


@pytest.mark.parametrize("header", [
    "Content-Length: many\r\n\r\n{}", "Content-Length: -1\r\n\r\n{}", "Content-Length: 99999999999999999999\r\n\r\n{}",
    "Content-Length:\r\n\r\n{}", "Content-Type: text/plain\r\n\r\n{}", "no header at all\r\n\r\n{}",
])
@pytest.mark.parametrize("before", [0, 1])
def test_a_broken_header_is_said_and_ends_the_process_with_status_1(headed, header, before):
    for _ in range(before):
        headed.open("counterA")
    headed.write(header)
    headed.read_rest()
    assert headed.wait() == 1
    said = headed.errors + json.dumps(headed.refusals)
    assert "content-length" in said.lower() or "header" in said.lower()
    assert "Fatal" not in headed.errors


def test_calls_in_progress_are_answered_after_a_broken_header(start):
    server = start("--drain-timeout", "0.3", framing="content-length")
    page = server.open("effects")
    short, long = (server.request("handle", {"view": page, "action": "buttonTap", "seconds": seconds})
                   for seconds in (0.1, 60))
    server.write("no header at all\r\n\r\n{}")
    assert server.refusal()["code"] == -32700
    server.write("more of the same")
    assert "commit" in server.result(short)
    assert server.error(long)["data"] == {"kind": "RequestCancelled", "reason": "shutdown"}
    assert not any(map(is_session_change, server.read_rest()))
    assert server.wait() == 1
