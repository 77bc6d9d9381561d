"""Generates the classes of views."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .names import SchemaError, attributes, docstring, pascal_case
from .types import Types

#: The members of view classes, which no method of an action may hide.
_MEMBERS = frozenset({"close", "open", "set", "state", "states", "subscribe", "type_name", "view", "wait"})


_CLASS = """class {name}(svvs.{base}[{name}State]):
{doc}
    type_name = {type}

    def __init__(self, view: svvs.{view}) -> None:
        super().__init__(view, {name}State)
"""

_OPEN = """
    @classmethod
    {signature}
        return cls({await_}host.open({type}, view, delivery=delivery{passed}))
"""

_SET = """
    {signature}
        {await_}self.view.set({passed})
"""

_ACTION = """
    {signature}
{doc}        {await_}self.view.call({action}{passed})
"""

_SYNC = {"async_": "", "await_": "", "base": "TypedView", "view": "View", "server": "Server", "session": "Session"}
_ASYNC = {
    **{name: f"Async{value}" for name, value in _SYNC.items() if value},
    "async_": "async ",
    "await_": "await ",
}


def view_class(name: str, view_type: str, view: Mapping[str, Any], types: Types, is_async: bool) -> str:
    """The class of a view type, with a method for each action."""
    words = {**(_ASYNC if is_async else _SYNC), "name": name, "type": json.dumps(view_type)}
    text = _CLASS.format(**words, doc=_doc(view, "    "))

    params = view.get("params", {})
    if "delivery" in params.get("properties", {}):
        raise SchemaError(f"{view_type}: a parameter must not be called 'delivery'")
    parameters, passed = _keywords(params, types, name, {"cls", "host", "view"})
    first = ["cls", "host: svvs.{server} | svvs.{session}".format(**words), "view: str | None = None", "/", "*"]
    parameters = [*first, *parameters, "delivery: svvs.Delivery | None = None"]
    signature = _signature(words["async_"], "open", parameters, name)
    text += _OPEN.format(**words, signature=signature, passed=passed and f", {passed}")

    properties = view.get("properties", {})
    settable = {each: schema for each, schema in properties.items() if not schema.get("readOnly")}
    if settable:
        parameters, passed = _keywords({"properties": settable}, types, name, {"self"})
        text += _SET.format(**words, signature=_signature(words["async_"], "set", ["self", "*", *parameters]), passed=passed)

    actions = view.get("actions", {})
    for action, method in attributes(actions, _MEMBERS, view_type).items():
        arguments = actions[action].get("arguments", {})
        guarded = {**arguments, "properties": {**arguments.get("properties", {}), "ifCommit": {"type": "integer"}}}
        parameters, passed = _keywords(guarded, types, name + pascal_case(action), {"self"})
        text += _ACTION.format(
            **words,
            action=json.dumps(action),
            signature=_signature(words["async_"], method, ["self", "*", *parameters]),
            passed=f", {passed}",
            doc=_doc(actions[action], "        "),
        )
    return text.rstrip("\n")


def _keywords(schema: Mapping[str, Any], types: Types, name: str, reserved: set[str]) -> tuple[list[str], str]:
    """The keyword parameters of a function, and the expression that passes them with their names in the protocol."""
    properties, required = schema.get("properties", {}), schema.get("required", [])
    names = attributes(properties, reserved, name)
    parameters: list[str] = []
    for each in sorted(names, key=lambda each: each not in required):
        text = types.of(properties[each], name + pascal_case(each)).text
        parameters.append(f"{names[each]}: {text}" + ("" if each in required else " | Unset = UNSET"))
    entries = [f"{json.dumps(each)}: {attribute}" for each, attribute in names.items()]
    return parameters, f"**given({{{', '.join(entries)}}})" if entries else ""


def _signature(async_: str, name: str, parameters: list[str], result: str = "None") -> str:
    """The signature of a method, with a line for each parameter if it is long."""
    line = f"{async_}def {name}({', '.join(parameters)}) -> {result}:"
    if len(line) + 4 <= 120:
        return line
    lines = "".join(f"        {each},\n" for each in parameters)
    return f"{async_}def {name}(\n{lines}    ) -> {result}:"


def _doc(schema: Mapping[str, Any], indent: str) -> str:
    text = docstring(schema)
    return f"{indent}{text}\n" if text else ""
