"""A client in 100 lines. `python3 client.py [COMMAND…]` runs an example on this server, or on `svvs serve`."""
import json
import sys
from subprocess import PIPE, Popen


class Client:
    """A conversation. `read` returns bytes of the server's output, `write` takes its input."""
    def __init__(self, read, write):
        self.views = {}  # the open views by id: each has commit, state and session
        self.requests, self.responses = {}, {}  # by id; a response until `call` takes it
        self.last_id, self._read, self._write = 0, read, write
        self._line = b""  # the beginning of the next line

    def call(self, method, **params):
        """Sends a request and waits for its result. All changes it made are folded by then."""
        id = self.send(method, params)
        while id not in self.responses:
            self.receive(self._read())
        response = self.responses.pop(id)
        if "error" in response:
            raise RuntimeError(response["error"])
        return response["result"]

    def send(self, method, params):
        self.last_id += 1
        self.requests[self.last_id] = method, params
        self.notify(method, params, id=self.last_id)
        return self.last_id

    def notify(self, method, params, **id):
        self._write(json.dumps({"jsonrpc": "2.0", **id, "method": method, "params": params}).encode() + b"\n")

    def receive(self, data):
        """Handles the bytes of one read, which may begin and end inside a line."""
        if not data:
            raise EOFError("the server has ended")
        *lines, self._line = (self._line + data).split(b"\n")
        for line in lines:
            self._handle(json.loads(line))

    def _handle(self, message):
        method, params = message.get("method"), message.get("params")
        if method == "state/changed":
            for entry in params["views"]:
                if entry["view"] in self.views:
                    fold(self.views[entry["view"]], params["commit"], entry)
        elif method == "session/changed":
            for name in params["closed"]:
                self.views.pop(name, None)
        elif message.get("id") is not None:  # null is the id of a line that is not from this client
            request = self.requests.pop(message["id"])
            if "error" not in message:
                self._apply(*request, message["result"])
            self.responses[message["id"]] = message

    def _apply(self, method, params, result):
        """Applies a result at once: the next message may be a change of the view it opens."""
        if method in ("view/open", "view/get"):
            view = self.views.setdefault(result["view"], {"session": params.get("session", "default")})
            view.update(commit=result["commit"], state=result["state"])
        elif method == "view/close":
            self.views.pop(params["view"])
        elif method == "session/close":
            self.views = {id: view for id, view in self.views.items() if view["session"] != params["session"]}


def fold(view, commit, change):
    """Folds a change into a view, whose commit it must follow."""
    changes, appended = change.get("changes", {}), change.get("appended", {})
    if change["from"] != view["commit"] or changes.keys() & appended.keys() or change.keys() <= {"view", "from"}:
        raise ValueError(f"a change that does not follow commit {view['commit']}: {change}")
    view.update(commit=commit, state={**view["state"], **changes})
    for name, text in appended.items():
        view["state"][name] = "".join([view["state"][name], text])  # or an error: one of them is not a text
    for step in change.get("patch", []):
        apply_step({"/": view["state"]}[step["path"][:1]], step["path"].split("/")[1:], step)  # or there is no slash


def apply_step(container, path, step):
    """Applies a step of a JSON Patch. The path leads to a value in the container, or there is an error."""
    removes, adds = {"add": (0, 1), "remove": (1, 0), "replace": (1, 1), "append": (1, 1)}[step["op"]]
    if isinstance(container, list):
        key, add = [str(index) for index in range(len(container) + 1)].index(path[0]), container.insert
    else:
        key, add = path[0].replace("~1", "/").replace("~0", "~"), container.__setitem__
    if len(path) > 1:
        return apply_step(container[key], path[1:], step)
    old = container.pop(key) if removes else None
    if adds:
        add(key, "".join([old, step["value"]]) if step["op"] == "append" else step["value"])


if __name__ == "__main__":
    with Popen(sys.argv[1:] or ["svvs", "serve"], bufsize=0, stdin=PIPE, stdout=PIPE) as server:
        client = Client(lambda: server.stdout.read(65536), server.stdin.write)
        client.call("initialize", protocolVersion=2, capabilities={"append": True})
        client.call("view/open", type="counterA", view="counter")
        client.call("increment", view="counter", by=2)
        print(client.views["counter"]["state"])  # {'count': 2}
