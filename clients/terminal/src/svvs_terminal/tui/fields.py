"""Fields that a person types into: the settable properties of a card, and what a prompt asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from .choices import Choices
from .hints import Field, Kind
from .values import parsed, shown, typed

#: So many of the values that are offered are listed; what is typed is completed by all of them.
_LISTED = 20


class TextField(Input):
    """A line of text. What is typed is not sent by leaving it."""

    DEFAULT_CSS = """
    TextField { width: 1fr; &.edited { text-style: underline; } &>.input--cursor { text-style: reverse; } &>.input--selection { text-style: reverse; } }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous"),
        Binding("down", "go_down"),
    ]

    def __init__(self, field: Field, offered: Sequence[Any] = ()) -> None:
        """A field that completes the values that are offered, and lists them while it is empty."""
        texts = [text for text in (typed(field, value) for value in offered) if text]
        super().__init__(
            password=field.is_secret, compact=True, placeholder=", ".join(texts[:_LISTED]),
            suggester=SuggestFromList(texts) if texts else None,
        )
        self.cursor_blink = False
        self.field = field
        #: The text that stands for the value that the server has, as far as it is known.
        self._settled = ""

    @property
    def is_edited(self) -> bool:
        return self.value != self._settled

    def show(self, value: Any) -> None:
        """Takes the server's value, unless another text is being typed.

        A value that no line of text stands for exactly is shown in the field's background: typing replaces it.
        """
        text = typed(self.field, value)
        was_edited, self._settled = self.is_edited, text or ""
        self.placeholder = shown(value) if text is None else ""
        if not was_edited:
            self.value = self._settled

    def settle(self, text: str) -> None:
        """Notes that the server has taken a text."""
        self._settled = text
        self.mark()

    def mark(self) -> None:
        """Shows whether the text is sent; one that is not is no more replaced by the next key when one comes back."""
        self.set_class(self.is_edited, "edited")
        self.select_on_focus = not self.is_edited

    def forget(self) -> None:
        """Drops what a server that has ended was sent and does not show, such as a password."""
        if not self.is_edited:
            self.value = self._settled = ""

    async def action_go_down(self) -> None:
        """Goes to the next field, or to what this one filters, as Enter does."""
        if self.field.filters:
            await self.action_submit()
        else:
            self.screen.focus_next()

    def parsed(self) -> Any:
        """The value that is typed.

        :raises NotAValue: if it is none.
        """
        return parsed(self.field, self.value)


def editor(field: Field, is_asked: bool = False, offered: Sequence[Any] = ()) -> TextField | Choices:
    """The input for a property, or for a value that a question asks for, with the values that may be offered.

    Among choices null stands for none, too.
    """
    if field.kind is not Kind.CHOICE:
        return TextField(field, offered)
    may_be_null = field.is_nullable or (is_asked and not field.is_required)
    return Choices([*([None] if may_be_null else []), *field.choices], moving_chooses=is_asked)


class Labelled(Horizontal):
    """A field behind its title."""

    DEFAULT_CSS = "Labelled { height: 1; } Labelled > Static { width: auto; max-width: 50%; margin-right: 1; }"

    def __init__(self, field: Field, editor: TextField | Choices) -> None:
        super().__init__()
        self._field, self._editor = field, editor

    def compose(self) -> ComposeResult:
        label = Static(Content.styled(f"{self._field.title}:", "bold"))
        if self._field.description:
            label.tooltip = Content(shown(self._field.description, 400))
        yield label
        yield self._editor
