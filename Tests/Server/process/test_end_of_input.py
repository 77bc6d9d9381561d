"""At the end of input, the server drains: calls in progress end and are answered, within a time limit."""
import json

import pytest

from user_page_steps import busy


def test_every_line_of_a_script_is_answered(server):
    server.send(*[server.message("view/open", {"type": "counterA", "view": f"v{index}"}) for index in range(50)])
    assert server.finish() == 0
    assert len(server.views) == 50


def test_no_input_at_all_ends_with_status_0(server):
    assert server.finish() == 0
    assert server.messages == []


def test_blank_lines_alone_end_with_status_0(server):
    server.write("\n\r\n  \n\n")
    assert server.finish() == 0
    assert server.messages == []


def test_a_last_line_without_a_newline_is_answered(server):
    request = server.message("view/open", {"type": "counterA"})
    server.expect_reply(request)
    server.write(json.dumps(request))
    assert server.finish() == 0
    assert server.answered(request["id"])


def test_half_a_message_at_the_end_is_a_parse_error(server):
    server.open("counterA")
    server.write('{"jsonrpc":"2.0","id":1,"method":"incr')
    assert server.finish() == 0
    assert [error["code"] for error in server.refusals] == [-32700]


def test_the_drain_is_bounded(start, backend):
    server = start("--api", backend.url, "--drain-timeout", "1")
    _, call = busy(server, backend)
    server.end_input()
    server.read_rest()
    assert server.error(call)["data"]["kind"] == "RequestCancelled"
    assert server.wait() == 0


@pytest.mark.parametrize("garbage", ["garbage\n", "]}\n", "\x00\x01\x02\n", "\ufeff\n", "42\n", "\"text\"\n"])
def test_stray_garbage_between_messages_is_refused_and_survived(server, garbage):
    server.open("counterA")
    server.write(garbage)
    assert server.refusal()["code"] in (-32700, -32600)
    server.open("counterA")


@pytest.mark.parametrize("garbage", [b"\x00\xff\xfe", b"]", b"\"", b"7\n"])
def test_garbage_from_the_first_byte_on_ends_in_order(server, garbage):
    server.write(garbage)
    server.end_input()
    said = server.read_rest()
    assert server.wait() in (0, 1)
    assert said or server.errors
    assert "Fatal" not in server.errors


BODY = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "view/open", "params": {"type": "counterA"}})
FRAME = f"Content-Length: {len(BODY)}\r\n\r\n{BODY}"


@pytest.mark.parametrize("framing, rest", [
    *[("ndjson", BODY[:count]) for count in (1, 20, len(BODY) - 1)],
    *[("content-length", FRAME[:count]) for count in (1, 14, 18, 20, 22, 23, 40, len(FRAME) - 1)],
])
def test_calls_under_way_are_answered_though_the_input_ends_within_a_frame(start, backend, framing, rest):
    server = start("--api", backend.url, framing=framing)
    view, call = busy(server, backend)
    server.write(rest)
    server.end_input()
    assert server.refusal()["code"] == -32700
    assert not server.answered(call)
    backend.open_all()
    server.read_rest()
    assert "commit" in server.result(call)
    assert server.holds(view, displayName="User A", isReloadButtonDisabled=False)
    assert server.wait() == 0 and server.errors == ""


@pytest.mark.parametrize("rest", ["C", "Content-Length: 20", "Content-Length: 20\r\n\r\n{"])
def test_a_first_frame_that_the_input_ends_within_is_a_parse_error(start, rest):
    server = start(framing="content-length")
    server.write(rest)
    server.end_input()
    assert server.refusal()["code"] == -32700
    assert server.read_rest() == []
    assert server.wait() == 0


@pytest.mark.parametrize("seconds", [0, 60])
def test_a_shutdown_at_the_end_of_the_input_is_answered(server, seconds):
    page = server.open("effects")
    calls = [server.message("handle", {"view": page, "action": "buttonTap", "seconds": seconds}),
             server.message("shutdown")]
    server.send(*calls)
    server.end_input()
    server.reply(calls[0]["id"])
    assert server.result(calls[1]["id"]) is None
    assert server.wait() == 0
