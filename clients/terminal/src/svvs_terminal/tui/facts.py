"""The read-only parts of a card: values, records and errors."""

from __future__ import annotations

from typing import Any

from textual.content import Content
from textual.widgets import Static

from svvs.typed import is_object

from .cells import safe
from .hints import Field, Kind
from .values import NONE, shown

_CELLS = 400
#: The maximum number of members of a record on a card, and of a row in a window.
MEMBERS = 40


class Fact(Static):
    """A read-only property: its title and value, or the lines of a record."""

    DEFAULT_CSS = "Fact { height: auto; } Fact.error { color: $error; text-style: bold; }"

    def __init__(self, field: Field) -> None:
        super().__init__()
        self.field = field
        self.set_class(field.is_error, "error")

    def show(self, value: Any) -> None:
        if self.field.is_error:
            self.display = self.field.is_error_at(value)
            self.update(Content(f"✗ {shown(value, _CELLS)}"))
        elif self.field.kind is Kind.RECORD and is_object(value):
            self.update(Content("\n").join([Content.styled(self.field.title, "bold"), *members(self.field, value)]))
        else:
            self.update(Content.assemble((f"{self.field.title}: ", "bold"), shown(value, _CELLS)))


def members(field: Field, value: dict[str, Any]) -> list[Content]:
    """A line for each member of a record, first the declared ones in their order."""
    titles = {each.name: each.title for each in field.members} | {
        name: safe(name, 40) for name in list(value)[: MEMBERS + 1] if name not in {each.name for each in field.members}
    }
    lines = [
        Content.assemble((f"  {title}: ", "dim"), shown(value.get(name), _CELLS))
        for name, title in list(titles.items())[:MEMBERS]
        if name in value
    ]
    return lines + ([Content(f"  … {len(value):,} in all")] if len(value) > MEMBERS else []) or [Content(f"  {NONE}")]
