"""Removes control characters and invisible characters from texts, so that a terminal can show them safely."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from typing import Any

#: Invisible characters, those that change the direction of writing, and joiners beside Latin, Cyrillic or no letters.
_HIDDEN = re.compile(
    "[\x80-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e00ff\U000e0200-\U000e0fff]"
    "|(?<![\u0600-\U0010ffff])[\u200c\u200d]|[\u200c\u200d](?![\u0600-\U0010ffff])"
)
_SYMBOLS = {code: 0x2400 + code for code in range(0x20)} | {0x7F: 0x2421}
#: Terminals disagree on the width of a character with a variation selector, unless it is within a picture.
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef](?!\u200d)")
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
    """The text in one line, with symbols for control characters and U+FFFD for hidden ones.

    >>> from svvs_terminal.text import cleaned
    >>> cleaned("red \\x1b[31m, two\\nlines"), cleaned("pay\\u200dpal")
    ('red ␛[31m, two␊lines', 'pay\ufffdpal')
    """
    if text.isascii() and text.isprintable():
        return text
    characters: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", _SELECTORS.sub("", _HIDDEN.sub("\ufffd", text).translate(_SYMBOLS))):
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if not marks or marks <= _MARKS and characters:
            characters.append(character)
    return "".join(characters)


def cleaned_lines(text: str) -> str:
    """A text of several lines, each as :func:`cleaned` returns it.

    >>> from svvs_terminal.text import cleaned_lines
    >>> print(cleaned_lines("the reason:\\n\\tcrash\\x1b[2J"))
    the reason:
            crash␛[2J
    """
    return "\n".join(map(cleaned, text.replace("\r\n", "\n").expandtabs().split("\n")))
