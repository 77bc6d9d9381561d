"""The wheel and the source distribution, each installed into an environment of its own. Nothing is downloaded."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from support import TESTS, real_server

pytestmark = pytest.mark.seconds(180)

PROJECT = TESTS.parent
PIP = (sys.executable, "-m", "pip", "--python")
SMOKE = """
import svvs, sys
assert sys.prefix in svvs.__file__, svvs.__file__
with svvs.Server() as server:
    counter = server.open("counterA")
    counter.call("increment")
    print(counter.state)
"""


IMPORTS = """
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import svvs
for each in pkgutil.walk_packages(svvs.__path__, "svvs."):
    if each.name != "svvs.testing" and not each.name.startswith("svvs.tui."):  # which need what their users have
        importlib.import_module(each.name)
tops = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)
print(sorted(tops - {"svvs", "__main__"}))
"""


def run(*words: object, cwd: Path | None = None, **environment: str) -> str:
    names = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PIP_REQUIRE_VIRTUALENV")}
    names.update(PIP_NO_INDEX="1", PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_CONFIG_FILE=os.devnull, **environment)
    command = [str(word) for word in words]
    made = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=170, env=names, cwd=cwd)
    assert made.returncode == 0, made.stdout + made.stderr
    return made.stdout


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both, built as the README says, but by the backend that is installed here."""
    folder = tmp_path_factory.mktemp("distributions")
    source = folder / "source"
    unwanted = shutil.ignore_patterns("*.egg-info", "__pycache__", ".*", "build", "dist")
    shutil.copytree(PROJECT, source, ignore=unwanted)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, source)
    return folder


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """The interpreter of a clean environment, which has not even pip: ours installs into it."""
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv")
    return tmp_path / "venv/bin/python"


@pytest.fixture
def backend(tmp_path: Path) -> str:
    """A folder that lends the build backend, and nothing else, to an environment that has none."""
    folder = tmp_path / "backend"
    folder.mkdir()
    distribution = importlib.metadata.distribution("setuptools")
    for top in {entry.parts[0] for entry in distribution.files or []} - {".."}:
        (folder / top).symlink_to(Path(str(distribution.locate_file(top))))
    return str(folder)


def uses(python: Path) -> str:
    return run(python, "-W", "error", "-c", SMOKE, cwd=python.parent, SVVS=real_server())


def test_the_wheel(distributions: Path, environment: Path) -> None:
    (wheel,) = distributions.glob("*.whl")
    assert wheel.name == "svvs-0.1.0-py3-none-any.whl"
    run(*PIP, environment, "install", wheel)
    assert uses(environment) == "{'count': 1}\n"
    assert "usage: python -m svvs" in run(environment, "-m", "svvs", "--help", cwd=environment.parent)
    client = environment.with_name("svvs-client")
    assert "usage: svvs-client" in run(client, "--help")
    assert run(client, "call", "counterA", "increment", SVVS=real_server()) == '{"count": 1}\n'
    assert not environment.with_name("svvs").exists()  # which would hide the server


def test_the_source_distribution(distributions: Path, environment: Path, backend: str) -> None:
    (archive,) = distributions.glob("*.tar.gz")
    run(*PIP, environment, "install", "--no-build-isolation", archive, PYTHONPATH=backend)
    assert uses(environment) == "{'count': 1}\n"


def test_both_have_all_that_is_needed_and_no_more(distributions: Path) -> None:
    (wheel,), (archive,) = distributions.glob("*.whl"), distributions.glob("*.tar.gz")
    modules = {str(path.relative_to(PROJECT / "src")) for path in (PROJECT / "src/svvs").rglob("*.py")}
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == modules | {"svvs/py.typed"}
    with tarfile.open(archive) as tar:
        packed = {name.partition("/")[2] for name in tar.getnames()}
    assert packed >= {f"src/{name}" for name in names} | {"README.md", "pyproject.toml"}


def test_the_metadata(distributions: Path) -> None:
    (wheel,) = distributions.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        lines = archive.read(name).decode().splitlines()
    assert "Requires-Python: >=3.10" in lines
    assert "Classifier: Typing :: Typed" in lines
    assert all("extra ==" in line for line in lines if line.startswith("Requires-Dist: "))


def test_nothing_but_the_standard_library_is_imported() -> None:
    assert run(sys.executable, "-I", "-S", "-c", IMPORTS, PROJECT / "src") == "[]\n"
