"""The cases of screens for front ends: the screens in them are those that a server sends."""
import json

import jsonschema_rs
import pytest

import schemas

FILES = sorted((schemas.FOLDER / "screens").glob("*.json"))


def closed(value):
    """The schema, in which objects have no other members."""
    if isinstance(value, list):
        return [closed(each) for each in value]
    if not isinstance(value, dict):
        return value
    end = {"additionalProperties": False} if value.get("type") == "object" and "properties" in value else {}
    return {**{name: closed(each) for name, each in value.items()}, **end}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_screens_of_the_cases_are_valid(path):
    """Those of the file `unknown` are of a later version."""
    definitions = closed(schemas.document("screens.schema.json")["$defs"])
    validator = jsonschema_rs.validator_for({"$defs": definitions, "$ref": "#/$defs/Screen"})
    cases = json.loads(path.read_text())["cases"]
    fields = [case["field"] for case in cases if "field" in case]
    found = [screen for case in cases if "field" not in case for screen in case.get("screens") or [case["screen"]]]
    found += [{"name": "v", "title": "V", "parts": [{"name": "a", "title": "A", **field}]} for field in fields]
    assert all(validator.is_valid(screen) != (path.stem == "unknown") for screen in found)
    assert len({case["name"] for case in cases}) == len(cases)
