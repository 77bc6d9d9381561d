"""The two framings differ in the first byte that is not white space; the server replies in the client's framing."""
import json

import pytest



@pytest.mark.parametrize("framing", ["ndjson", "content-length"])
def test_the_answer_comes_in_the_framing_of_the_question(start, framing):
    server = start(framing=framing)
    view = server.open("counterA")
    server.call("increment", {"view": view})
    assert server.state(view) == {"count": 1}


@pytest.mark.parametrize("framing", ["ndjson", "content-length"])
def test_a_framing_can_be_forced(start, framing):
    server = start("--framing", framing, framing=framing)
    assert server.open("counterA")


@pytest.mark.parametrize("framing", ["ndjson", "content-length"])
@pytest.mark.parametrize("space", [b"\n", b"\r\n\r\n", b" \t\n "])
def test_white_space_before_the_first_message_decides_nothing(start, framing, space):
    server = start(framing=framing)
    server.write(space)
    assert server.open("counterA")


def test_forced_lines_take_a_letter_for_a_bad_message(start):
    server = start("--framing", "ndjson")
    server.write("Content-Length: 2\n")
    assert server.refusal()["code"] == -32700
    server.open("counterA")


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\n\n\n", "\r\n \r\n"])
def test_lines_may_end_either_way_and_blank_ones_are_ignored(server, ending):
    for index in range(3):
        request = server.message("view/open", {"type": "counterA", "view": str(index)})
        server.expect_reply(request)
        server.write(json.dumps(request) + ending)
        server.result(request["id"])
    assert len(server.messages) == 3


def test_a_batch_may_be_the_first_message(server):
    call = server.message("view/open", {"type": "counterA"})
    server.send([call])
    assert server.result(call["id"])


def test_a_message_may_come_byte_by_byte(server):
    request = server.message("view/open", {"type": "mirror", "view": "日本"})
    server.expect_reply(request)
    for byte in server.frame(json.dumps(request, ensure_ascii=False)):
        server.write(bytes([byte]))
        server.drained()
    assert server.result(request["id"])["view"] == "日本"


def test_many_messages_may_come_in_one_write(server):
    view = server.open("counterA")
    calls = [server.message("increment", {"view": view}) for _ in range(500)]
    server.send(*calls)
    assert "commit" in server.result(calls[-1]["id"])
    assert server.state(view) == {"count": 500}


def test_a_frame_is_one_line(server):
    server.open("mirror", view="line\nbreak\u2028\u0085\u0000")
    server.call("view/set", {"view": "line\nbreak\u2028\u0085\u0000", "properties": {"text": "a\nb\r\nc\u2028"}})
    assert server.everything.count(b"\n") == len(server.messages)


@pytest.mark.parametrize("typed", ["help\n", "help", "quit\n", "GET / HTTP/1.1\r\n\r\n"])
def test_the_error_for_input_that_begins_no_message_says_what_begins_one(start, typed):
    # A letter begins a header, so the reply has a header too.
    server = start(framing="content-length")
    server.write(typed)
    server.end_input()
    assert server.refusal()["data"]["kind"] == "ParseError"
    assert server.wait() in (0, 1)
    line, = server.errors.splitlines()
    assert "Content-Length: 48" in line and '"method":"rpc.discover"' in line
