"""The command `svvs schema` with missing or outdated files, and with an output that cannot be written."""
import pytest

from command_line import refusal, run
from schemas import FOLDER as SCHEMAS

UNREADABLE = ("cannot be read", "does not exist")


def is_unreadable(line):
    """Whether a line reports that a file cannot be read, and not that it should be written."""
    return any(words in line for words in UNREADABLE) and "out of date" not in line


@pytest.fixture
def folder(tmp_path):
    """A folder of schemas that are up to date."""
    assert run("schema", tmp_path).returncode == 0
    assert run("schema", "--check", tmp_path).returncode == 0
    return tmp_path


@pytest.mark.parametrize("name", ["missing-folder", "missing/folder"])
def test_a_check_of_a_folder_that_is_missing_says_so(tmp_path, name):
    line = refusal(run("schema", "--check", name, cwd=tmp_path))
    assert is_unreadable(line) and name in line
    assert list(tmp_path.iterdir()) == []


def test_a_check_of_a_file_that_is_missing_says_so(folder):
    (folder / "app.schema.json").unlink()
    line = refusal(run("schema", "--check", folder))
    assert is_unreadable(line) and "app.schema.json" in line


def test_a_check_of_a_path_that_is_not_a_file_says_so(folder):
    (folder / "app.schema.json").unlink()
    (folder / "app.schema.json").mkdir()
    assert is_unreadable(refusal(run("schema", "--check", folder)))
    assert is_unreadable(refusal(run("schema", "--check", folder / "openrpc.json")))


@pytest.mark.parametrize("text", ["{}", ""])
def test_a_check_of_a_file_that_is_out_of_date_says_so(folder, text):
    (folder / "app.schema.json").write_text(text)
    line = refusal(run("schema", "--check", folder))
    assert "app.schema.json is out of date" in line and not is_unreadable(line)


@pytest.mark.parametrize("arguments", [
    ("--help",), ("--version",), ("help",), ("serve", "--help"), ("serve", "--version"), ("schema", "--help"),
    ("schema", "--diff", SCHEMAS)], ids=lambda arguments: " ".join(map(str, arguments[:2])))
def test_a_failed_write_to_stdout_is_a_failure(arguments):
    with open("/dev/full", "wb") as full:
        refusal(run(*arguments, stdout=full))
