"""A field for one of a few values, such as yes and no."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from .cells import cut
from .hints import is_yes_and_no
from .values import shown


class Choices(Widget, can_focus=True):
    """All values in a line, or else one of them. Moving chooses only if that sends nothing; else Enter and space do."""

    DEFAULT_CSS = "Choices { height: 1; width: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)"),
        Binding("right", "move(1)"),
        Binding("enter,space", "choose"),
    ]

    class Chosen(Message):
        def __init__(self, choices: Choices, value: Any) -> None:
            super().__init__()
            self.choices, self.value = choices, value

    def __init__(self, values: Sequence[Any], moving_chooses: bool = False) -> None:
        super().__init__()
        self.values, self._moving_chooses = list(values), moving_chooses
        self._at = 0
        self._chosen: int | None = 0 if moving_chooses else None

    @property
    def highlighted(self) -> Any:
        return self.values[self._at]

    def show(self, value: Any) -> None:
        """Takes the value that is the chosen one now. For yes and no, the next one to choose is the other."""
        chosen = self.values.index(value) if value in self.values else None
        if chosen == self._chosen is not None:
            return
        self._chosen = chosen
        self._at = self._chosen or 0
        if self._moving_chooses:
            self._chosen = self._at
        elif is_yes_and_no(self.values):
            self._at = 0 if value else 1
        self.refresh()

    def render(self) -> Content:
        parts: list[tuple[str, str]] = []
        for at, value in enumerate(self.values):
            mark = "●" if at == self._chosen else "○"
            style = "reverse" if self.has_focus and at == self._at else "bold" if at == self._chosen else ""
            parts += [(f"{mark} {shown(value, 20)}", style), ("  ", "")]
        if sum(cell_len(text) for text, _ in parts) <= self.size.width + 2:
            return Content.assemble(*parts[:-1])
        text = f"‹ {shown(self.highlighted)} › {self._at + 1}/{len(self.values)}"
        return Content.styled(cut(text, max(1, self.size.width)), "reverse" if self.has_focus else "")

    def action_move(self, steps: int) -> None:
        self._at = (self._at + steps) % len(self.values)
        if self._moving_chooses:
            self._chosen = self._at
        self.refresh()

    def action_choose(self) -> None:
        self.post_message(self.Chosen(self, self.highlighted))

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()
