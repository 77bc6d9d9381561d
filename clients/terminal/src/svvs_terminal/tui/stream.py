"""A text that grows at its end, like a log."""

from __future__ import annotations

import re
from typing import Any

from rich.cells import cell_len, chop_cells
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ..text import cleaned
from .cells import cut
from .screen import Field
from .values import formatted

#: The number of characters at the end of a text that are kept in lines, and at most twice as many.
_KEPT = 200_000
#: A line with its end, or at most so many characters of it, so that the time for a step does not depend on its length.
_LINE = re.compile(r"[^\n]{0,2000}\n|[^\n]{1,2000}")
#: The line of the title, which does not scroll.
_FIXED = 1


class Stream(ScrollView, can_focus=True):
    """The end of a text, which it follows while the end is visible. Cleans, wraps and draws only what was added."""

    DEFAULT_CSS = "Stream { height: 1fr; min-height: 4; overflow-x: hidden; scrollbar-size: 0 1; scrollbar-gutter: stable; }"

    def __init__(self, field: Field) -> None:
        super().__init__()
        self.field = field
        self._text = ""
        #: The lines that are kept, each with the number of its pieces, and all pieces after wrapping.
        self._lines: list[tuple[str, int]] = []
        self._pieces: list[str] = []
        #: The number of characters before the kept lines.
        self._left_out = 0
        self._is_following = True

    def show(self, value: Any) -> None:
        text = value if isinstance(value, str) else formatted(self.field, value)
        begins_alike = text.startswith(self._text)
        added_at, self._text = len(self._text) if begins_alike else 0, text
        if not begins_alike or len(text) - added_at > _KEPT:
            added_at = self._left_out = max(0, len(text) - _KEPT)
            self._lines, self._pieces = [], []
        self._add(text[added_at:])

    def _add(self, text: str) -> None:
        """Adds a text to the last line, and the lines after it."""
        if self._lines and not self._lines[-1][0].endswith("\n"):
            line, height = self._lines.pop()
            del self._pieces[len(self._pieces) - height :]
            text = line + text
        width = self._width
        for line in _LINE.findall(text):
            pieces = _wrapped(line, width)
            self._lines.append((line, len(pieces)))
            self._pieces += pieces
        dropped = self._drop() if len(self._text) - self._left_out > 2 * _KEPT else 0
        self._resize()
        if self._is_following:
            self.scroll_to(y=len(self._pieces), animate=False, force=True)
        elif dropped:
            self.scroll_to(y=self.scroll_y - dropped, animate=False, force=True)
        self.refresh()

    def _drop(self) -> int:
        """Drops the first lines. Returns the number of their pieces."""
        at = pieces = 0
        while len(self._text) - self._left_out > _KEPT:
            line, height = self._lines[at]
            self._left_out += len(line)
            pieces += height
            at += 1
        del self._lines[:at], self._pieces[:pieces]
        return pieces

    @property
    def _width(self) -> int:
        return self.scrollable_content_region.width

    @property
    def _height(self) -> int:
        """The number of lines that are visible at the same time."""
        return max(1, self.scrollable_content_region.height - _FIXED)

    def _resize(self) -> None:
        self.virtual_size = Size(self._width, len(self._pieces) + _FIXED)
        self.styles.max_height = min(max(4, len(self._pieces) + _FIXED), 1000)

    def on_resize(self) -> None:
        lines, self._lines, self._pieces = self._lines, [], []
        self._add("".join(line for line, _ in lines))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if self.size.height:
            self._is_following = round(new_value) + self._height >= len(self._pieces)

    def render_line(self, y: int) -> Strip:
        width, style = self._width, Style.null()
        if y == 0:
            left_out = f" the first {self._left_out:,} of {len(self._text):,} characters are left out" if self._left_out else ""
            text, style = cut(f"{self.field.title}:{left_out}", width), Style(dim=True, reverse=self.has_focus)
        else:
            at = y - _FIXED + self.scroll_offset.y
            text = self._pieces[at] if at < len(self._pieces) else ""
        strip = Strip([Segment(text, style)]).extend_cell_length(width).crop(0, width)
        return strip.apply_style(self.rich_style)


def _wrapped(line: str, width: int) -> list[str]:
    """The pieces of a line that fit into the width, cleaned."""
    text = cleaned(line.removesuffix("\r\n").removesuffix("\n").expandtabs())
    return [text] if width <= 0 or cell_len(text) <= width else chop_cells(text, width)
