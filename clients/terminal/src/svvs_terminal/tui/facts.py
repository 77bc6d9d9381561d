"""The read-only parts of a card: values, records and errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from svvs.typed import is_array, is_object

from ..text import cleaned_lines
from .cells import cut, safe, title_cells
from .location import location
from .screen import Field, Kind
from .values import NONE, formatted, percentage, shown

_CELLS = 400
#: The maximum number of lines of a long text on a card.
_LINES = 6
#: The width of a bar.
_BAR = 20
#: The maximum number of members of a record on a card, and of a row in a window.
MEMBERS = 40


@dataclass
class Chosen(Message):
    """The user has chosen a row or a record: its view is opened. Without one, or if `is_whole`, it is shown whole."""

    field: Field
    value: Any
    is_whole: bool = False


class Fact(Static):
    """A read-only property: its title and value, or the lines of a record."""

    DEFAULT_CSS = "Fact { height: auto; &.error { color: $error; text-style: bold; } &:focus { text-style: reverse; } }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose")]

    def __init__(self, field: Field) -> None:
        super().__init__()
        self.field, self.can_focus = field, field.is_chosen
        self._value: Any = None
        #: The width of the titles of the card, so that the values begin in the same column.
        self.title_cells = 0
        self.set_class(field.role == "error", "error")

    def show_progress(self, value: Any, fraction: float | None) -> None:
        """Shows a value as a bar; without a fraction, only that there is work in progress."""
        self.display = self.field.is_shown_at(value)
        filled = int((fraction or 0) * _BAR)
        bar = "" if fraction is None else f"{'█' * filled}{'░' * (_BAR - filled)} "
        self.update(line(self.field.title, bar + percentage(fraction), self.title_cells))

    def show(self, value: Any) -> None:
        self._value, self.display = value, self.field.is_shown_at(value)
        if self.field.role == "error":
            self.update(Content(f"✗ {shown(value, _CELLS)}"))
        elif self.field.role == "flag":
            self.update(Content.assemble(" " * self.title_cells, ("● ", ""), (self.field.title, "bold")))
        elif self.field.kind is Kind.RECORD and is_object(value) and not _is_file(self.field, value):
            title = Content.styled(f"{self.field.title}{' ⏎' if self.can_focus else ''}", "bold")
            self.update(Content("\n").join([title, *members(self.field, value, self.title_cells)]))
        elif self.field.format == "longText" and isinstance(value, str) and "\n" in value:
            beginning = value[: _LINES * _CELLS]
            lines = cleaned_lines(beginning).split("\n")
            more = ["… (Space shows all)"] if len(lines) > _LINES or beginning != value else []
            block = Content("\n").join([Content(f"  {cut(line, _CELLS)}") for line in [*lines[:_LINES], *more]])
            self.update(Content("\n").join([Content.styled(f"{self.field.title}:", "dim"), block]))
        else:
            opens = " ⏎" if self.field.opens_value and value is not None else ""
            self.update(line(self.field.title, formatted(self.field, value, _CELLS) + opens, self.title_cells))

    def action_choose(self) -> None:
        if self._value is not None:
            self.post_message(Chosen(self.field, self._value))

    def on_click(self) -> None:
        if self.can_focus:
            self.action_choose()


def _is_file(field: Field, value: Any) -> bool:
    return field.format == "file" and location(value) is not None


def line(title: str, text: str, title_cells: int) -> Content:
    """A title and a value, which begins after the width of the titles."""
    space = " " * max(0, title_cells - cell_len(title))
    return Content.assemble((f"{space}{title}: ", "dim"), text)


def members(field: Field, value: dict[str, Any], title_cells: int = 0, cells: int = _CELLS) -> list[Content]:
    """A line for each member of a record, first the declared ones in their order."""
    shown_members = [each for each in _listed(field, value) if each.is_shown_at(value[each.name])]
    lines = [line(f"  {each.title}", formatted(each, value[each.name], cells), title_cells) for each in shown_members]
    return lines + _rest(value) or [Content(f"  {NONE}")]


def _listed(field: Field, value: dict[str, Any]) -> list[Field]:
    """The members of a record that are listed, first the declared ones in their order."""
    declared = {each.name: each for each in field.members}
    further = [name for name in list(value)[: MEMBERS + 1] if name not in declared]
    fields = [*declared.values(), *(Field(name, safe(name, 40), "", Kind.JSON) for name in further)]
    return [each for each in fields[:MEMBERS] if each.name in value]


def _rest(value: dict[str, Any]) -> list[Content]:
    """The line about members that are not listed."""
    return [Content(f"  … {len(value):,} in all")] if len(value) > MEMBERS else []


def titles(field: Field) -> list[str]:
    """The titles that a property shows beside values."""
    if field.role in ("hidden", "error", "flag"):
        return []
    if field.kind is Kind.RECORD and field.members and field.format != "file":
        return [f"  {each.title}" for each in field.seen_members]
    return [] if field.is_array or field.is_stream else [field.title]


#: The maximum numbers of characters of a value, and of rows, that are shown whole.
_CHARACTERS, _ROWS = 100_000, 200


def whole(field: Field, value: Any, cells: int = 0) -> list[Content]:
    """A value in as many lines as it needs."""
    if isinstance(value, str) and not field.choices and field.format != "time":
        lines = cleaned_lines(value[-_CHARACTERS:] if field.is_stream else value[:_CHARACTERS]).splitlines() or [""]
        if len(value) > _CHARACTERS:
            lines.insert(0 if field.is_stream else len(lines), f"… {len(value):,} characters in all")
        first = [line(field.title, lines[0], cells)] if len(lines) == 1 else [Content.styled(f"{field.title}:", "dim")]
        return first + ([Content(f"  {each}") for each in lines] if len(lines) > 1 else [])
    if is_object(value) and value and not _is_file(field, value):
        return [Content.styled(field.title, "bold"), *whole_members(field, value)]
    if is_array(value) and value:
        title = Content.styled(f"{field.title} ({len(value):,})", "bold")
        more = [Content("  …")] if len(value) > _ROWS else []
        return [title, *(Content(f"  {shown(row, _CHARACTERS)}") for row in value[:_ROWS]), *more]
    return [line(field.title, formatted(field, value, _CHARACTERS), cells)]


def row_lines(field: Field, row: Any) -> list[Content]:
    """A row of a property in as many lines as it needs."""
    return whole_members(field, row if is_object(row) else {"": row})


def whole_members(field: Field, value: dict[str, Any]) -> list[Content]:
    """The members of a record in as many lines as they need, first the declared ones in their order."""
    listed = _listed(field, value)
    cells = title_cells(each.title for each in listed)
    lines = [each for one in listed for each in _whole_member(one, value[one.name], cells)]
    return lines + _rest(value) or [Content(f"  {NONE}")]


def _whole_member(field: Field, value: Any, cells: int) -> list[Content]:
    is_text = isinstance(value, str)
    return whole(field, value, cells) if is_text else [line(field.title, formatted(field, value, _CHARACTERS), cells)]
