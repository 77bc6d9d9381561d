"""A PgBouncer in front of a cluster, which lends its connections for a session or for a transaction."""
from __future__ import annotations

import shutil
import signal
import socket
import tempfile
from pathlib import Path

from cluster import free_port
from conditions import TIMEOUT, wait_until
from programs import give_to_owner, program, start

# When the server is gone, the next one who asks may find it back.
CONFIGURATION = """
[databases]
* = host=127.0.0.1 port={server}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {folder}/users
pool_mode = {mode}
server_login_retry = 1
"""


class Bouncer:
    def __init__(self, cluster, mode, server_port=None):
        self.cluster, self.port = cluster, free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="svvs-pgbouncer-", dir="/tmp"))
        (self.folder / "users").write_text(f'"{cluster.user}" "{cluster.password}"\n')
        (self.folder / "ini").write_text(
            CONFIGURATION.format(server=server_port or cluster.port, port=self.port, folder=self.folder, mode=mode))
        give_to_owner(self.folder, *self.folder.iterdir())
        self.start()

    def url(self, database, **parameters):
        return self.cluster.url(database.name, port=self.port, **parameters)

    def start(self):
        """Returns when it listens."""
        with (self.folder / "log").open("ab") as log:
            self.process = start(program("pgbouncer"), str(self.folder / "ini"), log=log)
        wait_until(lambda: is_listening(self.port) or self.process.poll() is not None)
        if self.process.poll() is not None:
            raise ChildProcessError(f"PgBouncer does not start: {(self.folder / 'log').read_text()}")

    def stop(self):
        """Ends it, and all connections through it, at once."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(TIMEOUT)

    def remove(self):
        self.stop()
        shutil.rmtree(self.folder)


def is_listening(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
