"""A table of any number of rows, which formats only the visible rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from svvs.typed import is_array, is_object

from .cells import cut, fitted, safe
from .hints import Field
from .values import shown

#: The approximate number of rows that determine the widths of the columns. Other rows are cut or padded.
_SAMPLE = 90
_WIDEST, _NARROW = 32, 6
#: The maximum number of columns.
_MAX_COLUMNS = 50
_GAP = 2


class Columns:
    """The names, titles and widths of columns. Rows that are not records have one column without a name.

    If the columns are wider than the table, the column `id` shrinks first, and then the widest one, to `_NARROW` each.
    """

    def __init__(self, members: Sequence[Field], rows: Sequence[Any], cells: int) -> None:
        each_third = _SAMPLE // 3
        between = rows[:: len(rows) // each_third + 1]
        sample = [*rows[:each_third], *between, *rows[-each_third:]]
        titles = {each.name: each.title for each in members} or _found(sample)
        self._names = list(titles)[:_MAX_COLUMNS] or [""]
        self._titles = [titles.get(name, "Value") for name in self._names]
        if len(titles) > _MAX_COLUMNS:
            self._titles[-1] += f" (+{len(titles) - _MAX_COLUMNS:,} more)"
        self._widths = [
            max([cell_len(each), *(cell_len(shown(_cell(row, name), _WIDEST)) for row in sample)])
            for name, each in zip(self._names, self._titles, strict=True)
        ]
        for at in [at for at, name in enumerate(self._names) if name == "id"]:  # ids are for programs
            self._widths[at] = max(min(_NARROW, self._widths[at]), self._widths[at] - max(0, self.width - cells))
        while self.width > cells and (widest := max(self._widths)) > _NARROW:
            self._widths[self._widths.index(widest)] -= 1

    @property
    def width(self) -> int:
        """The width of a row, in cells."""
        return sum(self._widths) + _GAP * (len(self._widths) - 1)

    @property
    def header(self) -> str:
        return self._line(self._titles)

    def text(self, row: Any) -> str:
        """The text of a row, as wide as the header."""
        widths = zip(self._names, self._widths, strict=True)
        return self._line([shown(_cell(row, name), width) for name, width in widths])

    def _line(self, texts: Sequence[str]) -> str:
        return (" " * _GAP).join(fitted(text, width) for text, width in zip(texts, self._widths, strict=True))


def _found(rows: Sequence[Any]) -> dict[str, str]:
    """The members of rows whose schema declares none."""
    return {name: safe(name, _WIDEST) for row in rows if is_object(row) for name in row}


def _cell(row: Any, name: str) -> Any:
    if name and is_object(row):
        # A missing member is shown as an empty cell, not as null.
        return row.get(name, "")
    return row if not name else ""


_TITLE, _HEADER = Style(bold=True), Style(underline=True)
_CURSOR, _BLURRED = Style(reverse=True), Style(bold=True)
#: The lines of the title and the header, which do not scroll.
_FIXED = 2


class Table(ScrollView, can_focus=True):
    """The rows of an array, with a cursor. Keys act on the row at the cursor."""

    DEFAULT_CSS = "Table { height: 1fr; min-height: 4; scrollbar-size: 0 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)"),
        Binding("down", "move(1)"),
        Binding("pageup", "page(-1)"),
        Binding("pagedown", "page(1)"),
        Binding("home", "move(-1_000_000_000)"),
        Binding("end", "move(1_000_000_000)"),
        Binding("enter", "choose"),
    ]

    class Chosen(Message):
        """The user has pressed Enter on a row."""

        def __init__(self, table: Table, row: Any) -> None:
            super().__init__()
            self.table, self.row = table, row

    class Left(Message):
        """The user has moved up from the first row."""

        def __init__(self, table: Table) -> None:
            super().__init__()
            self.table = table

    def __init__(self, field: Field, hint: str) -> None:
        super().__init__()
        self.field, self.hint = field, hint
        self.rows: Sequence[Any] = ()
        self.cursor = 0
        self._last: Any = None
        self._columns = Columns(field.members, (), 0)

    @property
    def _width(self) -> int:
        return self.scrollable_content_region.width

    @property
    def row(self) -> Any:
        """The row at the cursor; None if there is none."""
        return self.rows[self.cursor] if self.cursor < len(self.rows) else None

    def show(self, value: Any) -> None:
        """Shows other rows. The cursor follows its row, which is identified by its `id`.

        It does so even if the array was empty in between, for example during a reload.
        """
        rows: Sequence[Any] = value if is_array(value) else ()
        before = self._last = self._last if self.row is None else self.row
        self.rows = rows
        if before is not None and not _is_same(self.row, before):
            self.cursor = next((at for at, row in enumerate(rows) if _is_same(row, before)), self.cursor)
        self.cursor = max(0, min(self.cursor, len(rows) - 1))
        self._columns = Columns(self.field.members, rows, self._width)
        self.virtual_size = Size(self._columns.width, len(rows) + _FIXED)
        self.styles.max_height = max(4, len(rows) + _FIXED + 1)
        self._reveal()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        x, top = self.scroll_offset
        if y == 0:
            text = f"{self.field.title} ({len(self.rows):,})" + (f"  {self.hint}" if self.rows else "")
            return self._strip(cut(text, self._width), _TITLE, 0)
        if y == 1:
            return self._strip(self._columns.header, _HEADER, x)
        at = y - _FIXED + top
        if at >= len(self.rows):
            return self._strip("", Style.null(), 0)
        style = (_CURSOR if self.has_focus else _BLURRED) if at == self.cursor else Style.null()
        return self._strip(self._columns.text(self.rows[at]), style, x)

    def action_move(self, rows: int) -> None:
        if rows < 0 and self.cursor == 0:
            self.post_message(self.Left(self))
        self.cursor = max(0, min(self.cursor + rows, len(self.rows) - 1))
        self._reveal()
        self.refresh()

    def action_page(self, pages: int) -> None:
        self.action_move(pages * max(1, self.size.height - _FIXED))

    def action_choose(self) -> None:
        if self.row is not None:
            self.post_message(self.Chosen(self, self.row))

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def on_resize(self) -> None:
        self.show(self.rows)

    def on_click(self, event: Click) -> None:
        self.action_move(event.y - _FIXED + self.scroll_offset.y - self.cursor if event.y >= _FIXED else 0)

    def _reveal(self) -> None:
        """Scrolls to the row at the cursor."""
        height = max(1, self.scrollable_content_region.height - _FIXED)
        top = max(min(self.scroll_offset.y, self.cursor), self.cursor - height + 1)
        self.scroll_to(y=top, animate=False, force=True)  # even if the scroll bar is not visible yet

    def _strip(self, text: str, style: Style, x: int) -> Strip:
        width = self._width
        strip = Strip([Segment(text, style)]).crop(x, x + width).extend_cell_length(width, style)
        return strip.apply_style(self.rich_style)


def _is_same(row: Any, other: Any) -> bool:
    if is_object(row) and is_object(other) and "id" in other:
        return bool(row.get("id") == other["id"])
    return row is other or row == other
