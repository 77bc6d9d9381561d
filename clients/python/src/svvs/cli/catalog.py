"""What a server offers, for completion and for help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import svvs

from ..typed import is_object
from .suggestions import suggestions

COMMANDS = {
    "open": "open TYPE [NAME=VALUE…]    opens a view, which is then called TYPE, TYPE2…",
    "close": "close VIEW                 closes a view",
    "types": "types                      lists the types of views, with their actions",
    "help": "help                       prints this",
    "quit": "quit                       ends, as the end of input does",
}


class Catalog:
    """The view types of a server, as `rpc.discover` tells them.

    >>> from svvs.cli.catalog import Catalog
    >>> catalog = Catalog(server.request("rpc.discover"))
    >>> catalog.types["counterA"]["actions"].keys()
    dict_keys(['increment'])
    """

    def __init__(self, document: Any) -> None:
        types = document.get("x-viewTypes", {}) if is_object(document) else None
        if not is_object(types):
            raise svvs.BadMessage("rpc.discover is answered by something else than a description of the server")
        self.types: Mapping[str, Any] = types
        self._definitions = _object(_object(document.get("components")).get("schemas"))

    def completions(self, before: str, word: str, views: Mapping[str, str]) -> list[str]:
        """What `word` may become, behind the text `before` it; `views` are the open views' types, by name.

        >>> catalog = Catalog(server.request("rpc.discover"))
        >>> catalog.completions("", "lo", {"login": "login"})
        ['login']
        >>> catalog.completions("", "login.user", {"login": "login"})
        ['login.userId']
        >>> catalog.completions("login.login ", "u", {"login": "login"})
        ['userId=']
        >>> catalog.completions("open ", "counter", {})
        ['counterA', 'counterB', 'counterC', 'counterSettings']
        """
        return sorted(each for each in self._candidates(before.split(), word, views) if each.startswith(word))

    def actions(self, type: str) -> Mapping[str, Any]:
        """The actions of a view type, by name."""
        return self._of(type, "actions")

    def _candidates(self, before: list[str], word: str, views: Mapping[str, str]) -> Iterable[str]:
        view, dot, member = (before or [word])[0].partition(".")
        if not before:
            if not (dot and view in views):
                return [*COMMANDS, *views]
            names = self._settings(views[view]) if "=" in member else self._members(views[view])
            return [f"{view}.{name}" for name in names]
        if before[0] == "open":
            return self.types if len(before) == 1 else self._assignments(self._of(before[1], "params"))
        if before[0] == "close":
            return views
        if "=" in member:
            return self._settings(views.get(view, ""))
        return self._assignments(_object(_object(self.actions(views.get(view, "")).get(member)).get("arguments")))

    def _members(self, type: str) -> list[str]:
        return [*self.actions(type), *self._of(type, "properties")]

    def _settings(self, type: str) -> list[str]:
        properties = self._of(type, "properties").items()
        return self._assignments(
            {"properties": {name: each for name, each in properties if not _object(each).get("readOnly")}}
        )

    def _assignments(self, schema: Mapping[str, Any]) -> list[str]:
        members = _object(schema.get("properties")).items()
        return [word for name, member in members for word in suggestions(name, member, self._definitions)]

    def _of(self, type: str, part: str) -> Mapping[str, Any]:
        return _object(_object(self.types.get(type)).get(part))


def _object(value: Any) -> Mapping[str, Any]:
    return value if is_object(value) else {}
