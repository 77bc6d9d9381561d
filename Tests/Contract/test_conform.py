"""`schemas/conform.py` with programs, commands and directories that are at fault: a line says why, and the next case runs."""
import json
import re
import shutil
import subprocess
import sys

import pytest

from paths import REPOSITORY
from server import COMMAND

SCHEMAS = REPOSITORY / "schemas"
RUNNER = SCHEMAS / "conform.py"
# The client in 100 lines, which does what `{fault}` says at the first request `{do}` of its first process.
PROGRAM = """
import json, os, pathlib, signal, sys
sys.path.insert(0, {schemas!r})
from client_conform import Subject
subject, done = Subject(), pathlib.Path({done!r})
for line in sys.stdin:
    request = json.loads(line)
    do = request.pop("do")
    answer = getattr(subject, do)(**request) or {{}}
    if do == {do!r} and not done.exists():
        done.touch()
        {fault}
    print(json.dumps(answer), flush=True)
"""
ENDED, NOT_AN_OBJECT = "the program has ended with status", "is not a line with a JSON object"
SILENT = "no answer within 3 s [(]--timeout allows more[)]"
# By name: the request, the fault, and how the first case fails.
FAULTS = {
    "dies": ("read", "os._exit(1)", ENDED),
    "hangs": ("read", "signal.pause()", SILENT),
    "ignores the signals that it can": ("send", "signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.pause()", SILENT),
    "closes stdin": ("new", "print('{}', flush=True); os.close(0); signal.pause()", SILENT),
    "closes stdout": ("read", "os.close(1); signal.pause()", "the program has closed its stdout"),
    "prints a text": ("read", "print('hello')", NOT_AN_OBJECT),
    "prints a line too much": ("new", "print('{}')", "a line too much|the client wrote None"),
    "prints a megabyte": ("end", "print('x' * 1_000_000)", NOT_AN_OBJECT),
    "prints a megabyte without the end of a line": ("end", "os.write(1, b'x' * 1_000_000); os._exit(0)", NOT_AN_OBJECT),
    "prints without end": ("end", "while True: print('{}')", "answer lacks"),
    "prints bytes that are not UTF-8": ("read", r"os.write(1, b'\xff\n')", NOT_AN_OBJECT),
    "nests an answer too deeply": ("end", "print('{\"views\":' * 100_000 + '1' + '}' * 100_000)", NOT_AN_OBJECT),
    "nests a state deeply": ("end", "answer['views']['v']['state'] = json.loads('[' * 400 + ']' * 400)", "expected|deeply"),
    "answers with an array": ("end", "answer = []", NOT_AN_OBJECT),
    "answers without a view": ("end", "answer['views'] = {}", "found    null"),
    "answers with another form": ("end", "answer = {'views': [1], 'replies': 2}", "has another form"),
    "answers with half a character": ("end", r"answer['views']['v']['state'] = '\ud800'", r"\\ud800"),
    "reports an error": ("send", "answer = {'error': 'no such function'}", "the program reports: no such function"),
    "writes nothing": ("send", "answer = {}", "the client wrote None instead of one line"),
    "writes half a line": ("send", "answer['wrote'] = answer['wrote'][:-1]", "instead of one line"),
    "writes no JSON": ("send", r"answer['wrote'] = '{\n'", "that is not JSON"),
    "writes an array": ("send", r"answer['wrote'] = '[]\n'", "that is not an object"),
    "writes another method": ("send", "answer['wrote'] = answer['wrote'].replace('view/open', 'open')", "instead of"),
    "writes parameters that are a text": ("send", r"""answer['wrote'] = '{"id":1,"method":"view/open","params":"type"}\n'""",
                                          "instead of"),
    "uses half a character as an id": ("send", r"""answer['wrote'] = answer['wrote'].replace('"id": 1', '"id": "\\ud800"')""",
                                       "found    .*fault"),
    "floods stderr": ("read", r"sys.stderr.write('x' * 1_000_000)", None),
}


def started(*arguments, runner=RUNNER, **options):
    return subprocess.Popen([sys.executable, runner, *map(str, arguments)], stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", **options)


def ended(process):
    """The output and the errors of a runner, and its status."""
    output, errors = process.communicate(timeout=60)
    return output, errors, process.returncode


def with_fault(folder, name):
    """A runner with a program that has a fault."""
    do, fault, why = FAULTS[name]
    program = folder / f"{name}.py"
    program.write_text(PROGRAM.format(schemas=str(SCHEMAS), done=str(program.with_suffix(".done")), do=do, fault=fault))
    return started("--timeout", 3 if why is SILENT else 30, "--only", "fold/fence", "--", sys.executable, program)


@pytest.fixture(scope="module")
def silent(tmp_path_factory):
    """The runners that wait in vain for an answer, side by side."""
    folder = tmp_path_factory.mktemp("programs")
    return {name: with_fault(folder, name) for name, (_, _, why) in FAULTS.items() if why is SILENT}


@pytest.mark.parametrize("name", FAULTS)
def test_only_the_case_in_which_a_program_is_at_fault_fails(tmp_path, silent, name):
    output, _, status = ended(silent.get(name) or with_fault(tmp_path, name))
    why = FAULTS[name][2]
    results = re.findall(r"^(ok|not ok) ", output, re.M)
    assert output.count("\n") < 30 and len(output) < 10_000
    assert len(results) > 2 and "not ok" not in results[1:]
    assert (results[0], status) == (("not ok", 1) if why else ("ok", 0))
    assert re.search(why or "", output[:output.index("ok 2 ")])


def test_the_cases_are_found_from_any_directory(tmp_path):
    shutil.copytree(SCHEMAS, tmp_path / "schemas")
    program = [sys.executable, tmp_path / "schemas/client_conform.py"]
    output, _, status = ended(started("--", *program, runner=tmp_path / "schemas/conform.py", cwd=tmp_path))
    assert status == 0 and re.search(r"^# conforms: \d+ passed, 0 failed, \d+ skipped$", output, re.M)


@pytest.mark.parametrize("command, why", [
    (["true"], "the program has ended with status 0 at"),
    (["echo", "{}"], "a line too much|no list `can`"),
    (["sh", "-c", """read line; echo '{"can": ["Patch"]}'; read line"""], "unknown capabilities in `can`: Patch; known: append, patch, "),
])
def test_a_program_that_does_not_start_is_one_line(command, why):
    output, errors, status = ended(started("--", *command))
    assert re.fullmatch(f"Bail out! .*({why}).*\n", output) and (errors, status) == ("", 1)


def test_an_interrupt_ends_the_runner_and_the_program_at_once():
    output, errors, status = ended(started("--timeout", "5", "--", "sh", "-c", "read line; kill -INT $PPID; sleep 100"))
    assert (output, errors, status) == ("", "", 130)


@pytest.mark.parametrize("change, why", [
    (lambda folder: (folder / "vectors/fence.json").write_text("{"), "fence.json cannot be read"),
    (lambda folder: (folder / "examples/valid/InitializeResult.json").write_text('[{"message": {"protocolVersion": 9}}]'),
     "expected protocolVersion [0-9]+, found 9"),
    (lambda folder: shutil.rmtree(folder / "examples"), "InitializeResult.json"),
    (lambda folder: shutil.rmtree(folder / "vectors"), "contains no case of the kind fold"),
], ids=["not JSON", "another version", "no examples", "no vectors"])
def test_a_directory_of_another_version_is_one_line(tmp_path, change, why):
    shutil.copytree(SCHEMAS, tmp_path / "schemas")
    change(tmp_path / "schemas")
    output, errors, status = ended(started("--", "true", runner=tmp_path / "schemas/conform.py"))
    assert (output, status) == ("", 2) and re.fullmatch(f"conform.py: .*{why}.*\n", errors)


@pytest.mark.parametrize("arguments, why", [
    ([], "required: command"), (["--timeout", "0", "--", "true"], "--timeout 0"), (["--timeout", "nan", "true"], "--timeout nan"),
    (["--timeout", "inf", "true"], "--timeout inf"),
    (["--only", "no such case", "--", "true"], "name contains 'no such case'"),
    (["--", "/nowhere/program"], "/nowhere/program: expected a program that can be started"),
    (["--need", "patch, texts", "--", "true"], "--need texts: expected one of append, patch, properties, run, screen, "
     "shared"),
])
def test_wrong_use_is_refused(arguments, why):
    output, errors, status = ended(started(*arguments))
    assert (output, status) == ("", 2) and why in errors


def test_a_capability_that_is_missing_is_skipped_or_a_failure_if_it_is_needed(tmp_path):
    program = tmp_path / "program.py"
    text = PROGRAM.replace("and not done.exists()", "")
    program.write_text(text.format(schemas=str(SCHEMAS), done=str(tmp_path / "done"), do="hello",
                                   fault="answer['can'] = ['properties']"))
    patch = "exchange/views: Both deliveries"
    output, _, status = ended(started("--only", patch, "--", sys.executable, program))
    assert "# SKIP no patch\n" in output and status == 0
    output, _, status = ended(started("--only", patch, "--need", "run, properties, screen", "--", sys.executable, program))
    assert "# the program cannot: run, screen\n" in output and status == 1
    output, _, status = ended(started("--", sys.executable, program))
    assert "# does not conform: " in output and ", 0 failed, " in output and status == 1


@pytest.mark.parametrize("answer, why", [
    ({}, '{"columns": "(missing)", "shown": "(missing)"}'),
    ({"shown": ["a"], "columns": None}, '{"columns": null, "shown": ["a"]}'),
    ({"shown": ["a"], "columns": {"b": ["name"]}}, '{"columns": {"a": "(missing)"}, "shown": ["a"]}'),
    ({"shown": ["a"], "columns": {"a": ["name"], "b": []}, "busy": []}, ""),
])
def test_a_case_of_a_screen_compares_the_results_that_it_names(answer, why):
    program = f"read line; echo '{{\"can\": [\"screen\"]}}'; read line; echo '{json.dumps(answer)}'; read line"
    output, _, status = ended(started("--only", "screen/shown: A hidden column", "--", "sh", "-c", program))
    found = re.search(r"^# found    (.*)$", output, re.M)
    assert status == (1 if why else 0) and json.loads(found[1] if found else "0") == json.loads(why or "0")


def test_the_cases_of_an_event_are_found_by_its_name():
    output, _, _ = ended(started("--only", "narrow", "--", "sh", "-c", """read line; echo '{"can": []}'; cat"""))
    assert re.findall("^ok .* - (.*):", output, re.M) == ["screen/columns"] * 3


def test_the_client_in_100_lines_runs_its_example():
    shown = subprocess.run([sys.executable, SCHEMAS / "client.py", *COMMAND], stdin=subprocess.DEVNULL,
                           capture_output=True, text=True, timeout=60)
    assert (shown.stdout, shown.stderr) == ("{'count': 2}\n", "")
