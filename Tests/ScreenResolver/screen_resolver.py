#!/usr/bin/env python3
"""The screens of a document that has hints: for fake apps, whose tests write view types with hints by hand.

As a command, it reads such a document from stdin, and writes its screens to stdout. The server has its own
implementation, which also refuses mistakes; here, a hint that is wrong has no effect.

The marks of actions are `offered`, `notOffered`, `destructive`, `confirm` and `enabledBy`
beside `arguments`, and `x-mayBeEmpty` in an argument.
"""
from __future__ import annotations

import json
import re
import sys

WORD = re.compile(r"[A-Z]{2,}s?(?![a-z])\d*|[A-Z]+(?![a-z])\d*|[A-Z]?[a-z][a-z\d]*|\d+[a-z\d]*|[^\W\d_]+")
MONEY = {"JPY": ("¥", 0), "USD": ("$", 2), "EUR": ("€", 2), "GBP": ("£", 2), "KRW": ("₩", 0), "INR": ("₹", 2)}
KINDS = {"string": "text", "integer": "integer", "number": "number", "boolean": "switch"}
FORMATS = {"date-time": "time", "uri": "url"}


def screens(document):
    """The screens of the view types, in their order."""
    resolver = Resolver(document)
    found = [resolver.screen(name, schema) for name, schema in resolver.types.items()]
    if not any("start" in each for each in found):
        for first in [each for each in found if "asks" not in each][:1]:
            first["start"] = True
    assign_letters(found)
    for each in found:
        actions = [action for action in each.get("actions", []) if "notOffered" not in action]
        assign_letters(actions, "abcdefhijlmrstuwz")
        assign_letters([part for part in each["parts"] if "editable" in part and "role" not in part])
    return found


def assign_letters(objects, free="abcdefghijklmnopqrstuvwxyz"):
    """Gives each object a free letter: that of a word of its title, another one of the title, or the first one."""
    for each in objects:
        title = each["title"].lower()
        initials = "".join(word[:1] for word in title.split(" "))
        for letter in [letter for letter in initials + title + free if letter in free][:1]:
            each["letter"], free = letter, free.replace(letter, "")


def object_of(value):
    return value if isinstance(value, dict) else {}


def names_of(value):
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def text_of(value):
    return value if isinstance(value, str) else ""


def one_of(names, value):
    """The value, if it is one of the names."""
    return value if isinstance(value, str) and value in names else None


def arrays_of(values):
    return [name for name, value in values.items() if value["kind"] in ("rows", "list")]


def given(**members):
    """An object without the members that are false, null or empty."""
    return {name: value for name, value in members.items() if value}


def members_of(schema, part="properties", order="propertyOrder"):
    """The members of an object in the schema, in the order of the author."""
    members = object_of(object_of(schema).get(part))
    first = [name for name in names_of(object_of(schema).get(order)) if name in members]
    return {name: object_of(members[name]) for name in dict.fromkeys([*first, *members])}


def title_of(name, schema):
    words = [word if word[:2].isupper() and len(word) > 1 else word.lower() for word in WORD.findall(name)]
    made = " ".join(words)
    return text_of(schema.get("title")) or made[:1].upper() + made[1:] or name


def named(name, schema):
    return {"name": name, "title": title_of(name, schema),
            **given(description=text_of(schema.get("description")))}


def required_of(action):
    return names_of(object_of(action.get("arguments")).get("required"))


class Resolver:
    def __init__(self, document):
        prefix = "x-viewType" if "x-viewTypes" in document else "viewType"
        self.types = members_of(document, f"{prefix}s", f"{prefix}Order")
        self.definitions = object_of(object_of(document.get("components")).get("schemas") or document.get("$defs"))

    # Values

    def resolved(self, schema):
        """The schema behind references, and whether the value may be null."""
        is_nullable = False
        for _ in range(8):
            alternatives = schema.get("anyOf") or schema.get("oneOf")
            if isinstance(alternatives, list):
                others = [each for each in alternatives if object_of(each).get("type") != "null"]
                is_nullable = is_nullable or len(others) < len(alternatives)
                schema = object_of(others[0]) if len(others) == 1 else {}
            elif "$ref" in schema:
                schema = object_of(self.definitions.get(str(schema["$ref"]).split("/")[-1]))
            else:
                return schema, is_nullable
        return {}, is_nullable

    def value(self, schema, deep=("record", "rows", "list")):
        """The kind of a value, and what belongs to the kind. Of the arrays and records, `deep` has those with contents."""
        inner, is_nullable = self.resolved(schema)
        type, constants, items = inner.get("type"), inner.get("enum"), object_of(inner.get("items"))
        columns = members_of(self.resolved(items)[0])
        kind, contents = KINDS.get(type, "json") if isinstance(type, str) else "json", {}
        if isinstance(constants, list) and constants:
            titles = object_of(inner.get("x-enumTitles"))
            spelled = [(each, each if isinstance(each, str) else json.dumps(each)) for each in constants]
            choices = [{"value": each, "title": text_of(titles.get(text)) or text} for each, text in spelled]
            kind, contents = "choice", {"choices": choices}
        elif type == "array" and columns and "rows" in deep:
            kind, contents = "rows", {"columns": self.fields(columns)}
        elif type == "array" and not columns and "list" in deep:
            kind, contents = "list", {"of": self.value(items, ())}
        elif type == "object" and members_of(inner) and "record" in deep:
            kind, contents = "record", {"members": self.fields(members_of(inner))}
        return {"kind": kind, **given(nullable=is_nullable), **contents, **self.format(kind, {**inner, **schema})}

    @staticmethod
    def format(kind, hints):
        own, standard = hints.get("x-format"), hints.get("format")
        currency = object_of(own).get("money")
        if kind in ("integer", "number") and isinstance(currency, str) and re.fullmatch("[A-Z]{3}", currency):
            symbol, digits = MONEY.get(currency, (None, 2))
            return {"money": {"currency": currency, **given(symbol=symbol), "digits": digits}}
        format = "longText" if own == "longText" else FORMATS.get(standard) if isinstance(standard, str) else None
        return given(format=format) if kind == "text" else {}

    def fields(self, members):
        """The columns of rows, or the members of a record."""
        found = []
        for name, schema in members.items():
            value, priority = self.value(schema, ("list",)), schema.get("x-priority")
            role = "hidden" if schema.get("x-shown") == "never" else ""
            if schema.get("x-shown") == "whenTrue" and value["kind"] == "switch":
                role = "flag"
            found.append({**named(name, schema), **value,
                          **given(role=role, priority=priority if type(priority) is int else 0)})
        return found

    # Questions and destinations

    def asks(self, schema, secrets=(), source=lambda name, schema: None):
        """The parameters of a view, or the arguments of an action."""
        found, required = [], names_of(object_of(schema).get("required"))
        for name, hints in members_of(schema).items():
            is_secret = hints.get("writeOnly") is True or name in secrets
            found.append({**named(name, hints), **self.value(hints, ()), **given(
                secret=is_secret, **{"from": None if is_secret else source(name, hints)}, optional=name not in required,
                mayBeEmpty=hints.get("x-mayBeEmpty") is True)})
        return given(asks=found)

    def opens(self, hint, on=None, resets=False):
        """A destination, or None if there is no such view type."""
        type = one_of(self.types, object_of(hint).get("type"))
        if not type:
            return None
        params = {name: source for name, source in object_of(hint.get("params")).items() if isinstance(source, str)}
        required = names_of(object_of(self.types[type].get("params")).get("required"))
        return {"view": type, **given(on=on, params=params, requires=required, resets=resets)}

    # Screens

    def screen(self, name, schema):
        properties, actions = members_of(schema), members_of(schema, "actions", "actionOrder")
        values = {each: self.value(hints) for each, hints in properties.items()}
        on_appear = one_of(actions, schema.get("onAppear"))
        parts = [self.part(each, hints, values, properties, actions) for each, hints in properties.items()]
        acts = [self.action(each, hints, values, properties, on_appear) for each, hints in actions.items()]
        for part in parts:
            part |= given(key=key(part, acts))
            part |= given(label=label(part))
        return {**named(name, schema), **given(
            start=schema.get("isStart") is True, **self.asks(object_of(schema.get("params"))),
            subtitle=subtitle(object_of(schema.get("subtitle")), parts), onAppear=on_appear), "parts": parts,
            **given(form=form(parts, acts, on_appear), actions=acts)}

    def part(self, name, hints, values, properties, actions):
        value = values[name]
        kind, is_editable = value["kind"], hints.get("readOnly") is not True
        free = [each for each in actions if not required_of(actions[each])]
        filters = one_of(arrays_of(values), hints.get("x-filters"))
        submits = one_of(free, hints.get("x-submits")) if is_editable else None
        on = {"rows": "row", "list": "row", "record": "record", "switch": "true", "json": None}.get(kind, "value")
        resets = is_editable and (on == "true" or on == "value" and "nullable" in value)
        opens = self.opens(hints.get("x-opens"), on, resets) if on else None
        role, shown = None, hints.get("x-shown")
        if hints.get("x-error") is True:
            role = "error"
        elif not (filters or submits) and (shown == "never" or opens and on in ("true", "value")):
            role = "hidden"
        elif not filters and shown == "whenTrue" and kind == "switch":
            role = "flag"
        found = {**named(name, hints), **value, **given(
            role=role, editable=is_editable, secret=hints.get("writeOnly") is True, filters=filters, submits=submits,
            opens=opens)}
        if isinstance(hints.get("x-busyUnless"), list):
            found["busyUnless"] = hints["x-busyUnless"]
            found |= given(cancel=one_of(free, hints.get("x-cancelAction")))
        if name in arrays_of(values) and hints.get("x-scrollsFrom") == "end":
            target = object_of(hints.get("x-scrollTarget"))
            row, member = one_of(values, target.get("property")), text_of(target.get("member"))
            found["scroll"] = {"from": "end"}
            if row and member:
                may_reset = properties[row].get("readOnly") is not True and "nullable" in values[row]
                found["scroll"] |= {"target": row, "member": member, **given(resets=may_reset)}
        return found

    def action(self, name, hints, values, properties, on_appear):
        required = required_of(hints)
        with_id = [each for each, value in values.items()
                   if any(field["name"] == "id" for field in value.get("columns", ()))]

        def source(argument, schema):
            hint = object_of(schema.get("x-source"))
            if property := one_of(arrays_of(values), hint.get("property")):
                return {"property": property, **given(member=text_of(hint.get("member")))}
            if required == ["id"] == [argument] and len(with_id) == 1:
                return {"property": with_id[0], "member": "id"}
            return None

        secrets = [each for each in properties if properties[each].get("writeOnly") is True]
        asks = self.asks(object_of(hints.get("arguments")), secrets, source)
        needed = [field for field in asks.get("asks", ()) if "optional" not in field]
        is_destructive = hints.get("destructive") is True
        is_not_offered = hints.get("notOffered") is True or name == on_appear and hints.get("offered") is not True
        confirm = text_of(hints.get("confirm")) or (f"{title_of(name, hints)}?" if is_destructive else None)
        return {**named(name, hints), **asks, **given(
            rows=needed[0]["from"]["property"] if len(needed) == 1 and "from" in needed[0] else None,
            opens=self.opens(hints.get("opens")), notCancellable=hints.get("isCancellable") is False,
            notOffered=is_not_offered, destructive=is_destructive, confirm=confirm,
            enabledBy=text_of(hints.get("enabledBy")))}


def key(part, actions):
    """The member of a row that an action of the rows takes, or else its id."""
    if part["kind"] != "rows":
        return None
    sources = [field["from"] for action in actions for field in action.get("asks", ()) if "from" in field]
    taken = [each["member"] for each in sources if each["property"] == part["name"] and "member" in each]
    return next(iter(taken + [each["name"] for each in part["columns"] if each["name"] == "id"]), None)


def label(part):
    """The last column of a narrow table that people read. The key is the last choice among equal priorities."""
    read = [column for column in part.get("columns", ())
            if "role" not in column and column["kind"] in ("text", "integer", "number", "choice")]
    ranked = sorted(read, key=lambda column: (-column.get("priority", 0), column["name"] == part.get("key")))
    return ranked[0]["name"] if ranked else None


def form(parts, actions, on_appear):
    """The fields that people fill in, and the one action that takes all of them, or requires no argument."""
    fields = [part["name"] for part in parts if "editable" in part and part["kind"] in ("text", "integer", "number")
              and part.get("role") not in ("hidden", "error") and not {"filters", "submits", "opens"} & part.keys()]
    asks = {action["name"]: action.get("asks", []) for action in actions
            if not {"rows", "notOffered"} & action.keys() and action["name"] != on_appear}
    found = [name for name in asks if set(fields) <= {field["name"] for field in asks[name]}]
    found = found or [name for name in asks if all("optional" in field for field in asks[name])]
    if not fields or len(found) != 1:
        return given(fields=fields)
    passes = [field["name"] for field in asks[found[0]] if field["name"] in fields and "optional" not in field]
    return {"fields": fields, "calls": found[0], **given(passes=passes)}


def subtitle(hint, parts):
    """The value beside the title, with its shape."""
    owner = next((part for part in parts if part["name"] == hint.get("property")), None)
    member = hint.get("member")
    if owner is None:
        return None
    if isinstance(member, str):
        value = next((field for field in owner.get("members", ()) if field["name"] == member), None)
    else:
        value = owner if owner["kind"] not in ("record", "rows", "list", "json", "switch") else None
    if value is None:
        return None
    shape = {name: value[name] for name in ("kind", "choices", "format", "money") if name in value}
    return {"property": owner["name"], **given(member=text_of(member)), **shape}


if __name__ == "__main__":
    json.dump(screens(json.load(sys.stdin)), sys.stdout, ensure_ascii=False)
