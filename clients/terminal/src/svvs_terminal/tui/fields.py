"""Fields in which people type or choose: the settable properties of a card, and the arguments that are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.suggester import SuggestFromList
from textual.widget import Widget
from textual.widgets import Input, Static

from .cells import cut
from .hints import Field, Kind, is_yes_and_no
from .values import parsed, shown, typed


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
