"""`attach` connects its streams to a server, byte for byte, and starts the server if none runs."""
import fnmatch
import json
import os
import re
import shutil
import subprocess

import pytest

from attach_process import Attached
from command_line import refusal, run
from processes import fields, has_ended
from readiness import readable
from server import DEADLINE, PROGRAM, Server
from socket_server import holder

LONG = 10 << 20
# Runs a command that may mount file systems that no other process sees.
PRIVATE_MOUNTS = ["unshare", *([] if os.geteuid() == 0 else ["--map-root-user"]), "--mount"]
CAN_MOUNT = subprocess.run([*PRIVATE_MOUNTS, "true"], capture_output=True).returncode == 0


@pytest.fixture
def attach(folder):
    """Attaches to the server of a name, with options of `serve`; by default one that ends with the last connection."""
    attached = []

    def launch(place="work", *options, **more):
        options = options or ("--exit-when-idle", "0")
        attached.append(Attached(place, *options, environment=folder.environment, **more))
        return attached[-1]

    yield launch
    for one in attached:
        one.reap()


def listening(folder, name="work"):
    return holder(folder.names / f"{name}.lock")


@pytest.mark.parametrize("framing", ["ndjson", "content-length"])
def test_a_server_is_started_and_shared_and_goes_on_alone(attach, folder, framing):
    first = attach("work", "--close-timeout", "5", framing=framing)
    first.call("increment", {"view": first.open("counterA")})
    pid = listening(folder)
    assert pid not in (None, first.pid)
    assert first.finish() == 0
    second = attach(framing=framing)
    assert second.get(second.open("counterA")) == {"count": 1}
    assert listening(folder) == pid
    assert run("stop", "work", env={**os.environ, **folder.environment}).returncode == 0
    assert second.read_rest() == [] and second.wait() == 0


@pytest.mark.parametrize("framing", ["ndjson", "content-length"])
def test_bytes_pass_as_they_are(listen, framing):
    """The bytes through `attach` are the same as those of the socket."""
    servers = [listen(), listen()]
    direct = servers[0].connect(framing)
    text = json.dumps({"jsonrpc": "2.0", "id": "é😀", "method": "view/set", "params": {
        "view": "m", "properties": {"text": "é😀\0" * 50_000}}}, ensure_ascii=False)
    said = b"".join(direct.frame(line) for line in [
        '{"jsonrpc":"2.0","id":1,"method":"view/open","params":{"type":"mirror","view":"m"}}\r', text, "{", "\t[]",
        '{"jsonrpc":"2.0","id":2,"method":"view/get","params":{"view":"m"}}'])
    direct.write(said)
    direct.end_input()
    answers = b"".join(iter(lambda: os.read(direct.source, 1 << 16) if readable(direct.source, seconds=DEADLINE)
                            else None, b""))
    direct.close()
    attached = run("attach", servers[1].path, input=said)
    assert attached.stdout == answers and len(answers) > 500_000
    assert (attached.returncode, attached.stderr) == (0, b"")


def test_ten_that_attach_at_once_start_one_server(attach, folder):
    attached = [attach() for _ in range(10)]
    processes = {one.call("initialize")["process"]["id"] for one in attached}
    assert len(processes) == 1
    for one in attached:
        one.call("increment", {"view": one.open("counterA")})
    assert attached[0].get(next(iter(attached[0].views))) == {"count": 10}
    assert {one.finish() for one in attached} == {0}


def test_the_server_is_independent_of_the_process_that_started_it(attach, folder):
    """It has no terminal, and does not hold the standard streams of the process that has started it."""
    first = attach("work", "--close-timeout", "5")
    first.open("counterA")
    server = listening(folder)
    # The session of processes, and the open descriptors.
    assert fields(server)[3] == str(server)
    names = [os.readlink(f"/proc/{server}/fd/{number}") for number in range(3)]
    assert names[0] == "/dev/null" and names[2] == str(folder.names / "work.log")
    first.process.kill()
    assert first.read_rest() == []
    assert attach().open("counterA")


def test_the_log_is_beside_the_socket(attach, folder):
    first = attach("work", "--max-connections", str(1 << 40))
    first.open("counterA")
    server = listening(folder)
    run("stop", "work", env={**os.environ, **folder.environment})
    assert first.wait() == 0 and first.errors == "" and has_ended(server)
    assert "There are descriptors for no more than" in (folder.names / "work.log").read_text()
    assert (folder.names / "work.log").stat().st_mode & 0o777 == 0o600


def test_options_are_those_of_the_server(attach):
    first = attach("work", "--exit-when-idle", "0", "--max-views", "7")
    assert first.call("initialize")["limits"]["openViews"] == 7


@pytest.mark.parametrize("options, said", [
    (["--nonsense"], "Unknown option"), (["--database", "/nowhere/there"], "/nowhere/there"),
    (["--max-views", "none"], "--max-views")])
def test_a_server_that_cannot_start_says_why_in_one_line(folder, options, said):
    result = run("attach", "work", "--", *options, env={**os.environ, **folder.environment})
    line = result.stderr.decode()
    assert line.startswith("svvs: The server at work ended with status ") and line.count("\n") == 1
    assert said in line and result.returncode == 1 and result.stdout == b""
    assert listening(folder) is None


def test_the_log_of_a_server_does_not_grow_beyond_a_mebibyte(attach, folder):
    first = attach("work", "--exit-when-idle", "0", "--log-level", "trace")
    log, sizes = folder.names / "work.log", []
    for number in range(30):
        first.transmit(*[{"jsonrpc": "2.0", "method": "x" * 1000 + f"/{number}"}] * 100)
        first.call("session/list")
        sizes.append(log.stat().st_size)
    lines = log.read_text().splitlines()
    assert 0.9 * (1 << 20) < max(sizes) <= 1 << 20
    assert sum(after < before for before, after in zip(sizes, sizes[1:])) >= 3
    assert lines[0] == "Earlier lines were dropped." and len(lines) > 200
    assert all(line.startswith(("trace ", "debug ")) for line in lines[1:])
    assert any("x/29 is called." in line for line in lines[-10:])


@pytest.mark.parametrize("inodes, said", [
    (1, "The directory .* cannot be created"), (2, r".*/work\.lock cannot be opened"), (3, r".*/work\.log cannot be opened"),
    (9, r"The server at work ended with status 1 as it started, and its log .*/work\.log cannot be written"),
])
def test_a_full_folder_is_named_in_one_line(folder, inodes, said):
    fill = f"""mount -t tmpfs -o size=4k,nr_inodes={inodes},mode=700 tmpfs "$XDG_RUNTIME_DIR"
        [ {inodes} != 9 ] || dd if=/dev/zero of="$XDG_RUNTIME_DIR/filling" bs=4k count=1 status=none
        exec "$0" "$@" """
    reason = "No space left on device"
    if not CAN_MOUNT:
        # The directory can be created in a file system that has become read-only.
        folder.path.chmod(0o500)
        fill, said, reason = 'exec "$0" "$@"', "The directory .* cannot be created", "Permission denied"
    command = [*(PRIVATE_MOUNTS if CAN_MOUNT else []), "sh", "-c", fill, PROGRAM]
    result = run("attach", "work", command=command, env={**os.environ, **folder.environment})
    folder.path.chmod(0o700)
    assert re.fullmatch(rf"svvs: {said}: {reason}\.\n", result.stderr.decode()), result.stderr
    assert result.returncode == 1 and result.stdout == b""


def test_a_server_is_not_started_if_that_is_not_wanted(attach, folder):
    environment = {**os.environ, **folder.environment}
    result = run("attach", "--no-start", "work", env=environment)
    assert refusal(result) == "svvs: No server listens at work.\n" and not folder.names.exists()
    attach("work").call("initialize")
    result = run("attach", "--no-start", "work", env=environment)
    assert (result.returncode, result.stderr) == (0, b"")


def test_options_that_a_running_server_does_not_have_are_named(attach, folder):
    attach("work", "--exit-when-idle", "9", "--max-views", "7").call("initialize")
    for options, said in [
            ([], ""), (["--max-views", "7"], ""), (["--max-views=7", "--exit-when-idle", "9"], ""),
            (["--max-views", "8"], "svvs: the server work is already running, without these options or values: "
                                   "--max-views (--restart restarts it)\n"),
            (["--exit-when-idle=9", "--max-views", "9"], "*: --max-views (*)\n"),
            (["--max-views", "7", "--max-calls", "7"], "*: --max-calls (*)\n"),
            (["--database", "postgres://me:secret@h/d"], "*: --database (*)\n")]:
        result = run("attach", "work", "--", *options, env={**os.environ, **folder.environment})
        assert result.returncode == 0 and fnmatch.fnmatchcase(result.stderr.decode(), said), options


@pytest.mark.parametrize("options, is_relative", [
    (["--database", "n.sqlite"], True), (["--database=sub/n"], True), (["--database", "{other}/n.sqlite"], False),
    (["--language", "en"], False), (["--close-timeout", "0.5"], False), (["--api", "http://127.0.0.1:9/x.y"], False), ([], False)])
def test_a_relative_path_of_a_server_in_another_directory_is_named(folder, options, is_relative):
    """The file of the same words in this directory is not the file of the server."""
    here, there = folder.path / "here", folder.path / "there"
    for directory in (here, there):
        (directory / "sub").mkdir(parents=True)
    options = [one.format(other=here) for one in options]
    command = ["attach", "work", *(["--", *options] if options else [])]
    environment = {**os.environ, **folder.environment}
    lines = [run(*command, env=environment, cwd=directory).stderr.decode() for directory in (there, there, here)]
    assert lines[:2] == ["", ""] and run("stop", "work", env=environment).returncode == 0
    assert lines[2] == (f"svvs: the server work is already running, in the directory {there}, to which its relative "
                        "paths refer (--restart restarts it)\n" if is_relative else "")


class TestBuilds:
    """A front end that runs another build than the server, as after `swift build`."""

    SAID = "svvs: the server work is already running, from another build (--restart restarts it)\n"

    @pytest.fixture
    def program(self, tmp_path):
        path = tmp_path / "svvs"
        shutil.copy(PROGRAM, path)
        return path

    @pytest.fixture
    def line(self, folder):
        def attach(program, *arguments):
            environment = {**os.environ, **folder.environment}
            result = run("attach", *arguments, "work", command=[program], env=environment)
            assert result.returncode == 0
            return result.stderr.decode()
        return attach

    @staticmethod
    def rebuild(path):
        """Replaces the file by one with another build id, as a linker does."""
        data = path.read_bytes()
        before = re.search(rb"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0(.{20})", data, re.S)[1]
        path.with_name("new").write_bytes(data.replace(before, before[::-1]))
        path.with_name("new").chmod(0o755)
        path.with_name("new").replace(path)

    def test_the_server_of_another_build_is_named_and_restarted(self, program, line, folder):
        assert [line(program), line(program)] == ["", ""]
        first = listening(folder)
        self.rebuild(program)
        assert line(program) == self.SAID and listening(folder) == first
        stopped = "svvs: stopped the server at work (connections: 0, shared sessions: 0)\n"
        assert line(program, "--restart") == stopped and listening(folder) not in (None, first)
        assert line(program) == ""

    def test_a_copy_and_a_link_are_the_same_build(self, program, line):
        assert line(PROGRAM) == "" and line(program) == ""
        program.with_name("other").symlink_to(PROGRAM)
        assert line(program.with_name("other")) == ""

    def test_another_build_and_other_options_are_one_line(self, program, folder):
        environment = {**os.environ, **folder.environment}
        assert run("attach", "work", env=environment).returncode == 0
        self.rebuild(program)
        result = run("attach", "work", "--", "--max-views", "8", command=[program], env=environment)
        assert result.stderr == self.SAID.replace(
            " (", ", without these options or values: --max-views (").encode()


def test_a_restart_ends_the_front_ends_and_starts_the_server_with_the_options(attach, folder):
    first = attach("work", "--close-timeout", "5")
    first.call("initialize")
    first.share("s")
    pid = listening(folder)
    environment = {**os.environ, **folder.environment}
    result = run("attach", "--restart", "work", "--", "--max-views", "7", env=environment)
    assert result.stderr == b"svvs: stopped the server at work (connections: 1, shared sessions: 1)\n"
    assert first.read_rest() == [] and first.wait() == 0 and listening(folder) not in (None, pid)
    assert attach("work").call("initialize")["limits"]["openViews"] == 7


@pytest.mark.parametrize("command", ["attach", "web"])
def test_a_restart_with_wrong_options_does_not_end_the_server(attach, folder, command):
    front_end = attach("work")
    front_end.call("initialize")
    pid = listening(folder)
    for options in (["--bogus"], ["--max-views", "x"], ["--listen", "y"]):
        result = run(command, "--restart", "work", "--", *options, env={**os.environ, **folder.environment})
        assert options[0] in refusal(result) and "follow" not in refusal(result) and result.returncode == 64
        assert front_end.call("session/list") and listening(folder) == pid


def test_a_restart_without_a_server_starts_it(folder):
    environment = {**os.environ, **folder.environment}
    result = run("attach", "--restart", "work", env=environment)
    assert (result.returncode, result.stderr) == (0, b"") and listening(folder)
    assert run("stop", "work", env=environment).returncode == 0
    line = refusal(run("attach", "--restart", "--no-start", "work", env=environment))
    assert line.startswith("svvs: --restart starts the server, which --no-start excludes") and listening(folder) is None


def test_options_of_the_server_stand_behind_two_dashes(folder):
    result = run("attach", "work", "--max-views", "7", env={**os.environ, **folder.environment})
    assert refusal(result) and result.returncode == 64 and not folder.names.exists()


@pytest.mark.parametrize("command", [[], ["serve", "--max-views=7", "--exit-when-idle=9"]])
def test_an_option_at_the_end_of_the_command_of_a_server_attaches(attach, folder, command):
    """It starts the server with the other options, if that is not running and `--no-start` does not follow."""
    environment = {**os.environ, **folder.environment}
    assert refusal(run(*command, "--attach=work", "--no-start", env=environment)) == "svvs: No server listens at work.\n"
    words = {"command": [PROGRAM, *command, "--attach=work"], "environment": folder.environment}
    first = Server(**words)
    told = first.call("initialize")
    assert told["process"]["pid"] == listening(folder) and (told["limits"]["openViews"] == 7) == ("7" in str(command))
    second = Server("--no-start", **words)
    assert second.call("initialize")["process"] == told["process"]
    assert {first.finish(), second.finish()} == {0} and first.errors == second.errors == ""
    result = run("--attach", "--no-start", env=environment)
    assert refusal(result) == "svvs: No server listens at svvs.\n"
    listed = [run(*words, env=environment).stdout for words in ([*command, "--attach", "--list"], ["list", "--json"])]
    assert listed[0] == listed[1] and json.loads(listed[0])[0]["name"] == "work"
    result = run(*command, "--attach=work", "--restart", env=environment)
    assert result.stderr.startswith(b"svvs: stopped the server at work") and listening(folder) != told["process"]["pid"]


@pytest.mark.parametrize("options, said", [
    (["--attach="], "--attach= must be followed by a name or a path"),
    (["--attach=", "--no-start"], "--attach= must be followed by a name or a path"),
    (["--attach", "work"], "--attach work: the name follows `=`: --attach=work"),
    (["--attach=a\nb"], r'The name a\u{A}b may contain only letters, digits, "-", "_" and "."'),
    (["--max-views=7", "--attach=a\nb"], r'The name a\u{A}b may contain only letters, digits, "-", "_" and "."'),
    (["--attach=work", "--attach=home"], "--attach is given twice"),
    (["--listen=work", "--attach"], "--attach excludes --listen"), (["--attach=work", "--listen"], "--attach excludes --listen"),
    (["--attach=work", "--bogus"], "Unknown option '--bogus'"), (["--max-views=none", "--attach=work"], "'--max-views <count>'"),
    (["--attach=work", "--no-start", "--restart"], "--restart starts the server, which --no-start excludes"),
    (["--no-start"], "--list, --no-start and --restart need --attach")])
def test_a_wrong_option_to_attach_is_refused_in_a_line(folder, options, said):
    for command in [], ["serve"]:
        result = run(*command, *options, env={**os.environ, **folder.environment})
        assert said in refusal(result) and result.returncode == 64 and not folder.names.exists()


def test_the_subcommand_has_no_option_with_its_name():
    result = run("attach", "work", "--attach=home")
    assert "Unknown option '--attach'" in refusal(result) and result.returncode == 64


def test_a_start_is_refused_where_something_else_is_in_place_of_the_socket(folder):
    (folder.path / "s.sock").write_text("mine")
    result = run("attach", str(folder.path / "s.sock"), env={**os.environ, **folder.environment})
    assert result.returncode == 1 and result.stderr.count(b"\n") == 1
    assert b"is not a socket; remove it to listen there" in result.stderr
    assert (folder.path / "s.sock").read_text() == "mine"


def test_a_link_in_place_of_the_log_is_not_followed(folder):
    folder.names.mkdir(mode=0o700)
    (folder.names / "work.log").symlink_to(folder.path / "target")
    result = run("attach", "work", env={**os.environ, **folder.environment})
    assert result.returncode == 1 and result.stderr.count(b"\n") == 1 and b"work.log" in result.stderr
    assert not (folder.path / "target").exists()


def test_ten_megabytes_pass_through_a_slow_reader(attach):
    """The reader does not block the server, and the reply does not wait in the memory of `attach`."""
    reader = attach()
    view = reader.open("mirror")
    text = "é" * (LONG // 2)
    call = reader.request("view/set", {"view": view, "properties": {"text": text}})
    other = attach()
    counter = other.open("counterA")
    for _ in range(10):
        other.call("increment", {"view": counter})
    received = b""
    while b'"id":%s' % json.dumps(call).encode() not in received[-200:]:
        received += os.read(reader.source, 16384)
    assert received.count(text.encode()) == 2
    assert other.get(counter) == {"count": 10}
