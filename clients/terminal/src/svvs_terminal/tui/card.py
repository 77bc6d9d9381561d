"""A card, which shows the properties of a view in their order, and the keys of its actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click, DescendantFocus, Focus, Key
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from svvs.typed import is_object

from .ask import ask
from .cells import title_cells
from .draft import Draft, unsent
from .facts import Chosen, row_lines, whole
from .fields import Choices, TextField
from .screen import Action, Choice, Field, Kind, NextFile, NextView, Source, ViewType
from .keys import CLICKED, MORE, Hint, hint, hint_line, hint_styles, key
from .pager import Lines
from .parts import Parts
from .table import Table
from .values import formatted, shown


#: The cells of a card beside its content: the border, the padding and a scroll bar.
_FRAME_CELLS = 5


#: The text to search for in a table.
_SEARCHED = Field("text", "Search for", "", Kind.TEXT, is_required=True)


class Requests(Protocol):
    """Handles what the user does on a card."""

    def act(self, action: Action, row: Any, is_asked: bool) -> None:
        """Calls an action, on the row if one is selected. Asks for all arguments if `is_asked`."""

    def submit(self, action: Action | None) -> None:
        """Sends the edited fields and, after Enter in the last field, calls an action."""

    def send(self, field: TextField, text: str) -> None:
        """Sends a text of a filter."""

    def set(self, field: Field, value: Any, is_automatic: bool = False) -> None:
        """Sets a property at once. `is_automatic` if the user has not caused this."""

    def open(self, field: Field, next: NextView | NextFile) -> None:
        """Opens the view or the file of a row, a record or a value."""


class Card(VerticalScroll):
    """Shows states, and passes on what the user does. It does not use the server."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave_field"), Binding("enter", "type"), Binding("space", "inspect"),
        Binding("up", "walk(-1)"), Binding("down", "walk(1)"), Binding("tab", "go(1)"), Binding("shift+tab", "go(-1)"),
    ]

    #: Set by the view of the card.
    requests: Requests

    @dataclass
    class Focused(Message):
        """A widget of the card, or the card itself, has received the focus."""

        card: Card
        widget: Widget

    def __init__(self, type: ViewType, params: Mapping[str, Any], drafts: dict[str, Draft] | None = None) -> None:
        super().__init__()
        self.type, self.params = type, dict(params)
        #: What becomes of the texts of the fields, by property. It outlives the card.
        self.drafts = {} if drafts is None else drafts
        self._shown = type.shown_params(params)
        self.state: Mapping[str, Any] = {}
        self._number, self._heading = 0, ""
        #: The rows to which tables have scrolled, until the property that names the row is reset.
        self._targets: dict[str, Any] = {}
        self._parts = Parts(type, self.drafts)
        #: The answers to the last question for a text to search for.
        self._answers: Mapping[str, Any] = {}
        #: The natural width of the widest table since the filters are used.
        self._widest = 0
        self._error, self._actions = Static(classes="error-message"), Static(classes="actions")
        self._styles: Mapping[Hint, str] | None = None

    @property
    def title(self) -> str:
        """The title with the subtitle or, without one, with the parameters."""
        if subtitle := self._subtitle:
            return f"{self.type.title} · {subtitle}"
        return f"{self.type.title} {' '.join(shown(value, 20) for value in self._shown.values())}".rstrip()

    @property
    def _subtitle(self) -> str:
        value, field = self.type.subtitle_at(self.state), self.type.subtitle_field
        return "" if value is None else formatted(field, value, 30) if field else shown(value, 30)

    @property
    def natural_width(self) -> int:
        """The width at which no cell of its tables is cut."""
        widest = max((table.natural_width for table in self._parts.tables), default=0)
        is_filtered = any(each.value for each in self._parts.filters)
        self._widest = max(widest, self._widest) if is_filtered else widest  # cards do not jump while the user types
        return self._widest + _FRAME_CELLS

    @property
    def fields(self) -> list[TextField]:
        return self._parts.fields

    @property
    def hints(self) -> list[Hint]:
        """The keys of the card, without those of rows."""
        return [hint(each) for each in self.type.offered if not each.rows]

    @property
    def row_hints(self) -> Sequence[Hint]:
        """The keys of the row that is chosen."""
        return next((each.hints for each in self._parts.tables if each.has_focus and each.rows), ())

    @property
    def types_by(self) -> str:
        """The key that begins typing into a field; "" if there is none."""
        if self.has_focus and self.fields:
            return "⏎"
        following = self._next(1) if isinstance(self.screen.focused, Table) else None
        return "Tab" if isinstance(following, TextField) and not following.field.filters else ""

    @property
    def has_filter(self) -> bool:
        return bool(self._parts.filters)

    def _following(self, field: TextField) -> Sequence[Widget]:
        """The widgets to which Enter in a field may go: the table that it filters, or the fields after it."""
        filtered = self._parts.table(field.field.filters)
        return [filtered] if filtered else self.fields[self.fields.index(field) + 1 :]

    def compose(self) -> ComposeResult:
        yield self._error
        yield from self._parts.widgets()
        yield self._actions

    def show(self, state: Mapping[str, Any]) -> None:
        """Shows a state."""
        before, self.state = self.state, state
        for error in self._parts.show(before, state):
            self.scroll_to_widget(error, animate=False)
        self.update_title()
        self._style_actions()
        for table in self._parts.tables:
            if target := table.field.scroll_target:
                self._go_to_target(table, target)

    def _style_actions(self) -> None:
        """Dims the actions that would have no effect. They can still be called."""
        typed = [each.field.name for each in self.fields if each.draft.typed is not None]
        styles = hint_styles(self.type, self.state, typed)
        if styles != self._styles:
            self._styles = styles
            self._actions.update(hint_line(self.hints, styles))
            for table in self._parts.tables:
                table.hint_styles = styles

    def _go_to_target(self, table: Table, target: Source) -> None:
        """Scrolls a table to the row that a property names, once, and resets the property."""
        value = self.state.get(target.property)
        if value is None:
            self._targets.pop(target.property, None)
        elif self._targets.get(target.property) != value and table.go_to(target.member or "", value):
            self._targets[target.property] = value
            if table.field.is_target_reset and (field := self.type.part(target.property)):
                self.requests.set(field, None, is_automatic=True)

    @property
    def unsent(self) -> list[tuple[str, list[str]]]:
        """The texts of fields that were not sent, by title. Secret ones are not shown."""
        return unsent(self.drafts.values())

    @property
    def busy_line(self) -> str:
        """The work that began by itself and can be cancelled; empty if there is none."""
        busy = self.type.busy(self.state) if self.type.cancelling(self.state) else []
        titles = [each.title for each in self.type.properties if each.name in busy and each.cancel_action]
        return f"⧗ {self.title}: {titles[0]}   x cancels" if titles else ""

    def update_title(self, number: int | None = None) -> None:
        """Shows the number and the title, and whether work is in progress."""
        self._number = number or self._number
        subtitle = f" · {self._subtitle}" if self._subtitle else ""
        heading = f"{self._number} {self.type.title}{subtitle}{' ⧗' if self.type.busy(self.state) else ''}"
        if heading != self._heading:
            self._heading, self.border_title = heading, Content(heading)
        params = shown(self._shown, 40) if self._shown and not subtitle else ""
        if params != self.border_subtitle:
            self.border_subtitle = Content(params)

    def show_error(self, text: str) -> None:
        """Shows an error; an empty text hides it."""
        self._error.update(Content(shown(f"✗ {text}", 600)))
        self._error.display = bool(text)
        if text:
            self.scroll_home(animate=False)

    def cover(self, text: str) -> None:
        """Hides a closed view, as it may contain private data, and shows the reason. "" shows the view again."""
        self.set_class(bool(text), "over")
        kept = "".join(f" · kept: {title}: {' · '.join(texts)}" for title, texts in self.unsent)
        self.show_error(text and text + kept)
        if text:
            self.state = {}
            if self.has_focus_within and not isinstance(self.screen.focused, (Card, TextField)):
                self.focus()

    @property
    def is_covered(self) -> bool:
        return self.has_class("over")

    def enter(self) -> None:
        """Focuses the first table, where letters are keys, as on the card itself."""
        tables = [] if self.is_covered else self._parts.tables
        self.screen.set_focus([*tables, self][0])

    def action_type(self) -> None:
        """Focuses the first field that submits an action, or else any field."""
        entries = [each for each in self.fields if each.field.submits or each.field.name in self.type.form]
        [*entries, *self.fields, self][0].focus()

    def action_walk(self, step: int) -> None:
        """Scrolls the card or, where it does not scroll, goes to the next widget."""
        if self.has_focus and 0 <= self.scroll_y + step <= self.max_scroll_y and self.max_scroll_y:
            self.scroll_relative(y=step, animate=False)
        else:
            self._go(self._next(step), step)

    def _go(self, found: Widget | None, step: int) -> None:
        """Goes to a widget, in a table to the nearest row."""
        if found and found is not self.screen.focused:
            found.focus()
            if isinstance(found, Table):
                found.action_move(-step * len(found.rows))

    def action_go(self, step: int) -> None:
        """Goes to the next widget of the card; after the last one, to the first."""
        if found := self._next(step):
            found.focus()

    def _next(self, step: int) -> Widget | None:
        widgets = [each for each in self.query() if each.focusable]
        here = self.screen.focused
        at = widgets.index(here) + step if here in widgets else min(step, 0)
        return widgets[at % len(widgets)] if widgets else None

    def search(self) -> None:
        """Goes to the filter. Without one, asks for a text, and goes to the next row that contains it."""
        table = self.searched
        if table is None:
            [*self._parts.filters, self][0].focus()
            return

        def find(answers: Mapping[str, Any]) -> None:
            self._answers = answers
            table.focus()
            self.show_error("" if table.find(answers["text"]) else f"No row contains {answers['text']!r}")

        ask(self, f"{self.title} · {table.field.title}", [_SEARCHED], find, self._answers)

    @property
    def searched(self) -> Table | None:
        """The table that can be searched: the focused one, or else the first one. A filter takes the place of a search."""
        tables = [] if self.has_filter else self._parts.tables
        return next((each for each in tables if each.has_focus), tables[0] if tables else None)

    def held(self, name: str) -> Any:
        """The value of a field: that of its text, or of the state, if the server sends it and the user has no text.

        :raises NotAValue: if the text is not a value.
        """
        field = next(part for part in self.fields if part.field.name == name)
        is_own = field.draft.typed is not None or field.draft.sent
        return self.state[name] if name in self.state and not is_own else field.parsed()

    def on_key(self, event: Key) -> None:
        pressed = event.character or ""
        actions = [each for each in self.type.offered if key(each) == pressed.lower()]
        if actions:
            event.stop()
            if pressed == MORE:
                self._choose_action()
            else:
                self.request(actions[0], is_asked=pressed != pressed.lower())

    def on_click(self, event: Click) -> None:
        clicked = tuple(event.style.meta.get(CLICKED, ()))
        for action in (each for each in self.type.offered if hint(each) == clicked):
            self.request(action)

    def request(self, action: Action, is_asked: bool = False) -> None:
        """Requests an action, on the selected row if its table has the focus."""
        table = self._parts.table(action.rows)
        row = table.row if table and table.has_focus else None
        self.requests.act(action, row, is_asked)

    def _choose_action(self) -> None:
        """Asks which of the actions without a letter to call."""
        actions = {each.name: each for each in self.type.offered if key(each) == MORE}
        choices = tuple(Choice(name, each.title) for name, each in actions.items())
        field = Field("action", "Action", "", Kind.CHOICE, choices=choices, is_required=True)
        ask(self, self.title, [field], lambda answers: self.request(actions[answers["action"]]))

    @on(TextField.Edited)
    def follow_text(self, event: TextField.Edited) -> None:
        self._style_actions()
        if event.due is not None:
            self.requests.send(event.field, event.due)

    @on(Input.Submitted)
    def submit(self, event: Input.Submitted) -> None:
        event.stop()
        field = event.input
        if isinstance(field, TextField):
            submission = self.type.entered(field.field)
            following = [] if submission else self._following(field)
            if field.draft.is_ready or not field.field.submits:
                self.requests.submit(submission)
            if following:
                following[0].focus()
            elif not field.field.submits or not submission or submission.opens:
                self.enter()

    @on(Choices.Chosen)
    def choose(self, event: Choices.Chosen) -> None:
        self.requests.set(event.choices.field, event.value)

    @on(Chosen)
    def follow(self, event: Chosen) -> None:
        found = None if event.is_whole else event.field.chosen(event.value)
        if found:
            self.requests.open(event.field, found)
        else:
            self._inspect(event.field.title, row_lines(event.field, event.value))

    def _inspect(self, title: str, lines: Sequence[Content]) -> None:
        self.app.push_screen(Lines(title, lines, is_wide=True))

    def action_inspect(self) -> None:
        """Shows the whole state, with what the card hides."""
        fields = [each for each in self.type.properties if each.name in self.state]
        cells = title_cells(each.title for each in fields if not is_object(self.state[each.name]))
        lines = [line for each in fields for line in whole(each, self.state[each.name], cells)]
        self._inspect(self.title, lines)

    @on(Table.Left)
    def leave_table(self, event: Table.Left) -> None:
        """Goes to the next table or choice, and not to a field, where letters would be text."""
        others = [each for each in self.query() if each.focusable and not isinstance(each, TextField)]
        at = others.index(event.table) + event.step
        self._go(others[at] if 0 <= at < len(others) else None, event.step)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self.refresh()  # Textual may not draw a scroll in the same frame as a layout

    def on_resize(self) -> None:
        """Keeps the focused widget visible."""
        focused = self.screen.focused
        if focused and self in focused.ancestors:
            self.call_after_refresh(self.scroll_to_widget, focused, animate=False)

    def action_leave_field(self) -> None:
        """Leaves a field, so that letters are keys, and clears a filter."""
        field = self.screen.focused
        if isinstance(field, TextField) and field.field.filters:
            field.value = ""
        self.enter()

    @on(DescendantFocus)
    @on(Focus)
    def report_focus(self, event: DescendantFocus | Focus) -> None:
        if self.styles.border.top[0] != "heavy":  # Textual does not, if the card is mounted after it has the focus
            self.update_node_styles()
        self.post_message(self.Focused(self, event.widget if isinstance(event, DescendantFocus) else self))
