"""`python -m svvs codegen` for another app than the demo app, from its schema and from its server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support import REPOSITORY, TESTS, fake_executable, real_server, source_environment
from svvs.codegen import SchemaError, app_schema, generate

pytestmark = pytest.mark.seconds(180)  # type checkers are slow

ITEM = {"properties": {"id": {"type": "integer"}, "kind": {"$ref": "#/$defs/Kind"}}, "required": ["id", "kind"]}
SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$defs": {"Item": ITEM, "Kind": {"enum": ["plain", "rich"]}, "Tree": {"items": {"$ref": "#/$defs/Tree"}, "type": "array"}},
    "viewTypes": {
        "shopping-list": {
            "properties": {
                "items": {"items": {"$ref": "#/$defs/Item"}, "type": "array", "readOnly": True},
                "tree": {"$ref": "#/$defs/Tree", "readOnly": True},
                "draft": {"type": "string"},
            },
            "actions": {"add": {"arguments": {"properties": {"kind": {"$ref": "#/$defs/Kind"}}}}},
        },
    },
}
THEIRS = json.loads(json.dumps(SCHEMA).replace("#/$defs/", "#/components/schemas/"))
DOCUMENT = {
    "openrpc": "1.3.2",
    "x-viewTypes": THEIRS["viewTypes"],
    "components": {"schemas": {"Exit": {"properties": {"a": {"$ref": "#/components/schemas/Exit"}}}, **THEIRS["$defs"]}},
}
SERVER = f"""
    reply(receive('rpc.discover'), **{DOCUMENT!r}) if '--describe' in sys.argv else None
    opened("v", items=[dict(id=7, kind="rich")], tree=[], draft="")
    call = receive("add")
    assert call["params"] == {{"view": "v", "kind": "plain"}}
    reply(call, commit=1)
    end_of_input()
"""
USE = """
import svvs
from app import Item, Kind, ShoppingListView

with svvs.Server() as server:
    page = ShoppingListView.open(server)
    item: Item = page.state.items[0]
    kind: Kind = item.kind
    page.add(kind="plain")
    print(item.id, kind, page.state.draft)
"""


def codegen(*words: str, server: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", "-m", "svvs", "codegen", *words]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=40, env=source_environment(server))


def test_the_types_of_the_module_of_any_app_are_correct_and_the_module_works(tmp_path: Path) -> None:
    server = fake_executable(tmp_path, SERVER)
    (tmp_path / "schema.json").write_text(json.dumps(SCHEMA))
    run = codegen("-o", str(tmp_path / "app.py"), str(tmp_path / "schema.json"))
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    discovered = codegen("--", "--describe", server=server)
    assert (discovered.returncode, discovered.stderr) == (0, "")
    assert discovered.stdout == (tmp_path / "app.py").read_text("utf-8")

    (tmp_path / "use.py").write_text(USE)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file", os.devnull, "--cache-dir", os.devnull, "use.py"]
    environment = {**os.environ, "MYPYPATH": str(TESTS.parent / "src")}
    checked = subprocess.run(mypy, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=170, env=environment)
    assert checked.returncode == 0, checked.stdout
    used = subprocess.run(
        [sys.executable, "use.py"], cwd=tmp_path, capture_output=True, text=True, env=source_environment(server)
    )
    assert (used.stdout, used.stderr) == ("7 rich \n", "")


@pytest.mark.parametrize("options", [[], ["--asyncio"]])
def test_the_server_and_the_schema_of_the_demo_app_give_the_same_module(options: list[str]) -> None:
    file = codegen(*options, str(REPOSITORY / "schemas/app.schema.json"))
    discovered = codegen(*options, server=real_server())
    assert (discovered.returncode, discovered.stderr) == (0, "")
    assert discovered.stdout == file.stdout and "class LoginView(" in discovered.stdout


def test_only_the_definitions_to_which_views_refer_are_kept() -> None:
    assert app_schema(DOCUMENT) == {name: SCHEMA[name] for name in ("$defs", "viewTypes")}


def test_an_app_without_views_has_a_module() -> None:
    exec(generate({"viewTypes": {}}), {})


NOWHERE = {"x-viewTypes": {"v": {"properties": {"a": {"$ref": "#/components/schemas/No"}}}}}


def deep() -> Any:
    value: Any = {}
    for _ in range(10_000):
        value = [value]
    return {"x-viewTypes": {"v": value}}


@pytest.mark.parametrize("document", [None, [], {}, {"x-viewTypes": []}, deep(), NOWHERE])
def test_another_reply_to_rpc_discover_is_refused(document: object) -> None:
    with pytest.raises(SchemaError):
        generate(app_schema({**document, "components": 3} if isinstance(document, dict) else document))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"viewTypes": 3}', "\ud800", '{"viewTypes": {"v": {"actions": []}}}'])
def test_an_invalid_schema_prints_one_line_and_has_status_2(tmp_path: Path, text: str) -> None:
    file = tmp_path / "app.schema.json"
    file.write_bytes(text.encode(errors="surrogatepass"))
    run = codegen(str(file))
    assert (run.returncode, run.stdout, len(run.stderr.splitlines())) == (2, "", 1)
    assert run.stderr.startswith("svvs: ")


@pytest.mark.parametrize(
    ("answer", "status"), [("send(id=receive()['id'], result=[])", 2), ("receive(); sys.exit(3)", 4), ("write('?\\n')", 4)]
)
def test_the_failure_of_the_server_has_a_status(tmp_path: Path, answer: str, status: int) -> None:
    run = codegen(server=fake_executable(tmp_path, f"{answer}; end_of_input()"))
    assert (run.returncode, run.stdout, len(run.stderr.splitlines())) == (status, "", 1)
    run = codegen(server="/nowhere/svvs serve")
    assert (run.returncode, len(run.stderr.splitlines())) == (4, 1)
