"""A window that shows lines, which can be searched."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style as RichStyle
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Input

from .cells import cut


class Pager(ScrollView, can_focus=True):
    """Any number of lines, of which only the visible ones are drawn. Lines that are too long are wrapped."""

    DEFAULT_CSS = "Pager { overflow-x: hidden; scrollbar-gutter: stable; scrollbar-size-vertical: 1; }"

    def __init__(self, lines: Sequence[Content], classes: str) -> None:
        super().__init__(classes=classes)
        self._lines = lines
        #: The lines after wrapping for this width, and the number of the first piece of each line.
        self._width = 0
        self._pieces: list[Content] = []
        self._starts: list[int] = []
        #: The number of the marked line; -1 if there is none.
        self._marked = -1

    def mark(self, at: int) -> None:
        """Marks a line, and scrolls to it."""
        self._marked = at
        self.scroll_to(y=max(0, self._starts[at] - self.size.height // 2), animate=False)
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        self._wrap(width - self.styles.scrollbar_size_vertical)  # the gutter
        return len(self._pieces)

    def on_resize(self) -> None:
        self._wrap(self.scrollable_content_region.width)
        if self._marked >= 0:
            self.call_after_refresh(self.mark, self._marked)

    def _wrap(self, width: int) -> None:
        if width == self._width or width <= 0:
            return
        self._width, self._pieces, self._starts = width, [], []
        for line in self._lines:
            self._starts.append(len(self._pieces))
            self._pieces += [line] if line.cell_length <= width else line.wrap(width)
        self.virtual_size = Size(width, len(self._pieces))

    def render_line(self, y: int) -> Strip:
        at = y + self.scroll_offset.y
        if at >= len(self._pieces):
            return Strip.blank(self._width, self.rich_style)
        strip = Strip(self._pieces[at].render_segments(self.visual_style)).extend_cell_length(self._width, self.rich_style)
        is_marked = bisect_right(self._starts, at) - 1 == self._marked
        return strip.apply_style(RichStyle(reverse=True)) if is_marked else strip


class Lines(ModalScreen[None]):
    """Shows lines until Escape, Enter, q or ? is pressed. Lines that contain a text can be searched for."""

    DEFAULT_CSS = """
    Lines Input { dock: bottom; display: none; }
    Lines Input.shown { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,question_mark,f1", "leave"),
        Binding("slash", "search"),
        Binding("n", "find(1)"),
        Binding("N", "find(-1)"),
        Binding("space", "page"),
    ]

    def __init__(self, title: str, lines: Sequence[Content], is_wide: bool = False) -> None:
        super().__init__()
        self._title = title
        self._texts = [line.plain.lower() for line in lines]
        self._window = Pager(lines, "window wide" if is_wide else "window")
        self._input = Input(placeholder="text to search for", compact=True)
        self._input.cursor_blink = False
        self._at = -1

    def compose(self) -> ComposeResult:
        self._window.border_title = Content(self._title)
        self._window.border_subtitle = "/ search · Esc closes"
        yield self._window
        yield self._input

    def on_mount(self) -> None:
        self._window.focus()

    def action_leave(self) -> None:
        if self._input.has_class("shown"):
            self._end_search()
        else:
            self.dismiss()

    def action_page(self) -> None:
        self._window.scroll_page_down(animate=False)

    def action_search(self) -> None:
        self._input.add_class("shown")
        self._input.value = ""
        self._input.focus()

    @on(Input.Submitted)
    def search(self, event: Input.Submitted) -> None:
        event.stop()
        self._end_search()
        self.action_find(1)

    def _end_search(self) -> None:
        self._input.remove_class("shown")
        self._window.focus()

    def action_find(self, step: int) -> None:
        """Goes to the next line, or the one before, that contains the text."""
        text = self._input.value.lower()
        found = [at for at, line in enumerate(self._texts) if text in line] if text else []
        if not found:
            self._window.border_subtitle = Content(f"not found: {cut(text, 30)}" if text else "/ search · Esc closes")
            return
        further = [at for at in found if (at - self._at) * step > 0][::step] or found[::step]
        self._at = further[0]
        self._window.mark(self._at)
        self._window.border_subtitle = f"{found.index(self._at) + 1} of {len(found)} · n next · Esc closes"
