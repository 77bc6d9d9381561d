"""A text that is not a message is refused, and the next message succeeds."""
import json

import pytest


@pytest.fixture
def opened(server):
    server.open("counterA", view="v")
    yield server
    assert "commit" in server.call("increment", {"view": "v"})
    assert "Fatal" not in server.errors


@pytest.mark.parametrize("line", [
    "{", "}", "hello", '{"jsonrpc":"2.0","id":1,', '{"jsonrpc":"2.0","id":1,"method":"incr', "{'id':1}",
    '{"jsonrpc":"2.0","id":1,"method":"increment"}}', '{"jsonrpc":"2.0","id":1,"method":"increment",}',
    '{"id":01}', '{"id":NaN}', '{"id":1}{"id":2}', '"\\ud800"', '{"id":1e999',
    '{"id":99999999999999999999,}',
])
def test_a_line_that_is_not_json_is_a_parse_error(opened, line):
    opened.write(line + "\n")
    error = opened.refusal()
    assert error["code"] == -32700
    assert isinstance(error["data"]["line"], int) and isinstance(error["data"]["column"], int)
    assert error["data"]["line"] >= 1 and error["data"]["column"] >= 0


INTEGERS = ["9223372036854775808", "-9223372036854775809"]
BEYOND_DOUBLES = ["1" * 400, "1e999", "-1E+400", "1.5e309"]
CALL = '{"jsonrpc":"2.0","id":%s,"method":"increment","params":{"view":"v","by":%s}}'


def refused(server, text, *ids):
    """Sends a message unchanged, whose requests have these ids, and returns the kinds of the errors."""
    for id in ids:
        server.expect_reply({"jsonrpc": "2.0", "id": id, "method": "increment"})
    server.transmit(text)
    return [server.error(id)["data"]["kind"] for id in ids]


@pytest.mark.parametrize("number", INTEGERS)
@pytest.mark.parametrize("line", [
    '{"jsonrpc":"2.0","method":"increment","params":{"view":"v","by":%s},"id":"n"}',
    '{"jsonrpc":"2.0","id":"n","method":"increment","params":[{"a":%s}]}',
    '{"jsonrpc":"2.0","id":"n","method":"increment","params":{"view":"v"},"x":%s}',
    '{"jsonrpc":%s,"id":"n","method":"increment"}',
])
def test_an_integer_that_does_not_fit_is_a_parse_error_under_the_id(opened, number, line):
    assert refused(opened, line % number, "n") == ["ParseError"]
    assert opened.get("v") == {"count": 0}


@pytest.mark.parametrize("line", [CALL % (1, number) for number in BEYOND_DOUBLES] + [
    *(CALL % (id, INTEGERS[0]) for id in (2 ** 53, 2 ** 53 + 1, 1.5)), CALL % (INTEGERS[0], 1), *INTEGERS])
def test_if_the_id_is_not_certain_the_error_has_the_id_null(opened, line):
    opened.transmit(line)
    assert opened.refusal()["data"]["kind"] == "ParseError"


def test_a_notification_with_a_number_that_does_not_fit_gets_no_answer(opened):
    opened.write('{"jsonrpc":"2.0","method":"increment","params":{"by":%s}}\n' % INTEGERS[0])
    assert opened.call("rpc.discover")["openrpc"]


@pytest.mark.parametrize("framing", ["ndjson", "content-length"])
def test_a_number_that_does_not_fit_refuses_each_request_of_a_batch(start, framing):
    server = start(framing=framing)
    server.open("counterA", view="v")
    calls = [CALL % (2 ** 53 - 1, 1), CALL % ('"b"', 1), CALL % (-7, INTEGERS[0])]
    assert refused(server, "[%s]" % ",".join(calls), 2 ** 53 - 1, "b", -7) == ["ParseError"] * 3
    assert refused(server, calls[-1], -7) == ["ParseError"]
    assert server.get("v") == {"count": 0}


@pytest.mark.parametrize("line", [b'{"id":"\xff"}', b'"\xc0\x80"', b'"\xed\xa0\x80"', b"\xfe\xff"])
def test_a_line_that_is_not_utf8_is_a_parse_error(opened, line):
    opened.write(line + b"\n")
    assert opened.refusal()["code"] == -32700


@pytest.mark.parametrize("line", [
    '{"jsonrpc":"2.0","id":1,"id":2,"method":"increment"}',
    '{"jsonrpc":"2.0","id":1,"method":"increment","params":{"view":"v","view":"v"}}',
])
def test_duplicate_keys_are_a_parse_error(opened, line):
    opened.write(line + "\n")
    assert opened.refusal()["code"] == -32700


@pytest.mark.parametrize("key", ["\\u0000", "view\\u0000", "\\u0000view", "a\\u0000\\u0000b"])
def test_a_key_with_a_null_character_is_a_parse_error_that_says_so(opened, key):
    line = '{"jsonrpc":"2.0","id":1,"method":"increment","params":{"%s":"v"}}' % key
    opened.write(line + "\n")
    error = opened.refusal()
    assert error["code"] == -32700 and "key must not contain \\u0000" in error["message"]
    assert error["data"]["line"] == 1 and line.index(key) <= error["data"]["column"] <= len(line)


def test_the_error_for_a_key_with_a_null_character_has_its_line(start):
    server = start(framing="content-length")
    server.transmit('{"jsonrpc":"2.0",\n"id":1,\n"method":"view/get","params":{"a":1,\n"\\u0000":1}}')
    error = server.refusal()
    assert "key must not contain \\u0000" in error["message"] and error["data"]["line"] == 4


def test_a_text_with_a_null_character_is_taken(opened):
    view = opened.open("mirror")
    opened.call("view/set", {"view": view, "properties": {"text": "a\0b"}})
    assert opened.holds(view, text="a\0b")


@pytest.mark.parametrize("opening, closing", [("[", "]"), ('{"a":', "}")])
def test_ten_thousand_nested_values_are_a_parse_error(opened, opening, closing):
    opened.write(opening * 10_000 + "1" + closing * 10_000 + "\n")
    error = opened.refusal()
    assert error["code"] == -32700
    assert error["data"].keys() >= {"line", "column"}


def test_a_nesting_within_the_limit_is_taken(opened):
    deep = "[" * 400 + "]" * 400
    opened.expect_reply({"jsonrpc": "2.0", "id": "deep", "method": "view/get", "params": {"view": "v"}})
    opened.write('{"jsonrpc":"2.0","id":"deep","method":"view/get","params":{"view":"v"},"more":%s}\n' % deep)
    assert opened.result("deep")


def test_a_message_over_the_size_limit_is_refused(opened):
    text = "x" * (65 << 20)
    opened.write('{"jsonrpc":"2.0","id":null,"method":"view/get","params":{"view":"%s"}}\n' % text)
    error = opened.refusal()
    assert error["code"] == -32001
    assert error["data"]["limit"] == "messageSize" and error["data"]["retryable"] is True


def test_a_long_message_within_the_limit_is_taken(opened):
    view = opened.open("mirror")
    opened.call("view/set", {"view": view, "properties": {"text": "x" * (4 << 20)}})
    assert len(opened.state(view)["text"]) == 4 << 20


@pytest.mark.parametrize("message", [
    {}, [], "text", 1, None, True,
    {"method": "increment"}, {"jsonrpc": "1.0", "method": "increment"}, {"jsonrpc": 2.0, "method": "x"},
    {"jsonrpc": "2.0", "method": 1}, {"jsonrpc": "2.0", "params": {}},
])
def test_a_value_that_is_not_a_request_is_an_invalid_request(opened, message):
    opened.transmit(json.dumps(message))
    assert opened.refusal()["code"] == -32600


@pytest.mark.parametrize("message", [
    {"jsonrpc": "1.0", "method": "increment"}, {"method": "increment"}, {"jsonrpc": "2.0", "method": None},
    {}, {"jsonrpc": "2.0"},
])
def test_an_invalid_request_keeps_the_id_that_could_be_read(opened, message):
    opened.expect_reply({"id": 7, "method": "increment"})
    opened.transmit({**message, "id": 7})
    assert opened.error(7)["code"] == -32600


@pytest.mark.parametrize("params", ["text", 1, True])
def test_parameters_are_an_object(opened, params):
    opened.expect_reply({"id": 7, "method": "increment"})
    opened.transmit({"jsonrpc": "2.0", "id": 7, "method": "increment", "params": params})
    assert opened.error(7)["code"] in (-32600, -32602)


@pytest.mark.parametrize("params", [None, []], ids=["null", "an empty array"])
def test_no_parameters_may_be_null_or_an_empty_array(server, params):
    server.open("counterA")
    for method in ("increment", "rpc.discover", "session/open", "shutdown"):
        server.send({"jsonrpc": "2.0", "id": method, "method": method, "params": params})
        assert "result" in server.reply(method)
    server.send({"jsonrpc": "2.0", "method": "exit", "params": params})
    assert server.wait() == 0


def test_an_unexpected_response_is_ignored(opened):
    opened.expect_reply({"id": 99, "method": "none"})
    opened.transmit({"jsonrpc": "2.0", "id": 99, "result": {}})
    opened.get("v")
    opened.unanswered.pop("99", None)
