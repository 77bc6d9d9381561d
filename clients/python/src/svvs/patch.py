"""JSON Patch (RFC 6902), as far as the protocol uses it: `add`, `remove` and `replace`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .shapes import is_array, is_object


def applied(state: Mapping[str, Any], steps: Sequence[Any]) -> dict[str, Any]:
    """The state that the steps make of `state`, which stays as it is; they share what no step touches.

    >>> from svvs.patch import applied
    >>> applied({"rows": ["a", "c"], "count": 2}, [{"op": "add", "path": "/rows/1", "value": "b"}])
    {'rows': ['a', 'b', 'c'], 'count': 2}

    :raises ValueError: if they are no such steps, or lead nowhere in this state.
    """
    result = dict(state)
    for step in steps:
        try:
            path = pointer(step["path"])
            container: Any = result
            for token in path[:-1]:
                key = _key(container, token)
                container[key] = _copy(container[key])
                container = container[key]
            _apply(step["op"], container, _key(container, path[-1]), step)
        except (AttributeError, LookupError, TypeError) as error:
            raise ValueError(f"the step cannot be applied: {error!r}") from None
    return result


def pointer(path: str) -> list[str]:
    """The names and indexes in a JSON Pointer (RFC 6901).

    >>> from svvs.patch import pointer
    >>> pointer("/rows/1/a~1b")
    ['rows', '1', 'a/b']
    """
    first, *tokens = path.split("/")
    if first or not tokens:
        raise ValueError("a path begins with a slash")
    return [token.replace("~1", "/").replace("~0", "~") for token in tokens]


def _apply(operation: object, container: Any, key: str | int, step: Mapping[str, Any]) -> None:
    if operation == "add":
        if is_array(container):
            index = int(key)
            if index > len(container):  # which `insert` would take for the end
                raise IndexError(key)
            container.insert(index, step["value"])
        else:
            container[key] = step["value"]
    elif operation == "remove":
        del container[key]
    elif operation == "replace":
        container[key]  # must be there
        container[key] = step["value"]
    else:
        raise ValueError("an operation is one of add, remove and replace")


def _key(container: Any, token: str) -> str | int:
    if is_object(container):
        return token
    if not (token.isascii() and token.isdigit()):  # `-1` would count from the end
        raise ValueError("an index is a number")
    return int(token)


def _copy(container: Any) -> Any:
    if is_object(container) or is_array(container):
        return container.copy()
    raise TypeError("neither an object nor an array")
