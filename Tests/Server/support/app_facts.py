"""Facts about the shipped app that its schemas do not state: properties with equal values, and synchronous actions."""
import json

from json_values import same

# Properties of different view types with equal values, if the views have equal parameters.
FACTS = [{"counterA": "count", "counterC": "count"}, {"counterC": "isEven"}, {"counterB": "text"},
         {"counterB": "nestedText"}, {"counterSettings": "startCount"}, {"myPage": "isLogin", "topPage": "isLogin"},
         {"myPage": "label", "topPage": "label"}, {"propertyA": "a"}, {"propertyB": "b"}, {"propertyC": "c"},
         {"user": "user", "friends": "user"}, {"user": "displayName"}, {"user": "isPlaceholder"}, {"home": "user"},
         {"home": "userGreeting"}, {"notes": "notes"}, {"chat": "accounts"}]
# Properties of one view with equal values.
TWINS = {"mirror": ("text", "label"), "counterB": ("text", "nestedText")}
INSTANT = {("counterA", "increment"), ("counterB", "increment"), ("counterC", "increment"), ("login", "didAppear"),
           ("myPage", "toggleLogin"), ("player", "togglePlaying"), ("search", "select")}


def facts(view):
    """Yields each property of a view that other views show too, and the fact that it shows."""
    for number, fact in enumerate(FACTS):
        if view.kind in fact:
            yield fact[view.kind], (number, json.dumps(view.request.get("params") or {}, sort_keys=True))


def disagreements(views):
    """Yields a message for each two properties of the named views that show one fact and differ."""
    held = {}
    for name, view in views.items():
        for key, fact in facts(view):
            other, value = held.setdefault(fact, (name, view.state[key]))
            if not same(value, view.state[key]):
                yield f"{key} of {name} is {view.state[key]!r}, while {other} has {value!r}"
        if view.kind in TWINS:
            one, two = (view.state[key] for key in TWINS[view.kind])
            if one != two:
                yield f"{TWINS[view.kind]} of {name} are {one!r} and {two!r}"
