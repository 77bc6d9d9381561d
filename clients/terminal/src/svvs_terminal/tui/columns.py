"""The columns of a table: which there are, how wide each is, and the text of a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len

from .hints import Field
from svvs.typed import is_object
from .cells import fitted, safe
from .values import shown

#: About so many rows are looked at for the widths; the others are cut, or padded, to these.
_SAMPLE = 90
_WIDEST, _NARROW = 32, 6
#: Beyond so many columns, nobody finds anything.
_MOST = 50
_GAP = 2


class Columns:
    """Names, titles and widths. Rows that are no records have one column, without a name.

    If they take more than the cells that there are, ids give way, and then the widest, down to `_NARROW` each.
    """

    def __init__(self, members: Sequence[Field], rows: Sequence[Any], cells: int) -> None:
        each_third = _SAMPLE // 3
        between = rows[:: len(rows) // each_third + 1]
        sample = [*rows[:each_third], *between, *rows[-each_third:]]
        titles = {each.name: each.title for each in members} or _found(sample)
        self._names = list(titles)[:_MOST] or [""]
        self._titles = [titles.get(name, "Value") for name in self._names]
        if len(titles) > _MOST:
            self._titles[-1] += f" (+{len(titles) - _MOST:,} more)"
        self._widths = [
            max([cell_len(each), *(cell_len(shown(_cell(row, name), _WIDEST)) for row in sample)])
            for name, each in zip(self._names, self._titles, strict=True)
        ]
        for at in [at for at, name in enumerate(self._names) if name == "id"]:  # which is for programs
            self._widths[at] = max(min(_NARROW, self._widths[at]), self._widths[at] - max(0, self.width - cells))
        while self.width > cells and (widest := max(self._widths)) > _NARROW:
            self._widths[self._widths.index(widest)] -= 1

    @property
    def width(self) -> int:
        """The cells that a row takes."""
        return sum(self._widths) + _GAP * (len(self._widths) - 1)

    @property
    def header(self) -> str:
        return self._line(self._titles)

    def text(self, row: Any) -> str:
        """A row, in as many cells as the header."""
        widths = zip(self._names, self._widths, strict=True)
        return self._line([shown(_cell(row, name), width) for name, width in widths])

    def _line(self, texts: Sequence[str]) -> str:
        return (" " * _GAP).join(fitted(text, width) for text, width in zip(texts, self._widths, strict=True))


def _found(rows: Sequence[Any]) -> dict[str, str]:
    """The names that rows have, where the schema names none."""
    return {name: safe(name, _WIDEST) for row in rows if is_object(row) for name in row}


def _cell(row: Any, name: str) -> Any:
    if name and is_object(row):
        # What a record leaves out is shown as nothing, not as null.
        return row.get(name, "")
    return row if not name else ""
