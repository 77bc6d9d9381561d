"""The Python names of what a schema names."""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection, Iterable
from typing import Any

from ..typed import is_object


#: What the written classes use themselves: a member named `str` would hide the type from the annotations beside it.
USED = frozenset({"bool", "classmethod", "dict", "float", "int", "list", "property", "str"})


class SchemaError(Exception):
    """The schema cannot be made a module."""


def snake_case(name: str) -> str:
    """The name as attributes and arguments have it.

    >>> from svvs.codegen.names import snake_case
    >>> [snake_case(name) for name in ["userId", "avatarURL", "friendIDs", "URLSession", "class", "2nd"]]
    ['user_id', 'avatar_url', 'friend_ids', 'url_session', 'class_', '_2nd']
    """
    words = re.findall(r"[A-Z]+s?(?![a-z])|[A-Z]?[a-z0-9]+|[A-Z]+|[0-9]+", name)
    return _identifier("_".join(words).lower() or name)


def pascal_case(name: str) -> str:
    """The name as classes have it.

    >>> from svvs.codegen.names import pascal_case
    >>> pascal_case("counterA")
    'CounterA'
    """
    return _identifier("".join(word[:1].upper() + word[1:] for word in re.split(r"\W+", name)))


def attributes(names: Iterable[str], reserved: Collection[str], where: str) -> dict[str, str]:
    """The attribute for each name. Those that mean something already get an underscore.

    :raises SchemaError: if two names would be one attribute.
    """
    result: dict[str, str] = {}
    for name in names:
        attribute = snake_case(name)
        if attribute in reserved or attribute in USED:
            attribute += "_"
        other = next((other for other, taken in result.items() if taken == attribute), None)
        if other is not None:
            raise SchemaError(f"{where}: {other!r} and {name!r} would both be {attribute!r}")
        result[name] = attribute
    return result


def docstring(schema: Any) -> str:
    """A schema's description as a docstring, empty if it has none."""
    text = schema.get("description", "") if is_object(schema) else ""
    if not text:
        return ""
    text = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    text += " " if text.endswith('"') else ""
    return f'"""{text}"""'


def _identifier(name: str) -> str:
    name = re.sub(r"\W", "_", name)
    if not name or name[0].isdigit():
        name = "_" + name
    return name + "_" if keyword.iskeyword(name) else name
