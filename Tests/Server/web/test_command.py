"""The command `web`: its output, its options, the browser, ssh, and its end."""
import contextlib
import os
import re
import signal
import socket
import subprocess
import time

import pytest

from command_line import run
from raw_web import RawWebSocket, request
from readiness import readable
from server import DEADLINE, PROGRAM
from web_process import LINK, free_port


def wait_for(condition, seconds=DEADLINE):
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end
        time.sleep(0.01)
    return found


def test_one_link_is_printed_and_nothing_else(server, web):
    process = web(server.path)
    assert LINK.fullmatch(process.link)
    assert process.end(signal.SIGTERM) == 0 and process.errors == ""


ENDING = pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])


@ENDING
def test_a_signal_ends_it_at_once(server, web, number):
    process = web(server.path)
    with RawWebSocket(process.port) as page:
        page.log_in(process.link)
        assert process.end(number) == 0 and process.errors == ""
        assert page.has_ended()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_a_signal_that_is_ignored_does_not_end_it(server, web, number):
    """As under nohup, and in the background of a script."""
    process = web(server.path, command=("env", f"--ignore-signal={number}", PROGRAM))
    process.process.send_signal(number)
    # If the signal ended the process, it would do so meanwhile.
    assert len({process.new_link() for _ in range(200)}) == 200
    assert process.end(signal.SIGTERM) == 0


def test_a_port_in_use_is_one_line(server):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("web", server.path, "--port", str(port))
    assert result.returncode == 1 and result.stdout == b""
    assert result.stderr.decode().endswith(f": The port {port} cannot be used: Address already in use.\n")
    assert result.stderr.count(b"\n") == 1


def test_without_a_port_another_one_is_used_if_the_default_is_taken(server, folder):
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            stack.enter_context(socket.create_server(("127.0.0.1", 7480)))
        process = subprocess.Popen([PROGRAM, "web", server.path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        port = int(LINK.fullmatch(process.stdout.readline().strip())[2])
        assert port != 7480 and request(port).status == 200
        process.kill()
        output, errors = process.communicate()
        assert output == "" and errors == f"svvs: the port 7480 cannot be used, so the page is at port {port}\n"


@pytest.mark.parametrize("arguments", [["--port", "65536"], ["--port", "-1"], ["--port", "x"], ["--host", "0.0.0.0"],
                                       ["--listen", "0.0.0.0"], ["--port=0.0.0.0:80"], ["a", "b"], ["--no-login"]])
def test_other_arguments_are_refused(arguments):
    result = run("web", *arguments)
    assert result.returncode == 64 and result.stdout == b"" and result.stderr.count(b"\n") == 1


@pytest.mark.parametrize("arguments, words", [
    (["web", "--port", "-1"], ["'-1'", "must be from 0 to 65535", "(see `svvs web --help`)"]),
    (["web", "--port=x"], ["'x'", "must be from 0 to 65535", "(see `svvs web --help`)"]),
    (["web", "--language", "en"], [
        "Unknown option '--language'; options of the server follow `--` (see `svvs web --help`)"]),
    (["web", "a", "b"], ["Unexpected argument 'b' (see `svvs web --help`)"]),
    (["attach", "--nonsense"], ["; options of the server follow `--` (see `svvs attach --help`)"]),
    (["serve", "--nonsense"], ["(see `svvs serve --help`)"]),
    (["--nonsense"], ["(see `svvs serve --help`)"]),
    (["list", "x"], ["Unexpected argument 'x' (see `svvs list --help`)"])])
def test_a_refused_argument_names_the_help_that_lists_the_options(arguments, words):
    line = run(*arguments).stderr.decode()
    assert all(word in line for word in words) and line.count("\n") == 1, line


def test_a_terminal_gets_a_line_about_the_link(server):
    controller, terminal = os.openpty()
    process = subprocess.Popen([PROGRAM, "web", server.path, "--port=0"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=terminal, text=True)
    os.close(terminal)
    with process, open(controller, "rb", buffering=0) as screen:
        assert LINK.fullmatch(process.stdout.readline().strip())
        assert readable(screen, seconds=DEADLINE)
        assert re.fullmatch(rb"svvs: the link works once, within 60 s; Enter prints another; .*\r\n", screen.read(1000))
        process.send_signal(signal.SIGTERM)
        assert process.stdout.read() == ""


@pytest.mark.parametrize("place", ["a b", "/" + "x" * 200])
def test_a_bad_address_is_refused(place):
    result = run("web", place)
    assert result.returncode in (1, 64) and result.stdout == b"" and result.stderr.count(b"\n") == 1


def test_a_reader_that_has_gone_changes_nothing(server):
    port = free_port()
    process = subprocess.Popen([PROGRAM, "web", server.path, "--port", str(port)], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    wait_for(lambda: is_open(port))
    process.stdin.write(b"\n" * 100)
    process.stdin.close()
    assert request(port).status == 200
    process.send_signal(signal.SIGTERM)
    assert process.wait(DEADLINE) == 0 and process.stderr.read() == b""
    process.stderr.close()


def is_open(port):
    with contextlib.suppress(OSError):
        socket.create_connection(("127.0.0.1", port)).close()
        return True
    return False


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_standard_streams_change_nothing(server, closed):
    port = free_port()
    process = subprocess.Popen(["sh", "-c", f'exec "$@" {closed}', "sh", PROGRAM, "web", server.path, "--port", str(port)],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    wait_for(lambda: is_open(port))
    assert request(port).status == 200
    process.send_signal(signal.SIGTERM)
    assert process.wait(DEADLINE) == 0
    process.stdout.close()


def test_a_process_in_the_background_of_a_terminal_is_not_stopped(server):
    """It would be stopped by the system if it read the terminal's input."""
    port = free_port()
    controller, terminal = os.openpty()
    script = 'set -m; "$@" >/dev/null 2>&1 & echo $!; wait'
    shell = subprocess.Popen(["setsid", "-c", "bash", "-c", script, "bash", PROGRAM, "web", server.path, "--port", str(port)],
                             stdin=terminal, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    pid = int(shell.stdout.readline())
    wait_for(lambda: is_open(port))
    assert request(port).status == 200
    with open(f"/proc/{pid}/stat") as status:
        assert status.read().rsplit(") ", 1)[1][0] != "T"
    os.kill(pid, signal.SIGTERM)
    assert shell.wait(DEADLINE) == 0
    shell.stdout.close()
    os.close(controller)
    os.close(terminal)


class TestOpening:
    """A browser is a script here, which notes its arguments and the file that it gets."""

    @pytest.fixture
    def browser(self, tmp_path):
        script = tmp_path / "browser"
        script.write_text('#!/bin/sh\nstat -c %a "$1" >"$0.mode"; cat "$1" >"$0.page"; echo "$@" >"$0.arguments"\n')
        script.chmod(0o755)
        return script

    def test_the_browser_gets_a_file_that_redirects(self, server, web, browser, folder):
        process = web(server.path, "--open", environment={"BROWSER": str(browser), "SSH_CONNECTION": ""})
        arguments = browser.with_name("browser.arguments")
        path = wait_for(lambda: arguments.exists() and arguments.read_text().strip())
        assert browser.with_name("browser.mode").read_text() == "600\n"
        assert os.path.dirname(path) == str(folder.names) and os.path.exists(path)
        page = browser.with_name("browser.page").read_text()
        link = LINK.search(page)[0]
        assert f'content="0; url={link}"' in page and link != process.link and link.partition("=")[2] not in path
        with RawWebSocket(process.port) as socket_, RawWebSocket(process.port) as other:
            socket_.log_in(link)
            assert not os.path.exists(path)
            assert other.log_in(process.link)
        assert process.end(signal.SIGTERM) == 0 and process.errors == ""

    @ENDING
    def test_the_file_is_removed_at_the_end(self, server, web, browser, number):
        process = web(server.path, "--open", environment={"BROWSER": f"{browser} %s", "SSH_CONNECTION": ""})
        arguments = browser.with_name("browser.arguments")
        path = wait_for(lambda: arguments.exists() and arguments.read_text().strip())
        assert os.path.exists(path)
        assert process.end(number) == 0
        assert not os.path.exists(path)

    def test_the_file_is_removed_after_an_error(self, server, browser, folder):
        environment = {**folder.environment, "BROWSER": str(browser), "SSH_CONNECTION": ""}
        with open("/dev/full", "wb") as full:
            result = run("web", server.path, "--port", "0", "--open", stdout=full, env=environment)
        assert result.returncode == 1 and b"The output cannot be written" in result.stderr
        assert not list(folder.names.glob("link-*"))

    @pytest.mark.parametrize("variable, said", [
        ("/nowhere/there", "/nowhere/there cannot be started: No such file or directory."),
        ("false", "false ended with status 1.")])
    def test_without_a_browser_everything_goes_on(self, server, web, variable, said):
        process = web(server.path, "--open", environment={"BROWSER": variable, "SSH_CONNECTION": ""})
        wait_for(lambda: process.errors)
        with RawWebSocket(process.port) as page:
            assert page.log_in(process.link)
        assert process.end(signal.SIGTERM) == 0
        said = f"No browser could be opened, so open the link yourself: {said}"
        assert process.errors == f"svvs: {said}\n" and process.errors.count("\n") == 1

    @pytest.mark.parametrize("directory", ["missing", "file"])
    def test_without_a_directory_for_links_the_link_is_printed(self, server, web, browser, folder, directory):
        (folder.path / "file").touch()
        environment = {"BROWSER": str(browser), "SSH_CONNECTION": "", "XDG_RUNTIME_DIR": str(folder.path / directory)}
        process = web(server.path, "--open", environment=environment)
        with RawWebSocket(process.port) as page:
            assert page.log_in(process.link)
        assert process.end(signal.SIGTERM) == 0
        assert process.errors.startswith("svvs: open the link yourself: ") and process.errors.count("\n") == 1

    def test_over_ssh_nothing_is_opened(self, server, web, browser):
        environment = {"BROWSER": str(browser), "SSH_CONNECTION": "10.0.0.1 50000 10.0.0.2 22", "USER": "hanako"}
        process = web(server.path, "--open", environment=environment)
        with RawWebSocket(process.port) as page:
            assert page.log_in(process.link)
        assert process.end(signal.SIGTERM) == 0
        command = f"ssh -N -L {process.port}:127.0.0.1:{process.port} hanako@10.0.0.2"
        assert process.errors.endswith(f": {command}\n") and process.errors.count("\n") == 1
        assert not browser.with_name("browser.arguments").exists()


def test_the_help_names_the_defaults():
    text = run("web", "--help").stdout.decode()
    assert re.search(r"default: 7480", text) and "60 seconds" in text and "--open" in text
