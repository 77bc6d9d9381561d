"""The published schemas, which these tests compare with every message."""
from __future__ import annotations

import functools
import json

import jsonschema_rs

from paths import REPOSITORY

FOLDER = REPOSITORY / "schemas"


def document(name):
    return json.loads((FOLDER / name).read_text())


@functools.cache
def protocol(definition):
    schema = document("protocol.schema.json")
    return jsonschema_rs.validator_for({**schema, "anyOf": [{"$ref": f"#/$defs/{definition}"}]})


@functools.cache
def states():
    """The validators of the whole state, by view type of the shipped app."""
    app = document("app.schema.json")
    return {name: jsonschema_rs.validator_for({"$schema": app["$schema"], "$defs": app["$defs"], **state(view)})
            for name, view in app["viewTypes"].items()}


def state(view):
    readable = {name: schema for name, schema in view["properties"].items() if not schema.get("writeOnly")}
    return {"type": "object", "properties": readable, "required": list(readable), "additionalProperties": False}


def check(definition, message):
    """Validates a message by a definition of the protocol."""
    errors = [error.message[:300] for error in protocol(definition).iter_errors(message)]
    assert not errors, f"no {definition}: {json.dumps(message)[:300]}: {errors}"


def check_state(kind, value):
    """Validates the state of a view of the shipped app by its type."""
    if kind in states():
        errors = [error.message[:300] for error in states()[kind].iter_errors(value)]
        assert not errors, f"no state of {kind}: {json.dumps(value)[:300]}: {errors}"
