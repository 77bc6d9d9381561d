"""Builds what is measured: the server and its helpers for release, and the programs in C."""
from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

PERFORMANCE = Path(__file__).resolve().parents[1]
REPOSITORY = PERFORMANCE.parents[1]
WORKSHOP = REPOSITORY / ".build/performance"
PRODUCTS = REPOSITORY / ".build-release/release"
ON_JANSSON = ("baseline", "documents")
ON_NOTHING = ("driver", "echo")


def build(products: list[str]) -> None:
    """Builds products as they are shipped."""
    subprocess.run([REPOSITORY / ".ci/release", *products], check=True, stdin=subprocess.DEVNULL)


def compile_programs() -> None:
    """Compiles the programs in C; they take a second, so that it is done always."""
    WORKSHOP.mkdir(parents=True, exist_ok=True)
    flags = ["pkg-config", "--cflags", "--libs", "jansson"]
    jansson = subprocess.run(flags, check=True, capture_output=True, text=True).stdout.split()
    for name in ON_JANSSON + ON_NOTHING:
        source, program = PERFORMANCE / f"{name}.c", WORKSHOP / name
        libraries = jansson if name in ON_JANSSON else []
        compiler = [os.environ.get("CC", "cc"), "-O2", "-Wall", "-Wextra"]
        subprocess.run([*compiler, "-o", program, source, *libraries], check=True)


def stripped_size(program: Path, folder: str) -> int | None:
    """The bytes of a program without its symbols, or None where they cannot be taken off."""
    if not shutil.which("strip"):
        return None
    stripped = Path(folder) / "stripped"
    subprocess.run(["strip", "-o", stripped, program], check=True)
    return stripped.stat().st_size
