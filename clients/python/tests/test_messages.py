from __future__ import annotations

import json
import traceback
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svvs import BadMessage
from svvs.messages import LineDecoder, decode, encode

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(lines=st.lists(st.binary().map(lambda line: line.replace(b"\n", b""))), cuts=st.lists(st.integers(0, 200)))
def test_the_lines_do_not_depend_on_how_the_bytes_are_split(lines: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(line + b"\n" for line in lines)
    decoder = LineDecoder()
    out = []
    for start, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(stream)]):
        out += decoder.feed(stream[start:end])
    assert out == lines


@given(json_values)
def test_a_message_is_one_line_and_is_decoded_again(value: Any) -> None:
    line = encode({"method": "m", "params": value})
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert decode(line) == {"jsonrpc": "2.0", "method": "m", "params": value}


def test_text_is_sent_as_utf_8_without_escapes() -> None:
    assert "太郎".encode() in encode({"params": "太郎"})


@pytest.mark.parametrize(
    "line",
    [
        b"Hello",
        b"{",
        b"[]",
        b'[{"jsonrpc":"2.0"}]',
        b"1",
        b"{}",
        b'{"jsonrpc":"1.0"}',
        b'{"jsonrpc":"2.0","id":NaN}',
        b'{"jsonrpc":"2.0","a":"\xff"}',
        b"[" * 100_000,
    ],
)
def test_garbage_is_refused(line: bytes) -> None:
    with pytest.raises(BadMessage) as caught:
        decode(line)
    assert caught.value.line == line


def test_a_value_that_cannot_be_sent_is_refused_and_not_shown() -> None:
    unsendable = [(b"secret", TypeError), ("secret\ud800", ValueError), (["secret", float("nan")], ValueError)]
    for value, expected in unsendable:
        with pytest.raises(expected) as caught:
            encode({"password": value})
        assert "secret" not in "".join(traceback.format_exception(None, caught.value, None))
        assert caught.value.__context__ is None


def test_a_bad_message_does_not_show_its_content() -> None:
    with pytest.raises(BadMessage) as caught:
        decode(json.dumps({"secret": "secret"}).encode())
    assert "secret" not in str(caught.value) + repr(caught.value)
