"""The vectors for hints: each has the expected form, and together they cover each hint and each event."""
import json
import re

import pytest

import schemas

FOLDERS = [schemas.FOLDER / "vectors" / name for name in ("hints", "screens")]
FILES = {file.stem: json.loads(file.read_text()) for folder in FOLDERS for file in sorted(folder.iterdir())}
CASES = [case for file in FILES.values() for case in file["cases"]]
PARAMETERS = [pytest.param(case, id=f"{name}: {case['name']}") for name, file in FILES.items() for case in file["cases"]]
EVENTS = {"begun", "picked", "opened", "joined", "changed", "got", "chosen", "called", "settled", "refused", "entered",
          "returned", "submitted", "cancelled"}
RESULTS = {"start", "order", "titles", "secrets", "busy", "errors", "filters", "rowActions", "offers", "asks", "calls",
           "opens", "sets", "subtitle", "shown", "formats", "values", "leavesOut", "scrollsTo", "focus", "empties",
           "cancellable"}
HINTS = {"title", "isStart", "onAppear", "x-viewTypeOrder", "propertyOrder", "actionOrder", "x-busyUnless", "x-error",
         "x-filters", "x-opens", "opens", "x-source", "writeOnly", "subtitle", "x-shown", "x-format", "x-enumTitles",
         "x-priority", "x-scrollsFrom", "x-scrollTarget", "x-submits", "x-cancelAction", "empties", "isCancellable"}


def members(value):
    """The names of all members in a value."""
    if isinstance(value, dict):
        return set(value).union(*map(members, value.values()))
    return set().union(*map(members, value)) if isinstance(value, list) else set()


def test_each_file_says_what_it_is_about_and_names_its_cases():
    for file in FILES.values():
        assert file.keys() == {"description", "cases"} and file["description"]
        names = [case["name"] for case in file["cases"]]
        assert names and len(names) == len(set(names)) and all(name.endswith(".") for name in names)


def test_the_cases_cover_each_event_each_result_and_each_hint():
    assert set().union(*(case.get("when", {}) for case in CASES)) == EVENTS
    assert set().union(*(case["then"] for case in CASES)) == RESULTS
    told = members([case["document"] for case in CASES])
    assert HINTS <= told


def test_the_tables_of_the_contract_have_no_hint_beside_these():
    named = re.findall(r"^\| `([\w-]+)`", (schemas.FOLDER / "HINTS.md").read_text(), re.MULTILINE)
    assert named and set(named) <= HINTS


@pytest.mark.parametrize("case", PARAMETERS)
def test_a_case_has_its_members(case):
    assert {"name", "document", "then"} <= case.keys() <= {"name", "document", "type", "state", "inSight", "when", "then"}
    assert {"x-viewTypes"} <= case["document"].keys() <= {"x-viewTypes", "x-viewTypeOrder", "components"}
    assert "type" not in case or case["type"] in case["document"]["x-viewTypes"]
    assert case["then"] and case["then"].keys() <= RESULTS
    assert len(case.get("when", {"opened": True})) == 1 and case.get("when", {}).keys() <= EVENTS


@pytest.mark.parametrize("case", PARAMETERS)
def test_a_case_names_what_it_has(case):
    """The rows, the actions, the properties of events and results, and the definitions exist."""
    type = case["document"]["x-viewTypes"].get(case.get("type"), {})
    properties, actions, state = type.get("properties", {}), type.get("actions", {}), case.get("state", {})
    assert state.keys() <= properties.keys()
    for event, value in case.get("when", {}).items():
        if event in ("changed", "got", "entered"):
            assert value.keys() <= properties.keys()
        elif event == "submitted":
            assert value.keys() == {"property", "value"} and value["property"] in properties
        elif event in ("called", "settled", "refused"):
            assert value.keys() <= {"action", "arguments"} | ({"at", "all", "answers"} if event == "called" else set())
            arguments = actions[value["action"]]["arguments"]["properties"]
            assert value.get("arguments", value.get("answers", {})).keys() <= arguments.keys()
        place = value if event == "chosen" else value.get("at") if event == "called" else None
        if place:
            assert place.keys() <= {"property", "row"} and place["property"] in properties
            assert "row" not in place or place["row"] < len(state[place["property"]])
    assert set(case.get("inSight", [])) <= properties.keys()
    definitions = case["document"].get("components", {}).get("schemas", {})
    references = json.dumps(case["document"]).split('"$ref": "#/components/schemas/')[1:]
    assert {each.partition('"')[0] for each in references} <= definitions.keys()
