"""Checks the promises to one of several front ends that share a process and perhaps sessions."""
from __future__ import annotations

from app_facts import facts
from broken_promise import require
from clock import Period
from promises import Promises, session


class SharedPromises(Promises):
    """Tracks the shared sessions of the connection, and the views that other connections open and close there."""

    def __init__(self, clock, **options):
        super().__init__(**options)
        self.clock, self.number = clock, clock.connected()
        # The delivery of the views of others, by session; and the periods for which each property of a view is shown.
        self.shared, self.periods = {}, {}

    @property
    def now(self):
        """The commit up to which all changes were received."""
        return max(self.last_change, self.last_reply)

    def ended(self, errors=""):
        super().ended(errors)
        for name in self.views:
            self._leave(name)

    def others(self, params):
        name = params["session"]
        if name not in self.shared:
            super().others(params)
            return
        for view in params["closed"]:
            require(view in self._of(name), 5, f"{view} was closed, and was not open in {name}")
        self._close(params["closed"])
        for opened in params["opened"]:
            require(opened["commit"] >= self.now, 2, f"{opened['view']} is shown as of {opened['commit']}: {self.now}")
            self._show(opened, self._request(opened, name))
        if not params["connections"]:
            require(not self._of(name), 5, f"{name} is closed, and {self._of(name)} are open")
            del self.shared[name]

    def seen(self, name, commit):
        view = self.views[name]
        if name not in self.periods:
            self.periods[name] = [(key, self.clock.begin(thing, Period(self.number, name, self.sleeps)))
                                  for key, thing in self._things(name, view)]
        for key, period in self.periods[name]:
            period.add(commit, view.state[key])

    def _take_result(self, one, result, params):
        super()._take_result(one, result, params)
        if one.method == "session/open" and params.get("shared"):
            self.shared[result["session"]] = None
        elif one.method == "session/close":
            self.shared.pop(params["session"], None)
        elif one.method == "session/join":
            self.shared[result["session"]] = params.get("delivery")
            for joined in result["views"]:
                self._show({**joined, "commit": result["commit"]}, self._request(joined, result["session"]))

    def _close(self, names):
        for name in names:
            self._leave(name)
        super()._close(names)

    def _leave(self, name):
        for _, period in self.periods.pop(name, ()):
            period.end = self.now

    def _request(self, shown, name):
        """The request that would have opened a view that another connection has opened."""
        return {"type": shown["type"], "params": shown["params"], "session": name, "delivery": self.shared[name]}

    def _of(self, name):
        return [view for view, shown in self.views.items() if session(shown.request) == name]

    def _things(self, name, view):
        """The properties of a view that other views may show too, each with a key: a fact of the app, or, in a shared
        session, the name of the property."""
        for key, fact in facts(view):
            yield key, fact
        if session(view.request) in self.shared:
            for key in view.state:
                yield key, (session(view.request), name, key)
