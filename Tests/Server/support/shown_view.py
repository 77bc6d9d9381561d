"""An open view as a client holds it, and the changes that it may receive."""
from __future__ import annotations

import dataclasses

import schemas
from broken_promise import require
from json_values import changed, patched, same
from view_types import VIEW_TYPES


@dataclasses.dataclass
class Shown:
    request: dict
    state: dict
    commit: int
    # The last commit that is known to have changed it, and the first from which on its changes are known.
    changed: int = -1
    known: int = 0

    @property
    def kind(self):
        return self.request["type"]

    @property
    def delivery(self):
        return self.request.get("delivery") or "properties"

    def fold(self, name, commit, entry):
        """Applies a change of the view."""
        require(entry["from"] == self.commit, 3, f"{name}: a change from {entry['from']} follows on {self.commit}")
        contents = {"properties": {"changes", "appended"}, "patch": {"patch"}}[self.delivery]
        require(entry.keys() <= {"view", "from", *contents}, 3, f"{name} has the delivery {self.delivery}: {entry}")
        require(all(entry[one] for one in contents & entry.keys()), 3, f"{name} has not changed in commit {commit}")
        self.commit = self.changed = self.known = commit
        if self.delivery == "patch":
            state = patched(self.state, entry["patch"])
        else:
            changes = changed(self.state, entry)
            again = [key for key, value in changes.items() if same(value, self.state.get(key, ()))]
            require(not again, 3, f"{name}: {again} came again with the same value")
            state = {**self.state, **changes}
        require(not same(state, self.state), 3, f"{name}: a patch that changes nothing: {entry}")
        self.state = state
        self.check(name)

    def compare(self, name, snapshot, line):
        """Compares the view with a snapshot, which the line asked for, and continues with the snapshot."""
        commit, state = snapshot["commit"], snapshot["state"]
        require(commit >= self.commit, 3, f"{name}: a snapshot of {commit} after {self.commit}")
        differ = [key for key in self.state.keys() | state.keys() if not same(
            self.state.get(key, ()), state.get(key, ()))]
        require(not differ, 3, f"{name}: {differ} of {self.state} differ from the reply to {line[:200]}: {state}")
        self.state, self.commit = state, commit
        self.check(name)

    def check(self, name):
        secret = {one for one, schema in VIEW_TYPES[self.kind]["properties"].items() if schema.get("writeOnly")}
        require(not secret & self.state.keys(), 8, f"{name} shows {secret}")
        errors = [error.message[:200] for error in schemas.states()[self.kind].iter_errors(self.state)]
        require(not errors, 3, f"{name} is not a valid {self.kind}: {errors}")
