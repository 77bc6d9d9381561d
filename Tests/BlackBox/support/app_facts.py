"""Facts about the shipped app that its schemas do not state: properties with equal values, and synchronous actions."""
import json

from json_values import same

# Properties of whatever views that show the same, if the views have the same parameters.
FACTS = [{"counterA": "count", "counterC": "count"}, {"counterC": "isEven"}, {"counterB": "text"},
         {"counterB": "nestedText"}, {"counterSettings": "startCount"}, {"myPage": "isLogin", "topPage": "isLogin"},
         {"myPage": "label", "topPage": "label"}, {"propertyA": "a"}, {"propertyB": "b"}, {"propertyC": "c"},
         {"user": "user", "friends": "user"}, {"user": "displayName"}, {"user": "isPlaceholder"}, {"home": "user"},
         {"home": "userGreeting"}, {"notes": "notes"}, {"chat": "accounts"}]
# Properties of one view that show the same.
TWINS = {"mirror": ("text", "label"), "counterB": ("text", "nestedText")}
INSTANT = {("counterA", "increment"), ("counterB", "increment"), ("counterC", "increment"), ("login", "didAppear"),
           ("myPage", "toggleLogin"), ("player", "togglePlaying"), ("search", "select")}


def facts(view):
    """The properties of a view that others show too, and what they are of."""
    for number, fact in enumerate(FACTS):
        if view.kind in fact:
            yield fact[view.kind], (number, json.dumps(view.request.get("params") or {}, sort_keys=True))


def disagreements(views):
    """Says of views, by their names, where two show the same thing and differ."""
    held = {}
    for name, view in views.items():
        for key, fact in facts(view):
            if key not in view.stale:
                other, value = held.setdefault(fact, (name, view.state[key]))
                if not same(value, view.state[key]):
                    yield f"{key} of {name} is {view.state[key]!r}, while {other} has {value!r}"
        if view.kind in TWINS and not view.stale:
            one, two = (view.state[key] for key in TWINS[view.kind])
            if one != two:
                yield f"{TWINS[view.kind]} of {name} are {one!r} and {two!r}"


def unsignalled(views, before, signals):
    """Says which view is told by signals and was not, in a commit that changed in others what it shows.

    `before` has the states of the changed views before it, `signals` the names that it signals.
    """
    changed = {fact for name, state in before.items() for key, fact in facts(views[name])
               if not same(state[key], views[name].state[key])}
    for name, view in views.items():
        for key, fact in facts(view):
            if view.delivery == "signal" and fact in changed and key not in signals.get(name, ()):
                yield f"{key} has changed elsewhere, and {name} is not told"
