"""The views to which rows, records, properties and actions lead, and the properties that coming back sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from svvs.typed import is_array, is_object

from .schema import Action, Destination, Field, ViewType, is_equal

Types = Mapping[str, ViewType]


class Way(NamedTuple):
    """A view to open."""

    type: ViewType
    params: dict[str, Any]


def chosen(types: Types, field: Field, value: Any) -> Way | None:
    """The view that a chosen row, or a chosen record, of a property opens.

    >>> from svvs_terminal.tui.hints import chosen, view_types
    >>> types = view_types(server.request("rpc.discover"))
    >>> users = next(each for each in types["search"].properties if each.name == "users")
    >>> chosen(types, users, {"login": "ann"}).params
    {'name': 'ann'}
    """
    return None if value is None else _way(types, field.opens, value if is_object(value) else {})


def changed(
    types: Types, type: ViewType, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[tuple[Field, Way]]:
    """The properties of a view that lead on by a change of its state; none if there was no state before.

    >>> from svvs_terminal.tui.hints import changed, view_types
    >>> types = view_types(server.request("rpc.discover"))
    >>> before, after = {"shouldNavigateHome": False}, {"shouldNavigateHome": True}
    >>> [(field.name, way.type.name) for field, way in changed(types, types["login"], before, after)]
    [('shouldNavigateHome', 'home')]
    """
    for field in type.properties:
        value = after.get(field.name)
        has_changed = field.name in before and not is_equal(value, before[field.name])
        if has_changed and _leads(field, value) and (way := _way(types, field.value_opens, after)):
            yield field, way


def settled(
    types: Types, action: Action, arguments: Mapping[str, Any], state: Mapping[str, Any], is_settled: bool
) -> Way | None:
    """The view that an action opens when its call has ended; None if that was refused or cancelled: it has not settled.

    >>> from svvs_terminal.tui.hints import Action, Destination, ViewType, settled
    >>> go = Action("go", "Go", "", opens=Destination("place", {"id": "to"}))
    >>> settled({"place": ViewType("place", "Place", "")}, go, {"to": 5}, {}, is_settled=True).params
    {'id': 5}
    """
    return _way(types, action.opens, arguments, state) if is_settled else None


def returned(field: Field, state: Mapping[str, Any]) -> dict[str, Any]:
    """The properties to set when the user comes back from the view that a property has led to.

    >>> from svvs_terminal.tui.hints import returned, view_types
    >>> types = view_types(server.request("rpc.discover"))
    >>> leading = next(each for each in types["login"].properties if each.opens)
    >>> returned(leading, {"shouldNavigateHome": True}), returned(leading, {"shouldNavigateHome": False})
    ({'shouldNavigateHome': False}, {})
    """
    if not (field.is_settable and _leads(field, state.get(field.name))):
        return {}
    return {field.name: False} if field.is_yes_and_no else {field.name: None} if field.is_nullable else {}


def _leads(field: Field, value: Any) -> bool:
    """Whether a property leads somewhere by a value. 0 may be an id; of rows and records, one is chosen."""
    if field.value_opens is None or is_array(value) or is_object(value):
        return False
    return value is True if field.is_yes_and_no else value is not None


def _way(types: Types, destination: Destination | None, *places: Mapping[str, Any]) -> Way | None:
    """A destination with its parameters, each from the first place that has it; None if a required one has no value."""
    type = types.get(destination.type) if destination else None
    if destination is None or type is None:
        return None
    found = {name: _first(member, places) for name, member in destination.params.items()}
    params = {name: value for name, value in found.items() if value is not None}
    is_whole = all(each.name in params for each in type.params if each.is_required)
    return Way(type, params) if is_whole else None


def _first(member: str, places: tuple[Mapping[str, Any], ...]) -> Any:
    return next((place[member] for place in places if member in place), None)
