"""What a server offers, and what its hints say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import svvs

from .. import hints
from svvs.typed import is_array, is_object
from .suggestions import form, suggestions


class Catalog:
    """The view types of a server, as `rpc.discover` tells them. What is not as it should be is left out.

    >>> from svvs_terminal.cli.catalog import Catalog
    >>> catalog = Catalog(server.request("rpc.discover"))
    >>> catalog.types["counterA"]["actions"].keys()
    dict_keys(['increment'])
    """

    def __init__(self, document: Any) -> None:
        self.renew(document)

    def renew(self, document: Any) -> None:
        """Takes what another server tells."""
        types = document.get("x-viewTypes", {}) if is_object(document) else None
        if not is_object(types):
            raise svvs.BadMessage("rpc.discover is answered by something else than a description of the server")
        self.types: Mapping[str, Any] = types
        #: The same with their hints.
        self.hinted = hints.view_types(document)
        self._definitions = _object(_object(document.get("components")).get("schemas"))
        #: The names of all that is never shown, whatever it belongs to.
        self.secrets = frozenset(
            name
            for type in types
            for members in (self.properties(type), self.parameters(type), *map(_members, self.actions(type).values()))
            for name, schema in members.items()
            if _object(schema).get("writeOnly") is True
        )

    @property
    def start(self) -> str | None:
        """The type of view where the app says that one begins."""
        return next((type for type, each in self.hinted.items() if each.is_start), None)

    def actions(self, type: str) -> Mapping[str, Any]:
        """The actions of a view type, by name."""
        return _object(_object(self.types.get(type)).get("actions"))

    def arguments(self, type: str, action: str) -> Mapping[str, Any]:
        """The schemas of an action's arguments, by name."""
        return _members(self.actions(type).get(action))

    def parameters(self, type: str) -> Mapping[str, Any]:
        """The schemas of a view type's parameters, by name."""
        return _object(_object(_object(self.types.get(type)).get("params")).get("properties"))

    def required(self, type: str, action: str | None = None) -> list[str]:
        """The names of the parameters, or the arguments of an action, that must be there."""
        container = _object(self.types.get(type)) if action is None else _object(self.actions(type).get(action))
        names = _object(container.get("params" if action is None else "arguments")).get("required")
        return names if is_array(names) else []

    def properties(self, type: str) -> Mapping[str, Any]:
        """The schemas of a view type's properties, by name."""
        return _object(_object(self.types.get(type)).get("properties"))

    def settable(self, type: str) -> dict[str, Any]:
        """Those of the properties that can be set."""
        return {name: each for name, each in self.properties(type).items() if not _object(each).get("readOnly")}

    def leads(self, type: str) -> dict[str, hints.Field]:
        """The properties that lead to other views.

        >>> catalog = Catalog(server.request("rpc.discover"))
        >>> catalog.leads("search")["selectedUserName"].opens.params
        {'name': 'selectedUserName'}
        """
        return {each.name: each for each in self._fields(type) if each.opens}

    def row_argument(self, type: str, action: str) -> tuple[str, hints.Source] | None:
        """The argument of an action that is taken from the rows of an array, and from where: the action is of the row.

        >>> catalog = Catalog(server.request("rpc.discover"))
        >>> catalog.row_argument("search", "select")
        ('name', Source(property='users', member='login'))
        """
        for field in self.fields(type, action):
            if field.source:
                return field.name, field.source
        return None

    def offered(self, type: str, action: str, state: Mapping[str, Any]) -> dict[str, list[Any]]:
        """The values that a view shows for arguments of an action."""
        return {each.name: each.offered(state) for each in self.fields(type, action)}

    def fields(self, type: str, action: str) -> tuple[hints.Field, ...]:
        """The arguments of an action with their hints."""
        actions = self.hinted[type].actions if type in self.hinted else ()
        return next((each.arguments for each in actions if each.name == action), ())

    def _fields(self, type: str) -> tuple[hints.Field, ...]:
        return self.hinted[type].properties if type in self.hinted else ()

    def words(self, members: Mapping[str, Any], offered: Mapping[str, list[Any]] | None = None) -> list[str]:
        """The words that give members their values, among them those that are offered."""
        return [
            word
            for name, schema in members.items()
            for word in suggestions(name, schema, self._definitions, (offered or {}).get(name, ()))
        ]

    def form(self, type: str, action: str | None = None) -> str:
        """How a type is opened, or an action called; what may be left out is in brackets.

        >>> catalog = Catalog(server.request("rpc.discover"))
        >>> catalog.form("user"), catalog.form("effects", "handle")
        ('user id=TEXT', 'handle action=buttonTap|instant [seconds:=JSON]')
        """
        members = self.parameters(type) if action is None else self.arguments(type, action)
        forms = {name: form(name, schema, self._definitions) for name, schema in members.items()}
        needed = self.required(type, action)
        return " ".join([action or type, *(each if name in needed else f"[{each}]" for name, each in forms.items())])

    def property_form(self, type: str, name: str) -> str:
        """How a property is set, or its name alone, if it cannot be."""
        is_settable = name in self.settable(type)
        return form(name, self.properties(type)[name], self._definitions) if is_settable else name


def about(schema: Any) -> str:
    """The title and the description of a type, action or property, or nothing.

    >>> from svvs_terminal.cli.catalog import about
    >>> about({"title": "Log in", "description": "Where a user logs in."})
    '   Log in. Where a user logs in.'
    """
    said = [_object(schema).get("title"), _object(schema).get("description")]
    texts = [each if each.endswith(".") else f"{each}." for each in said if isinstance(each, str) and each]
    return f"   {' '.join(texts)}" if texts else ""


def _members(action: Any) -> Mapping[str, Any]:
    return _object(_object(_object(action).get("arguments")).get("properties"))


def _object(value: Any) -> Mapping[str, Any]:
    return value if is_object(value) else {}
