"""JSON values as a client sees them: strict reading, strict equality, and JSON Patch."""
from __future__ import annotations

import copy
import json


def parse(text):
    """Reads JSON and refuses duplicate keys and constants that JSON does not have."""
    return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)


def same(left, right):
    """Equality of JSON values: `1` is not `true`, nor is `1` the string."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return type(left) in (int, float) and type(right) in (int, float) and left == right or (
        type(left) is type(right) and left == right)


def patched(document, operations):
    """The document after `add`, `remove` and `replace` operations of RFC 6902, and `append`."""
    document = copy.deepcopy(document)
    for operation in operations:
        *parents, last = [step.replace("~1", "/").replace("~0", "~") for step in operation["path"].split("/")[1:]]
        target = document
        for step in parents:
            target = target[int(step)] if isinstance(target, list) else target[step]
        _apply(operation, target, last)
    return document


def _apply(operation, target, last):
    name = operation["op"]
    assert name in ("add", "remove", "replace", "append"), f"the wire has no operation {name}"
    if isinstance(target, list):
        index = len(target) if last == "-" else int(last)
        if name == "add":
            assert index <= len(target)
            target.insert(index, operation["value"])
            return
        last = index
    elif name != "add":
        assert last in target, f"{name} of the missing {last}"
    if name == "remove":
        del target[last]
    elif name == "append":
        target[last] = grown(target[last], operation["value"])
    else:
        target[last] = operation["value"]


def grown(text, added):
    assert isinstance(text, str) and isinstance(added, str) and added, f"{added!r} is added to {text!r}"
    return text + added


def changed(state, entry):
    """The values of the properties that change in an entry of the delivery `properties`."""
    changes, appended = entry.get("changes", {}), entry.get("appended", {})
    assert changes or appended, "a view with no changed property does not appear"
    assert not changes.keys() & appended.keys(), f"a property changes and grows: {entry}"
    return {**changes, **{name: grown(state[name], text) for name, text in appended.items()}}


def _unique(pairs):
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys)), f"duplicate keys in {keys}"
    return dict(pairs)


def _no_constant(name):
    raise AssertionError(f"{name} is not JSON")
