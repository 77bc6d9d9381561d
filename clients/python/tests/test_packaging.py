"""The wheel and the source distribution, each installed in a new environment, without downloads."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from distributions import PIP, build, make_environment, run
from support import TESTS, real_server

pytestmark = pytest.mark.seconds(180)

PROJECT = TESTS.parent
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
    if each.name != "svvs.testing":  # which needs pytest
        importlib.import_module(each.name)
tops = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)
print(sorted(tops - {"svvs", "__main__"}))
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with both distributions."""
    folder = tmp_path_factory.mktemp("distributions")
    build(PROJECT, folder)
    return folder


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """The interpreter of a clean environment."""
    return make_environment(tmp_path / "venv")


@pytest.fixture
def backend(tmp_path: Path) -> str:
    """A directory with the build backend and nothing else, for an environment without one."""
    folder = tmp_path / "backend"
    folder.mkdir()
    distribution = importlib.metadata.distribution("flit_core")
    for top in {entry.parts[0] for entry in distribution.files or []} - {".."}:
        (folder / top).symlink_to(Path(str(distribution.locate_file(top))))
    return str(folder)


def uses(python: Path) -> str:
    return run(python, "-W", "error", "-c", SMOKE, cwd=python.parent, SVVS=real_server())


def test_the_wheel(built: Path, environment: Path) -> None:
    (wheel,) = built.glob("*.whl")
    assert wheel.name == "svvs-0.1.0-py3-none-any.whl"
    run(*PIP, environment, "install", wheel)
    assert uses(environment) == "{'count': 1}\n"
    assert "class CounterAView" in run(environment, "-m", "svvs", "codegen", cwd=environment.parent, SVVS=real_server())
    refused = subprocess.run([environment, "-m", "svvs", "watch"], capture_output=True, text=True, env={}, timeout=60)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "pip install ./clients/terminal" in refused.stderr


def test_the_source_distribution(built: Path, environment: Path, backend: str) -> None:
    (archive,) = built.glob("*.tar.gz")
    run(*PIP, environment, "install", "--no-build-isolation", archive, PYTHONPATH=backend)
    assert uses(environment) == "{'count': 1}\n"


def test_both_have_each_module_and_nothing_else(built: Path) -> None:
    (wheel,), (archive,) = built.glob("*.whl"), built.glob("*.tar.gz")
    modules = {str(path.relative_to(PROJECT / "src")) for path in (PROJECT / "src/svvs").rglob("*.py")}
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == modules | {"svvs/py.typed"}
    with tarfile.open(archive) as tar:
        packed = {name.partition("/")[2] for name in tar.getnames()}
    assert packed >= {f"src/{name}" for name in names} | {"README.md", "pyproject.toml"}


def test_the_metadata(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        lines = archive.read(name).decode().splitlines()
    assert "Requires-Python: >=3.10" in lines
    assert "Classifier: Typing :: Typed" in lines
    assert all("extra ==" in line for line in lines if line.startswith("Requires-Dist: "))


def test_nothing_but_the_standard_library_is_imported() -> None:
    assert run(sys.executable, "-I", "-S", "-c", IMPORTS, PROJECT / "src") == "[]\n"
