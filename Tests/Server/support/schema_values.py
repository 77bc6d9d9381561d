"""Values of a published schema, and values with a fault at one position, with the JSON Pointer to it."""
from __future__ import annotations

import jsonschema_rs
from hypothesis import strategies as st

# The prefix of every secret that is sent, except for the valid password.
SECRET = "Geheim-7f3a"
RIGHT_PASSWORD = "password"
# Texts with a meaning in the shipped app: users, smoothies, notes, a search.
WORDS = ["A", "B", "C", "D", "12345", "test", "error", "plum-piano", "apple-fog", "note-1", "1", "Apple", "octocat", ""]
INTEGERS = st.integers(-3, 3) | st.integers(-2**63, 2**63 - 1) | st.sampled_from([2**31, 2**53 + 1, 2**63 - 1, -2**63])
TEXTS = st.sampled_from(WORDS) | st.text(max_size=8)
# A server that parses with jansson reads no key with U+0000.
KEYS = st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=5)
ANYTHING = st.recursive(
    st.none() | st.booleans() | INTEGERS | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=6)
BY_TYPE = {"null": st.none(), "boolean": st.booleans(), "string": TEXTS,
           "number": st.sampled_from([0, 0.01, 3600]) | st.floats(allow_nan=False, allow_infinity=False)}
SECRETS = st.just(RIGHT_PASSWORD) | st.text("abc", max_size=3).map(lambda end: SECRET + end)
KNOWN = {"$ref", "anyOf", "oneOf", "enum", "const", "type", "properties", "required", "additionalProperties", "items",
         "minItems", "maxItems", "minimum", "maximum", "description", "readOnly", "writeOnly"}


def inlined(schema, root):
    """The schema with its references replaced; fails at a keyword that the strategies would ignore."""
    assert schema.keys() <= KNOWN, f"the generator knows nothing of {schema.keys() - KNOWN}"
    if "$ref" in schema:
        target = root
        for step in schema["$ref"].split("/")[1:]:
            target = target[step.replace("~1", "/").replace("~0", "~").replace("%20", " ")]
        return inlined({**target, **{key: value for key, value in schema.items() if key != "$ref"}}, root)
    schema = {"anyOf" if key == "oneOf" else key: value for key, value in schema.items()}
    inner = {"anyOf": lambda all: [inlined(one, root) for one in all], "items": lambda one: inlined(one, root),
             "properties": lambda all: {name: inlined(one, root) for name, one in all.items()}}
    return {key: inner.get(key, lambda one: one)(value) for key, value in schema.items()}


def valid(schema):
    """Values of an inlined schema; the optional members in `present` are always there."""
    if schema.get("writeOnly"):
        return SECRETS
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of(*map(valid, schema["anyOf"]))
    kind = schema.get("type")
    if isinstance(kind, list):
        return st.one_of(*(valid({"type": one}) for one in kind))
    if kind == "object":
        members = {name: valid(one) for name, one in schema.get("properties", {}).items()}
        required = [*schema.get("required", []), *schema.get("present", [])]
        return st.fixed_dictionaries({name: members[name] for name in required},
                                     optional={name: one for name, one in members.items() if name not in required})
    if kind == "array":
        return st.lists(valid(schema.get("items", {})), min_size=schema.get("minItems", 0),
                        max_size=schema.get("maxItems", 3))
    if kind == "integer":
        low, high = schema.get("minimum", -2**63), schema.get("maximum", 2**63 - 1)
        return INTEGERS if high - low == 2**64 - 1 else st.integers(low, high)
    return BY_TYPE[kind] if kind else ANYTHING


def wrong(schema):
    """Values with one fault, and its position."""
    faults = [_wrong_kind(schema)]
    if schema.get("type") == "object":
        members = {name: one for name, one in schema.get("properties", {}).items() if one and not one.get("readOnly")}
        faults += [_without(schema, name) for name in schema.get("required", [])]
        faults += [_wrong_member(schema, name, one) for name, one in members.items() if can_be_wrong(one)]
        if schema.get("additionalProperties") is False:
            faults.append(valid(schema).map(lambda value: ({**value, "surplus": None}, "/surplus")))
    return st.one_of(*faults[1:] or faults, *faults)


def can_be_wrong(schema):
    return bool(schema.keys() & {"type", "enum", "const"}) or any(map(can_be_wrong, schema.get("anyOf", [])))


def _wrong_kind(schema):
    # An enum lists the values that are valid in the present state; others of the type are not wrong.
    is_choice = "type" in schema and "enum" in schema
    validator = jsonschema_rs.validator_for({"type": schema["type"]} if is_choice else schema)
    values = st.sampled_from([[SECRET], {"is": SECRET}, 7]) if schema.get("writeOnly") else ANYTHING
    return values.filter(lambda value: not validator.is_valid(value)).map(lambda value: (value, ""))


def _without(schema, name):
    return valid(schema).map(lambda value: ({k: v for k, v in value.items() if k != name}, f"/{name}"))


def _wrong_member(schema, name, member):
    def put(pair):
        whole, (value, path) = pair
        return {**whole, name: value}, f"/{name}{path}"

    return st.tuples(valid(schema), wrong(member)).map(put)
