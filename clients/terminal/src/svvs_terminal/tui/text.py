"""Text from the server, made safe for a terminal: it may hold anything, of any length."""

from __future__ import annotations

import unicodedata

from rich.cells import cell_len, chop_cells

_REPLACED = "\N{REPLACEMENT CHARACTER}"

#: Combining marks that one character may carry; more would paint over the lines around it.
_MARKS = 2

#: Characters that may take part in what fills one cell, at most.
_PER_CELL = 4


def safe(text: str, cells: int = 200) -> str:
    """The text in one line of at most so many cells, without what moves the cursor, turns the writing or hides.

    >>> from svvs_terminal.tui.text import safe
    >>> safe("red \\x1b[31m, two\\nlines"), safe("pay\\u200bpal"), safe("x" * 1_000_000, 5)
    ('red ␛[31m, two␊lines', 'pay\ufffdpal', 'xxxx…')
    """
    piece = text[: cells * _PER_CELL + 1]
    is_whole = len(piece) == len(text)
    if not (piece.isascii() and piece.isprintable()):
        piece = _clean(piece)
    short = cut(piece, cells)
    return short if is_whole or short.endswith("…") else cut(piece, cells - 1) + "…"


def cut(text: str, cells: int) -> str:
    """Safe text in at most so many cells, with an ellipsis if it is longer.

    >>> from svvs_terminal.tui.text import cut
    >>> cut("太郎さん", 5), cut("Tom", 5)
    ('太郎…', 'Tom')
    """
    if len(text) * 2 <= cells or cell_len(text) <= cells:
        return text
    return (chop_cells(text, cells - 1)[0] if cells > 1 else "") + "…"[:cells]


def fitted(text: str, cells: int) -> str:
    """Safe text in exactly so many cells."""
    short = cut(text, cells)
    return short + " " * (cells - cell_len(short))


def _clean(text: str) -> str:
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
