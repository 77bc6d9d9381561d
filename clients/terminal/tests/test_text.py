"""Texts for a terminal: characters that belong together stay together, and invisible ones are shown."""

from __future__ import annotations

import pytest

from svvs_terminal.text import cleaned


@pytest.mark.parametrize(
    "text",
    [
        "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}\u200d\N{BOY}",
        "\N{WOMAN}\N{EMOJI MODIFIER FITZPATRICK TYPE-4}\u200d\N{PERSONAL COMPUTER}",
        "\N{WAVING WHITE FLAG}\ufe0f\u200d\N{RAINBOW}",
        "\N{WOMAN}\u200d\N{FEMALE SIGN}",
        "\u0915\u094d\u200d\u0937",  # Devanagari, a joiner after a virama
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian
    ],
)
def test_joined_characters_stay(text: str) -> None:
    assert cleaned(f"a {text} b") == f"a {text} b"


@pytest.mark.parametrize("text", ["pay\u200dpal", "pay\u200cpal", "\u200da", "a\u200d", "\N{MAN}\u200dx", "x\u200d\N{MAN}"])
def test_a_joiner_that_joins_nothing_is_shown(text: str) -> None:
    assert cleaned(text) == text.replace("\u200d", "\ufffd").replace("\u200c", "\ufffd")


def test_a_variation_selector_alone_is_omitted() -> None:
    assert cleaned("\N{HEAVY BLACK HEART}\ufe0f") == "\N{HEAVY BLACK HEART}"
