"""The widgets of a card, one for each property, in their order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from textual.widget import Widget

from .cells import title_cells
from .draft import Draft
from .facts import Fact, titles
from .fields import Choices, Labelled, TextField, editor
from .screen import Field, Kind, ViewType
from .keys import hint
from .stream import Stream
from .table import Table
from .values import formatted, lowered

Part = Fact | Stream | Table | TextField | Choices


class Parts:
    """The widgets of the properties of a view, by name."""

    def __init__(self, type: ViewType, drafts: dict[str, Draft]) -> None:
        """`drafts` are those of an earlier card of the view, by property."""
        self._type, self._drafts = type, drafts
        self._parts = {field.name: self._part(field) for field in type.properties}
        visible = [field for field in type.properties if field.is_visible]
        #: The visible properties, a filter above its table, and an error below the part that it is about.
        self._visible = sorted(visible, key=lambda each: (visible.index(self._beside(each) or each), self._rank(each)))

    @property
    def fields(self) -> list[TextField]:
        """The visible text fields."""
        return [part for part in self._parts.values() if isinstance(part, TextField) and part.field.is_visible]

    @property
    def tables(self) -> list[Table]:
        """The visible tables."""
        return [part for part in self._parts.values() if isinstance(part, Table) and part.field.is_visible]

    @property
    def filters(self) -> list[TextField]:
        """The fields that filter an array."""
        return [each for each in self.fields if each.field.filters]

    def table(self, property: str | None) -> Table | None:
        return next((each for each in self.tables if each.field.name == property), None)

    def widgets(self) -> Iterator[Widget]:
        """The widgets with titles, without hidden properties."""
        cells = title_cells(title for field in self._visible for title in titles(field))
        for field in self._visible:
            part = self._parts[field.name]
            if isinstance(part, Fact):
                part.title_cells = cells
                part.styles.margin = (0, 0, 0, cells + 2 if field.about and self._beside(field) else 0)
            yield Labelled(field, part, cells) if isinstance(part, (TextField, Choices)) else part

    def show(self, before: Mapping[str, Any], state: Mapping[str, Any]) -> Iterator[Widget]:
        """Shows the differences between two states. Yields the widgets of new errors."""
        invalid = set(self._type.about(state).values())
        for field in self._visible:
            part, value = self._parts[field.name], state.get(field.name)
            part.set_class(field.name in invalid, "invalid")
            if isinstance(part, Table):
                part.empty_line = self._emptiness(field, state)
            if isinstance(part, (TextField, Choices)):
                if field.name in state:  # the server may have changed the typed value
                    part.show(value)
            elif isinstance(part, Fact) and field.role == "progress":
                part.show_progress(value, self._type.fraction(field, state))
            elif field.name not in before or value is not before[field.name]:
                part.show(value)
                if field.role == "error" and field.is_shown_at(value):
                    yield part

    def _emptiness(self, field: Field, state: Mapping[str, Any]) -> str:
        """The reason why an array is empty; "" if work in progress may fill it, or if an error may be the reason."""
        if self._type.busy(state) or self._type.errors(state):
            return ""
        filters = [each for each in self._type.properties if each.filters == field.name and state.get(each.name)]
        if filters:
            return f"No rows match {' and '.join(f'“{_criterion(each, state[each.name])}”' for each in filters)}"
        return f"No {lowered(field.title)}"

    def _part(self, field: Field) -> Part:
        if field.is_stream and not field.is_settable:
            return Stream(field)
        if not field.is_array:
            is_fact = field.role in ("error", "flag", "progress") or field.opens_value or not field.is_settable
            return Fact(field) if is_fact else editor(field, self._drafts.setdefault(field.name, Draft(field)))
        of_rows = map(hint, self._type.row_actions(field.name))
        return Table(field, [*of_rows, ("⏎", "opens" if field.is_chosen else "shows")])

    def _beside(self, field: Field) -> Field | None:
        """The visible part beside which a property is shown."""
        part = self._type.part(field.filters or field.about)
        return part if part and part.is_visible else None

    def _rank(self, field: Field) -> int:
        return (1 if field.about else -1) if self._beside(field) else 0


def _criterion(filter: Field, value: Any) -> str:
    """A filter in words: a text without a title, and a title alone if it is true."""
    if value is True:
        return filter.title
    return formatted(filter, value, 40) if filter.kind is Kind.TEXT else f"{filter.title}: {formatted(filter, value, 40)}"
