"""`svvs schema --diff` of an older contract without an end, or in which one type is reached in very many ways."""
import json
import resource
import time

import pytest

import schemas
from command_line import refusal, run

LEVELS = 40
# Seconds, for a debug build.
BOUND = 5
# The bytes of memory that reading an endless file may take.
MEMORY = 4 << 30
NONE = "0 breaking, 0 compatible"


def reference(name):
    return {"$ref": f"#/components/schemas/{name}"}


def fields(one):
    return {"type": "object", "properties": {"left": one, "right": one}, "required": ["left", "right"]}


def alternatives(one):
    return {"anyOf": [one, one]}


def doubled(combine, leaf):
    """Schemas each of which has the next one in it twice, down to the leaf."""
    return {f"Level{level}": combine(reference(f"Level{level + 1}")) for level in range(LEVELS)} | {
        f"Level{LEVELS}": leaf}


def differences(folder, levels, **properties):
    """The differences from a contract whose login page had these properties, and whether one of them is breaking."""
    document = schemas.document("openrpc.json")
    document["components"]["schemas"] |= levels
    document["x-viewTypes"]["login"]["properties"] |= properties
    (folder / "openrpc.json").write_text(json.dumps(document))
    begun = time.monotonic()
    result = run("schema", "--diff", folder)
    assert time.monotonic() - begun < BOUND and result.stderr == b""
    lines = result.stdout.decode().splitlines()
    assert result.returncode == (lines[-1] != NONE) and len(result.stdout) < 1 << 16
    return lines


TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
WHAT = "breaking: view type login, property"


@pytest.mark.parametrize("name, more", [
    ("userId", {}), ("canLogin", {"readOnly": True}), ("password", {"writeOnly": True})])
def test_a_type_that_is_reached_in_very_many_ways_differs_once(tmp_path, name, more):
    same = schemas.document("openrpc.json")["x-viewTypes"]["login"]["properties"][name]["type"]
    levels = doubled(alternatives, {"type": same})
    assert differences(tmp_path, levels, **{name: {**reference("Level0"), **more}}) == [NONE]
    lines = differences(tmp_path, doubled(alternatives, NUMBER), **{name: {**reference("Level0"), **more}})
    assert all(line.startswith(f"{WHAT} {name}: ") for line in lines[:-1])
    assert 1 <= len(lines[:-1]) <= 2


def test_members_that_are_reached_in_very_many_ways_are_compared_in_time(tmp_path):
    levels = doubled(fields, TEXT)
    assert differences(tmp_path, levels, userId=reference("Level0"), gone=reference("Level0"))[-1] != NONE


@pytest.mark.parametrize("levels", [
    {"Level0": alternatives(reference("Level0"))},
    doubled(alternatives, alternatives(reference("Level0"))),
    {"Level0": {"anyOf": [TEXT, reference("Level1")]}, "Level1": alternatives(reference("Level0"))}],
    ids=["of itself", "of forty", "of two"])
def test_alternatives_that_lead_back_to_themselves_are_compared_in_time(tmp_path, levels):
    differences(tmp_path, levels, userId=reference("Level0"))
    differences(tmp_path, levels, canLogin={**reference("Level0"), "readOnly": True})


def test_alternatives_one_in_the_other_a_thousand_deep_are_compared_in_time(tmp_path):
    levels = {f"Level{level}": {"anyOf": [reference(f"Level{level + 1}")]} for level in range(1000)}
    assert differences(tmp_path, levels | {"Level1000": TEXT}, userId=reference("Level0")) == [NONE]


@pytest.mark.parametrize("is_linked", [False, True], ids=["itself", "in a folder"])
def test_an_older_contract_without_an_end_is_too_large(tmp_path, is_linked):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    (tmp_path / "openrpc.json").symlink_to("/dev/zero")
    begun = time.monotonic()
    line = refusal(run("schema", "--diff", tmp_path if is_linked else "/dev/zero", preexec_fn=limit))
    assert time.monotonic() - begun < BOUND
    assert "too large" in line


def test_text_of_an_older_contract_cannot_move_the_cursor(tmp_path):
    lines = differences(tmp_path, {}, **{"a\x1b[31m\n\u202eb": TEXT})
    assert r"property a\u{1B}[31m\u{A}\u{202E}b: was removed" in lines[0] and len(lines) == 2
