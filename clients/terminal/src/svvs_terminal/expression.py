"""The conditions of `--until` and `--fail-on`."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from svvs.typed import is_array, is_object

_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda left, right: left in right,
    ast.NotIn: lambda left, right: left not in right,
    ast.Is: lambda left, right: left is right,
    ast.IsNot: lambda left, right: left is not right,
}
_CONSTANTS = {"true": True, "false": False, "null": None}


class ExpressionError(Exception):
    """The text is not a condition, or the state lacks a property that it uses."""


class Expression:
    """A condition on a state, in a small subset of Python without side effects.

    A condition contains names of properties; numbers, strings, lists, `true`, `false` and `null`; members and elements,
    `user.name` and `rows[0]`; comparisons, `in`, `and`, `or`, `not`; and `len`. A member of null, or a missing member,
    is null. A comparison of values without an order is false.

    >>> from svvs_terminal.expression import Expression
    >>> logged_in = Expression('loginState == "loggedIn" and user.name != null')
    >>> logged_in({"loginState": "loggedIn", "user": {"name": "太郎"}})
    True
    >>> logged_in({"loginState": "loggedIn", "user": None})
    False
    >>> Expression("__import__('os')")
    Traceback (most recent call last):
    svvs_terminal.expression.ExpressionError: `__import__('os')` is not allowed in a condition

    :raises ExpressionError: if the text is not a condition.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        try:
            self._tree = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            is_assignment = re.search(r"(?<![=!<>])=(?!=)", text)
            reason = "to compare, write `==`" if is_assignment else "expected one such as `count > 3 and user != null`"
            raise ExpressionError(f"`{text}` is not a condition: {reason}") from None
        for node in ast.walk(self._tree):
            _check(node)

    def check(self, state: Mapping[str, Any]) -> None:
        """Checks all names, also those that the value does not depend on.

        :raises ExpressionError: if the state lacks a property that the condition uses.
        """
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Name) and node.id != "len":
                _named(node.id, state)

    def __call__(self, state: Mapping[str, Any]) -> bool:
        """Whether the condition is true for the state."""
        return bool(self.value(state))

    def value(self, state: Mapping[str, Any]) -> Any:
        """The value of the expression, such as the text of a property."""
        return _value(self._tree, state)


def _check(node: ast.AST) -> None:
    if isinstance(node, ast.Call):
        allowed = isinstance(node.func, ast.Name) and node.func.id == "len" and len(node.args) == 1 and not node.keywords
    elif isinstance(node, ast.UnaryOp):
        allowed = isinstance(node.op, (ast.Not, ast.USub))
    elif isinstance(node, ast.Constant):
        allowed = node.value is None or isinstance(node.value, (bool, int, float, str))
    else:
        kinds = (ast.BoolOp, ast.Compare, ast.Name, ast.Attribute, ast.Subscript, ast.List, ast.Tuple)
        allowed = isinstance(node, (*kinds, ast.boolop, ast.unaryop, ast.cmpop, ast.expr_context))
    if not allowed:
        what = ast.unparse(node) if isinstance(node, ast.expr) else type(node).__name__
        raise ExpressionError(f"`{what}` is not allowed in a condition")


def _value(node: ast.expr, state: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return _named(node.id, state)
    if isinstance(node, ast.Attribute):
        return _member(_value(node.value, state), node.attr)
    if isinstance(node, ast.Subscript):
        return _member(_value(node.value, state), _value(node.slice, state))
    if isinstance(node, (ast.List, ast.Tuple)):
        return [_value(element, state) for element in node.elts]
    if isinstance(node, ast.BoolOp):
        values = (_value(each, state) for each in node.values)
        return all(values) if isinstance(node.op, ast.And) else any(values)
    if isinstance(node, ast.UnaryOp):
        return _unary(node.op, _value(node.operand, state))
    if isinstance(node, ast.Compare):
        return _compare(node, state)
    if isinstance(node, ast.Call):
        value = _value(node.args[0], state)
        return len(value) if is_object(value) or is_array(value) or isinstance(value, str) else 0
    raise ExpressionError(f"`{ast.unparse(node)}` is not allowed in a condition")


def _named(name: str, state: Mapping[str, Any]) -> Any:
    if name in state:
        return state[name]
    if name in _CONSTANTS:
        return _CONSTANTS[name]
    raise ExpressionError(f"unknown property `{name}`; the state has: {', '.join(state)}")


def _member(container: Any, key: Any) -> Any:
    if is_object(container):
        return container.get(key) if isinstance(key, str) else None
    if is_array(container) and isinstance(key, int) and -len(container) <= key < len(container):
        return container[key]
    return None


def _unary(sign: ast.unaryop, value: Any) -> Any:
    if isinstance(sign, ast.Not):
        return not value
    return -value if isinstance(value, (int, float)) else None


def _compare(node: ast.Compare, state: Mapping[str, Any]) -> bool:
    left = _value(node.left, state)
    for sign, comparator in zip(node.ops, node.comparators):
        right = _value(comparator, state)
        try:
            if not _COMPARISONS[type(sign)](left, right):
                return False
        except TypeError:  # values without an order, or `in` something that is not a container
            return False
        left = right
    return True
