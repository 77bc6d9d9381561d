"""Conditions of the command line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svvs_terminal.expression import Expression, ExpressionError

STATE = {
    "count": 3,
    "text": "abc",
    "user": {"name": "太郎", "friends": ["B", "C"]},
    "nobody": None,
    "rows": [{"id": 1}, {"id": 2}],
    "isLoading": False,
}


@pytest.mark.parametrize(
    "text",
    [
        "count == 3",
        "1 < count <= 3",
        "count != 4 and not isLoading",
        "isLoading or text == 'abc'",
        "isLoading == false",
        "nobody == null",
        "nobody is None",
        "user.name == '太郎'",
        "user['name'] == \"太郎\"",
        "'B' in user.friends",
        "'X' not in user.friends",
        "rows[0].id == 1 and rows[-1].id == 2",
        "len(rows) == 2 and len(text) == 3 and len(user) == 2 and len(nobody) == 0",
        "text in ['abc', 'def']",
        "rows == [] or -count < 0",
        " count",
    ],
)
def test_a_condition_that_is_true(text: str) -> None:
    assert Expression(text)(STATE) is True


@pytest.mark.parametrize(
    "text",
    [
        "count > 3",
        "nobody",
        "nobody.name == '太郎'",
        "user.none",
        "user.none.further[3]",
        "rows[2].id == 3",
        "nobody > 3",
        "text < 3",
        "3 in nobody",
        "-text",
        "count[0]",
        "user[0]",
    ],
)
def test_a_condition_that_is_false(text: str) -> None:
    assert Expression(text)(STATE) is False


@pytest.mark.parametrize(
    "text",
    [
        "",
        "count ==",
        "count = 3",
        "count; count",
        "open('/etc/passwd')",
        "len(rows, rows)",
        "len(x=rows)",
        "text.upper()",
        "().__class__.__bases__()",
        "[each for each in rows]",
        "lambda: 0",
        "rows[0:1]",
        "9 ** 9",
        "count + 1",
        "f'{count}'",
        "b'abc'",
        "...",
        "(count := 4)",
        "*rows",
        "{'a': 1}",
        "await count",
        "(" * 1000,
        "count\0",
    ],
)
def test_an_invalid_condition_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        Expression(text)


def test_an_unknown_property_is_reported_with_the_known_ones() -> None:
    with pytest.raises(ExpressionError, match="unknown property `cuont`; the state has: count, text"):
        Expression("cuont == 3")(STATE)


def test_dunder_members_are_looked_up_only_in_the_data() -> None:
    assert Expression("text.__class__ == null and user.__dict__ == null")(STATE)


@given(st.text())
def test_any_text_is_a_condition_or_is_refused(text: str) -> None:
    try:
        Expression(text)(STATE)
    except ExpressionError:
        pass
