"""Builds the measured programs: the server and its helpers for release, and the programs in C."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from .processes import group, interrupt_group

PERFORMANCE = Path(__file__).resolve().parents[1]
REPOSITORY = PERFORMANCE.parents[2]
WORKSHOP = REPOSITORY / ".build/performance"
PRODUCTS = REPOSITORY / ".build-release/release"
ON_JANSSON = ("baseline", "documents")
ON_NOTHING = ("driver", "echo", "relay")


def build(products: list[str]) -> None:
    """Installs the tools that the measurements need, and builds products as for a release."""
    run_script("setup", "tests")
    if products:
        run_script("release", *products)


def run_script(name: str, *arguments: str) -> None:
    """Runs a script of `.ci`; its output goes to stderr, since stdout is for the results."""
    script = REPOSITORY / ".ci" / name
    with group(script, *arguments, stdin=subprocess.DEVNULL, stdout=sys.stderr) as process:
        try:
            status = process.wait()
        except SystemExit:
            # Swift runs each compiler in a group of its own, and ends them when it is interrupted.
            interrupt_group(process)
            raise
    if status:
        raise ChildProcessError(f".ci/{name} failed, status {status}")


def compile_programs() -> None:
    """Compiles the programs in C, in every run: it takes a second."""
    WORKSHOP.mkdir(parents=True, exist_ok=True)
    flags = ["pkg-config", "--cflags", "--libs", "jansson"]
    jansson = subprocess.run(flags, check=True, capture_output=True, text=True).stdout.split()
    for name in ON_JANSSON + ON_NOTHING:
        source, program = PERFORMANCE / f"{name}.c", WORKSHOP / name
        libraries = jansson if name in ON_JANSSON else []
        compiler = [os.environ.get("CC", "cc"), "-O2", "-Wall", "-Wextra"]
        subprocess.run([*compiler, "-o", program, source, *libraries], check=True)


def stripped_size(program: Path, folder: str) -> int | None:
    """The bytes of a program without its symbols, or None where `strip` is not installed."""
    if not shutil.which("strip"):
        return None
    stripped = Path(folder) / "stripped"
    subprocess.run(["strip", "-o", stripped, program], check=True)
    return stripped.stat().st_size
