"""The module that is written for a schema."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from .check import check
from .names import SchemaError, attributes, docstring, pascal_case
from .types import Type, Types
from .views import view_class

__all__ = ["SchemaError", "generate"]


def generate(schema: Any, is_async: bool = False) -> str:
    """The text of a Python module with a class for each view type of a schema, its state and its definitions.

    >>> from svvs.codegen import generate
    >>> properties = {"count": {"type": "integer", "readOnly": True}}
    >>> text = generate({"viewTypes": {"counter": {"properties": properties, "actions": {}}}})
    >>> print(text[text.index("class CounterViewState"):text.index("class CounterView(")].strip())
    class CounterViewState(Record):
        count: Member[int] = Member("count")

    :raises SchemaError: if it is not the schema of an app, or has two names that would be one in Python.
    """
    try:
        check(schema)
        # The same module, whether the schema comes from a file or from a server, which has orders of its own.
        text = _generate(json.loads(json.dumps(schema, sort_keys=True)), is_async)
        text.encode()
    except RecursionError:
        raise SchemaError("it is nested too deeply") from None
    except UnicodeEncodeError:
        raise SchemaError("a text holds half a surrogate pair, which is no Unicode text") from None
    return text


def _generate(schema: Mapping[str, Any], is_async: bool) -> str:
    views: dict[str, Any] = schema["viewTypes"]
    classes = {name: f"{pascal_case(name)}View" for name in views}
    if len(set(classes.values())) < len(classes):
        raise SchemaError("two view types would have one name")
    types = Types(schema.get("$defs", {}), [taken for name in classes.values() for taken in (name, f"{name}State")])
    blocks = [_record(f"{classes[name]}State", _readable(view), types, always=True) for name, view in views.items()]
    blocks += [view_class(classes[name], name, view, types, is_async) for name, view in views.items()]
    text = "\n\n\n".join([_aliases(types), *_records(types), *blocks]).lstrip("\n")
    typed = _used(text, ["UNSET", "Member", "Record", "Unset", "given"])
    typing = _used(text, ["Any", "Literal", "TypeAlias"])
    return _HEAD.format(
        typing=f"from typing import {typing}\n\n" if typing else "",
        typed=f"from svvs.typed import {typed}\n" if typed else "",
        text=text,
    )


_HEAD = '''"""The views of the app, with types. Written by `python -m svvs codegen`: write it anew, do not edit it."""

from __future__ import annotations

{typing}import svvs
{typed}
{text}
'''


def _used(text: str, names: list[str]) -> str:
    return ", ".join(name for name in names if re.search(rf"\b{name}\b", text))


def _aliases(types: Types) -> str:
    lines: list[str] = []
    for name, schema in types.aliases.items():
        text = types.alias(name).text
        # A union of classes that come later can be an alias only as text.
        lines.append(f"\n{name}: TypeAlias = {text if text.startswith('Literal') else json.dumps(text)}")
        lines += [docstring(schema)] if docstring(schema) else []
    return "\n".join(lines)


def _records(types: Types) -> list[str]:
    """The classes of the objects; writing one may bring up another."""
    written: dict[str, str] = {}
    while rest := [name for name in types.records if name not in written]:
        for name in rest:
            written[name] = _record(name, types.records[name], types)
    return list(written.values())


def _record(name: str, schema: Mapping[str, Any], types: Types, always: bool = False) -> str:
    required = schema["properties"] if always else schema.get("required", [])
    lines = [f"class {name}(Record):", *_indented(docstring(schema)), *([""] if docstring(schema) else [])]
    for member, attribute in attributes(schema["properties"], {"json"}, name).items():
        member_schema = schema["properties"][member]
        type = types.of(member_schema, f"{name}{pascal_case(member)}")
        if member not in required:
            type = type.optional()
        lines += [f"    {attribute}: Member[{type.text}] = Member({json.dumps(member)}{_convert(type)})"]
        lines += _indented(docstring(member_schema))
    return "\n".join(lines if len(lines) > 1 else [*lines, "    pass"])


def _convert(type: Type) -> str:
    return f", lambda json: {type.conversion.format('json')}" if type.conversion else ""


def _readable(view: Mapping[str, Any]) -> dict[str, Any]:
    properties = {name: each for name, each in view.get("properties", {}).items() if not each.get("writeOnly")}
    return {"properties": properties}


def _indented(text: str) -> Iterator[str]:
    yield from textwrap.indent(text, "    ").splitlines()
