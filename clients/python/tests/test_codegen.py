"""`python -m svvs codegen`: the types of its modules are correct, and the modules work with the server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support import REPOSITORY, TESTS, real_server, source_environment
from svvs.codegen import SchemaError, generate

pytestmark = pytest.mark.seconds(180)  # type checkers are slow

SCHEMA = REPOSITORY / "schemas/app.schema.json"

USE = """
import svvs
from app import LoginState, LoginView, SmoothiesView, User, UserView

with svvs.Server() as server:
    login = LoginView.open(server)
    login.set(user_id="12345")
    login.login(password="password", if_commit=login.view.commit)
    state: LoginState = login.state.login_state
    assert state == "loggedIn" and login.state.should_navigate_home

    with UserView.open(server, id="A") as page:
        page.load()
        user: User | None = page.wait(lambda state: not state.is_placeholder).user
        assert user is not None
        friends: list[str] | None = user.friend_ids
        assert friends and user.id == "A" and user.json["id"] == "A"

    with server.open_session() as window:
        menu = SmoothiesView.open(window, "menu", delivery="patch")
        menu.fetch()
        first = menu.state.smoothies[0]
        menu.toggle_favorite(id=first.id)
        assert menu.state.smoothies[0].is_favorite is not first.is_favorite
        menu.set(selected_smoothie=first.id)
        menu.set(selected_smoothie=None)
        assert menu.state.selected_smoothie is None
"""

USE_ASYNC = """
import asyncio
import svvs
from app_async import CounterAView

async def main() -> None:
    async with svvs.AsyncServer() as server:
        async with await CounterAView.open(server) as counter:
            states = counter.states()
            await counter.increment(by=2)
            async for state in states:
                count: int = state.count
                assert count == counter.state.count == 2
                break

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with both modules of the app."""
    folder = tmp_path_factory.mktemp("generated")
    for name, options in [("app.py", []), ("app_async.py", ["--asyncio"])]:
        command = [sys.executable, "-m", "svvs", "codegen", str(SCHEMA), "-o", str(folder / name), *options]
        subprocess.run(command, check=True, timeout=40, env=source_environment(""))
    return folder


def check(folder: Path, source: str) -> str:
    """The errors that mypy finds in the source, which may import the modules."""
    use = folder / "use.py"
    before = use.stat().st_mtime if use.exists() else 0.0
    use.write_text(source, "utf-8")
    os.utime(use, (before + 10, before + 10))  # mypy would take a file of the same size and time for the earlier one.
    (folder / "mypy.ini").write_text("[mypy]\n")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(folder / "cache"), "use.py"]
    environment = {**os.environ, "MYPYPATH": str(TESTS.parent / "src")}
    run = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", timeout=170, env=environment)
    return "" if run.returncode == 0 else run.stdout + run.stderr


@pytest.mark.parametrize("source", [USE, USE_ASYNC], ids=["threads", "asyncio"])
def test_the_types_of_the_modules_are_correct_and_the_modules_work(folder: Path, source: str) -> None:
    assert check(folder, source) == ""
    command = [sys.executable, "-W", "error", "use.py"]
    subprocess.run(command, cwd=folder, check=True, timeout=40, env=source_environment(real_server()))


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ("login.state.login_stat", 'has no attribute "login_stat"'),
        ("login.state.login_state == 'logged in'", "Non-overlapping equality check"),
        ("login.state.login_state = 'loggedIn'", "Incompatible types in assignment"),
        ("login.state.password", 'has no attribute "password"'),
        ("login.set(user_id=5)", "incompatible type"),
        ("login.set(can_login=True)", "Unexpected keyword argument"),
        ("login.login(user='12345')", "Unexpected keyword argument"),
        ("UserView.open(server)", "Missing named argument"),
        ("UserView.open(server, id='A').state.user.name", 'has no attribute "name"'),
        ("EffectsView.open(server).handle(action='tap')", "incompatible type"),
    ],
)
def test_a_type_checker_finds_mistakes(folder: Path, wrong: str, complaint: str) -> None:
    source = f"""
import svvs
from app import EffectsView, LoginView, UserView
server = svvs.Server()
login = LoginView.open(server)
{wrong}
"""
    found = check(folder, source)
    assert "use.py:6:" in found and complaint in found and "Found 1 error" in found


def test_each_description_becomes_a_docstring(folder: Path) -> None:
    text = (folder / "app.py").read_text("utf-8")
    schema = json.loads(SCHEMA.read_text("utf-8"))
    for view in schema["viewTypes"].values():
        assert view["description"] in text
        for part in [*view["actions"].values(), *view["properties"].values()]:
            assert part["description"] in text or part.get("writeOnly")


def test_a_member_cannot_be_assigned(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names: dict[str, Any] = {}
    exec((folder / "app.py").read_text("utf-8"), names)
    state = names["LoginViewState"]({"loginState": "loggedIn"})
    with pytest.raises(AttributeError, match="loginState"):
        state.login_state = "notLoggedIn"
    assert state.login_state == "loggedIn"


def test_a_failed_write_leaves_no_file(tmp_path: Path) -> None:
    target = tmp_path / "app.py"
    target.mkdir()  # which cannot be replaced by a file
    command = [sys.executable, "-m", "svvs", "codegen", str(SCHEMA), "-o", str(target)]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=40, env=source_environment(""))
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("svvs: cannot write ")
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize(
    ("schema", "complaint"),
    [
        ([], "not the schema of an app"),
        ({"viewTypes": {"v": {"properties": {"userID": {}, "userId": {}}}}}, "both become 'user_id'"),
        ({"viewTypes": {"a-b": {}, "aB": {}}}, "the same Python name"),
        ({"viewTypes": {"v": {"properties": {"a": {"$ref": "#/$defs/None"}}}}}, "not defined"),
        ({"viewTypes": {"v": {"params": {"properties": {"delivery": {}}}}}}, "'delivery'"),
        ({"viewTypes": {"v": 3}}, "^v is not an object"),
        ({"viewTypes": {"v": {"actions": [1]}}}, "^v.actions is not an object"),
        ({"viewTypes": {"v": {"properties": {"a": True}}}}, "^v.a is not an object"),
        ({"viewTypes": {"v": {"properties": {"a": {"enum": []}}}}}, "^v.a.enum is not a non-empty array"),
        ({"viewTypes": {"v": {"description": "\ud800"}}}, "Unicode"),
    ],
)
def test_a_schema_without_a_module_is_refused(schema: object, complaint: str) -> None:
    with pytest.raises(SchemaError, match=complaint):
        generate(schema)
