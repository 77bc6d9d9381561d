"""The Python types of JSON Schemas, and the expressions that convert JSON values to them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..typed import is_array, is_object
from .names import SchemaError, pascal_case

_SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
#: The names that the module imports.
_TAKEN = ("Any", "Literal", "Member", "Record", "TypeAlias", "UNSET", "Unset", "annotations", "given", "svvs")


@dataclass(frozen=True)
class Type:
    """An annotation and, unless it is the type of the JSON value, an expression that converts the JSON value `{0}`."""

    text: str
    conversion: str | None = None

    def optional(self) -> Type:
        """The type of a value that may be null or absent."""
        if "None" in self.text.split(" | "):
            return self
        conversion = self.conversion and f"None if {{0}} is None else {self.conversion}"
        return Type(f"{self.text} | None", conversion)


class Types:
    """The types of one schema: its definitions, and the objects without a definition.

    >>> from svvs.codegen.types import Types
    >>> types = Types({"Note": {"properties": {"text": {"type": "string"}}}}, [])
    >>> types.of({"items": {"$ref": "#/$defs/Note"}, "type": "array"}, "Notes")
    Type(text='list[Note]', conversion='[Note(each) for each in {0}]')
    >>> types.of({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "Count")
    Type(text='int | None', conversion=None)
    """

    def __init__(self, definitions: Mapping[str, Any], taken: list[str]) -> None:
        self._taken = {*_TAKEN, *taken}
        self.names = {name: self.fresh(pascal_case(name)) for name in definitions}
        #: The objects that become classes, by class name; those of the definitions are first.
        self.records = {self.names[name]: schema for name, schema in definitions.items() if is_record(schema)}
        #: The definitions that become type aliases, by name.
        self.aliases = {self.names[name]: schema for name, schema in definitions.items() if not is_record(schema)}
        self._alias_types: dict[str, Type] = {}

    def fresh(self, name: str) -> str:
        """The name, with underscores if it is taken."""
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name

    def alias(self, name: str) -> Type:
        """The type of an alias."""
        if name not in self._alias_types:
            self._alias_types[name] = Type("Any")  # for an alias that refers to itself
            self._alias_types[name] = self.of(self.aliases[name], name)
        return self._alias_types[name]

    def of(self, schema: Any, name: str) -> Type:
        """The type of a schema. `name` is the name of the class if the schema is an object without a definition."""
        if not is_object(schema):
            return Type("Any")
        if "$ref" in schema:
            return self._reference(schema["$ref"])
        if "enum" in schema or "const" in schema:
            return Type(literal(schema.get("enum", [schema.get("const")])))
        if "anyOf" in schema or "oneOf" in schema:
            return self._union(schema.get("anyOf") or schema["oneOf"], name)
        kinds = schema.get("type", [])
        if is_array(kinds):
            return self._union([{**schema, "type": kind} for kind in kinds], name) if kinds else Type("Any")
        if kinds == "array":
            element = self.of(schema.get("items"), name)
            made = element.conversion and f"[{element.conversion.format('each')} for each in {{0}}]"
            return Type(f"list[{element.text}]", made)
        if is_record(schema):
            record = self.fresh(name)
            self.records[record] = schema
            return Type(record, f"{record}({{0}})")
        if kinds == "object":
            element = self.of(schema.get("additionalProperties"), name)
            made = element.conversion and f"{{{{name: {element.conversion.format('each')} for name, each in {{0}}.items()}}}}"
            return Type(f"dict[str, {element.text}]", made)
        return Type(_SCALARS.get(kinds, "Any"))

    def _reference(self, reference: str) -> Type:
        name = self.names.get(reference.removeprefix("#/$defs/"))
        if name is None:
            raise SchemaError(f"{reference!r} is not defined in $defs")
        return Type(name, self.alias(name).conversion if name in self.aliases else f"{name}({{0}})")

    def _union(self, schemas: list[Any], name: str) -> Type:
        others = [schema for schema in schemas if schema != {"type": "null"}]
        types = [self.of(schema, name) for schema in others]
        if len(types) == 1:
            union = types[0]
        elif any(type.conversion for type in types):
            union = Type("Any")  # choosing the conversion would require checking the value
        else:
            union = Type(" | ".join(dict.fromkeys(type.text for type in types)) or "None")
        return union if len(others) == len(schemas) or union.text == "Any" else union.optional()


def is_record(schema: Any) -> bool:
    """Whether a schema is that of an object with named members."""
    return is_object(schema) and is_object(schema.get("properties"))


def literal(values: list[Any]) -> str:
    """The type of exactly these values.

    >>> from svvs.codegen.types import literal
    >>> literal(["none", 1, None])
    'Literal["none", 1, None]'
    """
    texts = [json.dumps(value) if isinstance(value, str) else repr(value) for value in values]
    return f"Literal[{', '.join(texts)}]"
