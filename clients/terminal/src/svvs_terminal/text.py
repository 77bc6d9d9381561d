"""Removes control characters and invisible characters from texts, so that a terminal can show them safely."""

from __future__ import annotations

import unicodedata

_REPLACED = "\N{REPLACEMENT CHARACTER}"

#: The number of combining marks that a character keeps. More of them would cover neighbouring lines.
_MARKS = 2


def cleaned(text: str) -> str:
    """The text in one line, without characters that move the cursor, change the writing direction, or are invisible.

    >>> from svvs_terminal.text import cleaned
    >>> cleaned("red \\x1b[31m, two\\nlines"), cleaned("pay\\u200bpal")
    ('red ␛[31m, two␊lines', 'pay\ufffdpal')
    """
    if text.isascii() and text.isprintable():
        return text
    characters: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks:
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


def cleaned_lines(text: str) -> str:
    """A text of several lines, each as :func:`cleaned` returns it.

    >>> from svvs_terminal.text import cleaned_lines
    >>> print(cleaned_lines("the reason:\\n\\tcrash\\x1b[2J"))
    the reason:
            crash␛[2J
    """
    return "\n".join(map(cleaned, text.expandtabs().splitlines()))
