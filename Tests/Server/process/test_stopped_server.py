"""A server that does not answer, because it was stopped by a signal: the commands say so, and give up."""
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

from attach_process import Attached
from command_line import run
from processes import has_ended, stop
from server import DEADLINE

NAMES = ["attach", "no-start", "stop", "force", "web", "restart", "option"]
LOST = ("its calls in progress get no reply, its views and sessions are lost, and so is everything that it had not "
        "saved")


def test_each_command_says_what_it_waits_for_and_gives_up_after_ten_seconds(listen, folder):
    """In one test, because each of them takes ten seconds."""
    environment = {**os.environ, **folder.environment}
    servers = {name: listen(place=name) for name in NAMES}
    # Each of them was accepted, and is not told anything.
    members = [Attached(name, environment=folder.environment) for name in NAMES[:3]]
    for member in members:
        member.call("initialize")
    ending = ends(listen)
    for server in servers.values():
        stop(server.pid)
    requests = [member.request("session/list") for member in members]

    def timed(*arguments):
        begun = time.monotonic()
        return run(*arguments, env=environment), time.monotonic() - begun

    commands = {"attach": ["attach", "attach"], "no-start": ["attach", "--no-start", "no-start"], "stop": ["stop", "stop"],
                "force": ["stop", "--force", "force"], "web": ["web", "web", "--port=0"],
                "restart": ["attach", "--restart", "restart"], "option": ["serve", "--attach=option"],
                "ending": ["attach", "ending"]}
    with ThreadPoolExecutor(len(commands)) as pool:
        results = dict(zip(commands, pool.map(lambda words: timed(*words), commands.values())))
    for name, (result, seconds) in results.items():
        assert seconds >= 10 and result.stdout == b"", name
        pid = servers[name].pid if name in servers else ending.pid
        waits, last = result.stderr.decode().splitlines()
        assert waits.startswith(f"svvs: waiting for the server at {name} (pid {pid}), which ")
        if name == "force":
            assert last == f"svvs: ended the server at force (pid {pid}), which had not ended within 10 s: {LOST}"
            assert result.returncode == 0 and servers["force"].wait() == -signal.SIGKILL
            continue
        what = "ended in time" if name in ("stop", "restart", "ending") else "answered within 10 s"
        assert last == (f"svvs: The server at {name} (pid {pid}) has not {what}, because it is stopped; "
                        "`stop --force` ends it.")
        assert result.returncode == 1
    assert results["stop"][0].stderr.startswith(f"svvs: waiting for the server at stop (pid {servers['stop'].pid}), "
                                                "which is stopped\n".encode())
    for server in [*servers.values(), ending]:
        if server.running:
            server.send_signal(signal.SIGCONT)
    assert [member.errors for member in members] == ["", "", ""]
    assert members[0].result(requests[0]) and members[1].result(requests[1])
    # This one had received SIGTERM.
    members[2].read_rest()
    assert servers["stop"].wait() == servers["restart"].wait() == 0
    ending.connections[0].read_rest()
    has_ended(ending.pid)
    for member in members:
        member.reap()


def ends(listen):
    """A server that has announced its end, but waits for a client that does not read, and is stopped meanwhile."""
    server = listen("--drain-timeout", "60", place="ending")
    connection = server.connect()
    view = connection.open("mirror")
    connection.call("view/set", {"view": view, "properties": {"text": "x" * (1 << 18)}})
    for _ in range(8):
        connection.request("view/get", {"view": view})
    connection.drained()
    server.send_signal(signal.SIGTERM)
    deadline = time.monotonic() + DEADLINE
    while os.path.exists(server.path):
        assert time.monotonic() < deadline, "the server does not stop listening"
        os.sched_yield()
    stop(server.pid)
    return server
