"""Python names for the names in a schema."""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection, Iterable
from typing import Any

from ..typed import is_object


#: The built-in names that generated classes use: an attribute `str` would hide the type in the annotations after it.
USED = frozenset({"bool", "classmethod", "dict", "float", "int", "list", "property", "str"})


class SchemaError(Exception):
    """No module can be generated from the schema."""


def snake_case(name: str) -> str:
    """The name of an attribute or argument.

    >>> from svvs.codegen.names import snake_case
    >>> [snake_case(name) for name in ["userId", "avatarURL", "friendIDs", "URLSession", "class", "2nd"]]
    ['user_id', 'avatar_url', 'friend_ids', 'url_session', 'class_', '_2nd']
    """
    words = re.findall(r"[A-Z]+s?(?![a-z])|[A-Z]?[a-z0-9]+|[A-Z]+|[0-9]+", name)
    return _identifier("_".join(words).lower() or name)


def pascal_case(name: str) -> str:
    """The name of a class.

    >>> from svvs.codegen.names import pascal_case
    >>> pascal_case("counterA")
    'CounterA'
    """
    return _identifier("".join(word[:1].upper() + word[1:] for word in re.split(r"\W+", name)))


def attributes(names: Iterable[str], reserved: Collection[str], where: str) -> dict[str, str]:
    """The attribute of each name. Reserved names get an underscore.

    :raises SchemaError: if two names become the same attribute.
    """
    result: dict[str, str] = {}
    for name in names:
        attribute = snake_case(name)
        if attribute in reserved or attribute in USED:
            attribute += "_"
        other = next((other for other, taken in result.items() if taken == attribute), None)
        if other is not None:
            raise SchemaError(f"{where}: {other!r} and {name!r} both become {attribute!r}")
        result[name] = attribute
    return result


def docstring(schema: Any) -> str:
    """The description of a schema as a docstring; empty if it has none."""
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
