"""The examples of the README print what their comments say, and its commands run as they are written."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from readme import blocks, shell
from support import REPOSITORY, TESTS, real_server, sharable_server, source_environment

README, TYPES = ((TESTS.parent / f"{name}.md").read_text("utf-8") for name in ("README", "TYPES"))
EXAMPLES = [*blocks(README, "python"), *blocks(TYPES, "python")]
TESTING = EXAMPLES.pop(2)  # for pytest
SCRIPTS = blocks(README, "sh")
(CODEGEN,) = blocks(TYPES, "sh")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A directory at the depth of the client's in a repository, with the files that the README's commands need."""
    folder = tmp_path / "clients/python"
    folder.mkdir(parents=True)
    (tmp_path / "schemas").symlink_to(REPOSITORY / "schemas")
    return folder


def test_all_examples_and_scripts_are_tested() -> None:
    assert (len(EXAMPLES), len(SCRIPTS)) == (4, 2)


@pytest.mark.parametrize("example", EXAMPLES, ids=["threads", "sharing", "asyncio", "types"])
def test_example(example: str, folder: Path, place: str) -> None:
    shell(CODEGEN, folder)
    expected = [word for comment in re.findall(r"print\(.*\)  # (.*)", example) for word in comment.split(" and then ")]
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", example.replace('"readme"', repr(place))],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        timeout=40,
        env=source_environment(sharable_server() if "attach" in example else real_server()),
    )
    assert (run.stdout.splitlines(), run.stderr, run.returncode) == (expected, "", 0)


@pytest.mark.seconds(300)
def test_how_to_install_and_to_test(folder: Path) -> None:
    unwanted = shutil.ignore_patterns("*.egg-info", "__pycache__", ".*", "build", "dist")
    shutil.copytree(TESTS.parent, folder, ignore=unwanted, dirs_exist_ok=True)
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    (folder / "bin").mkdir()
    # Packages that would be downloaded are those of the environment of this test.
    (folder / "bin/pip").write_text(f'#!/bin/sh\nexec {sys.executable} -m pip --python {environment} "$@"\n')
    (folder / "bin/pip").chmod(0o755)
    lent = {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0", "PYTHONPATH": sysconfig.get_path("purelib")}

    shell(SCRIPTS[0], folder, **lent)
    installed = [str(environment / "bin/python"), "-c", "import svvs; print(svvs.__file__)"]
    assert str(environment) in subprocess.run(installed, cwd=environment, capture_output=True, text=True).stdout
    lines = SCRIPTS[1].splitlines()
    lines.remove("pytest")  # this test is part of it
    shell("\n".join(lines), folder, **lent)
    assert len(list((folder / "dist").iterdir())) == 2


def test_the_tests_of_an_app_pass(folder: Path) -> None:
    (folder / "test_app.py").write_text(TESTING)
    assert "1 passed" in shell("python -m pytest -p svvs.testing -p no:cacheprovider test_app.py", folder)


def test_every_exception_is_documented() -> None:
    import svvs

    for name in svvs.__all__:
        value = getattr(svvs, name)
        if isinstance(value, type) and issubclass(value, svvs.Error) and value is not svvs.Error:
            assert f"`{name}`" in README


def test_the_documented_attributes_and_methods_exist() -> None:
    import svvs

    found = re.findall(r"`[^`]*?\b(server|view|session|call|change|shared)\.(\w+)", README)
    classes = {"server": svvs.Server, "view": svvs.View, "session": svvs.Session, "call": svvs.Call}
    classes["shared"] = svvs.SharedSession
    known = [(kind, name) for kind, name in found if kind in classes and name != "info"]  # only instances have `info`
    assert len(known) > 15
    assert [f"{kind}.{name}" for kind, name in known if not hasattr(classes[kind], name)] == []
