"""Tests of .ci/check-release, which passes a program with all protections and names those that are missing."""
import os
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[3] / ".ci"
CHECK = SCRIPTS / "check-release"
# With an argument, the closure modifies the list during its modification. The box is global, so that the compiler
# cannot omit the check.
SOURCE = """
public final class Box {
  public var numbers = [1]
}
nonisolated(unsafe) public var box = Box()
@inline(never) func change(_ box: Box, _ body: (inout [Int]) -> Void) { body(&box.numbers) }

@main struct Main {
  static func main() {
    change(box) { numbers in if CommandLine.arguments.count > 1 { box.numbers = [] } else { numbers.append(2) } }
  }
}
"""
# An address of a function in the code section, which the loader would have to relocate.
ADDRESS_IN_CODE = '.section .note.GNU-stack, "", @progbits\n.text\n.quad main\n'
# A constant that contains an address, in a section like those of the Swift compiler.
WRITABLE_CONSTANT = '.section .note.GNU-stack, "", @progbits\n.section .rodata.addresses, "aw", @progbits\n.quad main\n'
SCRIPT = ["-T", SCRIPTS / "release.ld"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("programs")


@pytest.fixture(scope="module")
def objects(folder):
    """The object files of one program, by whether it checks its accesses."""
    source = folder / "Main.swift"
    source.write_text(SOURCE)
    found = {}
    for enforcement in ("checked", "unchecked"):
        found[enforcement] = folder / f"{enforcement}.o"
        run("swiftc", "-O", "-parse-as-library", "-module-name", "StateServer",
            f"-enforce-exclusivity={enforcement}", "-c", source, "-o", found[enforcement])
    return found


def run(*command):
    made = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120)
    assert made.returncode == 0, made.stdout + made.stderr


def link(program, *files, options=(), driver_options=(), script=SCRIPT):
    """Links with the flags of a release; later flags override earlier ones."""
    words = [word for option in [*script, "-z", "now", *options] for word in ("-Xlinker", option)]
    run("swiftc", "-use-ld=lld", *files, "-o", program, *driver_options, *words)
    return program


def assemble(folder, text):
    """The object file of this assembly code."""
    source, made = folder / "assembled.s", folder / "assembled.o"
    source.write_text(text)
    run("clang", "-c", source, "-o", made)
    return made


def check(*programs):
    """The status, the lines on stdout and the text on stderr of the check."""
    made = subprocess.run([CHECK, *programs], capture_output=True, text=True, timeout=120)
    return made.returncode, made.stdout.splitlines(), made.stderr


@pytest.mark.parametrize("driver_options", [(), ("-static-stdlib",)], ids=["shared", "static"])
def test_a_program_with_every_protection_passes(folder, objects, driver_options):
    assert check(link(folder / "safe", objects["checked"], driver_options=driver_options)) == (0, [], "")


@pytest.mark.parametrize("driver_options", [(), ("-static-stdlib",)], ids=["shared", "static"])
def test_a_program_without_exclusivity_checks_fails(folder, objects, driver_options):
    """A static program contains the checks of the standard library, which do not count."""
    program = link(folder / "unchecked", objects["unchecked"], driver_options=driver_options)
    assert check(program) == (1, [f"{program}: no exclusivity checks"], "")


@pytest.mark.parametrize("options, driver_options, property", [
    ((), ("-Xclang-linker", "-no-pie"), "not a position-independent executable"),
    (("-z", "norelro"), (), "no GNU_RELRO segment: relocated data stays writable"),
    (("-z", "lazy"), (), "no BIND_NOW flag: the addresses of functions stay writable"),
    (("-z", "execstack"), (), "executable stack"),
], ids=["fixed address", "no RELRO", "lazy binding", "executable stack"])
def test_a_program_that_lacks_one_protection_of_the_linker_fails(folder, objects, options, driver_options, property):
    program = link(folder / "unsafe", objects["checked"], options=options, driver_options=driver_options)
    assert check(program) == (1, [f"{program}: {property}"], "")


def test_a_program_whose_code_is_relocated_fails(folder, objects):
    files = objects["checked"], assemble(folder, ADDRESS_IN_CODE)
    program = link(folder / "relocated", *files, options=("-z", "notext"))
    assert check(program) == (1, [f"{program}: relocations in code (TEXTREL)"], "")


def test_a_program_with_writable_constants_fails_and_passes_with_the_linker_script_of_the_release(folder, objects):
    files = objects["checked"], assemble(folder, WRITABLE_CONSTANT)
    program = link(folder / "writable", *files, script=[])
    assert check(program) == (1, [f"{program}: writable constants (.rodata)"], "")
    assert check(link(folder / "mended", *files)) == (0, [], "")


def test_a_shared_library_is_not_an_executable(folder, objects):
    library = link(folder / "library.so", objects["checked"], driver_options=("-emit-library",))
    assert check(library) == (1, [f"{library}: not a position-independent executable"], "")


def test_a_program_without_symbols_fails(folder, objects):
    program = folder / "stripped"
    run("strip", "-o", program, link(folder / "whole", objects["checked"]))
    assert check(program) == (1, [f"{program}: no symbols, which are needed to find exclusivity checks"], "")


def test_every_program_is_checked(folder, objects):
    safe = link(folder / "first", objects["checked"])
    unsafe = link(folder / "second", objects["unchecked"], options=("-z", "execstack"))
    assert check(safe, unsafe, safe) == (
        1, [f"{unsafe}: executable stack", f"{unsafe}: no exclusivity checks"], "")


def test_a_file_that_is_not_a_program_is_an_error(folder):
    for file in (CHECK, folder / "missing"):
        assert check(file) == (2, [], f"check-release: {file}: not an ELF file\n")
    assert check() == (2, [], "check-release: expected the paths of programs\n")


def test_the_program_that_passes_ends_at_a_conflict_of_accesses(folder, objects):
    failures = {name: subprocess.run([link(folder / name, file), "conflict"], capture_output=True, text=True,
                                     timeout=60, env={"PATH": os.defpath, "SWIFT_BACKTRACE": "enable=no"}).stderr
                for name, file in objects.items()}
    assert "Fatal access conflict detected." in failures["checked"] and failures["unchecked"] == ""
