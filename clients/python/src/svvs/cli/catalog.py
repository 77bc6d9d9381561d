"""What a server offers, for completion and for help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..shapes import is_object

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

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.types: Mapping[str, Any] = document.get("x-viewTypes", {})

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

    def _candidates(self, before: list[str], word: str, views: Mapping[str, str]) -> Iterable[str]:
        if not before:
            view, dot, _ = word.partition(".")
            if dot and view in views:
                return [f"{view}.{name}" for name in self._members(views[view])]
            return [*COMMANDS, *views]
        if before[0] == "open":
            if len(before) == 1:
                return self.types
            return [f"{name}=" for name in self._of(before[1], "params").get("properties", {})]
        if before[0] == "close":
            return views
        view, _, action = before[0].partition(".")
        arguments = self._of(views.get(view, ""), "actions").get(action, {}).get("arguments", {})
        return [f"{name}=" for name in arguments.get("properties", {})]

    def _members(self, type: str) -> list[str]:
        return [*self._of(type, "actions"), *self._of(type, "properties")]

    def _of(self, type: str, part: str) -> Mapping[str, Any]:
        view = self.types.get(type)
        return view.get(part, {}) if is_object(view) else {}
