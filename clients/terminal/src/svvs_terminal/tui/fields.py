"""The inputs for settable properties on a card, and for values in windows."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
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
from .draft import Draft
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

    @dataclass
    class Chosen(Message):
        choices: Choices
        value: Any

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


#: The number of offered values that the empty field lists. All of them are used for completion.
_LISTED = 20


class TextField(Input):
    """A line of text, which shows a draft."""

    DEFAULT_CSS = """
    TextField { width: 1fr; &.edited { text-style: underline; } &>.input--cursor { text-style: reverse; } &>.input--selection { text-style: reverse; } }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+p", "recall")]

    @dataclass
    class Edited(Message):
        """The draft of a field has changed. `due` is the text to send now, if any."""

        field: TextField
        due: str | None

    def __init__(self, field: Field, draft: Draft | None = None) -> None:
        super().__init__(password=field.is_secret, compact=True)
        self.cursor_blink = False
        self.field, self.draft = field, draft or Draft(field)

    def on_mount(self) -> None:
        self.draw()

    def show(self, value: Any) -> None:
        """Shows another value in the state."""
        self.draft.serve(self._text(value))
        self.draw()

    def begin(self, value: Any) -> None:
        """Shows the value in the state of a new view."""
        self.draw(self.draft.begin(self.field, self._text(value)))

    def _text(self, value: Any) -> str:
        """The text of a value. If no line of text represents it exactly, it is the placeholder, which typing replaces."""
        text = typed(self.field, value)
        self.placeholder = shown(value) if text is None else ""
        return text or ""

    def draw(self, due: str | None = None) -> None:
        """Shows the text of the draft, which is underlined until the server has it."""
        if self.value != self.draft.shown:
            self.value = self.draft.shown
            self.action_end()
        self.set_class(self.draft.typed is not None or bool(self.draft.sent), "edited")
        self.select_on_focus = self.draft.typed is None
        self.post_message(self.Edited(self, due))

    def watch_value(self, value: str) -> None:
        if value != self.draft.shown:
            self.draw(self.draft.edit(value))

    def action_recall(self) -> None:
        """Exchanges the text with the first one that is kept."""
        self.draft.recall()
        self.draw()

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
        self.texts = [f"{text}  {name}" if text and name else text or name for text, name, _ in values]
        #: What a text means. A value precedes an equal name.
        self._meant = {name: value for _, name, value in reversed(values)}
        self._meant |= {text: value for text, (_, _, value) in zip(self.texts, values, strict=True)}
        self._meant |= {text: value for text, _, value in values if text is not None}
        self.placeholder = ", ".join(filter(None, self.texts[:_LISTED])) or "nothing to choose from"
        self.suggester = SuggestFromList([each for each in self._meant if each], case_sensitive=False)

    def action_offer(self, step: int) -> None:
        """Puts the next offered value into the field."""
        at = self.texts.index(self.value) + step if self.value in self.texts else min(step, 0)
        if self.texts:
            self.value = self.texts[at % len(self.texts)]
            self.action_end()

    def parsed(self) -> Any:
        return self._meant[self.value] if self.value in self._meant and self.value else super().parsed()


def editor(field: Field, draft: Draft) -> TextField | Choices:
    """The input for a property."""
    return Choices(field, _values(field, field.is_nullable)) if field.choices else TextField(field, draft)


def answer_editor(field: Field, offered: Sequence[tuple[Any, str]]) -> TextField | Choices:
    """The input for a value in a window, with offered values. The choice null also means that an optional value is omitted."""
    if field.choices:
        return Choices(field, _values(field, field.is_nullable or not field.is_required), moving_chooses=True)
    return OfferedField(field, offered) if field.source else TextField(field)


def _values(field: Field, may_be_null: bool) -> list[Any]:
    return [*([None] if may_be_null else []), *(each.value for each in field.choices)]


class Labelled(Horizontal):
    """A title and an input, and beside it the messages that are on their way and those that are kept."""

    DEFAULT_CSS = """
    Labelled { height: auto; &>.title { width: auto; max-width: 50%; margin-right: 1; } &:focus-within>.title { text-style: reverse; } }
    Labelled>.beside { width: auto; max-width: 50%; margin-left: 1; display: none; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, field: Field, editor: TextField | Choices, title_cells: int = 0) -> None:
        super().__init__()
        self._field, self._editor, self._title_cells = field, editor, title_cells
        self._beside = Static(classes="beside")

    def compose(self) -> ComposeResult:
        space = " " * max(0, self._title_cells - cell_len(self._field.title))
        label = Static(Content.assemble(space, (f"{self._field.title}:", "dim")), classes="title")
        if self._field.description:
            label.tooltip = Content(shown(self._field.description, 400))
        yield label
        yield self._editor
        yield self._beside

    @on(TextField.Edited)
    def show_beside(self, event: TextField.Edited) -> None:
        draft = event.field.draft
        sent = [each for each in draft.sent if each and draft.is_message]
        count = f" {len(sent)}" if len(sent) > 1 else ""
        doubtful = ("may have arrived", draft.doubtful, "$error")
        found = [("Ctrl+P", draft.kept, "$error"), doubtful, (f"sending{count}", sent[:1], "dim")]
        lines = [Content.styled(f"{title}: {shown(' · '.join(texts))}", style) for title, texts, style in found if texts]
        if (text := Content("\n").join(lines)) != self._beside.content:  # an update computes the whole layout
            self._beside.update(text)
            self._beside.display = bool(lines)
