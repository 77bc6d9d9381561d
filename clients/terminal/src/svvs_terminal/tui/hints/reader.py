"""Reads the view types from the reply to `rpc.discover`. Ignores invalid hints and hints with unknown names."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from svvs.typed import is_array, is_object

from ..cells import safe
from .schema import Action, Destination, Field, Kind, Source, ViewType

_KINDS = {
    "string": Kind.TEXT, "integer": Kind.INTEGER, "number": Kind.NUMBER, "boolean": Kind.CHOICE,
    "object": Kind.RECORD, "array": Kind.ROWS,
}
_WORD = re.compile(r"[A-Z]{2,}s?(?![a-z])\d*|[A-Z]+(?![a-z])\d*|[A-Z]?[a-z][a-z\d]*|\d+[a-z\d]*|[^\W\d_]+")
#: The maximum number of cells of a title.
_TITLE = 40
#: The maximum depth of nested records, because a definition may refer to itself.
_DEPTH = 3


def view_types(document: Any) -> dict[str, ViewType]:
    """The view types by name, in the order of their declarations, with titles that are safe to show.

    >>> from svvs_terminal.tui.hints import view_types
    >>> types = view_types(server.request("rpc.discover"))
    >>> types["login"].title
    'Log in'
    """
    types = dict(_ordered(_object(document), "x-viewTypes", "x-viewTypeOrder"))
    reader = _Reader(types, _object(_object(_object(document).get("components")).get("schemas")))
    return {name: reader.view_type(name, _object(schema)) for name, schema in types.items()}


def start(types: Mapping[str, ViewType]) -> ViewType | None:
    """The first view type to open: the first with `isStart`, or else the first without parameters.

    >>> from svvs_terminal.tui.hints import start, view_types
    >>> start(view_types(server.request("rpc.discover"))).name
    'login'
    """
    first = [each for each in types.values() if each.is_start] or [each for each in types.values() if not each.params]
    return first[0] if first else None


class _Reader:
    def __init__(self, types: Collection[str], definitions: Mapping[str, Any]) -> None:
        self._types, self._definitions = types, definitions

    def view_type(self, name: str, schema: Mapping[str, Any]) -> ViewType:
        properties = _ordered(schema, "properties", "propertyOrder")
        actions = _ordered(schema, "actions", "actionOrder")
        on_appear = schema.get("onAppear")
        names = {name for name, _ in properties}
        read = [self._field(name, _object(each), 0) for name, each in properties]
        arrays = {each.name for each in read if each.kind is Kind.ROWS}
        free = {name for name, each in actions if not _required(each)}
        fields = [
            replace(
                each, submits=each.submits if each.submits in free and each.is_settable else None,
                is_never_shown=each.is_never_shown and not (each.filters in arrays or each.submits in free),
                is_shown_when_true=each.is_shown_when_true and each.filters not in arrays,
                cancel_action=each.cancel_action if each.cancel_action in free else None,
                scroll_target=_among(each.scroll_target, names) if each.scroll_target and each.scroll_target.member else None,
            )
            for each in read
        ]
        secrets = {each.name for each in fields if each.is_secret}
        with_id = [each.name for each in fields if each.name in arrays and "id" in {one.name for one in each.members}]
        ids = Source(with_id[0], "id") if len(with_id) == 1 else None
        return ViewType(
            name, _title(name, schema), _text(schema, "description"),
            params=self._members(_object(schema.get("params")), 0),
            properties=tuple(each if each.filters in arrays else replace(each, filters=None) for each in fields),
            actions=tuple(self._action(name, _object(each), arrays, secrets, ids) for name, each in actions),
            is_start=schema.get("isStart") is True,
            on_appear=on_appear if isinstance(on_appear, str) and on_appear in dict(actions) else None,
            subtitle=_among(_source(schema.get("subtitle")), names),
        )

    def _action(
        self, name: str, schema: Mapping[str, Any], arrays: Collection[str], secrets: Collection[str], ids: Source | None,
    ) -> Action:
        """An action. An argument is secret if the property with the same name is secret.

        An argument `id` without a source has the source `ids`, if it is the only required argument.
        """
        members = self._members(_object(schema.get("arguments")), 0)
        required = [each.name for each in members if each.is_required]
        arguments = tuple(
            replace(
                each, is_secret=each.is_secret or each.name in secrets,
                source=each.source if each.source and each.source.property in arrays
                else ids if required == [each.name] == ["id"] else None,
            )
            for each in members
        )
        description, opens = _text(schema, "description"), self._destination(schema.get("opens"))
        return Action(
            name, _title(name, schema), description, arguments, opens,
            is_cancellable=schema.get("isCancellable") is not False,
        )

    def _members(self, schema: Mapping[str, Any], depth: int) -> tuple[Field, ...]:
        required = schema.get("required")
        names = required if is_array(required) else []
        members = _ordered(schema, "properties", "propertyOrder")
        return tuple(self._field(name, _object(each), depth, name in names) for name, each in members)

    def _field(self, name: str, schema: Mapping[str, Any], depth: int, is_required: bool = False) -> Field:
        resolved, is_nullable = self._resolved(schema)
        kind, choices = _kind(resolved)
        shape = self._resolved(_object(resolved.get("items")))[0] if kind is Kind.ROWS else resolved
        filters, idle = schema.get("x-filters"), schema.get("x-busyUnless")
        submits, cancel, priority = schema.get("x-submits"), schema.get("x-cancelAction"), schema.get("x-priority")
        is_error, is_boolean = schema.get("x-error") is True, resolved.get("type") == "boolean"
        format, currency = _format(schema, kind) if _format(schema, kind) != ("", "") else _format(resolved, kind)
        is_from_end = kind is Kind.ROWS and schema.get("x-scrollsFrom") == "end"
        return Field(
            name, _title(name, schema), _text(schema, "description"), kind, is_nullable, choices,
            members=self._members(shape, depth + 1) if depth < _DEPTH else (),
            is_settable=schema.get("readOnly") is not True,
            is_secret=schema.get("writeOnly") is True,
            is_required=is_required,
            is_error=is_error,
            filters=filters if isinstance(filters, str) else None,
            idle_values=tuple(idle) if is_array(idle) else None,
            opens=self._destination(schema.get("x-opens")),
            source=_source(schema.get("x-source")),
            format=format,
            currency=currency,
            choice_titles=_choice_titles(resolved),
            is_never_shown=schema.get("x-shown") == "never" and not is_error,
            is_shown_when_true=schema.get("x-shown") == "whenTrue" and is_boolean and not is_error,
            submits=submits if isinstance(submits, str) else None,
            is_read_from_end=is_from_end,
            scroll_target=_source(schema.get("x-scrollTarget")) if is_from_end else None,
            cancel_action=cancel if isinstance(cancel, str) and is_array(idle) else None,
            priority=priority if isinstance(priority, int) and not isinstance(priority, bool) else 0,
        )

    def _destination(self, hint: Any) -> Destination | None:
        type, params = _object(hint).get("type"), _object(_object(hint).get("params"))
        if not (isinstance(type, str) and type in self._types):
            return None
        return Destination(type, {name: member for name, member in params.items() if isinstance(member, str)})

    def _resolved(self, schema: Mapping[str, Any]) -> tuple[Mapping[str, Any], bool]:
        """The schema of the value, and whether it may be null instead."""
        is_nullable = False
        for _ in range(8):  # as a definition may refer to itself
            choices, reference, kinds = schema.get("anyOf", schema.get("oneOf")), schema.get("$ref"), schema.get("type")
            if is_array(choices):
                others = [_object(each) for each in choices if _object(each).get("type") != "null"]
                is_nullable |= len(others) < len(choices)
                if len(others) != 1:
                    return {}, is_nullable
                schema = others[0]
            elif isinstance(reference, str):
                schema = _object(self._definitions.get(reference.rpartition("/")[2]))
            elif is_array(kinds):
                rest = [kind for kind in kinds if kind != "null"]
                return {**schema, "type": rest[0] if len(rest) == 1 else None}, len(rest) < len(kinds)
            else:
                return schema, is_nullable
        return {}, is_nullable


def _kind(schema: Mapping[str, Any]) -> tuple[Kind, tuple[Any, ...]]:
    values, kind = schema.get("enum"), schema.get("type")
    if is_array(values) and values:
        return Kind.CHOICE, tuple(values)
    choices = (False, True) if kind == "boolean" else ()
    return _KINDS.get(kind, Kind.JSON) if isinstance(kind, str) else Kind.JSON, choices


#: The formats of texts that are shown in a special way.
_FORMATS = ("date-time", "uri", "longText")


def _format(schema: Mapping[str, Any], kind: Kind) -> tuple[str, str]:
    """The format and the currency of a value; empty if they are unknown or do not fit the kind."""
    own, general = schema.get("x-format"), schema.get("format")
    currency = _object(own).get("money")
    if kind in (Kind.INTEGER, Kind.NUMBER):
        return "", currency if isinstance(currency, str) and re.fullmatch("[A-Z]{3}", currency) else ""
    if kind is not Kind.TEXT:
        return "", ""
    return next((each for each in (own, general) if isinstance(each, str) and each in _FORMATS), ""), ""


def _choice_titles(schema: Mapping[str, Any]) -> dict[str, str]:
    texts = _object(schema.get("x-enumTitles")).items()
    return {value: safe(text, _TITLE) for value, text in texts if isinstance(text, str) and text}


def _required(action: Any) -> Any:
    return _object(_object(action).get("arguments")).get("required")


def _among(source: Source | None, names: Collection[str]) -> Source | None:
    """A source, if it names one of the properties."""
    return source if source and source.property in names else None


def _source(hint: Any) -> Source | None:
    property, member = _object(hint).get("property"), _object(hint).get("member")
    return Source(property, member if isinstance(member, str) else None) if isinstance(property, str) else None


def _ordered(schema: Mapping[str, Any], part: str, order: str) -> list[tuple[str, Any]]:
    """The members of a part, first those in the order."""
    members, names = _object(schema.get(part)), schema.get(order)
    first = [name for name in names if isinstance(name, str) and name in members] if is_array(names) else []
    return [(name, members[name]) for name in dict.fromkeys([*first, *members])]


def title(name: str) -> str:
    """A title for a name that has none.

    >>> from svvs_terminal.tui.hints import title
    >>> title("filteredFriends"), title("avatarURL"), title("friendIDs"), title("id")
    ('Filtered friends', 'Avatar URL', 'Friend IDs', 'Id')
    """
    words = _WORD.findall(name)
    text = " ".join(word if word[:2].isupper() and len(word) > 1 else word.lower() for word in words)
    return text[:1].upper() + text[1:] or name


def _title(name: str, schema: Mapping[str, Any]) -> str:
    return safe(_text(schema, "title") or title(name), _TITLE)


def _text(schema: Mapping[str, Any], name: str) -> str:
    text = schema.get(name)
    return text if isinstance(text, str) else ""


def _object(value: Any) -> Mapping[str, Any]:
    return value if is_object(value) else {}
