"""The client's copies of views and sessions, and how changes are applied: values, texts or a JSON Patch (RFC 6902)."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from .errors import BadMessage, Error
from .messages import is_array, is_object, member
from .state import GrowingText, State

__tracebackhide__ = True  # so that pytest shows the line of the test


@dataclass(frozen=True)
class Cause:
    """A call that caused a change: its method, its view, and its id unless it was a notification.

    >>> svvs.Cause("login", view="view1", id=3)
    Cause(method='login', view='view1', id=3)
    """

    method: str
    view: str | None = None
    id: Any = None


@dataclass(frozen=True)
class Change:
    """The changes of one view in one commit.

    >>> svvs.Change("view1", 2, {"count": 5}, {"count": 5, "isEven": False}, (svvs.Cause("increment", "view1", 7),))
    Change(view='view1', commit=2, changes={'count': 5}, state={'count': 5, 'isEven': False}, \
cause=(Cause(method='increment', view='view1', id=7),))
    """

    #: The view's id.
    view: str
    #: The number of the commit. Later commits have greater numbers.
    commit: int
    #: The properties that have changed, with their new values. The mapping is read-only.
    changes: Mapping[str, Any]
    #: The whole state after the changes. The mapping is never modified.
    state: Mapping[str, Any]
    #: The calls that made the changes; empty if there are none, as with a timer.
    cause: tuple[Cause, ...] = ()
    #: The texts among the changes that have only grown: what was added to the end of each.
    appended: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)


class Topic:
    """An object that publishes changes until it ends."""

    def __init__(self) -> None:
        #: The error with which the object has ended; None until then.
        self.end: Error | None = None
        #: Functions that are called with each change, and finally with the error.
        self.listeners: list[Callable[[Any], None]] = []

    def check(self) -> None:
        """Raises :attr:`end`, if it is set."""
        if self.end is not None:
            raise self.end.with_traceback(None)  # otherwise each raise adds to the traceback

    def publish(self, item: object) -> None:
        """Calls the listeners."""
        for listener in list(self.listeners):
            listener(item)


class Replica(Topic):
    """The client's copy of a view: a snapshot of its state, to which each later change is applied.

    Each change creates a new mapping, so a state that was read does not change, and any thread may read it.
    """

    def __init__(
        self, view: str, type: str, session: str, commit: int, state: Mapping[str, Any], params: Mapping[str, Any]
    ) -> None:
        super().__init__()
        self.view, self.type, self.session, self.params = view, type, session, params
        self.commit, self.state = commit, State(state)

    def fold(self, commit: int, entry: Mapping[str, Any], cause: tuple[Cause, ...] = ()) -> Change:
        """Applies the view's entry in a commit.

        >>> from svvs.replica import Replica
        >>> replica = Replica("v", "counterA", "default", commit=1, state={"count": 0}, params={})
        >>> change = replica.fold(2, {"from": 1, "changes": {"count": 1}})
        >>> replica.commit, replica.state
        (2, {'count': 1})

        :raises BadMessage: if it does not start at the current commit, or cannot be applied to the state.
        """
        base = member(entry, "from", int)
        if base != self.commit:
            raise BadMessage(f"a change from commit {base} for a view at commit {self.commit}")
        if not entry.keys() & {"changes", "appended", "patch"}:
            raise BadMessage("a change without changes or patch")
        changes, texts, patch = entry.get("changes", {}), entry.get("appended", {}), entry.get("patch", [])
        if not (is_object(changes) and is_object(texts) and is_array(patch)) or changes.keys() & texts.keys():
            raise BadMessage("a change of another form")
        names, appended = dict.fromkeys([*changes, *texts]), dict(texts)
        try:
            state = applied({**self.state.raw(), **changes}, patch)
            for name, text in texts.items():
                state[name] = extended(state.get(name), text, is_property=True)
            for step in patch:
                name, *path = pointer(step["path"])
                if step["op"] == "append" and not path and name not in names:
                    appended[name] = step["value"]
                else:
                    appended.pop(name, None)
                names[name] = None
        except ValueError:
            self.state = State(self.state.copy())  # a text may have been extended already
            raise BadMessage(f"a {'patch' if patch else 'change'} that cannot be applied") from None
        self.commit, self.state = commit, State(state)
        changed = State((name, state[name]) for name in names if name in state)
        return Change(self.view, commit, changed, self.state, cause, appended)

    def replace(self, commit: int, state: Mapping[str, Any]) -> Change | None:
        """Replaces the state with a snapshot. Returns None if the state is the same."""
        held = self.state
        changes = State((name, value) for name, value in state.items() if name not in held or held[name] != value)
        self.commit, self.state = commit, State(state)
        return Change(self.view, commit, changes, self.state) if changes else None


class Membership(Topic):
    """This client's membership in a shared session. The server recognizes the client by the token."""

    def __init__(self, session: str, token: str) -> None:
        super().__init__()
        self.session, self.token = session, token


@dataclass(frozen=True)
class SessionChange:
    """The views that other clients have opened and closed in a shared session. A view may be both: closed, then opened.

    >>> svvs.SessionChange("team", opened=("login",), closed=(), connections=2)
    SessionChange(session='team', opened=('login',), closed=(), connections=2)
    """

    #: The id of the session.
    session: str
    #: The ids of the views that were opened.
    opened: tuple[str, ...]
    #: The ids of the views that were closed.
    closed: tuple[str, ...]
    #: The number of clients in the session.
    connections: int


def applied(state: Mapping[str, Any], steps: Sequence[Any]) -> dict[str, Any]:
    """The state after the steps of a patch. The given state is not modified; the two share equal parts.

    >>> from svvs.replica import applied
    >>> applied({"rows": ["a", "c"], "count": 2}, [{"op": "add", "path": "/rows/1", "value": "b"}])
    {'rows': ['a', 'b', 'c'], 'count': 2}

    :raises ValueError: if a step is invalid, or its path does not exist in this state.
    """
    result = dict(state)
    for step in steps:
        try:
            operation, path = step["op"], pointer(step["path"])
            container: Any = result
            for token in path[:-1]:
                key = _key(container, token)
                container[key] = copy(container[key])
                container = container[key]
            key = _key(container, path[-1], is_new=operation == "add")
            if operation == "remove":
                del container[key]
            elif operation == "add" and is_array(container):
                container.insert(int(key), step["value"])
            elif operation in ("add", "replace"):
                container[key] = step["value"]
            elif operation == "append":
                container[key] = extended(container[key], step["value"], is_property=container is result)
            else:
                raise ValueError("the operation is not add, remove, replace or append")
        except (AttributeError, LookupError, TypeError) as error:
            raise ValueError(f"the step cannot be applied: {error!r}") from None
    return result


def extended(text: object, added: object, is_property: bool = False) -> str | GrowingText:
    """The text with the other one at its end. That of a property may be long, and is joined when it is read.

    >>> from svvs.replica import extended
    >>> extended("one ", "two")
    'one two'

    :raises ValueError: if one of them is not a text.
    """
    if not (isinstance(text, (str, GrowingText)) and isinstance(added, str)):
        raise ValueError("the value is not a text")
    if isinstance(text, str) and not is_property:
        return text + added
    return (GrowingText([text]) if isinstance(text, str) else text).extended(added)


def pointer(path: str) -> list[str]:
    """The names and indices in a JSON Pointer (RFC 6901).

    >>> from svvs.replica import pointer
    >>> pointer("/rows/1/a~1b")
    ['rows', '1', 'a/b']
    """
    first, *tokens = path.split("/")
    if first or not tokens:
        raise ValueError("the path does not begin with a slash")
    return [token.replace("~1", "/").replace("~0", "~") for token in tokens]


def _key(container: Any, token: str, is_new: bool = False) -> str | int:
    """The key of an element that exists, or may be added if `is_new`."""
    if is_object(container) and (is_new or token in container):
        return token
    # In Python, the index -1 counts from the end. In a JSON Pointer, no index is 01.
    if is_array(container) and token.isdecimal() and token == str(index := int(token)):
        if index < len(container) + is_new:
            return index
    raise LookupError(token)
