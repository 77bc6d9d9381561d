"""Packages of apps that depend on this repository: their manifests, and their sources with the modules of its build."""
from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path

from paths import REPOSITORY

# The setting of the package that the README shows.
MAIN_ACTOR = ["-default-isolation", "MainActor"]


def run(*command):
    made = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300)
    assert made.returncode == 0, made.stdout + made.stderr
    return made.stdout


def check_manifest(package):
    """Checks that a package uses this repository, and only products and traits that it has."""
    def manifest(path):
        return json.loads(run("swift", "package", "dump-package", "--package-path", path))

    with tempfile.TemporaryDirectory() as copy:
        # A copy: in the repository itself the command would wait for a build in progress.
        Path(copy, "Package.swift").write_text((REPOSITORY / "Package.swift").read_text())
        app, library = manifest(package), manifest(copy)
    dependency, = (dependency["fileSystem"][0] for dependency in app["dependencies"])
    assert os.path.realpath(dependency["path"]) == str(REPOSITORY.resolve())
    traits = {trait["name"] for trait in dependency["traits"]}
    assert traits == {"Web"} and traits < {trait["name"] for trait in library["traits"]}
    used = {part["product"][0] for target in app["targets"] for part in target["dependencies"] if "product" in part}
    assert used and used <= {product["name"] for product in library["products"]}


def compile_module(name, source, folder):
    """Writes the module of an app to a directory, and returns the directory."""
    run(*swiftc(), *MAIN_ACTOR, "-emit-module", "-enable-testing", "-module-name", name, "-emit-module-path",
        folder / f"{name}.swiftmodule", source)
    return folder


def check_types(*files, folders=(), settings=MAIN_ACTOR):
    """Checks that files of a module of tests compile; modules of apps are in the given directories, or in the build."""
    run(*swiftc(), *settings, "-typecheck", *(f"-I{folder}" for folder in folders), *files)


def swiftc():
    """The compiler as for another package, with the macros and the modules of the build."""
    maps = [REPOSITORY / "Sources/CJansson/module.modulemap",
            *(REPOSITORY / f".build/checkouts/{target}/include/module.modulemap" for target in (
                "swift-system/Sources/CSystem", "swift-atomics/Sources/_AtomicsShims", "swift-nio/Sources/CNIOWindows")),
            *(path for path in REPOSITORY.glob(".build/debug/*.build/module.modulemap")
              if not path.parent.stem.endswith("-tool"))]
    return ["swiftc", "-parse-as-library", f"-I{REPOSITORY}/.build/debug/Modules",
            "-load-plugin-executable", f"{REPOSITORY}/.build/debug/SVVSMacros-tool#SVVSMacros",
            *(word for path in maps if path.exists() for word in ("-Xcc", f"-fmodule-map-file={path}"))]
