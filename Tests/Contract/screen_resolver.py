#!/usr/bin/env python3
"""The screens of a document that has hints: for fake apps, whose tests write view types with hints by hand.

As a command, it reads such a document from stdin, and writes its screens to stdout. The server has its own
implementation, which also refuses mistakes.

The marks of actions are `offered`, `notOffered`, `destructive`, `confirm` and `enabledBy` beside `arguments`, and
`x-mayBeEmpty` in an argument.
"""
from __future__ import annotations

import json
import re
import sys

WORD = re.compile(r"[A-Z]{2,}s?(?![a-z])\d*|[A-Z]+(?![a-z])\d*|[A-Z]?[a-z][a-z\d]*|\d+[a-z\d]*|[^\W\d_]+")
MONEY = {"JPY": ("¥", 0), "USD": ("$", 2), "EUR": ("€", 2), "GBP": ("£", 2), "KRW": ("₩", 0), "INR": ("₹", 2)}
KINDS = {"string": "text", "integer": "integer", "number": "number", "boolean": "switch"}
FORMATS = {"date-time": "time", "uri": "url"}
ROLES = {"never": "hidden", "whenTrue": "flag"}


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


def given(**members):
    """An object without the members that are false, null or empty."""
    return {name: value for name, value in members.items() if value}


def title_of(name, schema):
    words = [word if word[:2].isupper() and len(word) > 1 else word.lower() for word in WORD.findall(name)]
    made = " ".join(words)
    return schema.get("title") or made[:1].upper() + made[1:] or name


def named(name, schema):
    return {"name": name, "title": title_of(name, schema),
            **given(description=schema.get("description"))}


def required_of(action):
    return action.get("arguments", {}).get("required", [])


class Resolver:
    def __init__(self, document):
        self.types, self.definitions = document["x-viewTypes"], document["components"]["schemas"]

    # Values

    def resolved(self, schema):
        """The schema behind references, and whether the value may be null."""
        is_nullable = False
        for _ in range(8):
            if "anyOf" in schema:
                schema, is_nullable = schema["anyOf"][0], True
            elif "$ref" in schema:
                schema = self.definitions.get(schema["$ref"].split("/")[-1], {})
            else:
                return schema, is_nullable
        return {}, is_nullable

    def value(self, schema, deep=("record", "rows", "list")):
        """The kind of a value, and what belongs to it. Of the arrays and records, `deep` has those with contents."""
        inner, is_nullable = self.resolved(schema)
        type, items = inner.get("type"), inner.get("items", {})
        columns = self.resolved(items)[0].get("properties")
        kind, contents = KINDS.get(type, "json"), {}
        if "enum" in inner:
            titles = inner.get("x-enumTitles", {})
            kind, contents = "choice", {"choices": [{"value": each, "title": titles.get(each) or str(each)}
                                                    for each in inner["enum"]]}
        elif type == "array" and columns and "rows" in deep:
            kind, contents = "rows", {"columns": self.fields(columns)}
        elif type == "array" and not columns and "list" in deep:
            kind, contents = "list", {"of": self.value(items, ())}
        elif type == "object" and inner.get("properties") and "record" in deep:
            kind, contents = "record", {"members": self.fields(inner["properties"])}
        return {"kind": kind, **given(nullable=is_nullable), **contents, **self.format(kind, {**inner, **schema})}

    @staticmethod
    def format(kind, hints):
        own = hints.get("x-format")
        if isinstance(own, dict):
            symbol, digits = MONEY.get(own["money"], (None, 2))
            return {"money": {"currency": own["money"], **given(symbol=symbol), "digits": digits}}
        return given(format=own or FORMATS.get(hints.get("format"))) if kind == "text" else {}

    def fields(self, members):
        """The columns of rows, or the members of a record."""
        found = []
        for name, schema in members.items():
            found.append({**named(name, schema), **self.value(schema, ("list",)), **given(
                role=ROLES.get(schema.get("x-shown")), priority=schema.get("x-priority"))})
        return found

    # Questions and destinations

    def asks(self, schema, secrets=(), source=lambda name, schema: None):
        """The parameters of a view, or the arguments of an action."""
        found, required = [], schema.get("required", [])
        for name, hints in schema.get("properties", {}).items():
            is_secret = hints.get("writeOnly") or name in secrets
            found.append({**named(name, hints), **self.value(hints, ()), **given(
                secret=is_secret, **{"from": None if is_secret else source(name, hints)}, optional=name not in required,
                mayBeEmpty=hints.get("x-mayBeEmpty"))})
        return given(asks=found)

    def opens(self, hint, on=None, resets=False):
        """A destination, or None without a hint."""
        if not hint:
            return None
        requires = self.types[hint["type"]].get("params", {}).get("required")
        return {"view": hint["type"], **given(on=on, params=hint.get("params"), requires=requires, resets=resets)}

    # Screens

    def screen(self, name, schema):
        properties, actions = schema.get("properties", {}), schema.get("actions", {})
        values = {each: self.value(hints) for each, hints in properties.items()}
        on_appear = schema.get("onAppear")
        parts = [self.part(each, hints, values, properties, actions) for each, hints in properties.items()]
        acts = [self.action(each, hints, values, properties, on_appear) for each, hints in actions.items()]
        for part in parts:
            part |= given(key=key(part, acts))
            part |= given(label=label(part))
        return {**named(name, schema), **given(
            start=schema.get("isStart"), **self.asks(schema.get("params", {})),
            subtitle=subtitle(schema.get("subtitle", {}), parts), onAppear=on_appear), "parts": parts,
            **given(form=form(parts, acts, on_appear), actions=acts)}

    def part(self, name, hints, values, properties, actions):
        value = values[name]
        is_editable, filters, submits = not hints.get("readOnly"), hints.get("x-filters"), hints.get("x-submits")
        on = {"rows": "row", "list": "row", "record": "record", "switch": "true"}.get(value["kind"], "value")
        resets = is_editable and (on == "true" or on == "value" and "nullable" in value)
        opens, role = self.opens(hints.get("x-opens"), on, resets), ROLES.get(hints.get("x-shown"))
        if hints.get("x-error"):
            role = "error"
        elif filters or submits:
            role = None
        elif opens and on in ("true", "value"):
            role = "hidden"
        scroll = given(**{"from": hints.get("x-scrollsFrom")})
        if target := hints.get("x-scrollTarget"):
            row = target["property"]
            may_reset = not properties[row].get("readOnly") and "nullable" in values[row]
            scroll |= {"target": row, "member": target["member"], **given(resets=may_reset)}
        return {**named(name, hints), **value, **given(
            role=role, editable=is_editable, secret=hints.get("writeOnly"), filters=filters, submits=submits,
            opens=opens, busyUnless=hints.get("x-busyUnless"), cancel=hints.get("x-cancelAction"), scroll=scroll)}

    def action(self, name, hints, values, properties, on_appear):
        required = required_of(hints)
        with_id = [each for each, value in values.items()
                   if any(field["name"] == "id" for field in value.get("columns", ()))]

        def source(argument, schema):
            is_id = required == ["id"] == [argument] and len(with_id) == 1
            return schema.get("x-source", {"property": with_id[0], "member": "id"} if is_id else None)

        secrets = [each for each in properties if properties[each].get("writeOnly")]
        asks = self.asks(hints.get("arguments", {}), secrets, source)
        needed = [field for field in asks.get("asks", ()) if "optional" not in field]
        is_not_offered = hints.get("notOffered") or name == on_appear and not hints.get("offered")
        confirm = hints.get("confirm") or hints.get("destructive") and f"{title_of(name, hints)}?"
        return {**named(name, hints), **asks, **given(
            rows=needed[0]["from"]["property"] if len(needed) == 1 and "from" in needed[0] else None,
            opens=self.opens(hints.get("opens")), notCancellable=hints.get("isCancellable") is False,
            notOffered=bool(is_not_offered), destructive=hints.get("destructive"), confirm=confirm,
            enabledBy=hints.get("enabledBy"))}


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
    member = hint.get("member")
    for value in [part for part in parts if part["name"] == hint.get("property")]:
        if member:
            value = next(field for field in value["members"] if field["name"] == member)
        return {**hint, **{name: value[name] for name in ("kind", "choices", "format", "money") if name in value}}
    return None


if __name__ == "__main__":
    json.dump(screens(json.load(sys.stdin)), sys.stdout, ensure_ascii=False)
