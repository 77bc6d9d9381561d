"""A window that asks for parameters or arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import DescendantFocus
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, Static

from .cells import safe, title_cells
from .fields import Choices, Labelled, OfferedField, TextField, answer_editor
from .screen import Field
from .values import NotAValue


class Ask(ModalScreen["dict[str, Any] | None"]):
    """Asks for values. Enter in the last field returns them; Escape cancels.

    The value of an empty optional field is None.
    """

    AUTO_FOCUS = "*"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave"), Binding("up", "app.focus_previous"), Binding("down", "app.focus_next"),
    ]

    def __init__(
        self, title: str, fields: Sequence[Field], known: Mapping[str, Any],
        offered: Mapping[str, Sequence[tuple[Any, str]]],
    ) -> None:
        """`offered` are values and their names, by field."""
        super().__init__()
        self._title, self._known = title, known
        self._editors = {each.name: (each, answer_editor(each, offered.get(each.name, ()))) for each in fields}
        self._error = Static(classes="error-message")
        self._window = Vertical(classes="window")

    def compose(self) -> ComposeResult:
        with self._window:
            self._window.border_title = Content(self._title)
            cells = title_cells(field.title for field, _ in self._editors.values())
            for field, editor in self._editors.values():
                yield Labelled(field, editor, cells)
            yield self._error

    def on_mount(self) -> None:
        for name, (_, editor) in self._editors.items():
            if name in self._known:
                editor.show(self._known[name])
                if isinstance(editor, TextField):
                    editor.action_select_all()  # so that typing replaces it

    @on(DescendantFocus)
    def show_keys(self) -> None:
        *_, (_, last) = self._editors.values()
        keys = ["←→ choose"] if isinstance(self.focused, Choices) else []
        keys += ["↓ offers"] if isinstance(self.focused, OfferedField) and self.focused.texts else []
        keys += ["⏎ sends" if self.focused is last else "⏎ next", "Esc cancels"]
        self._window.border_subtitle = " · ".join(keys)

    @on(Input.Submitted)
    @on(Choices.Chosen)
    def next(self, event: Input.Submitted | Choices.Chosen) -> None:
        event.stop()
        editors: list[TextField | Choices] = [editor for _, editor in self._editors.values()]
        here = event.input if isinstance(event, Input.Submitted) else event.choices
        following = next((at + 1 for at, each in enumerate(editors) if each is here), 0)
        if following < len(editors):
            editors[following].focus()
        else:
            self._submit()

    def action_leave(self) -> None:
        self.dismiss(None)

    def _submit(self) -> None:
        values: dict[str, Any] = {}
        for name, (field, editor) in self._editors.items():
            try:
                value = editor.highlighted if isinstance(editor, Choices) else editor.parsed() if (
                    editor.value or field.is_required) else None
                if not field.accepts(value):
                    raise NotAValue(f"{field.title}: expected a text")
            except NotAValue as error:
                self._error.update(Content(str(error)))
                self._error.display = True
                editor.focus()
                return
            values[name] = value
        self.dismiss(values)


def ask(
    widget: Widget, title: str, fields: Sequence[Field], then: Callable[[dict[str, Any]], None],
    known: Mapping[str, Any] | None = None, offered: Mapping[str, Sequence[tuple[Any, str]]] | None = None,
) -> None:
    """Asks for values, and passes them on unless the user cancels."""
    window = Ask(title, fields, known or {}, offered or {})
    widget.app.push_screen(window, lambda answers: None if answers is None else then(answers))


class Confirm(ModalScreen[bool]):
    """A question before a call, and what it is about. Only y confirms: no key that repeats is a yes."""

    AUTO_FOCUS = "*"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("y", "answer(True)"), Binding("n,escape", "answer(False)")]

    def __init__(self, title: str, question: str, about: str) -> None:
        super().__init__()
        self._title, self._lines = title, [Content(safe(question)), *([Content(about)] if about else [])]

    def compose(self) -> ComposeResult:
        with Vertical(classes="window") as window:
            window.can_focus = True  # else the next key waits for a focus
            window.border_title = Content(self._title)
            window.border_subtitle = "y confirms · Esc cancels"
            yield Static(Content("\n").join(self._lines))

    def action_answer(self, is_confirmed: bool) -> None:
        self.dismiss(is_confirmed)
