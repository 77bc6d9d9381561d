"""The menu of view types, which has a letter for each, and can be searched."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Blur, DescendantBlur, DescendantFocus, Focus, Key
from textual.message import Message
from textual.widgets import Input, OptionList

from .screen import ViewType
from .keys import matches


class Menu(Vertical):
    """A list of view types. Enter opens the marked one, the best match of the typed letters."""

    DEFAULT_CSS = """
    Menu { width: 22; height: 1fr; border: round ansi_bright_black; }
    Menu:focus, Menu:focus-within { border: heavy $primary; }
    Menu OptionList { height: 1fr; scrollbar-size-vertical: 1; }
    Menu OptionList > .option-list--option-highlighted { text-style: none; }
    Menu:focus OptionList, Menu:focus-within OptionList { &>.option-list--option-highlighted { text-style: reverse; } }
    Menu Input { &>.input--cursor { text-style: reverse; } }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", priority=True),
        Binding("down", "move(1)", priority=True),
        Binding("right", "ask", priority=True),
        Binding("enter", "choose"),
        Binding("slash", "search"),
        Binding("escape", "app.leave_menu"),
    ]

    @dataclass
    class Chosen(Message):
        """The user has chosen a type and, with `is_asked`, wants to enter its optional parameters, too."""

        type: ViewType
        is_asked: bool

    def __init__(self, types: Iterable[ViewType]) -> None:
        super().__init__()
        self._types = self._found = list(types)
        self._open: frozenset[str] = frozenset()
        self._input = Input(placeholder="o, then a letter", compact=True)
        self._list = OptionList(compact=True, markup=False)
        self._input.cursor_blink = self._input.can_focus = self._list.can_focus = False
        self.border_title = "Views"

    def compose(self) -> ComposeResult:
        yield self._input
        yield self._list

    def on_mount(self) -> None:
        self._show()

    def replace(self, types: Iterable[ViewType]) -> None:
        """Replaces the view types, after a restart of the server."""
        self._types = self._found = list(types)
        self._input.value = ""
        self._show()

    def enter(self) -> None:
        """Shows and focuses the menu, where letters are keys."""
        self.add_class("shown")
        self._input.value = ""
        self.can_focus = True  # only now: Tab passes by
        self.focus()

    def leave(self) -> None:
        """Hides the menu in a narrow terminal, and clears the typed letters."""
        self.remove_class("shown")
        self._input.value = ""
        self.can_focus = self._input.can_focus = False

    def action_search(self) -> None:
        self._input.can_focus = True
        self._input.focus()

    def on_key(self, event: Key) -> None:
        pressed = event.character or ""
        type = next((each for each in self._types if each.letter == pressed.lower()), None)
        if self.has_focus and pressed.isalpha() and (type or pressed != "q"):
            event.stop()  # also a letter of no view type, which would be a key of the card
        if self.has_focus and type:
            self.post_message(self.Chosen(type, is_asked=pressed != type.letter))

    def mark(self, open: Iterable[str]) -> None:
        """Marks the types with open views."""
        self._open = frozenset(open)
        self._show()

    @on(Input.Changed)
    def find(self, event: Input.Changed) -> None:
        event.stop()
        ranks = {each.name: matches(event.value, [each.title, each.name]) for each in self._types}
        found = [(rank, each) for each in self._types if (rank := ranks[each.name]) is not None]
        self._found = [each for _, each in sorted(found, key=lambda pair: pair[0])]
        self._show()

    @on(Input.Submitted)
    def choose(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_choose()

    def action_choose(self) -> None:
        if (at := self._list.highlighted) is not None:
            self._choose(at)

    @on(OptionList.OptionSelected)
    def click(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._choose(event.option_index)

    def action_move(self, rows: int) -> None:
        if self._found:
            self._show(((self._list.highlighted or 0) + rows) % len(self._found))

    def action_ask(self) -> None:
        """Chooses the marked type, and asks for its optional parameters, too. Within the letters, moves the cursor."""
        if self._input.cursor_position < len(self._input.value):
            self._input.action_cursor_right()
        elif self.marked and self.marked.has_optional_params:
            self.post_message(self.Chosen(self.marked, is_asked=True))

    @property
    def marked(self) -> ViewType | None:
        """The type that Enter opens."""
        at = self._list.highlighted
        return None if at is None else self._found[at]

    def _choose(self, at: int) -> None:
        self.post_message(self.Chosen(self._found[at], is_asked=False))

    @on(Focus)
    @on(Blur)
    @on(DescendantFocus)
    @on(DescendantBlur)
    def update_mark(self) -> None:
        self.call_after_refresh(lambda: self._show(self._list.highlighted or 0))

    def _show(self, highlighted: int = 0) -> None:
        """Lists the types, and marks the one that Enter opens if the menu has the focus."""
        marked = highlighted if self.has_focus or self._input.has_focus else None
        self._list.set_options([self._line(each, at == marked) for at, each in enumerate(self._found)])
        self._list.highlighted = highlighted if self._found else None

    def _line(self, type: ViewType, is_marked: bool) -> Content:
        letter = (type.letter or " ", "reverse" if self.has_focus and type.letter else "")
        return Content.assemble(letter, "●" if type.name in self._open else " ", "⏎" if is_marked else " ", type.title)
