"""The generated classes, for every shape of a schema."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from svvs.codegen import SchemaError, generate

TEXT = {"type": "string"}
SCHEMA = {
    "$defs": {
        "Any": {"properties": {"json": TEXT, "str": TEXT, "class": TEXT}, "required": ["json", "str", "class"]},
        "Node": {
            "properties": {"children": {"items": {"$ref": "#/$defs/Node"}, "type": "array"}, "aB": TEXT},
            "required": ["children"],
        },
        "Nodes": {"items": {"$ref": "#/$defs/Node"}, "type": "array"},
        "Mode": {"enum": ["on", "off", 1, None]},
        "TView": {"enum": ["x"]},
    },
    "viewTypes": {
        "t": {
            "description": 'Ends with a quote: "so"',
            "properties": {
                "any": {"$ref": "#/$defs/Any"},
                "tree": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]},
                "byName": {"additionalProperties": {"$ref": "#/$defs/Node"}, "type": "object"},
                "grid": {"items": {"items": {"$ref": "#/$defs/Node"}, "type": "array"}, "type": "array"},
                "inline": {"properties": {"aB": {"type": "integer"}}, "required": ["aB"], "type": "object"},
                "mode": {"$ref": "#/$defs/Mode"},
                "either": {"oneOf": [TEXT, {"type": "integer"}]},
                "several": {"type": ["string", "null"]},
                "free": {},
                "nodes": {"$ref": "#/$defs/Nodes"},
                "constant": {"const": "c"},
                "secret": {"type": "string", "writeOnly": True},
            },
            "actions": {
                "set": {"arguments": {"properties": {"self": TEXT}, "required": ["self"]}},
                "str": {"arguments": {"properties": {"node": {"$ref": "#/$defs/Node"}}}},
                "lambda": {},
            },
        }
    },
}


def module() -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(generate(SCHEMA), names)
    return names


def test_every_shape_of_state_is_read() -> None:
    node = {"children": [{"children": []}], "aB": "x"}
    names = module()
    state = names["TViewState"](
        {
            "any": {"json": "a", "str": "b", "class": "c"},
            "tree": node,
            "byName": {"n": node},
            "grid": [[node]],
            "inline": {"aB": 1},
            "mode": "on",
            "either": 1,
            "several": None,
            "free": [1],
            "nodes": [node],
            "constant": "c",
        }
    )
    assert (state.any.json_, state.any.str_, state.any.class_) == ("a", "b", "c")
    assert state.tree.children[0].children == [] and state.tree.children[0].a_b is None
    assert state.by_name["n"] == state.grid[0][0] == state.nodes[0] == state.tree == names["Node"](node)
    assert state.inline.a_b == 1
    assert (state.mode, state.either, state.several, state.free, state.constant) == ("on", 1, None, [1], "c")
    assert not hasattr(state, "secret")


def test_actions_and_arguments_with_reserved_names_get_an_underscore() -> None:
    calls: list[tuple[str, object]] = []

    class Recorder:
        def call(self, action: str, /, **arguments: object) -> None:
            calls.append((action, arguments))

        def set(self, **properties: object) -> None:
            calls.append(("view/set", properties))

    names = module()
    view = names["TView"](Recorder())
    view.set_(self_="x")
    view.str_(node=names["Node"]({"children": []}), if_commit=3)
    view.lambda_()
    view.set(secret="s", tree=None)
    assert calls == [
        ("set", {"self": "x"}),
        ("str", {"node": {"children": []}, "ifCommit": 3}),
        ("lambda", {}),
        ("view/set", {"secret": "s", "tree": None}),
    ]


def test_definitions_with_names_that_the_module_uses_get_an_underscore() -> None:
    names = module()
    assert names["Any_"]({"json": "a"}).json_ == "a"
    assert names["TView_"].__args__ == ("x",)
    assert names["TView"].__doc__ == 'Ends with a quote: "so" '


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each container in a JSON value, with each of its keys."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from places(value[key])


@pytest.mark.parametrize("other", [None, True, 3, "x", "\ud800", [], [1], {}, {"a": 1}], ids=repr)
def test_a_schema_with_another_value_anywhere_is_a_module_or_refused(other: object) -> None:
    for place in range(len(list(places(SCHEMA)))):
        schema = copy.deepcopy(SCHEMA)
        container, key = list(places(schema))[place]
        container[key] = other
        try:
            compile(generate(schema), "generated", "exec")
        except SchemaError:
            pass


def test_a_schema_that_is_nested_too_deeply_is_refused() -> None:
    schema: dict[str, Any] = {}
    for _ in range(10_000):
        schema = {"items": schema, "type": "array"}
    with pytest.raises(SchemaError, match="deeply"):
        generate({"viewTypes": {"v": {"properties": {"a": schema}}}})
