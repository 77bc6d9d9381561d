"""A table of any number of rows, which formats only the visible rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
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
from .hints import Field, Kind, is_equal
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
#: The maximum number of columns.
_MAX_COLUMNS = 50
_GAP = 2


class Columns:
    """The names, titles and widths of columns. Rows that are not records have one column without a name.

    If the columns are wider than the table, those with the lowest priority are left out, and then others are cut.
    """

    def __init__(self, members: Sequence[Field], rows: Sequence[Any], cells: int) -> None:
        each_third = _SAMPLE // 3
        between = rows[:: len(rows) // each_third + 1]
        sample = [*rows[:each_third], *between, *rows[-each_third:]]
        fields = [each for each in members if not each.is_never_shown] or _found(sample) or [_VALUE]
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
        self.widths = _fitted_widths(widest, {name: each.priority for name, each in self._fields.items()}, cells)

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

    def _line(self, texts: Iterable[str]) -> str:
        cells = zip(texts, self.widths.items(), strict=True)
        return (" " * _GAP).join(
            fitted(text, width, is_right=_is_number(self._fields[name])) for text, (name, width) in cells
        )


def _fitted_widths(widest: Mapping[str, int], priorities: Mapping[str, int], cells: int) -> dict[str, int]:
    """The widths of the columns that fit into a table."""
    best = max(priorities.values())
    is_ranked = best > min(priorities.values())

    def least(name: str) -> int:
        """The width below which a column is worse than no column."""
        wanted = (_READABLE if priorities[name] < best else int(cells * _MAIN)) if is_ranked else _NARROW
        return min(widest[name], max(wanted, _NARROW))

    kept = list(widest)
    for name in leaving(priorities)[:-1]:
        if _total(least(each) for each in kept) > cells:
            kept.remove(name)
    widths = {each: least(each) for each in kept}
    # The columns with the highest priority grow first; ids, which are for programs, grow last.
    ranks = {each: (each != "id", priorities[each]) for each in kept}
    for rank in sorted(set(ranks.values()), reverse=True):
        while _total(widths.values()) < cells:
            growing = [each for each in kept if ranks[each] == rank and widths[each] < widest[each]]
            if not growing:
                break
            widths[min(growing, key=lambda each: widths[each])] += 1
    return widths


def leaving(priorities: Mapping[str, int]) -> list[str]:
    """All columns in the order in which a table that becomes narrower leaves them out."""
    return sorted(reversed(list(priorities)), key=lambda each: priorities[each])


def _total(widths: Iterable[int]) -> int:
    each = list(widths)
    return sum(each) + _GAP * (len(each) - 1)


_VALUE = Field("", "Value", "", Kind.JSON)


def _found(rows: Sequence[Any]) -> list[Field]:
    """The members of rows whose schema declares none."""
    names = dict.fromkeys(name for row in rows if is_object(row) for name in row)
    return [Field(name, safe(name, _TITLE_CELLS), "", Kind.JSON) for name in names]


def _is_number(field: Field) -> bool:
    return field.kind in (Kind.INTEGER, Kind.NUMBER)


def _text(row: Any, field: Field, cells: int) -> str:
    return formatted(field, _cell(row, field.name), cells, is_short=True)


def _cell(row: Any, name: str) -> Any:
    if name and is_object(row):
        # A missing member is shown as an empty cell, not as null.
        return row.get(name, "")
    return row if not name else ""


_TITLE, _HEADER, _DIM = Style(bold=True), Style(underline=True), Style(dim=True)
_CURSOR, _BLURRED = Style(reverse=True), Style(bold=True)
_EMPTY = "  nothing to show"
#: The interval at which times relative to now are shown again, in seconds.
_REPAINT_SECONDS = 30.0
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
        Binding("space", "inspect"),
    ]

    class Chosen(Message):
        """The user has pressed Enter on a row."""

        def __init__(self, table: Table, row: Any) -> None:
            super().__init__()
            self.table, self.row = table, row

    class Inspected(Message):
        """The user has asked for the whole row."""

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
        #: Whether the table shows its last rows, and will show rows that are added to them.
        self._is_following = field.is_read_from_end
        #: The number of rows above the cursor that the next scroll shows; None for as few changes as possible.
        self._above: int | None = None

    @property
    def natural_width(self) -> int:
        """The width at which no cell is cut."""
        return self._columns.natural_width

    def on_mount(self) -> None:
        if any(each.format == "date-time" for each in self.field.members):
            self.set_interval(_REPAINT_SECONDS, self._show_again)

    @property
    def _width(self) -> int:
        return self.scrollable_content_region.width

    @property
    def row(self) -> Any:
        """The row at the cursor; None if there is none."""
        return self.rows[self.cursor] if self.cursor < len(self.rows) else None

    def show(self, value: Any) -> None:
        """Shows other rows. The cursor follows its row, which is identified by its `id`.

        It does so even if the array was empty in between, for example during a reload. A table that is read from its
        end follows rows that are added while its last row is visible.
        """
        rows: Sequence[Any] = value if is_array(value) else ()
        was_last = self.cursor >= len(self.rows) - 1
        before = self._last = self._last if self.row is None else self.row
        self.rows = rows
        if self._is_following and was_last:
            self.cursor = len(rows) - 1
        elif before is not None and not _is_same(self.row, before):
            self.cursor = next((at for at, row in enumerate(rows) if _is_same(row, before)), self.cursor)
        self.cursor = max(0, min(self.cursor, len(rows) - 1))
        self._columns = Columns(self.field.members, rows, self._width)
        self.virtual_size = Size(self._columns.width, len(rows) + _FIXED)
        self.styles.max_height = max(4, len(rows) + _FIXED + 1)
        if self._is_following:
            self._scroll(len(rows))
        else:
            self._reveal()
        self.refresh()

    def go_to(self, member: str, value: Any) -> bool:
        """Moves the cursor to the row with a member of this value. Returns whether there is such a row."""
        found = (at for at, row in enumerate(self.rows) if is_object(row) and is_equal(row.get(member), value))
        at = next(found, None)
        if at is None:
            return False
        self.cursor, self._is_following, self._above = at, False, 1
        self._reveal()
        self.refresh()
        return True

    def render_line(self, y: int) -> Strip:
        x, top = self.scroll_offset
        if y == 0:
            text = f"{self.field.title} ({len(self.rows):,})" + (f"  {self.hint}" if self.rows else "")
            return self._strip(cut(text, self._width), _TITLE, 0)
        if y == 1:
            return self._strip(self._columns.header, _HEADER, x) if self.rows else self._strip(_EMPTY, _DIM, 0)
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

    def action_inspect(self) -> None:
        if self.row is not None:
            self.post_message(self.Inspected(self, self.row))

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def on_resize(self) -> None:
        self._show_again()

    def _show_again(self) -> None:
        self.show(self.rows)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if self.field.is_read_from_end and self._height > 1:
            self._is_following = round(new_value) + self._height >= len(self.rows)

    def on_click(self, event: Click) -> None:
        self.action_move(event.y - _FIXED + self.scroll_offset.y - self.cursor if event.y >= _FIXED else 0)

    @property
    def _height(self) -> int:
        """The number of rows that are visible at the same time."""
        return max(1, self.scrollable_content_region.height - _FIXED)

    def _reveal(self) -> None:
        """Scrolls to the row at the cursor."""
        height = self._height
        top = max(min(self.scroll_offset.y, self.cursor), self.cursor - height + 1)
        if self._above is not None and self.size.height:
            top = max(0, min(self.cursor - self._above, len(self.rows) - height))
            if self.is_attached:
                self._above = None
        self._scroll(top)

    def _scroll(self, top: int) -> None:
        if self.field.is_read_from_end and self.size.height:
            self._is_following = top + self._height >= len(self.rows)
        self.scroll_to(y=top, animate=False, force=True)  # even if the scroll bar is not visible yet

    def _strip(self, text: str, style: Style, x: int) -> Strip:
        width = self._width
        strip = Strip([Segment(text, style)]).crop(x, x + width).extend_cell_length(width, style)
        return strip.apply_style(self.rich_style)


def _is_same(row: Any, other: Any) -> bool:
    if is_object(row) and is_object(other) and "id" in other:
        return bool(row.get("id") == other["id"])
    return row is other or row == other
