"""What the tabulator offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

from svvs.typed import is_array, is_object
from .catalog import Catalog

COMMANDS = {
    "open": "open [TYPE [NAME=VALUE…]]  opens a view, then called TYPE, TYPE2…; without TYPE, where the app begins",
    "close": "close VIEW                 closes a view",
    "reopen": "reopen                     opens anew all that has ended, with another server if that has ended",
    "types": "types                      lists the types of views, with their parameters and actions",
    "help": "help [TYPE]                prints this, or tells of a type",
    "quit": "quit                       ends, as the end of input does",
}


class OpenView(Protocol):
    """What is to be known of an open view."""

    @property
    def type(self) -> str: ...

    @property
    def state(self) -> Mapping[str, Any]: ...


def completions(
    catalog: Catalog, before: str, word: str, views: Mapping[str, OpenView], current: str | None = None
) -> list[str]:
    """What `word` may become, behind the text `before` it; a name that is left out is that of the `current` view.

    What a terminal would not print as it is, such as a value with a control character, is not offered.

    >>> from svvs_terminal.cli.catalog import Catalog
    >>> from svvs_terminal.cli.completion import completions
    >>> catalog, login = Catalog(server.request("rpc.discover")), server.open("login")
    >>> completions(catalog, "", "lo", {"login": login})
    ['login.']
    >>> completions(catalog, "", ".user", {"login": login}, current="login")
    ['.userId=']
    >>> completions(catalog, "login.login userId=12345 ", "", {"login": login})
    ['password=']
    >>> completions(catalog, "open ", "counter", {})
    ['counterA', 'counterB', 'counterC', 'counterSettings']
    """
    found = _candidates(catalog, before.split(), word, views, current or "")
    return sorted({each for each in found if each.startswith(word) and each.isprintable()})


def _candidates(
    catalog: Catalog, before: list[str], word: str, views: Mapping[str, OpenView], current: str
) -> Iterable[str]:
    """What may stand there, what must first; a space or a dot behind it says that more follows."""
    first, *others = [*before, word]
    name, dot, member = first.partition(".")
    view = views.get(name or current) if dot else None
    if not others:
        commands = [f"{each} " if each in ("open", "close") else each for each in COMMANDS]
        return [*commands, *(f"{each}." for each in views)] if view is None else [f"{name}.{each}" for each in _beginnings(catalog, view)]
    offered: Mapping[str, list[Any]] = {}
    given = {each.partition("=")[0].removesuffix(":") for each in [member, *others[:-1]]}
    if first == "open":
        if len(others) == 1:
            return [f"{type} " if catalog.parameters(type) else type for type in catalog.types]
        members, required = catalog.parameters(others[0]), catalog.required(others[0])
    elif first in ("close", "help"):
        return views if first == "close" else catalog.types
    elif view is None:
        return []
    elif "=" in member:
        members, required = catalog.settable(view.type), list[str]()
    else:
        members, required = catalog.arguments(view.type, member), catalog.required(view.type, member)
        offered = catalog.offered(view.type, member, view.state)
    missing = {name: each for name, each in members.items() if name not in given}
    needed = {name: each for name, each in missing.items() if name in required}
    words = catalog.words(needed if needed and not word else missing, offered)
    return [f"{each} " if each.partition("=")[2] and len(missing) > 1 else each for each in words]


def _beginnings(catalog: Catalog, view: OpenView) -> Iterator[str]:
    """What may follow a view's name and dot."""
    for action in catalog.actions(view.type):
        yield f"{action} " if catalog.arguments(view.type, action) else action
    for name in catalog.leads(view.type):
        if is_array(view.state.get(name)) or is_object(view.state.get(name)):
            yield f"{name} " if is_array(view.state[name]) else name
    yield from catalog.words(catalog.settable(view.type))

