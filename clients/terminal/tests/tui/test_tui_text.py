"""Texts from the server fit in one line of the computed width."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from svvs_terminal.tui.screen import Field, Kind
from svvs_terminal.tui.cells import fitted, safe
from svvs_terminal.tui.values import NotAValue, parsed, shown, typed

JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=5),
)


def is_safe(text: str) -> bool:
    return not any(unicodedata.category(each) in ("Cc", "Cs", "Zl", "Zp") for each in text)


@given(st.text(st.characters()), st.integers(1, 30))
def test_any_text_is_safe_and_short(text: str, cells: int) -> None:
    assert is_safe(safe(text, cells))
    assert cell_len(safe(text, cells)) <= cells
    assert cell_len(fitted(safe(text, cells), cells)) == cells


@given(JSON, st.integers(1, 40))
def test_any_value_is_safe_and_short(value: Any, cells: int) -> None:
    assert is_safe(shown(value, cells))
    assert cell_len(shown(value, cells)) <= cells


@pytest.mark.parametrize(
    "value", ["x" * 1_000_000, "\u200b" * 1_000_000, ["x" * 1000] * 100_000, [[[[[["x"]]]]]] * 1000]
)
def test_a_large_value_is_cut(value: Any) -> None:
    assert cell_len(shown(value, 20)) <= 20
    assert shown(value, 20).endswith("…")


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (Kind.TEXT, "5", "5"), (Kind.TEXT, "", ""), (Kind.INTEGER, "-5", -5), (Kind.NUMBER, "2.5", 2.5),
        (Kind.NUMBER, "60", 60), (Kind.JSON, '{"a": [1]}', {"a": [1]}),
    ],
)
def test_typed_text_is_converted_to_a_value(kind: Kind, text: str, value: Any) -> None:
    field = Field("x", "X", "", kind)
    assert parsed(field, text) == value
    assert typed(field, value) == text


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Kind.INTEGER, "2.5"), (Kind.INTEGER, ""), (Kind.INTEGER, "true"), (Kind.INTEGER, "1_0"),
        (Kind.INTEGER, "9223372036854775808"), (Kind.NUMBER, "NaN"), (Kind.NUMBER, "1e999"),
        (Kind.NUMBER, '"1"'), (Kind.JSON, "{"), (Kind.JSON, '"\\ud800"'),
    ],
)
def test_typed_text_that_is_not_a_value_is_refused(kind: Kind, text: str) -> None:
    with pytest.raises(NotAValue, match="^X: expected "):
        parsed(Field("x", "X", "", kind), text)


def test_an_empty_text_is_null_if_the_field_is_nullable() -> None:
    assert parsed(Field("x", "X", "", Kind.TEXT, is_nullable=True), "") is None


@pytest.mark.parametrize("value", ["a\nb", "\x1b[31m", "x" * 2000])
def test_a_value_that_cannot_be_shown_in_a_line_has_no_text(value: str) -> None:
    assert typed(Field("x", "X", "", Kind.TEXT), value) is None
