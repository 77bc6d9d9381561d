"""The inputs for settable properties on a card, and for values in windows."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import count
from typing import Any, ClassVar

from rich.cells import cell_len
from textual import on
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
from .keys import matches
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
        self._typed = ""

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
        self._typed = ""
        self._move_to((self._at + steps) % len(self.values))

    def _move_to(self, at: int) -> None:
        self._at = at
        if self._moving_chooses:
            self._chosen = at
        self.refresh()

    def on_key(self, event: Key) -> None:
        """Where letters are no commands, moves to the best match of those that were typed. One without a match is ignored."""
        if not self._moving_chooses or not event.is_printable or event.key == "space":
            return
        event.stop()
        letters = self._typed + (event.character or "")
        ranks = [matches(letters, [formatted(self.field, value)]) for value in self.values]
        found = [rank for rank in ranks if rank is not None]
        if found:
            self._typed = letters
            self._move_to(ranks.index(min(found)))

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
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+p", "swap")]

    def __init__(self, field: Field) -> None:
        super().__init__(password=field.is_secret, compact=True)
        self.cursor_blink = False
        self.field = field
        #: The text of the server's value, as far as it is known.
        self._server_text = ""
        #: The last text of the user that the server has accepted.
        self._accepted = ""
        #: The texts that were sent, and to which the server has not replied yet.
        self._sent: list[str] = []
        #: The texts that were submitted by calls that have not ended yet.
        self.submitted: list[str] = []
        #: The texts that were not added, and have come back while the user types another one. They are in the order of
        #: the numbers, which count the submissions.
        self._returned: list[tuple[int, str]] = []
        self._numbers = count()
        #: A submitted text that the app has left in the state and in the field, and its number.
        self._left: tuple[str, int] | None = None
        #: Whether the user has typed since the text was sent.
        self._is_typed = False

    @property
    def returned(self) -> list[str]:
        return [text for _, text in self._returned]

    def give_back(self, text: str, number: int | None = None) -> None:
        """Shows a text that was not added: in the field or, if the user has typed another one, beside it."""
        if self.value and self.value != text:
            self._returned = sorted([*self._returned, (next(self._numbers) if number is None else number, text)])
        else:
            self.value = text
            self.action_end()  # typing does not replace it
            self._is_typed = True
        self.post_message(self.Returned())

    def action_swap(self) -> None:
        """Exchanges the text with the first one that has come back. It becomes the last one."""
        if self._returned:
            is_own = self.is_edited or self._is_typed or self._left
            own = [(next(self._numbers), self.value)] if self.value and is_own else []
            (_, self.value), *rest = self._returned
            self._returned = [*rest, *own]
            self._is_typed = True
            self.action_end()
            self.post_message(self.Returned())

    class Returned(Message):
        """The texts that have come back are others."""

    def replace(self, text: str, start: int, end: int) -> None:
        """Changes the text as the user types. A text that the app has left comes back if another one replaces it."""
        self._is_typed = True
        is_left = self._left and (self.value, *sorted((start, end))) == (self._left[0], 0, len(self.value))
        super().replace(text, start, end)
        if is_left and self._left and self.value:
            self.give_back(*self._left)
            self._left = None

    def keep(self, text: str, number: int) -> None:
        """Handles a submitted text that the app has left in the state."""
        if self.value != text:
            self.give_back(text, number)
        elif not self._is_typed:
            self._left = (text, number)

    @property
    def is_edited(self) -> bool:
        """Whether the text differs from that of the server."""
        return self.value != self._server_text

    @property
    def is_unsent(self) -> bool:
        return self.value != (self._sent[-1] if self._sent else self._server_text)

    @property
    def is_submitted(self) -> bool:
        """Whether the text was submitted and not edited since, and the call has not ended yet."""
        return self.value in self.submitted and not self._is_typed

    def show(self, value: Any) -> None:
        """Shows the server's value, unless the user has typed another text.

        A value that a line of text cannot represent exactly is shown as the placeholder. Typing replaces it.
        """
        text = typed(self.field, value)
        was_edited, before, self._server_text = self.is_edited, self._server_text, text or ""
        self.placeholder = shown(value) if text is None else ""
        is_next = bool(self.field.submits and self._is_typed and self.value)  # even if it equals the text that was sent
        if not (was_edited or is_next or self._sent) and self.value != self._server_text:
            self.value = self._server_text
            self.action_end()
        elif self.field.submits and self._server_text not in ("", before, self.value, *self._sent):
            self.give_back(self._server_text)

    def begin_sending(self) -> int:
        """Handles a request to set the text. Returns the number of the submission."""
        self._sent.append(self.value)
        self._is_typed, self._left = False, None
        self.mark()
        return next(self._numbers)

    def end_sending(self, text: str, is_set: bool, number: int) -> None:
        """Handles the end of a request to set the text. A text that was not set is edited again."""
        self._sent.remove(text)
        if is_set:
            self._server_text = self._accepted = text
        elif text == self.value or not self.field.filters:
            self.give_back(text, number)
        self.mark()

    def mark(self) -> None:
        """Shows whether the server has the text. Focusing the field selects only a text that was sent."""
        self.set_class(self.is_edited, "edited")
        self.select_on_focus = not self.is_unsent

    def begin_again(self) -> None:
        """Handles a new view, which does not have the text that the user has sent. A secret one is removed."""
        if self.field.is_secret and not self.is_edited:
            self.value = self._server_text = ""
        elif self.value == self._accepted and not self.field.filters:
            self._server_text = ""

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


class OfferedField(TextField):
    """A field in a window that offers values. The user types one of them, or its name, or another value."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("up", "offer(-1)"), Binding("down", "offer(1)")]

    def __init__(self, field: Field, offered: Sequence[tuple[Any, str]]) -> None:
        """`offered` are values and their names; "" without a name."""
        super().__init__(field)
        values = [(typed(field, value), name, value) for value, name in offered]
        #: The texts that are offered, such as "2  Buy milk".
        self._texts = [f"{text}  {name}" if text and name else text or name for text, name, _ in values]
        #: What a text means. A value precedes an equal name.
        self._meant = {name: value for _, name, value in reversed(values)}
        self._meant |= {text: value for text, (_, _, value) in zip(self._texts, values, strict=True)}
        self._meant |= {text: value for text, _, value in values if text is not None}
        self.placeholder = ", ".join(filter(None, self._texts[:_LISTED]))
        self.suggester = SuggestFromList([each for each in self._meant if each], case_sensitive=False)

    def action_offer(self, step: int) -> None:
        """Puts the next offered value into the field."""
        at = self._texts.index(self.value) + step if self.value in self._texts else min(step, 0)
        self.value = self._texts[at % len(self._texts)]
        self.action_end()

    def parsed(self) -> Any:
        return self._meant[self.value] if self.value in self._meant and self.value else super().parsed()


def editor(field: Field, is_asked: bool = False, offered: Sequence[tuple[Any, str]] = ()) -> TextField | Choices:
    """The input for a property, or with `is_asked` for a value in a window, with offered values.

    In a window, the choice null also means that an optional value is omitted.
    """
    if not field.choices:
        return OfferedField(field, offered) if offered else TextField(field)
    may_be_null = field.is_nullable or (is_asked and not field.is_required)
    return Choices(field, [*([None] if may_be_null else []), *(each.value for each in field.choices)], moving_chooses=is_asked)


class Labelled(Horizontal):
    """A title and an input, and beside it the texts that have come back."""

    DEFAULT_CSS = """
    Labelled { height: 1; &>.title { width: auto; max-width: 50%; margin-right: 1; } &:focus-within>.title { text-style: reverse; } }
    Labelled>.returned { width: auto; max-width: 50%; margin-left: 1; display: none; color: $error; }
    """

    def __init__(self, field: Field, editor: TextField | Choices, title_cells: int = 0) -> None:
        super().__init__()
        self._field, self._editor, self._title_cells = field, editor, title_cells
        self._returned = Static(classes="returned")

    def compose(self) -> ComposeResult:
        space = " " * max(0, self._title_cells - cell_len(self._field.title))
        label = Static(Content.assemble(space, (f"{self._field.title}:", "dim")), classes="title")
        if self._field.description:
            label.tooltip = Content(shown(self._field.description, 400))
        yield label
        yield self._editor
        yield self._returned

    @on(TextField.Returned)
    def show_returned(self) -> None:
        text = " · ".join(self._editor.returned) if isinstance(self._editor, TextField) else ""
        self._returned.update(Content(f"Ctrl+P: {'•••' if self._field.is_secret else shown(text)}"))
        self._returned.display = bool(text)
