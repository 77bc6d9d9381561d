"""The command `svvs new`: the package that it writes compiles, and mistakes are one line.

`Tests/Tools/Release/test_new_package.py` builds the package, tests it and runs it.
"""
import json
import os
import re
import subprocess

import pytest

from command_line import refusal, run
from packages import check_manifest, check_types, compile_module
from paths import REPOSITORY

FILES = [".gitignore", "Package.swift", "README.md", "Sources/Shop/ShopApp.swift", "Tests/ShopTests/ShopTests.swift"]
# The package that the README shows, and that the repository's own package builds and tests.
LIST_APP = REPOSITORY / "Tests/Contract/Examples/ListApp"


def new(*arguments, cwd, **streams):
    return run("new", *arguments, "--svvs", str(REPOSITORY), cwd=cwd, **streams)


def files(directory):
    return sorted(str(path.relative_to(directory)) for path in directory.rglob("*") if path.is_file())


@pytest.fixture
def shop(tmp_path):
    assert new("Shop", cwd=tmp_path).returncode == 0
    return tmp_path / "Shop"


def test_its_manifest_names_products_and_traits_that_there_are(shop):
    check_manifest(shop)


def test_its_sources_and_tests_compile(shop, tmp_path):
    """Without the libraries; the tests of a release build all of the package and run it."""
    module = compile_module("Shop", shop / "Sources/Shop/ShopApp.swift", tmp_path)
    check_types(shop / "Tests/ShopTests/ShopTests.swift", folders=[module])


def test_the_package_of_the_readme_is_written(tmp_path):
    (tmp_path / "svvs").symlink_to(REPOSITORY)
    command, = re.findall(r"^svvs/\.build/debug/svvs (new \w+)", (REPOSITORY / "README.md").read_text(), re.M)
    assert run(*command.split(), cwd=tmp_path).returncode == 0
    for path in LIST_APP.rglob("*.swift"):
        assert (tmp_path / "ListApp" / path.relative_to(LIST_APP)).read_text() == path.read_text()


def test_the_files_are_formatted(shop):
    assert files(shop) == FILES
    subprocess.run(["swift", "format", "lint", "--strict", "--recursive", "--configuration",
                    str(REPOSITORY / ".swift-format"), str(shop)], check=True, timeout=60)


def test_a_checkout_beside_the_package_is_the_default(tmp_path):
    (tmp_path / "svvs").symlink_to(REPOSITORY)
    result = run("new", "Shop", cwd=tmp_path)
    assert result.returncode == 0 and result.stdout == b"Shop/README.md describes the package.\n"
    assert 'path: "../svvs"' in (tmp_path / "Shop/Package.swift").read_text()


def test_a_path_is_a_literal_in_the_manifest(tmp_path):
    (tmp_path / 'a "b\\(c)').symlink_to(REPOSITORY)
    assert run("new", "Shop", "--svvs", 'a "b\\(c)', cwd=tmp_path).returncode == 0
    manifest = subprocess.run(["swift", "package", "dump-package", "--package-path", str(tmp_path / "Shop")],
                              capture_output=True, check=True, timeout=120).stdout
    dependency, = json.loads(manifest)["dependencies"]
    assert os.path.realpath(dependency["fileSystem"][0]["path"]) == str(REPOSITORY.resolve())


@pytest.mark.parametrize("name, type", [("Notes", "NotesApp"), ("NotesApp", "NotesApp"), ("App", "AppApp")])
def test_the_type_of_the_app_has_a_name_of_its_own(tmp_path, name, type):
    assert new(name, cwd=tmp_path).returncode == 0
    assert f"struct {type}: App" in (tmp_path / name / f"Sources/{name}/{type}.swift").read_text()


@pytest.mark.parametrize("name", [
    "", "shop", "my-app", "My App", "1App", "Café", "../Shop", "Shop/", "A.B", "A\nB", "Self", "Swift", "Testing",
    "Observation", "Logging", "SVVS", "StateServer"])
def test_a_name_that_cannot_be_that_of_a_module_is_refused(tmp_path, name):
    result = new(name, cwd=tmp_path)
    assert result.returncode == 64 and "name" in refusal(result)
    assert list(tmp_path.iterdir()) == []


def test_a_name_is_required(tmp_path):
    result = run("new", cwd=tmp_path)
    assert result.returncode == 64 and "name" in refusal(result)


@pytest.mark.parametrize("make", [lambda path: path.mkdir(), lambda path: path.touch(),
                                  lambda path: path.symlink_to("nowhere")])
def test_what_exists_is_left_alone(tmp_path, make):
    make(tmp_path / "Shop")
    result = new("Shop", cwd=tmp_path)
    assert result.returncode == 64 and "Shop cannot be written: File exists." in refusal(result)
    assert list(tmp_path.rglob("*")) == [tmp_path / "Shop"]


@pytest.mark.parametrize("path", [".", "missing"])
def test_a_directory_without_svvs_is_refused(tmp_path, path):
    result = run("new", "Shop", "--svvs", path, cwd=tmp_path)
    assert result.returncode == 64 and f"--svvs: '{path}' is not a checkout of svvs" in refusal(result)
    assert list(tmp_path.iterdir()) == []


def test_an_example_that_cannot_be_read_is_refused(tmp_path):
    example = tmp_path / "svvs/Tests/Contract/Examples/ListApp"
    example.mkdir(parents=True)
    (example / ".gitignore").mkdir()
    result = run("new", "Shop", cwd=tmp_path)
    path = example.relative_to(tmp_path) / ".gitignore"
    assert result.returncode == 64 and f"{path} cannot be read: Is a directory." in refusal(result)
    assert not (tmp_path / "Shop").exists()


def test_a_directory_that_cannot_be_written_is_refused():
    # Nobody, root included, makes a directory there.
    result = new("Shop", cwd="/proc")
    assert result.returncode == 64 and "Shop cannot be written: " in refusal(result)


def test_an_error_leaves_no_file(tmp_path):
    # The names of the directories have at most 255 bytes, and that of the file of the app has more.
    result = new("A" * 250, cwd=tmp_path)
    assert result.returncode == 64 and "cannot be written: File name too long." in refusal(result)
    assert list(tmp_path.iterdir()) == []
