"""Whatever becomes of the server: everyone who waits wakes, and the process is reaped. For both faces."""

from __future__ import annotations

import asyncio
import os
import signal
import stat
import threading
from pathlib import Path

import pytest

import svvs
from faces import Face, event_loop, threads
from support import fake
from svvs import async_child, child


@pytest.fixture(params=[threads, event_loop])
def face(request: pytest.FixtureRequest) -> Face:
    served: Face = request.param
    return served


def interrupted(*arguments: object) -> None:
    """What becomes of a function that waits, if Ctrl-C is pressed meanwhile."""
    if threading.current_thread() is threading.main_thread():
        raise KeyboardInterrupt


# Servers that end


@pytest.mark.parametrize(
    ("end", "status", "words"),
    [
        ("sys.exit(3)", 3, "with status 3"),
        ("os._exit(0)", 0, "with status 0"),
        ("os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL, "by signal SIGKILL"),
        ("write('{\"jsonrpc\":'); os._exit(1)", 1, "with status 1"),
    ],
)
def test_a_server_that_ends_in_mid_call(face: Face, end: str, status: int, words: str) -> None:
    with face(fake(f"opened(n=0)\nreceive('act')\n{end}")) as server:
        view = server.open("t")
        with pytest.raises(svvs.ServerExited, match=words) as caught:
            view.call("act", password="secret")
        assert caught.value.status == status
        assert "secret" not in str(caught.value) + repr(caught.value)
        assert view.state == {"n": 0}
        with pytest.raises(svvs.ServerExited, match=words):
            view.call("act")
        with pytest.raises(svvs.ServerExited, match=words):
            server.open("t")
        with pytest.raises(svvs.ServerExited, match=words):
            view.wait(lambda state: False)


def test_a_server_that_ends_while_a_state_is_waited_for(face: Face) -> None:
    with face(fake("opened(n=0); receive('end'); sys.exit(3)")) as server:
        view = server.open("t")
        server.notify("end")
        with pytest.raises(svvs.ServerExited):
            view.wait(lambda state: state["n"])


def test_a_server_that_answers_and_ends_at_once(face: Face) -> None:
    script = """
        opened(text="")
        call = receive("act")
        changed(1, 2, text="x" * 1_000_000)
        reply(call, commit=2)
        os._exit(0)
    """
    with face(fake(script)) as server:
        view = server.open("t")
        view.call("act")
        assert len(view.state["text"]) == 1_000_000


def test_every_thread_wakes_when_the_server_ends() -> None:
    outcomes: list[Exception] = []
    with svvs.Server(command=fake("opened()\nfor _ in range(8): receive('act')\nsys.exit(3)")) as server:
        view = server.open("t")

        def call() -> None:
            try:
                view.call("act")
            except svvs.Error as error:
                outcomes.append(error)

        callers = [threading.Thread(target=call) for _ in range(8)]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
    assert [type(outcome) for outcome in outcomes] == [svvs.ServerExited] * 8


def test_the_last_words_of_a_server_are_told(face: Face) -> None:
    script = """
        for number in range(100_000):
            print("line", number, file=sys.stderr)
        sys.exit("the last line")
    """
    with face(fake(script)) as server, pytest.raises(svvs.ServerExited) as caught:
        server.open("t")
    last = caught.value.stderr.splitlines()
    assert last[-2:] == ["line 99999", "the last line"]
    assert len(last) == 20
    assert "the last line" in str(caught.value)


def test_a_server_that_closes_its_output_only(face: Face) -> None:
    with face(fake("receive(); os.close(1); signal.pause()")) as server, pytest.raises(svvs.ServerExited):
        server.open("t")


def test_a_server_that_closes_its_input_only(face: Face) -> None:
    with face(fake("opened(); os.close(0); signal.pause()")) as server:
        view = server.open("t")
        with pytest.raises(svvs.ServerExited):
            view.call("act", text="x" * 1_000_000)


def test_a_server_whose_pipes_outlive_it(face: Face, tmp_path: Path) -> None:
    heir = tmp_path / "heir"
    os.mkfifo(heir)
    script = f"""
        subprocess.Popen(["cat", {str(heir)!r}])
        receive()
        sys.exit(3)
    """
    try:
        with face(fake(script)) as server, pytest.raises(svvs.ServerExited, match="with status 3"):
            server.open("t")
    finally:
        os.close(os.open(heir, os.O_WRONLY))  # lets the heir, which waits for someone to open the other end, go


# Servers that talk nonsense


@pytest.mark.parametrize(
    "garbage", ["Hello, secret!", "[]", '{"jsonrpc":"2.0","id":7,"result":"secret"}', "Content-Length: 2", "\\xff"]
)
def test_garbage_ends_the_connection(face: Face, garbage: str) -> None:
    script = f"opened(n=0); receive('act'); write({garbage!r} + '\\n'); end_of_input()"
    with face(fake(script)) as server:
        view = server.open("t")
        with pytest.raises(svvs.InvalidMessage) as caught:
            view.call("act")
        assert caught.value.line == garbage.encode()
        assert "secret" not in str(caught.value) + repr(caught.value)
        with pytest.raises(svvs.InvalidMessage):
            view.call("act")
        server.close()
        with pytest.raises(svvs.InvalidMessage):  # the first failure is the one that explains the others
            view.call("act")


def test_a_server_that_talks_garbage_is_ended_without_being_closed(tmp_path: Path) -> None:
    end = tmp_path / "end"
    os.mkfifo(end)
    script = f"receive(); write('garbage\\n'); end_of_input(); open({str(end)!r}, 'w').close()"
    with svvs.Server(command=fake(script)) as server:
        with pytest.raises(svvs.InvalidMessage):
            server.open("t")
        end.read_bytes()  # waits until the other end is opened

    async def asynchronously() -> None:
        async with svvs.AsyncServer(command=fake(script)) as server:
            with pytest.raises(svvs.InvalidMessage):
                await server.open("t")
            await asyncio.to_thread(end.read_bytes)

    asyncio.run(asynchronously())


def test_endless_garbage(face: Face) -> None:
    with face(fake("receive()\nwhile True: write('garbage' * 1000 + '\\n')")) as server:
        with pytest.raises(svvs.InvalidMessage):
            server.open("t")


def test_an_incomplete_answer(face: Face) -> None:
    with face(fake("reply(receive(), view='v'); end_of_input()")) as server:
        with pytest.raises(svvs.InvalidMessage, match="commit"):
            server.open("t")


# Servers that are not there


def test_no_executable(face: Face, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(svvs.ServerNotStarted, match="SVVS"), face(str(tmp_path / "none")):
        pass
    not_executable = tmp_path / "text"
    not_executable.write_text("text")
    with pytest.raises(svvs.ServerNotStarted), face(not_executable):
        pass
    not_executable.chmod(stat.S_IRWXU)
    with pytest.raises(svvs.ServerNotStarted), face(not_executable):
        pass
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("SVVS", raising=False)
    with pytest.raises(svvs.ServerNotStarted, match="'svvs'"), face(None):
        pass
    monkeypatch.setenv("SVVS", str(tmp_path / "named"))
    with pytest.raises(svvs.ServerNotStarted, match="named"), face(None):
        pass


def test_the_environment_names_the_executable(face: Face, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = '#!/bin/sh\nread line\necho \'{"jsonrpc":"2.0","id":1,"result":"\'$1\'"}\'\n'
    for name in ["other", "svvs"]:
        (tmp_path / name).write_text(script)
        (tmp_path / name).chmod(stat.S_IRWXU)
    monkeypatch.setenv("SVVS", str(tmp_path / "other"))
    with face(None) as server:
        assert server.request("m") == "serve"
    monkeypatch.setenv("SVVS", "")
    monkeypatch.setenv("PATH", str(tmp_path))
    with face(None) as server:
        assert server.request("m") == "serve"


# Closing


def test_closing_lets_calls_finish(face: Face) -> None:
    script = """
        opened(n=0)
        end_of_input()
        print("drained", file=sys.stderr)
    """
    with face(fake(script)) as server:
        server.open("t")
        server.close()
        with pytest.raises(svvs.ServerExited, match="with status 0; its last words:\ndrained"):
            server.request("m")


@pytest.mark.parametrize("before", ["", "os.close(1)"])
def test_closing_has_its_own_patience(face: Face, before: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (child, async_child):
        monkeypatch.setattr(module, "GRACE", 0.05)
    script = f"opened(); end_of_input(); {before or 'pass'}; signal.sigtimedwait([], 0.5); os._exit(0)"
    with face(fake(script)) as server:
        server.open("t")
        server.close()
        with pytest.raises(svvs.ServerExited, match="with status 0"):
            server.request("m")


def test_closing_terminates_a_server_that_does_not_end_by_itself(face: Face) -> None:
    with face(fake("opened(); signal.pause()"), close_timeout=0.05) as server:
        server.open("t")
        server.close()
        with pytest.raises(svvs.ServerExited, match="by signal SIGTERM"):
            server.request("m")


def test_closing_kills_a_server_that_cannot_be_terminated(face: Face) -> None:
    script = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nopened()\nwhile True: signal.pause()"
    with face(fake(script), close_timeout=0.05) as server:
        server.open("t")
        server.close()
        with pytest.raises(svvs.ServerExited, match="by signal SIGKILL"):
            server.request("m")


def test_closing_does_not_wait_for_writing(face: Face) -> None:
    with face(fake("opened(); signal.pause()"), close_timeout=0.05, timeout=0.05) as server:
        with pytest.raises(svvs.TimedOut):
            server.open("t").call("act", text="x" * 10_000_000)


def test_a_block_that_raises_closes_the_server(face: Face) -> None:
    with pytest.raises(ZeroDivisionError), face(fake("opened(); end_of_input()")) as server:
        server.open("t")
        raise ZeroDivisionError


def test_closing_twice() -> None:
    server = svvs.Server(command=fake("end_of_input()"))
    server.close()
    server.close()


def test_ctrl_c_does_not_reach_the_server(face: Face) -> None:
    with face(fake("reply(receive(), alone=os.getsid(0) == os.getpid()); end_of_input()")) as server:
        assert server.request("m") == {"alone": True}


def test_an_interrupted_call_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    script = """
        opened()
        call = receive("act")
        receive("$/cancelRequest")
        refuse(call, -32800, "RequestCancelled")
        reply(receive("next"), commit=1)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(svvs.Call, "result", interrupted)
            view.call("act")
        view.call("next")


def test_an_interrupted_close_still_ends_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child.Child, "_stop", interrupted)
    with pytest.raises(KeyboardInterrupt):
        with svvs.Server(command=fake("opened(); signal.pause()"), close_timeout=50) as server:
            server.open("t")
    with pytest.raises(svvs.ServerExited, match="by signal SIGKILL"):
        server.request("m")


@pytest.mark.parametrize("threads_that_start", range(5))
def test_a_constructor_that_fails_half_way(threads_that_start: int, monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start
    started: list[threading.Thread] = []

    def start_some(thread: threading.Thread) -> None:
        if len(started) == threads_that_start:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_some)
    with pytest.raises(RuntimeError):
        svvs.Server(command=fake("end_of_input()"))
    for thread in started:
        thread.join()
