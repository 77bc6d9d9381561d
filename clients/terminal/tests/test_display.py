"""States of any shape in a terminal of any width: no line is wider, and nothing but printable characters comes out."""

from __future__ import annotations

import time
import unicodedata
from typing import Any

import pytest

from svvs_terminal.cli.display import CELL, ROWS, lines_of, shown, table

WILD = "\x1b[31m\x00\r\n\u202e\u200b\x9b\u2028"


def width(line: str) -> int:
    """What a terminal makes of a line."""
    return sum(
        0 if unicodedata.combining(each) else 2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in line
    )


@pytest.mark.parametrize("columns", [10, 39, 80, 500])
@pytest.mark.parametrize(
    "value",
    [
        WILD,
        "太郎" * 300,
        "e\u0301" * 300,
        "x" * 1_000_000,
        {"nested": {"deeper": [1, {"a": WILD}]}},
        [{"id": 1, "friends": [{"id": WILD}], WILD: None}, {"other": {"a": [1, 2]}}],
        [{f"column{number}": number for number in range(10_000)}],
        [{"cell": "x" * 1_000_000}] * 3,
        [{"id": number, "name": "太郎"} for number in range(100_000)],
        [1, "mixed", {"a": 1}],
        list(range(100_000)),
        [],
        {},
        [{}],
        None,
        0.1,
        2**63,
    ],
    ids=lambda value: repr(value)[:20].encode("ascii", "replace").decode(),
)
def test_no_line_is_wider_than_the_terminal_nor_moves_the_cursor(value: Any, columns: int) -> None:
    started = time.monotonic()
    lines = list(shown({"value": value, WILD: 1}, columns))
    assert time.monotonic() - started < 1
    assert len(lines) <= ROWS + 4
    for line in lines:
        assert line.isprintable() and width(line) <= columns, line


def test_columns_are_those_of_all_rows_and_stand_below_each_other() -> None:
    rows = [{"name": "太郎", "n": 1}, {"n": 20, "more": {"a": [1]}}]
    assert list(table(rows, 60)) == [
        "      name  n   more",
        "   1  太郎  1",
        '   2        20  {"a": [1]}',
    ]


def test_only_the_rows_that_changed_are_shown_with_their_numbers() -> None:
    before = [{"id": number, "is": False} for number in range(1, 101)]
    after = [{**row, "is": row["id"] in (3, 100)} for row in before]
    assert list(lines_of("rows = ", after, 60, before)) == ["rows = 100", "        id   is", "     3  3    true", "   100  100  true"]
    assert list(lines_of("rows = ", [*before, {"id": 7}], 60, before)) == ["rows = 101", "        id", "   101  7"]
    assert list(lines_of("rows = ", before[:99], 60, before)) == ["rows = 99"]
    assert list(table([{"id": 0}, *before], 60, before))[-1].strip() == f"and {101 - ROWS} more"
    for other in (None, [], "text", [1]):
        assert list(lines_of("rows = ", before, 60, other)) == list(lines_of("rows = ", before, 60))


def test_what_is_left_out_is_counted() -> None:
    lines = list(table([{"id": number} for number in range(100)], 60))
    assert len(lines) == ROWS + 2 and lines[-1].strip() == f"and {100 - ROWS} more"
    assert list(table([{"text": "x" * 100}], 60))[1].endswith("x" * (CELL - 1) + "…")
