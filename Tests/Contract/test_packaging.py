"""The Debian package: the server, its completions, its manual, and the clients, each run from the installed files."""
import contextlib
import gzip
import os
import re
import subprocess
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from paths import REPOSITORY
from server import PROGRAM

VERSION = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout.strip()


def run(*command, **options):
    made = subprocess.run(
        list(map(str, command)), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, **options)
    assert made.returncode == 0, made.stdout + made.stderr
    return made.stdout


def pack(folder, **options):
    """Packs the tested program. Libraries of a debug build that come from elsewhere are not in a package."""
    said = run(REPOSITORY / ".ci/package", "pack", PROGRAM, folder, "--ignore-missing-info",
               env={**os.environ, "DPKG_DEB_COMPRESSOR_TYPE": "none"}, **options)
    return said.splitlines()[-1]


@pytest.fixture(scope="module")
def make_folder():
    """Creates directories that are removed early, because their contents are large."""
    with contextlib.ExitStack() as folders:
        yield lambda: folders.enter_context(tempfile.TemporaryDirectory())


@pytest.fixture(scope="module")
def package(make_folder):
    return pack(make_folder())


@pytest.fixture(scope="module")
def installed(package, make_folder):
    """The directory that is `/usr` of the package, and the environment of a user who has installed it."""
    root, user = make_folder(), make_folder()
    run("dpkg-deb", "-x", package, root)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("SVVS", "XDG"))}
    environment |= {
        "HOME": user, "PATH": f"{root}/usr/bin:{os.environ['PATH']}", "LD_LIBRARY_PATH": os.path.dirname(PROGRAM),
        # The search paths of each language, as the package is not installed in `/usr`.
        "PYTHONPATH": f"{root}/usr/lib/python3/dist-packages", "EMACSLOADPATH": f"{root}/usr/share/emacs/site-lisp:",
        "XDG_DATA_DIRS": f"{root}/usr/share", "PYTHONDONTWRITEBYTECODE": "1"}
    return SimpleNamespace(usr=Path(root) / "usr", run=lambda *command: run(*command, env=environment, cwd=user))


def test_it_says_what_it_is(package):
    fields = dict(re.findall(r"^(\S+): (.*)$", run("dpkg-deb", "--field", package), re.M))
    assert fields["Package"] == "svvs" and fields["Version"] == VERSION
    assert "libc6" in (part.split()[0] for part in fields["Depends"].split(", "))


def test_all_of_it_belongs_to_root_and_can_be_read_by_all(package):
    for line in run("dpkg-deb", "--contents", package).splitlines():
        assert re.match(r"(drwxr-xr-x|-rwxr-xr-x|-rw-r--r--) root/root ", line), line


def test_the_same_is_packed_into_the_same_bytes(package, make_folder):
    again = pack(make_folder(), umask=0o077)
    with open(package, "rb") as first, open(again, "rb") as second:
        assert first.read() == second.read()


def test_the_server_runs(installed):
    assert installed.run("svvs", "--version").strip() == VERSION
    assert installed.run("sh", "-c", "command -v svvs").strip() == str(installed.usr / "bin/svvs")


@pytest.mark.parametrize("shell, file", [
    ("bash", "bash-completion/completions/svvs"), ("zsh", "zsh/vendor-completions/_svvs"),
    ("fish", "fish/vendor_completions.d/svvs.fish")])
def test_the_shells_complete_its_options(installed, shell, file):
    script = (installed.usr / "share" / file).read_text()
    assert script and installed.run("svvs", "--generate-completion-script", shell).endswith(script)


def test_it_has_a_manual(installed):
    manual = gzip.decompress((installed.usr / "share/man/man1/svvs.1.gz").read_bytes()).decode()
    names = "serve", "attach", "list", "stop", "schema", "new"
    assert all(re.search(rf"^\.It Em {name}$", manual, re.M) for name in names)


def test_the_libraries_that_it_contains_are_named(installed):
    named = (installed.usr / "share/doc/svvs/copyright").read_text()
    assert all(f"==== {name}\n" in named for name in ("swift", "swift-nio", "GRDB.swift", "libjansson-dev"))


def test_the_client_for_the_shell(installed):
    folder = installed.usr / "share/svvs/shell"
    said = installed.run("sh", "-euc", f"""
        SVVS_SHELL={folder}; . "$SVVS_SHELL/svvs.sh"
        svvs_start; svvs_open login; svvs_call login login userId=12345 password=password
        svvs_state login .loginState""")
    assert said == "loggedIn\n"
    assert installed.run("sh", folder / "cookbook/log-in").startswith("loggedIn\n")


def test_the_client_for_python(installed):
    said = installed.run("/usr/bin/python3", "-c", """if True:
        import svvs
        with svvs.Server() as server:
            login = server.open("login")
            login.call("login", userId="12345", password="password")
            print(svvs.__file__, login.state["loginState"])
        from importlib.metadata import version
        print(version("svvs"))""")
    assert said == f"{installed.usr}/lib/python3/dist-packages/svvs/__init__.py loggedIn\n{VERSION}\n"
    assert "usage:" in installed.run("/usr/bin/python3", "-m", "svvs", "--help")
    assert installed.run("svvs-client", "call", "counterA", "increment") == '{"count": 1}\n'


def test_the_client_for_javascript(installed):
    module = installed.usr / "share/nodejs/svvs"
    said = installed.run("node", "--input-type=module", "--eval", f"""
        import {{ spawnServer }} from '{module}/node/index.js';
        const client = await spawnServer();
        const login = await client.open('login');
        await login.call('login', {{ userId: '12345', password: 'password' }});
        console.log(login.state.loginState);
        await client.close();""")
    assert said == "loggedIn\n"
    assert "export interface LoginView" in installed.run("svvs-codegen")
    assert not (module / "test").exists()


def test_the_client_for_emacs(installed):
    said = installed.run("emacs", "--batch", "--eval", """(progn
        (require 'package)
        (package-activate-all)
        (unless (autoloadp (symbol-function 'svvs)) (error "M-x svvs is not there"))
        (require 'svvs)
        (let ((login (svvs-open (svvs-connect) "login")))
          (svvs-call login 'login :userId "12345" :password "password")
          (princ (list (locate-library "svvs") (svvs-get login 'loginState)))))""")
    assert said == f"({installed.usr}/share/emacs/site-lisp/elpa/svvs-{VERSION}/svvs.elc loggedIn)"


def test_the_client_for_neovim(installed):
    said = installed.run("nvim", "--headless", "-c", """lua
        vim.cmd('help svvs')
        local login = assert(require('svvs').open('login'):wait())
        assert(login:call('login', { userId = '12345', password = 'password' }):wait())
        io.stdout:write(vim.fn.expand('%:p'), ' ', vim.fn.exists(':SvvsOpen'), ' ', login.state.loginState)""".replace(
            "\n", " "), "-c", "quitall!")
    assert said == f"{installed.usr}/share/nvim/site/pack/svvs/start/svvs/doc/svvs.txt 2 loggedIn"
