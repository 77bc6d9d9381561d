"""Texts for a terminal, where they differ from those of other front ends."""

from __future__ import annotations

import pytest

from svvs_terminal.text import cleaned


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\N{HEAVY BLACK HEART}\ufe0f", "\N{HEAVY BLACK HEART}"),
        ("\N{WAVING WHITE FLAG}\ufe0f\u200d\N{RAINBOW}", "\N{WAVING WHITE FLAG}\ufe0f\u200d\N{RAINBOW}"),
        ("e" + "\u0301" * 5, "é\u0301\u0301"),
        ("\u0301a", "a"),
        ("a\ud800b", "a\ufffdb"),
    ],
)
def test_marks_without_a_width_of_their_own_are_omitted(text: str, expected: str) -> None:
    assert cleaned(text) == expected
