"""Every check, by part. After the README's, the longest come first, within a part and among parts, so that none runs alone
at the end.
"""
from __future__ import annotations

import dataclasses
import os
import shlex
import sys
from pathlib import Path

from check import Check

ROOT = Path(__file__).resolve().parents[3]
DEBUG = ROOT / ".build/debug/svvs"
RELEASE = ROOT / ".build-release/release/svvs"
PYTHON_CLIENT = "clients/python"
TERMINAL = "clients/terminal"
TERMINAL_PROGRAM = f"{TERMINAL}/tests/tui"
AGENTS = "clients/mcp"
SET_UP = "set-up"
QUICKSTART = "quickstart"
BUILD = "swift build"
RELEASE_BUILD = "release build"
# The program of each client for `schemas/conform.py`.
CONFORMANCE_PROGRAMS = {
    "python": [sys.executable, f"{PYTHON_CLIENT}/tests/conform.py"],
    "javascript": ["node", "clients/javascript/test/conform.mjs"],
    "shell": ["clients/shell/test/conform"],
    "emacs": ["emacs", "-Q", "--batch", "-l", "clients/emacs/test/conform.el"],
    "neovim": ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-c", "luafile clients/neovim/test/conform.lua"],
    "100-lines": [sys.executable, "schemas/client_conform.py"],
    "web": ["node", "clients/web/test/conform.mjs"],
    "terminal": [sys.executable, "clients/terminal/tests/conform.py"],
}
# The options of the runner for each program.
CONFORMANCE_OPTIONS = {**dict.fromkeys(CONFORMANCE_PROGRAMS, ["--need", "properties,patch,append,run,shared"]),
                       **dict.fromkeys(("emacs", "neovim"), ["--need", "properties,patch,append,run,shared,screen"]),
                       "100-lines": ["--need", "properties,patch,append,run"],  # It does not share sessions.
                       # These are front ends of the clients for JavaScript and Python.
                       **dict.fromkeys(("web", "terminal"), ["--need", "screen", "--only", "screen/"])}


class Checks:
    """The checks of the chosen parts, on the server that `SVVS` names or the one built for debugging."""

    # In the order in which their checks start, unless one has to wait.
    PARTS = ("readme", "swift", "postgres", "python", "blackbox", "contract", "sockets",
             "editors", "shell", "frontends", "web", "node", "conformance", "docs", "scripts", "format", "schema")
    # Parts that take as long as all others together, and run only if they are named.
    LONG_PARTS = ("release",)

    def __init__(self, parts: list[str], sockets: Path):
        self._parts, self._sockets_directory = parts, sockets
        server = os.environ.get("SVVS")
        self._server = server or shlex.quote(str(DEBUG))
        self._needs = () if server else (BUILD,)
        self._environment = {"SVVS": self._server, "PYTHONDONTWRITEBYTECODE": "1",
                             "HYPOTHESIS_STORAGE_DIRECTORY": str(ROOT / ".build/hypothesis")}

    def all(self) -> list[Check]:
        """The checks in the order in which they start, with the set-up and the build that they need."""
        found = [check for part in self._parts for check in getattr(self, f"_{part}")()]
        if any(BUILD in check.needs for check in found):
            # The commands of the README come first: in a new clone, they run as a newcomer runs them.
            found.insert(len(self._readme()) if "readme" in self._parts else 0, self._build())
        set_up = Check("set-up", SET_UP, [".ci/setup", "tests"], 1200)
        return [set_up, *(check if check.name == QUICKSTART else dataclasses.replace(check, needs=(SET_UP, *check.needs))
                          for check in found)]

    # Parts

    def _readme(self) -> list[Check]:
        """The quickstart, which installs what it needs and builds `svvs` unless `SVVS` names a server; then the page."""
        if not self._needs:
            return [Check("readme", QUICKSTART, ["clients/shell/quickstart"], 60, environment=self._environment)]
        return [Check("readme", QUICKSTART, ["clients/shell/quickstart"], 3600, uses=".build"),
                self._pytest("readme", "page of the README", "Tests/People/browser/newcomer",
                             needs=(QUICKSTART,), uses=".build")]

    def _swift(self) -> list[Check]:
        # Each test has a minute. If all began at once, each would wait for all others, which share the main actor or the
        # processors or the database; so they run one after another.
        tests = ["swift", "test", "--skip-build", "--no-parallel", "--xunit-output", "{report}"]
        hosts, postgres = "StateServerTests|DemoAppTests|DemoHTTPTests|SVVSPersistenceTests", "SVVSPostgresTests"
        return [
            Check("swift", "Swift tests that host an app", [*tests, "--filter", hosts], 900, "junit", (BUILD,), ".build"),
            Check("swift", "Swift tests", [*tests, "--skip", f"{hosts}|{postgres}"], 900, "junit", (BUILD,), ".build"),
            Check("swift", "Swift tests on PostgreSQL", ["Tests/Server/postgres/cluster", *tests, "--filter", postgres],
                  600, "junit", (BUILD,), ".build"),
        ]

    def _blackbox(self) -> list[Check]:
        return self._black_box("blackbox", "black box")

    def _contract(self, part: str = "contract", name: str = "contract", **options) -> list[Check]:
        # A test of the package builds a tool that writes manuals.
        return [self._pytest(part, name, "Tests/Contract", uses=".build", **options)]

    def _python(self) -> list[Check]:
        types = [Check("python", f"types of {package}", ["env", "-C", directory, sys.executable, "-m", "mypy"], 300)
                 for package, directory in (("the Python client", PYTHON_CLIENT), ("the terminal package", TERMINAL),
                                            ("the tools for agents", AGENTS))]
        return [self._pytest("python", "Python client", f"{PYTHON_CLIENT}/tests"),
                self._pytest("python", "terminal commands", f"{TERMINAL}/tests", f"--ignore={TERMINAL_PROGRAM}"),
                self._pytest("python", "terminal program", TERMINAL_PROGRAM),
                self._pytest("python", "tools for agents", f"{AGENTS}/tests"), *types]

    def _sockets(self) -> list[Check]:
        attached = self._attached()
        # Most other tests use a server that follows a script, or attach to a socket in any case.
        python = [f"{PYTHON_CLIENT}/tests/test_real_server.py"]
        return [
            self._pytest("sockets", "Python client over sockets", *python, environment=attached),
            self._test("sockets", "shell client over sockets", ["clients/shell/run-tests", "dash", "calls"], attached),
            self._test("sockets", "Emacs over sockets",
                       ["clients/emacs/run-tests", r"changes-of-a-call\|each-delivery\|session"], attached),
            self._test("sockets", "Neovim over sockets", ["clients/neovim/run-tests", "test/library_test.lua"],
                       attached),
            self._test("sockets", "JavaScript client over sockets",
                       self._node_tests("clients/javascript/test/client.test.mjs"), attached),
        ]

    def _postgres(self) -> list[Check]:
        path = os.pathsep.join(["Tests/Server/postgres", "Tests/Server/support"])
        return [
            self._pytest("postgres", "PostgreSQL", "Tests/Server/postgres", is_waiting=True),
            self._pytest("postgres", "black box on PostgreSQL", "Tests/Server/app", "Tests/Server/persistence",
                         "-p", "on_postgres", environment={"PYTHONPATH": path}),
        ]

    def _editors(self) -> list[Check]:
        return [self._test("editors", "Emacs", ["clients/emacs/run-tests"]),
                self._test("editors", "Neovim", ["clients/neovim/run-tests"])]

    def _shell(self) -> list[Check]:
        # dash is the stricter of the two.
        return [self._test("shell", "shell client in dash", ["clients/shell/run-tests", "dash"]),
                self._test("shell", "shell client in bash", ["clients/shell/run-tests", "bash", "calls", "fold"])]

    def _conformance(self) -> list[Check]:
        """Each client by its program, with all cases of the contract. They need no server."""
        runner = [sys.executable, "schemas/conform.py", "--timeout", "60"]
        return [Check("conformance", f"conformance: {client}", [*runner, *CONFORMANCE_OPTIONS[client], "--", *program], 300, "tap",
                      environment=self._environment) for client, program in CONFORMANCE_PROGRAMS.items()]

    def _frontends(self) -> list[Check]:
        return [self._pytest("frontends", "front ends", "Tests/People/terminal")]

    def _web(self) -> list[Check]:
        """A check for each directory, with a browser of its own. `newcomer` belongs to the part readme."""
        folders = sorted({file.parent.name for file in ROOT.glob("Tests/People/browser/*/test_*.py")} - {"newcomer"})
        return [self._pytest("web", f"web page: {folder}", f"Tests/People/browser/{folder}")
                for folder in folders]

    def _node(self) -> list[Check]:
        return [self._test("node", "JavaScript client", self._node_tests("clients/javascript/test/")),
                Check("node", "web page", self._node_tests("clients/web/test/"), 120, "tap")]

    def _docs(self) -> list[Check]:
        return [Check("docs", f"articles of {catalog.stem}", ["Tests/Tools/documentation", str(catalog)], 300,
                      needs=(BUILD,))
                for catalog in sorted(ROOT.glob("Sources/*/*.docc"))]

    def _scripts(self) -> list[Check]:
        return [Check("scripts", "shellcheck", ["Tests/Tools/shellcheck"], 300),
                Check("scripts", "performance harness", [sys.executable, "Tests/Tools/Performance/run", "--help"], 60)]

    def _format(self) -> list[Check]:
        return [Check("format", "swift format", ["swift", "format", "lint", "--strict", "--parallel", "--recursive",
                                                 "Sources", "Tests", "Package.swift"], 300)]

    def _schema(self) -> list[Check]:
        return [Check("schema", "schema", [shlex.split(self._server)[0], "schema", "--check"], 60, needs=self._needs)]

    def _release(self) -> list[Check]:
        # Black-box tests run the apps of the articles from the server's directory, and read modules of the debug build.
        products = ["svvs", "PerformanceApp", "ListApp", "NotesApp", "AuthoringExample", "MistakenApp"]
        programs = [str(RELEASE.with_name(name)) for name in products]
        # An optimized build keeps the promised times at the full load of the attacks.
        environment = {"SVVS": shlex.quote(str(RELEASE)), "SVVS_LOAD": "1", "SVVS_CROWDS": "15", "SVVS_CUTS": "500",
                       "SVVS_EXAMPLES": "50", "SVVS_KILLS": "100"}
        return [
            Check("release", RELEASE_BUILD, [".ci/release", *products], 3600, uses=".build-release"),
            Check("release", "safety of the release build", [".ci/check-release", *programs], 120,
                  needs=(RELEASE_BUILD,)),
            self._pytest("release", "release", "Tests/Tools/Release", needs=(BUILD, RELEASE_BUILD),
                         environment={"SVVS": shlex.quote(str(RELEASE))}),
            *self._black_box("release", "release", runs_all_cases=True, needs=(BUILD, RELEASE_BUILD),
                             environment=environment),
            *self._contract("release", "release: contract", needs=(BUILD, RELEASE_BUILD), environment=environment),
            *(Check("release", f"fuzzing of {target}", ["Tests/Tools/Fuzzing/run", "--seconds", "60", target], 1800,
                    uses=".build/fuzzing") for target in ("session", "json", "framing", "request")),
            self._pytest("release", "random input of the terminal program",
                         f"{TERMINAL_PROGRAM}/test_tui_input.py", environment={"SVVS_ROUNDS": "1000"}),
            self._pytest("release", "storm on PostgreSQL", "Tests/Server/postgres/test_storm.py",
                         environment={"SVVS_SECONDS": "40"}),
            self._pytest("release", "random conversations of agents", f"{AGENTS}/tests/test_life.py", "-k", "random",
                         environment={"SVVS_ROUNDS": "1000"}),
            *(self._pytest("release", f"random person at {front_end}", "Tests/People/terminal/test_random.py",
                           "-m", "release", "-k", front_end,
                           needs=(RELEASE_BUILD,), environment=environment)
              for front_end in ("TerminalProgram", "Emacs", "Neovim")),
            Check("release", "instructions", [sys.executable, "Tests/Tools/Performance/instructions", "--no-build"],
                  900, "tap", (RELEASE_BUILD,), is_alone=True),
        ]

    # Kinds of checks

    def _build(self) -> Check:
        tests = ["--build-tests"] if "swift" in self._parts else []
        return Check("swift", BUILD, [".ci/build", *tests], 3600, uses=".build")

    def _test(self, part: str, name: str, command: list[str], environment: dict[str, str] | None = None) -> Check:
        """A command that tests the server and prints TAP."""
        return Check(part, name, command, 900, "tap", self._needs, environment=environment or self._environment)

    def _pytest(self, part: str, name: str, *arguments: str, **options) -> Check:
        command = [sys.executable, "-m", "pytest", "-q", "-l", "-p", "no:cacheprovider", "--durations=20",
                   "--junitxml={report}"]
        environment = {**self._environment, **options.pop("environment", {})}
        options = {"needs": self._needs, **options}
        return Check(part, name, [*command, *arguments], 1800, "junit", environment=environment,
                     **options)

    def _black_box(self, part: str, name: str, runs_all_cases: bool = False, **options) -> list[Check]:
        """The black-box tests, a check for each directory; those that measure time follow alone.

        Unless the tests are complete, they leave out the cases that the marker `release` marks.
        """
        some = "" if runs_all_cases else " and not release"
        files = sorted(set(ROOT.glob("Tests/Server/*/test_*.py")) - set(ROOT.glob("Tests/Server/postgres/*")))
        # Names the files, because no other check runs while all others would be imported.
        timed = [str(file.relative_to(ROOT)) for file in files if "measures_time" in file.read_text()]
        return [*(self._pytest(part, f"{name}: {folder}", f"Tests/Server/{folder}", "-m", f"not measures_time{some}",
                               **options)
                  for folder in sorted({file.parent.name for file in files})),
                self._pytest(part, f"{name}: time", *timed, "-m", f"measures_time{some}", is_alone=True, **options)]

    def _node_tests(self, path: str) -> list[str]:
        return ["node", "--test", "--test-reporter=tap", path]

    def _attached(self) -> dict[str, str]:
        """The environment in which a client attaches to a separate server process at a socket."""
        return {**self._environment, "SVVS": shlex.quote(str(ROOT / "Tests/Contract/attached")),
                "SVVS_ATTACHED": shlex.split(self._server)[0], "SVVS_SOCKETS": str(self._sockets_directory)}
