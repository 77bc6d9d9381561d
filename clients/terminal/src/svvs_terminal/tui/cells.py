"""Fits text into cells of the screen."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len, chop_cells

from ..text import cleaned

#: The maximum number of characters in one cell.
_PER_CELL = 4
#: The maximum width of a title that determines where values begin.
_TITLE_CELLS = 20


def safe(text: str, cells: int = 200) -> str:
    """Text from the server, cleaned, in one line of at most `cells` cells. The time does not depend on its length.

    >>> from svvs_terminal.tui.cells import safe
    >>> safe("red \\x1b[31m"), safe("x" * 1_000_000, 5)
    ('red ␛[31m', 'xxxx…')
    """
    piece = text[: cells * _PER_CELL + 1]
    clean = cleaned(piece)
    short = cut(clean, cells)
    return short if piece == text or short.endswith("…") else cut(clean, cells - 1) + "…"


def cut(text: str, cells: int) -> str:
    """Safe text in at most `cells` cells, with an ellipsis if it is longer.

    >>> from svvs_terminal.tui.cells import cut
    >>> cut("太郎さん", 5), cut("Tom", 5)
    ('太郎…', 'Tom')
    """
    if len(text) * 2 <= cells or cell_len(text) <= cells:
        return text
    return (chop_cells(text, cells - 1)[0] if cells > 1 else "") + "…"[:cells]


def fitted(text: str, cells: int, is_right: bool = False) -> str:
    """Safe text in exactly `cells` cells, at their left or right end."""
    short = cut(text, cells)
    space = " " * (cells - cell_len(short))
    return space + short if is_right else short + space


def title_cells(titles: Iterable[str]) -> int:
    """The width of titles that end in the same column, so that the values after them begin in the same column.

    >>> from svvs_terminal.tui.cells import title_cells
    >>> title_cells(["Id", "Name", "A title that is too long to align"])
    4
    """
    return max((cells for cells in map(cell_len, titles) if cells <= _TITLE_CELLS), default=0)
