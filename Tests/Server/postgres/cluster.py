"""A PostgreSQL server with data of its own in a temporary folder, on a Unix socket and on loopback, with a password."""
from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import quote, urlencode

from conditions import TIMEOUT, wait_until
from programs import give_to_owner, program, run, start

# A crash of the server loses nothing that the system has taken, so that no test needs the disk itself.
SETTINGS = {"max_connections": "300", "fsync": "off", "listen_addresses": "127.0.0.1"}


class Cluster:
    """It runs from `start` on; `remove` leaves nothing of it. `folder` has the socket, `data` the files.

    A replica begins as a copy of another cluster, and follows that until it is promoted. The password is that in
    PGPASSWORD, if there is one. The options are those of initdb, the settings those of the server."""

    def __init__(self, *options, replica_of=None, **settings):
        self.options, self.settings = options, {**SETTINGS, **settings}
        self.user, self.password = "postgres", os.environ.get("PGPASSWORD") or secrets.token_hex(8)
        self.port = free_port()
        # A short path, since that of a socket has 107 bytes at most.
        self.folder = Path(tempfile.mkdtemp(prefix="svvs-pg-", dir="/tmp"))
        self.data, self.log = self.folder / "data", self.folder / "log"
        self.process = None
        try:
            self._make(replica_of)
        except BaseException:
            self.remove()
            raise

    def _make(self, original):
        # Everybody may reach the socket; the data are for their owner alone.
        self.folder.chmod(0o755)
        secret = self.folder / "password"
        secret.write_text(self.password)
        secret.chmod(0o600)
        give_to_owner(self.folder, secret)
        if original:
            # The password is for the replica to keep.
            source = f"host={original.folder} port={original.port} user={original.user} password={original.password}"
            run(program("pg_basebackup"), "-d", source, "-D", self.data, "-R", "--no-sync", "-c", "fast")
        else:
            run(program("initdb"), "-D", self.data, "-U", self.user, "-A", "scram-sha-256", "--pwfile", secret,
                "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions", *self.options)

    # Its life

    def start(self):
        """Returns when connections are accepted."""
        try:
            wait_until(self._has_started)
        except TimeoutError:
            self.kill()
            raise TimeoutError(f"PostgreSQL does not start: {self.log.read_text()}") from None
        return self

    def _has_started(self):
        # While what a killed server has left is still ending, the next one does not start.
        if not self.running:
            options = [f"-c{name}={value}" for name, value in self.settings.items()]
            with self.log.open("ab") as log:
                self.process = start(program("postgres"), "-D", self.data, "-k", self.folder, "-p", str(self.port),
                                     *options, log=log)
        return self._is_ready()

    def _is_ready(self):
        """As `pg_ctl` finds out: the server writes it into a line of this file, below its process ID."""
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        return lines[:1] == [str(self.pid)] and len(lines) > 7 and lines[7].strip() == "ready"

    @property
    def running(self):
        return self.process is not None and self.process.poll() is None

    @property
    def pid(self):
        return self.process.pid

    def stop(self, how=signal.SIGINT):
        """Ends it: in order, after what is under way was cut off; SIGQUIT is quicker, and SIGKILL a crash."""
        if self.running:
            self.process.send_signal(how)
            try:
                self.process.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def kill(self):
        self.stop(signal.SIGKILL)

    def restart(self):
        self.stop()
        return self.start()

    @contextlib.contextmanager
    def frozen(self):
        """For as long, no process of it does anything: the system still takes what is sent to them."""
        # The first one before the others, so that it starts no more of them.
        self._signal(signal.SIGSTOP, [self.pid])
        found = subprocess.run(["pgrep", "-P", str(self.pid)], stdout=subprocess.PIPE, text=True)
        processes = [self.pid, *map(int, found.stdout.split())]
        try:
            self._signal(signal.SIGSTOP, processes)
            yield
        finally:
            self._signal(signal.SIGCONT, processes)

    @staticmethod
    def _signal(number, processes):
        for process in processes:
            # One may just have ended.
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def promote(self):
        """Makes a replica the one that is written to."""
        run(program("pg_ctl"), "promote", "-D", self.data)

    def remove(self):
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def __enter__(self):
        try:
            return self.start()
        except BaseException:
            self.remove()
            raise

    def __exit__(self, *_):
        self.remove()

    # Its addresses

    def url(self, database="postgres", user=None, password=None, host=None, port=None, **parameters):
        """An address on loopback, unless another host is named; a path names the folder of a socket."""
        who = quote(user or self.user, safe="") + (f":{quote(password, safe='')}" if password else "")
        place = f"{host or '127.0.0.1'}:{port or self.port}"
        if host and host.startswith("/"):
            place, parameters = "", {"host": host, "port": str(port or self.port), **parameters}
        query = f"?{urlencode(parameters)}" if parameters else ""
        return f"postgres://{who}@{place}/{quote(database, safe='')}{query}"

    def socket_url(self, database="postgres", **parameters):
        return self.url(database, host=str(self.folder), **parameters)


def free_port():
    """A port that nobody listens at; the system gives it to nobody else for some time."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
