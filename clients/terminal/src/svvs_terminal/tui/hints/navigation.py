"""The views that rows, records, properties and actions open, and the properties that are reset when coming back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from svvs.typed import is_array, is_object

from .schema import Action, Destination, Field, ViewType, is_equal

Types = Mapping[str, ViewType]


class NextView(NamedTuple):
    """A view to open."""

    type: ViewType
    params: dict[str, Any]


def chosen(types: Types, field: Field, value: Any) -> NextView | None:
    """The view that a selected row, or a selected record, of a property opens.

    >>> from svvs_terminal.tui.hints import chosen, view_types
    >>> types = view_types(server.request("rpc.discover"))
    >>> users = next(each for each in types["search"].properties if each.name == "users")
    >>> chosen(types, users, {"login": "ann"}).params
    {'name': 'ann'}
    """
    return None if value is None else _next_view(types, field.opens, value if is_object(value) else {})


def changed(
    types: Types, type: ViewType, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[tuple[Field, NextView]]:
    """The properties that open a view after a change of the state; none if there was no earlier state.

    >>> from svvs_terminal.tui.hints import changed, view_types
    >>> types = view_types(server.request("rpc.discover"))
    >>> before, after = {"shouldNavigateHome": False}, {"shouldNavigateHome": True}
    >>> [(field.name, view.type.name) for field, view in changed(types, types["login"], before, after)]
    [('shouldNavigateHome', 'home')]
    """
    for field in type.properties:
        value = after.get(field.name)
        has_changed = field.name in before and not is_equal(value, before[field.name])
        if has_changed and _leads(field, value) and (view := _next_view(types, field.value_opens, after)):
            yield field, view


def settled(
    types: Types, action: Action, arguments: Mapping[str, Any], state: Mapping[str, Any], is_settled: bool
) -> NextView | None:
    """The view that an action opens when its call has ended; None if the call was refused or cancelled.

    >>> from svvs_terminal.tui.hints import Action, Destination, ViewType, settled
    >>> go = Action("go", "Go", "", opens=Destination("place", {"id": "to"}))
    >>> settled({"place": ViewType("place", "Place", "")}, go, {"to": 5}, {}, is_settled=True).params
    {'id': 5}
    """
    return _next_view(types, action.opens, arguments, state) if is_settled else None


def returned(field: Field, state: Mapping[str, Any]) -> dict[str, Any]:
    """The properties to set when the user comes back from the view that a property has opened.

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
    """Whether a value of a property opens a view. 0 may be an id. Rows and records are selected by the user instead."""
    if field.value_opens is None or is_array(value) or is_object(value):
        return False
    return value is True if field.is_yes_and_no else value is not None


def _next_view(types: Types, destination: Destination | None, *sources: Mapping[str, Any]) -> NextView | None:
    """A destination with its parameters, each from the first source that has it; None if a required one is missing."""
    type = types.get(destination.type) if destination else None
    if destination is None or type is None:
        return None
    found = {name: _first(member, sources) for name, member in destination.params.items()}
    params = {name: value for name, value in found.items() if value is not None}
    is_whole = all(each.name in params for each in type.params if each.is_required)
    return NextView(type, params) if is_whole else None


def _first(member: str, sources: tuple[Mapping[str, Any], ...]) -> Any:
    return next((place[member] for place in sources if member in place), None)
