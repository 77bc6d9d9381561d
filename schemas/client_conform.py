"""The program with which conform.py tests client.py: `python3 conform.py -- python3 client_conform.py`.

A program like this one is all that the author of a client writes. CONFORMANCE.md describes the requests.
"""
import json
import sys
from subprocess import PIPE, Popen

from client import Client


class Subject:
    """Does what conform.py requests. Each method is a request, and returns the answer."""
    def hello(self, version):
        return {"name": "the client in 100 lines", "can": ["properties", "patch", "append", "run"]}

    def new(self):
        self.wrote = b""
        self.client = Client(read=None, write=self._write)

    def _write(self, data):
        self.wrote += data

    def send(self, message):
        self.wrote = b""
        send = self.client.send if "id" in message else self.client.notify
        send(message["method"], message.get("params", {}))
        return {"wrote": self.wrote.decode()}

    def read(self, bytes):
        try:
            self.client.receive(bytes.encode("latin-1"))
        except (ValueError, LookupError, TypeError, AttributeError):
            return {"fault": True}

    def end(self):
        views = {name: {"commit": view["commit"], "state": view["state"]} for name, view in self.client.views.items()}
        errors = {id: response.get("error") for id, response in self.client.responses.items()}
        return {"views": views, "replies": [{"id": id, "kind": error["data"]["kind"]} if error else {"id": id}
                                            for id, error in errors.items()]}

    def run(self, command, messages):
        replies = []
        with Popen(command, bufsize=0, stdin=PIPE, stdout=PIPE) as server:
            self.client = Client(lambda: server.stdout.read(65536), server.stdin.write)
            for message in messages:
                method, params = message["method"], message.get("params", {})
                if "id" not in message:
                    self.client.notify(method, params)
                    continue
                try:
                    self.client.call(method, **params)
                    replies.append({"id": self.client.last_id})
                except RuntimeError as error:
                    replies.append({"id": self.client.last_id, "kind": error.args[0]["data"]["kind"]})
            server.communicate()  # Closes stdin, and reads until the server has ended.
        return {**self.end(), "replies": replies, "status": server.returncode}


if __name__ == "__main__":
    subject = Subject()
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = getattr(subject, request.pop("do"))(**request) or {}
        except Exception as error:
            answer = {"error": repr(error)}
        print(json.dumps(answer), flush=True)
