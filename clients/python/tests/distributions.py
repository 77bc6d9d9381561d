"""Builds distributions of Python packages, and creates environments to install them, without downloads."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

PIP = (sys.executable, "-m", "pip", "--python")


def run(*words: object, cwd: Path | None = None, **environment: str) -> str:
    names = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PIP_REQUIRE_VIRTUALENV")}
    names.update(PIP_NO_INDEX="1", PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_CONFIG_FILE=os.devnull, **environment)
    command = [str(word) for word in words]
    made = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=170, env=names, cwd=cwd)
    assert made.returncode == 0, made.stdout + made.stderr
    return made.stdout


def build(project: Path, folder: Path) -> None:
    """Builds a wheel and a source distribution with the installed build backend.

    The build neither uses what earlier builds have left in the directory of the project, nor leaves anything there.
    """
    source = folder / "source" / project.name
    unwanted = shutil.ignore_patterns("*.egg-info", "__pycache__", ".*", "build", "dist")
    shutil.copytree(project, source, ignore=unwanted)
    for package in (source / "src").iterdir():
        earlier = source / "build/lib" / package.name / "deleted.py"
        earlier.parent.mkdir(parents=True)
        earlier.touch()
    files = set(source.rglob("*"))
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, source)
    assert set(source.rglob("*")) == files


def make_environment(folder: Path) -> Path:
    """Creates an environment without pip. Returns the path of its interpreter."""
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    return folder / "bin/python"
