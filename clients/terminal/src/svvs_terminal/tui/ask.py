"""Modal windows: one that asks for parameters or arguments, and one that shows lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import DescendantFocus
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from .cells import cut, title_cells
from .fields import Choices, Labelled, TextField, editor
from .hints import Field
from .values import NotAValue

_WINDOW = """
    { align: center middle; }
    .window { width: 70; max-width: 100%; height: auto; max-height: 100%; border: heavy $primary; padding: 0 1; }
    .error-message { color: $error; text-style: bold; display: none; }
"""


class Ask(ModalScreen["dict[str, Any] | None"]):
    """Asks for values. Enter in the last field returns them; Escape cancels.

    The value of an empty optional field is None.
    """

    DEFAULT_CSS = f"Ask {_WINDOW}".replace("\n    .", "\n    Ask .")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave")]

    def __init__(
        self, title: str, fields: Sequence[Field], known: Mapping[str, Any], offered: Mapping[str, Sequence[Any]]
    ) -> None:
        super().__init__()
        self._title, self._known = title, known
        self._editors = {each.name: (each, editor(each, True, offered.get(each.name, ()))) for each in fields}
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
            except NotAValue as error:
                self._error.update(Content(str(error)))
                self._error.display = True
                editor.focus()
                return
            values[name] = value
        self.dismiss(values)


class Lines(ModalScreen[None]):
    """Shows lines until Escape, Enter, q or ? is pressed. Lines that contain a text can be searched for."""

    DEFAULT_CSS = f"""
    Lines {_WINDOW}
    Lines .window.wide {{ width: 96%; }}
    Lines .lines {{ height: auto; }}
    Lines Input {{ dock: bottom; display: none; }}
    Lines Input.shown {{ display: block; }}
    Lines Static.found {{ text-style: reverse; }}
    """.replace("\n    .", "\n    Lines .")
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
        self._lines = [Static(line) for line in lines]
        self._texts = [line.plain.lower() for line in lines]
        self._window = VerticalScroll(classes="window wide" if is_wide else "window")
        self._input = Input(placeholder="text to search for", compact=True)
        self._input.cursor_blink = False
        self._at = -1

    def compose(self) -> ComposeResult:
        with self._window:
            self._window.border_title = Content(self._title)
            self._window.border_subtitle = "/ search · Esc closes"
            yield from self._lines
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
        for at in (self._at, further[0]):
            self._lines[at].set_class(at == further[0], "found")
        self._at = further[0]
        self._window.border_subtitle = f"{found.index(self._at) + 1} of {len(found)} · n next · Esc closes"
        self._window.scroll_to_widget(self._lines[self._at], animate=False)
