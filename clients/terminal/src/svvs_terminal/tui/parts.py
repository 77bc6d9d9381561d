"""The widgets of a card, one for each property, in their order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from textual.widget import Widget

from .fields import Choices
from .facts import Fact
from .fields import Labelled, TextField, editor
from .hints import Field, Kind, ViewType
from .keys import Target, hints
from .table import Table

Part = Fact | Table | TextField | Choices
Shown = TypeVar("Shown", bound=Widget)


class Parts:
    """The widgets of the properties of a view, by name."""

    def __init__(self, type: ViewType, targets: Sequence[tuple[str, Target]]) -> None:
        self._type, self._targets = type, targets
        self._parts = {field.name: self._part(field) for field in type.properties}

    def __getitem__(self, name: str) -> Part:
        return self._parts[name]

    @property
    def fields(self) -> list[TextField]:
        """The visible text fields."""
        return [part for part in self._parts.values() if isinstance(part, TextField) and not part.field.value_opens]

    @property
    def tables(self) -> list[Table]:
        return [part for part in self._parts.values() if isinstance(part, Table)]

    def filters(self, property: str | None = None) -> list[TextField]:
        """The fields that filter an array; all filters without a name."""
        return [each for each in self.fields if each.field.filters and property in (None, each.field.filters)]

    def table(self, property: str | None) -> Table | None:
        return next((each for each in self.tables if each.field.name == property), None)

    def field_of(self, part: Part) -> Field:
        return next(field for field in self._type.properties if self._parts[field.name] is part)

    def widgets(self) -> Iterator[Widget]:
        """The widgets with titles. Properties that only open a view are hidden."""
        for field in self._type.properties:
            part = self._parts[field.name]
            widget = Labelled(field, part) if isinstance(part, (TextField, Choices)) else part
            widget.display = field.value_opens is None
            yield widget

    def show(self, before: Mapping[str, Any], state: Mapping[str, Any]) -> Iterator[Widget]:
        """Shows the differences between two states. Yields the widgets of new errors."""
        for field in self._type.properties:
            part, value = self._parts[field.name], state.get(field.name)
            if isinstance(part, (TextField, Choices)):
                if field.name in state:  # the server may have changed the typed value
                    part.show(value)
            elif field.name not in before or value is not before[field.name]:
                part.show(value)
                if field.is_error_at(value):
                    yield part

    def _part(self, field: Field) -> Part:
        if field.kind is not Kind.ROWS:
            return editor(field) if field.is_settable and not field.is_error else Fact(field)
        actions = self._type.row_actions(field.name)
        shown = [str(hint) for hint in hints((key, each) for key, each in self._targets if each in actions)]
        return Table(field, "  ".join([*shown, "⏎ opens" if field.opens else "⏎ shows"]))


def first(*widgets: Shown) -> Shown:
    return widgets[0]
