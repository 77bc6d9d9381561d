"""One version for the server and its clients."""
import re
import shutil
import subprocess

import pytest

from paths import REPOSITORY
from server import PROGRAM

# The manifests of the packages, and the texts about the installation; the server writes the schemas.
WRITTEN = [file for folder in ("Sources", "clients", ".ci") for file in (REPOSITORY / folder).rglob("*")
           if file.suffix in {".swift", ".json", ".md", ".toml", ".el", ".lua", ".py", ".sh", ".txt", ""}
           and file.is_file() and not {"test", "tests"} & set(file.parts)]


def version(folder, *arguments):
    return subprocess.run([folder / ".ci/version", *arguments], capture_output=True, text=True, timeout=60)


def saying(number):
    """The files that contain a version."""
    pattern = re.compile(rf"(?<![\d.]){re.escape(number)}(?![\d.])")
    return {str(file.relative_to(REPOSITORY)) for file in WRITTEN if pattern.search(file.read_text(errors="ignore"))}


@pytest.fixture
def copy(tmp_path):
    """A repository of the files that contain the version."""
    current = version(REPOSITORY).stdout.strip()
    for file in saying(current) | {".ci/version"}:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / file, tmp_path / file)
    return tmp_path


def test_all_have_the_version_of_the_server():
    said = version(REPOSITORY)
    assert said.returncode == 0, said.stderr
    assert said.stdout == subprocess.run([PROGRAM, "--version"], capture_output=True, text=True).stdout


def test_a_version_is_set_wherever_it_stands(copy):
    former = version(copy).stdout.strip()
    assert version(copy, "12.30.4").stdout == "12.30.4\n" == version(copy).stdout
    texts = [file.read_text() for file in copy.rglob("*") if file.is_file() and file.name != "version"]
    assert len(texts) >= 6 and not any(former in text for text in texts)


def test_another_version_is_named_with_its_file(copy):
    file = copy / "clients/shell/svvs.sh"
    file.write_text(file.read_text().replace("# Version: ", "# Version: 9"))
    said = version(copy)
    assert said.returncode == 1 and re.search(r"^version: 9\S+ in clients/shell/svvs.sh$", said.stderr, re.M)


@pytest.mark.parametrize("wrong", ["", "1", "1.2", "1.2.3.4", "v1.2.3", "1.2.x"])
def test_a_text_that_is_not_a_version_is_refused(copy, wrong):
    before = version(copy).stdout
    said = version(copy, wrong)
    assert said.returncode == 1 and "expected three numbers" in said.stderr and version(copy).stdout == before
