"""Makes text from a server safe for a terminal: it may contain anything."""

from __future__ import annotations

import unicodedata

_REPLACED = "\N{REPLACEMENT CHARACTER}"

#: Combining marks that one character may carry; more would paint over the lines around it.
_MARKS = 2


def cleaned(text: str) -> str:
    """The text in one line, without characters that move the cursor, change the direction of writing, or are invisible.

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
            characters.append(chr(0x2400 + ord(character)))  # its picture
        elif character == "\x7f":
            characters.append("\N{SYMBOL FOR DELETE}")
        elif category[0] == "C" or category in ("Zl", "Zp"):
            characters.append(_REPLACED)
        else:
            characters.append(character)
    return "".join(characters)


def cleaned_lines(text: str) -> str:
    """The same for a text of several lines.

    >>> from svvs_terminal.text import cleaned_lines
    >>> print(cleaned_lines("its last words:\\n\\tcrash\\x1b[2J"))
    its last words:
            crash␛[2J
    """
    return "\n".join(map(cleaned, text.expandtabs().splitlines()))
