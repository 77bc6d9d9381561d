"""The inputs for settable properties on a card, and for values in windows."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any, ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.suggester import SuggestFromList
from textual.widget import Widget
from textual.widgets import Input, Static

from .cells import cut
from .screen import Field, Kind
from .values import formatted, parsed, shown, typed


class Choices(Widget, can_focus=True):
    """A choice between values in a line. If choosing sends the value, it needs Enter or space; else moving chooses."""

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

    def __init__(self, field: Field, values: Sequence[Any], moving_chooses: bool = False) -> None:
        super().__init__()
        self.field = field
        self.values, self._moving_chooses = list(values), moving_chooses
        self._at = 0
        self._chosen: int | None = 0 if moving_chooses else None

    @property
    def highlighted(self) -> Any:
        return self.values[self._at]

    def show(self, value: Any) -> None:
        """Shows the current value. For yes and no, highlights the other one, which the user probably chooses."""
        chosen = self.values.index(value) if value in self.values else None
        if chosen == self._chosen is not None:
            return
        self._chosen = chosen
        self._at = self._chosen or 0
        if self._moving_chooses:
            self._chosen = self._at
        elif self.field.kind is Kind.SWITCH and not self.field.is_nullable:
            self._at = 0 if value else 1
        self.refresh()

    def render(self) -> Content:
        parts: list[tuple[str, str]] = []
        for at, value in enumerate(self.values):
            mark = "●" if at == self._chosen else "○"
            style = "reverse" if self.has_focus and at == self._at else "bold" if at == self._chosen else ""
            parts += [(f"{mark} {formatted(self.field, value, 20)}", style), ("  ", "")]
        if sum(cell_len(text) for text, _ in parts) <= self.size.width + 2:
            return Content.assemble(*parts[:-1])
        text = f"‹ {formatted(self.field, self.highlighted)} › {self._at + 1}/{len(self.values)}"
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


#: The number of offered values that the empty field lists. All of them are used for completion.
_LISTED = 20


class TextField(Input):
    """A line of text. Leaving it does not send the text."""

    DEFAULT_CSS = """
    TextField { width: 1fr; &.edited { text-style: underline; } &>.input--cursor { text-style: reverse; } &>.input--selection { text-style: reverse; } }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous"),
        Binding("down", "go_down"),
    ]

    def __init__(self, field: Field, offered: Sequence[Any] = ()) -> None:
        """A field that completes the offered values, and lists them while it is empty."""
        texts = [text for text in (typed(field, value) for value in offered) if text]
        super().__init__(
            password=field.is_secret, compact=True, placeholder=", ".join(texts[:_LISTED]),
            suggester=SuggestFromList(texts) if texts else None,
        )
        self.cursor_blink = False
        self.field = field
        #: The text of the server's value, as far as it is known.
        self._server_text = ""
        #: The number of calls in progress that Enter has made.
        self._submissions = 0
        #: Whether the user has typed the next text since the last of them.
        self._has_next = False

    def begin_submission(self) -> None:
        """Handles Enter, which calls an action. The next text replaces this one."""
        self._submissions += 1
        self._has_next = False

    def end_submission(self) -> None:
        """Handles the end of the call. From now on, the text is edited if it is not that of the server."""
        self._submissions -= 1
        self._has_next = self._has_next and self._submissions > 0

    def replace(self, text: str, start: int, end: int) -> None:
        """Changes the text as the user types."""
        self._has_next = self._submissions > 0
        super().replace(text, start, end)

    @property
    def is_edited(self) -> bool:
        return self.value != self._server_text

    def show(self, value: Any) -> None:
        """Shows the server's value, unless the user has typed another text.

        A value that a line of text cannot represent exactly is shown as the placeholder. Typing replaces it.
        """
        text = typed(self.field, value)
        was_edited, self._server_text = self.is_edited, text or ""
        self.placeholder = shown(value) if text is None else ""
        if not (was_edited or self._has_next) and self.value != self._server_text:
            self.value = self._server_text
            self.action_end()

    def mark_sent(self, text: str) -> None:
        """Sets the text that the server has accepted."""
        self._server_text = text
        self.mark()

    def mark(self) -> None:
        """Shows whether the text was sent. Focusing the field selects only a text that was sent."""
        self.set_class(self.is_edited, "edited")
        self.select_on_focus = not self.is_edited

    def clear_sent(self) -> None:
        """Removes a text that was sent to an earlier server and is not shown, such as a password."""
        if not self.is_edited:
            self.value = self._server_text = ""

    async def action_go_down(self) -> None:
        """Goes to the next field, or like Enter to the table that this one filters."""
        if self.field.filters:
            await self.action_submit()
        else:
            self.screen.focus_next()

    def parsed(self) -> Any:
        """The value of the text.

        :raises NotAValue: if the text is not a value.
        """
        return parsed(self.field, self.value)

    def on_key(self, event: Key) -> None:
        """Types a character that Textual leaves out: an invisible one, a wide space, or one that is new in Unicode."""
        text = event.character or ""
        if text and not event.is_printable and unicodedata.category(text) not in ("Cc", "Zl", "Zp"):
            event.stop()
            self.replace(text, *sorted(self.selection))


def editor(field: Field, is_asked: bool = False, offered: Sequence[Any] = ()) -> TextField | Choices:
    """The input for a property, or with `is_asked` for a value in a window, with offered values.

    In a window, the choice null also means that an optional value is omitted.
    """
    if not field.choices:
        return TextField(field, offered)
    may_be_null = field.is_nullable or (is_asked and not field.is_required)
    return Choices(field, [*([None] if may_be_null else []), *(each.value for each in field.choices)], moving_chooses=is_asked)


class Labelled(Horizontal):
    """A title and an input."""

    DEFAULT_CSS = "Labelled { height: 1; } Labelled > Static { width: auto; max-width: 50%; margin-right: 1; }"

    def __init__(self, field: Field, editor: TextField | Choices, title_cells: int = 0) -> None:
        super().__init__()
        self._field, self._editor, self._title_cells = field, editor, title_cells

    def compose(self) -> ComposeResult:
        space = " " * max(0, self._title_cells - cell_len(self._field.title))
        label = Static(Content.assemble(space, (f"{self._field.title}:", "dim")))
        if self._field.description:
            label.tooltip = Content(shown(self._field.description, 400))
        yield label
        yield self._editor
