"""Where actions, properties and rows lead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..typed import is_object
from .schema import Destination, Field, ViewType, is_yes_and_no


def params(destination: Destination, *places: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of the view that something leads to, each from the first place that has it.

    >>> from svvs.tui.schema import Destination
    >>> from svvs.tui.ways import params
    >>> params(Destination("user", {"id": "login"}), {"login": "tom"}, {"login": "ann"})
    {'id': 'tom'}
    """
    found = {name: _first(member, places) for name, member in destination.params.items()}
    return {name: value for name, value in found.items() if value is not None}


def taken(type: ViewType, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[Field, Destination]]:
    """The properties of a view that lead somewhere since its state is another."""
    for field in type.properties:
        if field.way and field.name in before:
            if _leads(after.get(field.name)) and not _leads(before[field.name]):
                yield field, field.way


def back(field: Field) -> Any:
    """What a property that led somewhere is set to by coming back."""
    return False if is_yes_and_no(field.choices) else None


def argument(row: Any, member: str | None) -> Any:
    """The value that an action of a row takes from it."""
    return row if member is None else row.get(member) if is_object(row) else None


def _leads(value: Any) -> bool:
    return value is not None and value is not False  # but 0 may be an id


def _first(member: str, places: tuple[Mapping[str, Any], ...]) -> Any:
    return next((place[member] for place in places if member in place), None)
