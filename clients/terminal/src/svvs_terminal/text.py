"""Removes control characters and invisible characters from texts, so that a terminal can show them safely."""

from __future__ import annotations

import json
import sys
import unicodedata
from typing import Any

_REPLACED = "\N{REPLACEMENT CHARACTER}"
_JOINER, _NON_JOINER = "\N{ZERO WIDTH JOINER}", "\N{ZERO WIDTH NON-JOINER}"
_EMOJI_STYLE = "\N{VARIATION SELECTOR-16}"

#: The number of combining marks that a character keeps. More of them would cover neighbouring lines.
_MARKS = 2


def json_text(value: Any) -> str:
    """The value as JSON in one line. Characters that standard output cannot write are escaped.

    >>> from svvs_terminal.text import json_text
    >>> json_text({"name": "太郎"})
    '{"name": "太郎"}'
    """
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
        return text
    except UnicodeEncodeError:
        return json.dumps(value)


def cleaned(text: str) -> str:
    """The text in one line, without characters that move the cursor, change the writing direction, or are invisible.

    >>> from svvs_terminal.text import cleaned
    >>> cleaned("red \\x1b[31m, two\\nlines"), cleaned("pay\\u200dpal")
    ('red ␛[31m, two␊lines', 'pay\ufffdpal')
    >>> cleaned("👩\\u200d👧") == "👩\\u200d👧"
    True
    """
    if text.isascii() and text.isprintable():
        return text
    characters: list[str] = []
    marks = 0
    normal = unicodedata.normalize("NFC", text)
    for index, character in enumerate(normal):
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if _joins(normal, index):
            characters.append(character)
        elif marks:
            if marks <= _MARKS and characters and not unicodedata.name(character, "").startswith("VARIATION SELECTOR"):
                characters.append(character)
        elif character < " ":
            characters.append(chr(0x2400 + ord(character)))  # its symbol
        elif character == "\x7f":
            characters.append("\N{SYMBOL FOR DELETE}")
        elif category[0] == "C" or category in ("Zl", "Zp"):
            characters.append(_REPLACED)
        else:
            characters.append(character)
    return "".join(characters)


def _joins(text: str, index: int) -> bool:
    """Whether the character belongs to an emoji of several characters, or forms the letters beside it.

    It is then a joiner between two emojis, after a virama, or between two Arabic letters, or a variation selector that
    precedes such a joiner. Elsewhere, these characters are invisible, and could make different texts look the same.
    """
    character, before, after = text[index], text[index - 1 : index], text[index + 1 : index + 2]
    if not before or not after:
        return False
    if character == _EMOJI_STYLE:
        return after == _JOINER and _joins(text, index + 1)
    if character not in (_JOINER, _NON_JOINER):
        return False
    is_emoji = unicodedata.category(before) in ("So", "Sk") or before == _EMOJI_STYLE
    if character == _JOINER and is_emoji and unicodedata.category(after) in ("So", "Sm"):
        return True
    is_arabic = unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"
    return is_arabic or unicodedata.combining(before) == 9  # the class of viramas


def cleaned_lines(text: str) -> str:
    """A text of several lines, each as :func:`cleaned` returns it.

    >>> from svvs_terminal.text import cleaned_lines
    >>> print(cleaned_lines("the reason:\\n\\tcrash\\x1b[2J"))
    the reason:
            crash␛[2J
    """
    return "\n".join(map(cleaned, text.expandtabs().splitlines()))
