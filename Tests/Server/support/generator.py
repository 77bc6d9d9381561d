"""Strategies for valid and invalid requests, drawn from the published schemas.

`Model` tracks what is open, so that most of the drawn calls are valid. Facts that the schemas do not state, such as the
names of open views, replace the schemas' types.
"""
from __future__ import annotations

import dataclasses
import os

from hypothesis import strategies as st

import schemas
from schema_values import ANYTHING, can_be_wrong, inlined, valid, wrong

APP = schemas.document("app.schema.json")
RPC = schemas.document("openrpc.json")
PROTOCOL = schemas.document("protocol.schema.json")
CALL = inlined(PROTOCOL["$defs"]["action call"]["properties"]["id"], PROTOCOL)
IDS = valid(CALL)


def parameters(method):
    """The schema of the parameters of a method, as one object."""
    return {"type": "object", "properties": {one["name"]: inlined(one["schema"], RPC) for one in method["params"]},
            "required": [one["name"] for one in method["params"] if one.get("required")]}


METHODS = {one["name"]: parameters(one) for one in RPC["methods"] if "x-viewTypes" not in one}
IF_COMMIT = next(parameters(one)["properties"]["ifCommit"] for one in RPC["methods"] if "x-viewTypes" in one)
# The process ID of any other process would end the server when that process ends.
METHODS["initialize"]["properties"]["processId"] = {"enum": [os.getpid(), None]}
# The server refuses other versions.
METHODS["initialize"]["properties"]["protocolVersion"] = {"enum": [2, None]}


class ViewType:
    """A view type of the app: its parameters, its writable properties, and its actions."""

    def __init__(self, schema):
        self.params = inlined(schema["params"], APP)
        self.secrets = {name for name, one in schema["properties"].items() if one.get("writeOnly")}
        self.settable = {"type": "object", "additionalProperties": False, "properties": {
            name: inlined(one, APP) for name, one in schema["properties"].items() if not one.get("readOnly")}}
        self.fixed = sorted(name for name, one in schema["properties"].items() if one.get("readOnly"))
        self.actions = {name: self._arguments(one["arguments"]) for name, one in schema["actions"].items()}

    def _arguments(self, schema):
        """The schema of the arguments; an argument named like a secret property has a secret value."""
        schema = inlined(schema, APP)
        secret = {name: {"type": "string", "writeOnly": True} for name in schema["properties"].keys() & self.secrets}
        return {**schema, "properties": {**schema["properties"], **secret}}


TYPES = {name: ViewType(one) for name, one in APP["viewTypes"].items()}
# The app refuses these without a login to the chat, and no drawn text is a valid password.
REFUSED = {"rooms", "room"}


@dataclasses.dataclass
class Call:
    """A call to be made: `fault` points at its invalid value, `kind` is the expected error."""
    method: str
    params: dict
    fault: str | None = None
    kind: str | None = None
    # The view whose commit `ifCommit` names, set when the call is sent.
    condition: str | None = None

    @property
    def view(self):
        return self.params.get("view") if isinstance(self.params, dict) else None


class Model:
    """The open views and sessions if every valid call succeeded; the client chooses all names, so they are known."""

    def __init__(self):
        self.views, self.sessions = {}, set()
        # Names that cannot be used again, for good or until they are known to be closed.
        self.retired, self.closing = set(), set()

    def free(self, prefix, taken):
        taken = taken | self.closing | self.retired
        return [name for name in (f"{prefix}{count}" for count in range(99)) if name not in taken]

    def take(self, call):
        """Applies the effects of a valid call."""
        if call.kind or not isinstance(call.params, dict):
            return
        name, session = call.params.get("view"), call.params.get("session")
        if call.method == "view/open" and name is not None:
            self.views[name] = (call.params["type"], session)
        elif call.method == "view/close":
            del self.views[name]
            self.closing.add(name)
        elif call.method == "session/open" and session is not None:
            self.sessions.add(session)
        elif call.method == "session/close":
            ended = {name for name, (_, one) in self.views.items() if (one or "default") == session}
            self.sessions.discard(session)
            self.closing |= ended | {session} - {"default"}
            for name in ended:
                del self.views[name]

    def able(self, action):
        return sorted(name for name, (kind, _) in self.views.items() if action in TYPES[kind].actions)


@st.composite
def calls(draw, model, is_wrong=False):
    """A call that is valid in this state, or one with a fault at one position."""
    general = ["view/open"] * 3 + ["session", "method", "nowhere"]
    deed = draw(st.sampled_from(["action"] * 8 + ["view/set"] * 4 + ["view/get"] * 2 + ["view/close"] + general
                                if model.views else general))
    view = draw(st.sampled_from(sorted(model.views))) if model.views else None
    if deed == "action":
        return draw(actions(model, view, is_wrong))
    if deed == "view/open":
        kind = draw(st.sampled_from(sorted(TYPES)))
        schema = narrowed("view/open", type={"enum": [kind]}, params=TYPES[kind].params,
                          view=named(["string", "null"], model.free("v", model.views.keys())[:4]),
                          session=named(["string", "null"], [None, "default", *sorted(model.sessions)]))
        schema["present"] = ["view", *(["params"] if TYPES[kind].params["required"] else [])]
        if kind in REFUSED and not is_wrong:
            return dataclasses.replace(draw(filled(deed, schema)), fault="/params", kind="InvalidParams")
    elif deed == "view/set":
        kind = TYPES[model.views[view][0]]
        schema = narrowed(deed, view={"const": view}, properties=kind.settable)
        if is_wrong and kind.fixed and draw(st.booleans()):
            call = draw(filled(deed, schema))
            name = draw(st.sampled_from(kind.fixed))
            call.params["properties"][name] = draw(ANYTHING)
            return dataclasses.replace(call, fault=f"/properties/{name}", kind="InvalidParams")
    elif deed == "session":
        deed = draw(st.sampled_from(["session/open", "session/open", "session/close"] if model.sessions else [
            "session/open"]))
        schema = draw(session_opening(model.free("s", model.sessions)[:3])) if deed == "session/open" else narrowed(
            deed, session={"enum": sorted(model.sessions)})
    elif deed == "method":
        deed = draw(st.sampled_from(["initialize", "initialized", "rpc.discover", "session/list"]))
        call = draw(filled(deed, METHODS[deed]))
        return dataclasses.replace(call, kind="InvalidRequest") if deed == "initialize" else call
    elif deed == "nowhere":
        deed = draw(st.sampled_from([*sorted(METHODS), *(name for one in TYPES.values() for name in one.actions)]))
        if deed.startswith("view/") and deed != "view/open":
            call = draw(filled(deed, narrowed(deed, view={"const": "nowhere"}, properties={"type": "object"})))
            return dataclasses.replace(call, fault="/view", kind="InvalidParams")
        return Call(f"{deed}!", {}, kind="MethodNotFound")
    else:
        schema = narrowed(deed, view={"const": view})
    return draw(filled(deed, schema, is_wrong and can_be_wrong(schema)))


@st.composite
def session_opening(draw, names):
    """The parameters of `session/open`. Only a shared session is kept."""
    is_shared = draw(st.booleans())
    schema = narrowed("session/open", session=named(["string", "null"], names),
                      shared=named(["boolean", "null"], [is_shared]), keep=named(["number", "null"], [0, 0.01, 3600]))
    schema["present"] = ["session", *(["shared"] if is_shared else [])]
    if not is_shared:
        del schema["properties"]["keep"]
    return schema


@st.composite
def actions(draw, model, view, is_wrong):
    kind = TYPES[model.views[view][0]]
    if not kind.actions:
        return Call("increment", {"view": view}, kind="MethodNotFound")
    action = draw(st.sampled_from(sorted(kind.actions)))
    arguments = kind.actions[action]
    schema = {**arguments, "properties": {**arguments["properties"], "ifCommit": IF_COMMIT}}
    call = draw(filled(action, schema, is_wrong))
    if not isinstance(call.params, dict):
        return dataclasses.replace(call, fault=None)
    call.params["view"] = view
    if not is_wrong:
        call.params.pop("ifCommit", None)
        call.condition = draw(st.sampled_from([None, None, None, None, "fresh", "stale", "future"]))
        if draw(st.integers(0, 3)) == 0:
            del call.params["view"]
            if len(model.able(action)) > 1:
                return dataclasses.replace(call, fault="/view", kind="InvalidParams")
    return call


@st.composite
def filled(draw, method, schema, is_wrong=False):
    """A call of a method with parameters of the schema."""
    if not is_wrong:
        return Call(method, draw(valid(schema)))
    params, fault = draw(wrong(schema))
    # Other values than objects and arrays make an invalid request, and an empty array means no parameters.
    if fault == "" and not (isinstance(params, list) and params):
        params = [params]
    return Call(method, params, fault, "InvalidParams")


def named(kind, names):
    """A name that is valid in this state; another text may be valid as well."""
    return {"type": kind, "enum": names}


def narrowed(method, **known):
    """The schema of the parameters of a method, with the known names in place of the document's types."""
    schema = METHODS[method]
    inside = schema["properties"]
    return {**schema, "properties": {**inside, **{name: one for name, one in known.items() if name in inside}}}
