"""The columns of a table: which of them are shown, and how wide they are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rich.cells import cell_len

from svvs.typed import is_object

from .cells import fitted, safe
from .screen import VALUE, Field, Kind, leaving
from .values import formatted

#: The approximate number of rows that determine the widths of the columns. Other rows are cut or padded.
_SAMPLE = 90
#: The maximum width of a column, and the width to which a column shrinks before another one is left out.
_WIDEST, _NARROW = 120, 6
#: The same for a column that is beside one with a higher priority.
_READABLE = 12
#: The part of a table that is for the columns with the highest priority, if their rows need it.
_MAIN = 0.6
_TITLE_CELLS = 32
#: The part of a cell that is searched, in cells of the screen.
_SEARCHED = 10_000
#: The maximum number of columns.
_MAX_COLUMNS = 50
_GAP = 2


class Columns:
    """The names, titles and widths of columns. Rows that are not records have one column without a name.

    If the columns are wider than the table, those with the lowest priority are left out, and then others are cut. Among
    equal ones, the key of the rows is cut first.
    """

    def __init__(self, members: Sequence[Field], rows: Sequence[Any], cells: int, key: str | None = None) -> None:
        each_third = _SAMPLE // 3
        between = rows[:: len(rows) // each_third + 1]
        sample = [*rows[:each_third], *between, *rows[-each_third:]]
        fields = list(members) or _found(sample) or [VALUE]
        shown_fields = fields[:_MAX_COLUMNS]
        if len(fields) > _MAX_COLUMNS:
            last = shown_fields[-1]
            shown_fields[-1] = replace(last, title=f"{last.title} (+{len(fields) - _MAX_COLUMNS:,} more)")
        self._fields = {each.name: each for each in shown_fields}
        widest = {
            name: max([cell_len(each.title), *(cell_len(_text(row, each, _WIDEST)) for row in sample)])
            for name, each in self._fields.items()
        }
        #: The width at which nothing is cut.
        self.natural_width = _total(widest.values())
        #: The widths of the columns that are shown, by their names.
        self.widths = _fitted_widths(widest, self._fields.values(), cells, key)

    @property
    def width(self) -> int:
        """The width of a row, in cells."""
        return _total(self.widths.values())

    @property
    def header(self) -> str:
        return self._line(self._fields[name].title for name in self.widths)

    def text(self, row: Any) -> str:
        """The text of a row, as wide as the header."""
        return self._line(_text(row, self._fields[name], width) for name, width in self.widths.items())

    def matches(self, row: Any, text: str) -> bool:
        """Whether a cell of a row contains a text in lower case, also where a narrow column cuts it."""
        return any(text in _text(row, each, _SEARCHED).lower() for each in self._fields.values())

    def _line(self, texts: Iterable[str]) -> str:
        cells = zip(texts, self.widths.items(), strict=True)
        numbers = (Kind.INTEGER, Kind.NUMBER)
        return (" " * _GAP).join(
            fitted(text, width, is_right=self._fields[name].kind in numbers) for text, (name, width) in cells
        )


def _fitted_widths(
    widest: Mapping[str, int], columns: Collection[Field], cells: int, key: str | None
) -> dict[str, int]:
    """The widths of the columns that fit into a table."""
    priorities = {each.name: each.priority for each in columns}
    best = max(priorities.values())
    is_ranked = best > min(priorities.values())

    def least(name: str) -> int:
        """The width below which a column is worse than no column."""
        wanted = (_READABLE if priorities[name] < best else int(cells * _MAIN)) if is_ranked else _NARROW
        return min(widest[name], max(wanted, _NARROW))

    kept = list(widest)
    for column in leaving(columns)[:-1]:
        if _total(least(each) for each in kept) > cells:
            kept.remove(column.name)
    widths = {each: least(each) for each in kept}
    # The columns with the highest priority grow first.
    ranks = {each: (priorities[each], each != key) for each in kept}
    for rank in sorted(set(ranks.values()), reverse=True):
        while _total(widths.values()) < cells:
            growing = [each for each in kept if ranks[each] == rank and widths[each] < widest[each]]
            if not growing:
                break
            widths[min(growing, key=lambda each: widths[each])] += 1
    return widths


def _total(widths: Iterable[int]) -> int:
    each = list(widths)
    return sum(each) + _GAP * (len(each) - 1)


def _found(rows: Sequence[Any]) -> list[Field]:
    """The members of rows whose schema declares none."""
    names = dict.fromkeys(name for row in rows if is_object(row) for name in row)
    return [Field(name, safe(name, _TITLE_CELLS), "", Kind.JSON) for name in names]


def _text(row: Any, field: Field, cells: int) -> str:
    """The text of a cell. A missing member is shown as an empty cell, not as null."""
    members = row if is_object(row) else {}
    return formatted(field, members.get(field.name, "") if field.name else row, cells, is_short=True)
