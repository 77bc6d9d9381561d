"""The wheel, installed together with that of the client."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from distributions import PIP, build, make_environment, run
from support import REPOSITORY, real_server

pytestmark = pytest.mark.seconds(180)

CLIENTS = REPOSITORY / "clients"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the distributions of both packages."""
    folder = tmp_path_factory.mktemp("distributions")
    for name in ("python", "terminal"):
        build(CLIENTS / name, folder)
    return folder


def test_the_wheel_adds_one_command(built: Path, tmp_path: Path) -> None:
    environment = make_environment(tmp_path / "venv")
    programs = set(environment.parent.iterdir())
    run(*PIP, environment, "install", "--no-deps", *built.glob("*.whl"))
    (client,) = set(environment.parent.iterdir()) - programs
    assert client.name == "svvs-client"  # `svvs` would hide the server
    assert "usage: svvs-client" in run(client, "--help")
    assert "usage: python -m svvs" in run(environment, "-m", "svvs", "--help", cwd=tmp_path)
    assert run(client, "call", "counterA", "increment", SVVS=real_server()) == '{"count": 1}\n'


def test_the_wheel_has_each_module_and_needs_the_client(built: Path) -> None:
    (wheel,) = built.glob("svvs_terminal-*.whl")
    sources = CLIENTS / "terminal/src"
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        (metadata,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        lines = archive.read(metadata).decode().splitlines()
    assert names == {str(path.relative_to(sources)) for path in sources.rglob("*.py")} | {"svvs_terminal/py.typed"}
    assert "Requires-Dist: svvs" in lines
