"""An open view as a card: its properties in their order, and the keys of its actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import DescendantFocus, Focus, Key
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from ..typed import is_array
from .choices import Choices
from .facts import Fact
from .fields import Labelled, TextField, editor
from .names import keys
from .schema import Action, Field, Kind, ViewType
from .table import Table
from .values import shown

#: Keys that mean the same everywhere.
RESERVED = "oqwx"

Part = Fact | Table | TextField | Choices


class Card(VerticalScroll):
    """Paints states, and says what its reader wants; it talks to nobody."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave_field")]

    class Says(Message):
        """What a card's reader wants."""

        def __init__(self, card: Card) -> None:
            super().__init__()
            self.card = card

    class Acts(Says):
        """To call an action, of the row if it is one of rows; asked for all arguments if `is_asked`."""

        def __init__(self, card: Card, action: Action, row: Any, is_asked: bool) -> None:
            super().__init__(card)
            self.action, self.row, self.is_asked = action, row, is_asked

    class Sets(Says):
        """To set a property at once."""

        def __init__(self, card: Card, field: Field, value: Any) -> None:
            super().__init__(card)
            self.field, self.value = field, value

    class Submits(Says):
        """To send what was typed; in the last field, to act on it as well."""

        def __init__(self, card: Card, action: Action | None) -> None:
            super().__init__(card)
            self.action = action

    class Follows(Says):
        """To go where a row leads, or to see all of it."""

        def __init__(self, card: Card, field: Field, row: Any) -> None:
            super().__init__(card)
            self.field, self.row = field, row

    class Comes(Says):
        """To be here, having been elsewhere or not."""

    def __init__(self, type: ViewType, params: Mapping[str, Any]) -> None:
        super().__init__()
        self.type, self.params = type, dict(params)
        self.state: Mapping[str, Any] = {}
        self._parts: dict[str, Part] = {}
        self._complaint = Static(classes="complaint")
        actions = sorted(type.actions, key=lambda each: each.name == type.on_appear)  # which has been called
        records = [each for each in type.properties if each.opens and each.kind is Kind.RECORD]
        targets: list[Action | Field] = [*actions, *records]
        #: What each key stands for: an action, or a record that leads somewhere.
        self.keys = dict(zip(keys([each.title for each in targets], RESERVED), targets, strict=True))
        self.border_subtitle = Content(shown(self.params, 40)) if self.params else None

    @property
    def title(self) -> str:
        return f"{self.type.title} {' '.join(shown(value, 20) for value in self.params.values())}".rstrip()

    @property
    def fields(self) -> list[TextField]:
        return [part for part in self._parts.values() if isinstance(part, TextField)]

    def compose(self) -> ComposeResult:
        yield self._complaint
        for field in self.type.properties:
            part = self._part(field)
            part.display = field.way is None
            yield part
        own = [(key, each) for key, each in self.keys.items() if isinstance(each, Field) or each in self.type.own_actions]
        yield Static(Content("  ").join(_hints(own)), classes="actions")

    def _part(self, field: Field) -> Widget:
        if field.kind is Kind.ROWS:
            actions = self.type.row_actions(field.name)
            hints = [str(hint) for hint in _hints([(key, each) for key, each in self.keys.items() if each in actions])]
            table = self._parts[field.name] = Table(field, "  ".join([*hints, "⏎ opens" if field.opens else "⏎ shows"]))
            return table
        if field.is_settable:
            part = self._parts[field.name] = editor(field)
            return Labelled(field, part)
        fact = self._parts[field.name] = Fact(field)
        return fact

    def show(self, state: Mapping[str, Any]) -> None:
        """Paints a state, as far as it differs from the last one."""
        before, self.state = self.state, state
        for field in self.type.properties:
            part, value = self._parts[field.name], state.get(field.name)
            if isinstance(part, (TextField, Choices)):
                if field.name in state:
                    part.show(value)
            elif field.name not in before or value is not before[field.name]:
                if isinstance(part, Table):
                    part.show(value if is_array(value) else [])
                else:
                    part.show(value)
                if field.is_error and value:
                    self.scroll_to_widget(part, animate=False)

    @property
    def is_busy(self) -> bool:
        """Whether a property says that work is under way."""
        return any(
            field.idle_values is not None and self.state[field.name] not in field.idle_values
            for field in self.type.properties
            if field.name in self.state
        )

    def complain(self, text: str) -> None:
        """Shows why something was not done; "" for no reason."""
        self._complaint.update(Content(shown(f"✗ {text}", 400)))
        self._complaint.display = bool(text)
        if text:
            self.scroll_home(animate=False)

    def enter(self) -> None:
        """Takes the focus to where one begins: the first field of a form, or else the first table."""
        forms = [part for part in self.fields if not (part.field.filters or part.field.is_nullable)]
        tables = [part for part in self._parts.values() if isinstance(part, Table)]
        first: list[Widget] = [*forms, *tables, self]
        first[0].focus()

    def filter(self) -> None:
        """Takes the focus to the field that filters."""
        filters: list[Widget] = [part for part in self.fields if part.field.filters]
        (filters or [self])[0].focus()

    def edited(self) -> dict[str, tuple[TextField, Any]]:
        """The fields that hold what the server was not sent, with their values.

        :raises NotAValue: if one has none.
        """
        return {part.field.name: (part, part.parsed()) for part in self.fields if part.is_edited}

    def on_key(self, event: Key) -> None:
        key = event.character or ""
        action = self.keys.get(key) or self.keys.get(key.lower())
        if not (key and action):
            return
        event.stop()
        if isinstance(action, Field):
            self.post_message(self.Follows(self, action, self.state.get(action.name)))
            return
        source = self.type.row_source(action)
        table = self._parts.get(source.property) if source else None
        if table and not table.has_focus:
            self.complain(f"{action.title} is for a row: choose one first")
        elif not isinstance(table, Table) or table.row is not None:
            row = table.row if isinstance(table, Table) else None
            self.post_message(self.Acts(self, action, row, is_asked=key not in self.keys))

    @on(Input.Changed)
    def filter_as_typed(self, event: Input.Changed) -> None:
        field = event.input
        if isinstance(field, TextField) and field.field.filters and field.is_edited:
            self.post_message(self.Submits(self, None))

    @on(Input.Submitted)
    def submit(self, event: Input.Submitted) -> None:
        event.stop()
        field = event.input
        if isinstance(field, TextField):
            following = self.fields[self.fields.index(field) + 1 :]
            filtered = self._parts.get(field.field.filters or "")
            ways: list[Widget] = [*([filtered] if filtered else []), *following, self]
            ways[0].focus()
            self.post_message(self.Submits(self, None if following or filtered else self.type.submission))

    @on(Choices.Chosen)
    def choose(self, event: Choices.Chosen) -> None:
        field = next(each for each in self.type.properties if self._parts[each.name] is event.choices)
        self.post_message(self.Sets(self, field, event.value))

    @on(Table.Chosen)
    def follow(self, event: Table.Chosen) -> None:
        self.post_message(self.Follows(self, event.table.field, event.row))

    @on(Table.Left)
    def leave_table(self, event: Table.Left) -> None:
        filters = [part for part in self.fields if part.field.filters == event.table.field.name]
        if filters:
            filters[0].focus()
        else:
            self.screen.focus_previous()

    def action_leave_field(self) -> None:
        self.focus()

    @on(DescendantFocus)
    @on(Focus)
    def come(self) -> None:
        self.post_message(self.Comes(self))


def _hints(actions: Sequence[tuple[str, Action | Field]]) -> list[Content]:
    return [Content.assemble((key or "·", "reverse"), f" {'→ ' * isinstance(each, Field)}{each.title}") for key, each in actions]
