"""A table of any number of rows, which formats only the visible rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from svvs.typed import is_array, is_object

from .cells import cut
from .columns import Columns
from .facts import Chosen
from .screen import Field, is_equal
from .keys import CLICKED, DESTRUCTIVE, DIMMED, Hint

_TITLE, _HEADER, _DIM = Style(bold=True), Style(underline=True), Style(dim=True)
_CURSOR, _BLURRED, _KEY = Style(reverse=True), Style(bold=True), Style(reverse=True)
_DESTRUCTIVE = Style(dim=True, color="red")
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
        Binding("space", "choose(True)"),
    ]

    @dataclass
    class Left(Message):
        """The user has moved up from the first row, or down from the last one."""

        table: Table
        step: int

    #: The styles of some of the keys.
    hint_styles: reactive[Mapping[Hint, str]] = reactive(dict)
    #: The line that an empty table shows in place of rows.
    empty_line = reactive("")

    def __init__(self, field: Field, hints: Sequence[Hint]) -> None:
        """`hints` are the keys of the rows."""
        super().__init__()
        self.field, self.hints = field, hints
        self.rows: Sequence[Any] = ()
        self.cursor = 0
        self._last: Any = None
        self._columns = Columns(field.seen_members, (), 0)
        #: Whether the table shows its last rows, and will show rows that are added to them.
        self._is_following = field.is_read_from_end
        #: The number of rows above the cursor that the next scroll shows; None for as few changes as possible.
        self._above: int | None = None

    @property
    def natural_width(self) -> int:
        """The width at which no cell is cut."""
        return self._columns.natural_width

    def on_mount(self) -> None:
        if any(each.format == "time" for each in self.field.members):
            self.set_interval(_REPAINT_SECONDS, self._show_again)

    @property
    def _width(self) -> int:
        return self.scrollable_content_region.width

    @property
    def row(self) -> Any:
        """The row at the cursor; None if there is none."""
        return self.rows[self.cursor] if self.cursor < len(self.rows) else None

    def show(self, value: Any) -> None:
        """Shows other rows. The cursor follows its row, which is identified by its key.

        It does so even if the array was empty in between, for example during a reload. The table scrolls to the cursor
        unless the user has scrolled away from it. A table that is read from its end follows rows that are added while its
        last row is visible.
        """
        rows: Sequence[Any] = value if is_array(value) else ()
        is_scrolling = self._above is not None or 0 <= self.cursor - self.scroll_offset.y < self._height
        was_last = self.cursor >= len(self.rows) - 1
        before = self._last = self._last if self.row is None else self.row
        self.rows = rows
        if self._is_following and was_last:
            self.cursor = len(rows) - 1
        elif before is not None and not self._is_same(self.row, before):
            self.cursor = next((at for at, row in enumerate(rows) if self._is_same(row, before)), self.cursor)
        self.cursor = max(0, min(self.cursor, len(rows) - 1))
        self._columns = Columns(self.field.seen_members, rows, self._width, self.field.key)
        self.virtual_size = Size(self._columns.width, len(rows) + _FIXED)
        self.styles.max_height = max(4, len(rows) + _FIXED + 1)
        if self._is_following:
            self._scroll(len(rows))
        elif is_scrolling:
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

    def find(self, text: str) -> bool:
        """Moves the cursor to the next row with a cell that contains a text. Returns whether there is such a row."""
        following = [*range(self.cursor + 1, len(self.rows)), *range(min(self.cursor + 1, len(self.rows)))]
        at = next((at for at in following if self._columns.matches(self.rows[at], text.lower())), None)
        if at is not None:
            self.action_move(at - self.cursor)
        return at is not None

    def render_line(self, y: int) -> Strip:
        x, top = self.scroll_offset
        if y == 0:
            return self._title_strip()
        if y == 1 and not self.rows:
            return self._strip(cut(f"  {self.empty_line}", self._width), _DIM, 0)
        if y == 1:
            return self._strip(self._columns.header, _HEADER, x)
        at = y - _FIXED + top
        if at >= len(self.rows):
            return self._strip("", Style.null(), 0)
        style = (_CURSOR if self.has_focus else _BLURRED) if at == self.cursor else Style.null()
        return self._strip(self._columns.text(self.rows[at]), style, x)

    def action_move(self, rows: int) -> None:
        if abs(rows) == 1 and not 0 <= self.cursor + rows < len(self.rows):
            self.post_message(self.Left(self, rows))
        self.cursor = max(0, min(self.cursor + rows, len(self.rows) - 1))
        self._reveal()
        self.refresh()

    def action_page(self, pages: int) -> None:
        self.action_move(pages * max(1, self.size.height - _FIXED))

    def action_choose(self, is_whole: bool = False) -> None:
        if self.row is not None:
            self.post_message(Chosen(self.field, self.row, is_whole))

    def on_resize(self) -> None:
        self._show_again()
        if not self._is_following:
            self._reveal()

    def _show_again(self) -> None:
        self.show(self.rows)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if self.field.is_read_from_end and self.size.height:
            self._is_following = round(new_value) + self._height >= len(self.rows)

    def on_click(self, event: Click) -> None:
        at = event.y - _FIXED + self.scroll_offset.y
        if event.y >= _FIXED and at < len(self.rows):
            self.cursor = at
            self.action_move(0)
            if event.chain > 1:
                self.action_choose()

    @property
    def _height(self) -> int:
        """The number of rows that are visible at the same time."""
        return max(1, self.scrollable_content_region.height - _FIXED)

    def _reveal(self) -> None:
        """Scrolls to the row at the cursor."""
        height = self._height
        top = max(min(self.scroll_offset.y, self.cursor), self.cursor - height + 1)
        if self._above is not None and self.size.height:
            top = max(0, min(self.cursor - min(self._above, height - 1), len(self.rows) - height))
            if self.is_attached:
                self._above = None
        self._scroll(top)

    def _scroll(self, top: int) -> None:
        if self.field.is_read_from_end and self.size.height:
            self._is_following = top + self._height >= len(self.rows)
        self.scroll_to(y=top, animate=False, force=True)  # even if the scroll bar is not visible yet

    def _title_strip(self) -> Strip:
        """The title, the number of rows, and as many keys of the rows as fit."""
        title = Segment(cut(f"{self.field.title} ({len(self.rows):,})", self._width), _TITLE)
        strip = Strip([title])
        for hint in self.hints if self.rows else ():
            style, clicked = self.hint_styles.get(hint), Style(meta={CLICKED: hint})
            key = Segment(hint[0], (_DIM if style == DIMMED else _KEY) + clicked)
            words = Segment(f" {hint[1]}", (_DESTRUCTIVE if style == DESTRUCTIVE else _DIM) + clicked)
            longer = Strip([*strip, Segment("  "), key, words])
            if longer.cell_length <= self._width:
                strip = longer
        return strip.extend_cell_length(self._width).apply_style(self.rich_style)

    def _strip(self, text: str, style: Style, x: int) -> Strip:
        width = self._width
        strip = Strip([Segment(text, style)]).crop(x, x + width).extend_cell_length(width, style)
        return strip.apply_style(self.rich_style)

    def _is_same(self, row: Any, other: Any) -> bool:
        key = self.field.key
        if key and is_object(row) and is_object(other) and key in other:
            return bool(row.get(key) == other[key])
        return row is other or row == other
