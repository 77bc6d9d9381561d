#!/usr/bin/env python3
"""Tests a client of svvs: `conform.py [--only TEXT] [--need CAPABILITY,…] -- COMMAND…`. The report is TAP.

COMMAND is a small program of the client's author. It reads one JSON object a line, does what the object says, and writes
one JSON object a line. CONFORMANCE.md describes both.
"""
import argparse
import itertools
import json
import os
import pathlib
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

VERSION = 1  # of the requests to the program
PROTOCOL_VERSION = 2  # of the contract
CAPABILITIES = {"properties", "patch", "append", "shared", "run", "screen"}
SCHEMAS = pathlib.Path(__file__).resolve().parent
LONGEST_LINE = 1 << 24
MISSING = "(missing)"
NOT_ENDED = "the program answered before the server had ended: it has to end the server, and to wait for its end"
TIME_ZONE = "EST5EDT"  # the one with summer time that also systems without time zone files know
SECONDS_TO_START = 10  # more than for other answers
PARTIAL = {"columns", "offers", "rowActions"}  # results of which a case may name only some members
NOTHING = {"about": {}, "notices": [], "offersFile": [], "progress": {}, "question": None}  # that may be missing
REPLY_ID = re.compile(rb'"jsonrpc":"2.0","id":(\d+),')


class Failure(Exception):
    """The case has failed, for this reason."""


class Skip(Exception):
    """The program lacks this capability."""


def dump(value):
    return json.dumps(value, ensure_ascii=False)


def line(value):
    """A line with a value. Half a surrogate pair, which has no UTF-8, becomes a question mark."""
    return dump(value).encode("utf-8", "replace") + b"\n"


def short(text):
    """The beginning of a text, for a report."""
    return text if len(text) <= 300 else f"{text[:300]}… ({len(text)} characters)"


def listed(names):
    return ", ".join(sorted(names))


def equal(a, b):
    """Equal as JSON: 1 equals 1.0, but not true. Integers are compared digit by digit, other numbers as doubles."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(equal(a[name], b[name]) for name in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(equal, a, b))
    return a == b


def check_request(wanted, found):
    """Compares a message of the client with that of a case. The client may add parameters."""
    params, found_params = wanted.get("params") or {}, found.get("params") or {}
    has_params = isinstance(found_params, dict) and all(
        name in found_params and equal(value, found_params[name]) for name, value in params.items())
    if found.get("method") != wanted["method"] or ("id" in found) != ("id" in wanted) or not has_params:
        raise Failure(f"the client wrote {short(dump(found))}\ninstead of {short(dump(wanted))}")


class Program:
    """The program under test. It is started again after a case in which it ended, was silent or wrote nonsense."""

    def __init__(self, command, seconds):
        self.command, self.seconds, self.process, self.can = command, seconds, None, set()

    def ask(self, **request):
        if not self.process:
            self.start()
        answer = self._exchange(request)
        if "error" in answer:
            raise Failure(f"the program reports: {short(str(answer['error']))}")
        return answer

    def finish(self):
        """Ends the program at the end of its stdin, so that it can clean up."""
        if self.process:
            self._unwritten.put(b"")
            try:
                self.process.wait(self.seconds)
            except subprocess.TimeoutExpired:
                pass  # It is killed.
            self.stop()

    def stop(self):
        if self.process:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except OSError:
                pass  # All of them have ended.
            self.process.wait()
            self.process = None

    def _exchange(self, request):
        asked, seconds = short(dump(request)), self.seconds + (SECONDS_TO_START if request["do"] == "hello" else 0)
        is_early = not self._lines.empty()
        self._unwritten.put(line(request))
        try:
            answered = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise Failure(f"no answer within {seconds:g} s (--timeout allows more) to {asked}") from None
        if answered and is_early:
            raise Failure(f"before {asked}\nthe program wrote a line too much: {short(repr(answered))}")
        if not answered:
            raise Failure(f"the program {self._end()} at {asked}")
        try:
            answer = json.loads(answered)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise Failure(f"the answer to {asked}\nis not a line with a JSON object: {short(repr(answered))}")
        return answer

    def _end(self):
        try:
            return f"has ended with status {self.process.wait(1)}"
        except subprocess.TimeoutExpired:
            return "has closed its stdout"

    def start(self):
        try:
            # A group of its own: what the program starts is ended with it.
            self.process = process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                                      start_new_session=True, env={**os.environ, "TZ": TIME_ZONE})
        except OSError as error:
            raise Failure(f"the program cannot be started: {error}") from None
        self._lines, self._unwritten = queue.Queue(2), queue.Queue()  # a flood stays in the pipe
        threading.Thread(target=self._read, args=(process.stdout, self._lines), daemon=True).start()
        threading.Thread(target=self._write, args=(process.stdin, self._unwritten), daemon=True).start()
        answer = self.ask(do="hello", version=VERSION)
        if not isinstance(answer.get("can"), list):
            raise Failure(f"the answer to hello has no list `can`: {short(dump(answer))}")
        self.can = set(map(str, answer["can"]))
        if not self.can <= CAPABILITIES:
            raise Failure(f"unknown capabilities in `can`: {listed(self.can - CAPABILITIES)}; known: {listed(CAPABILITIES)}")

    @staticmethod
    def _read(stream, lines):
        """Passes each line on, and an empty one at the end. A longer line is cut, and is then not JSON."""
        with stream:
            while answered := stream.readline(LONGEST_LINE):
                lines.put(answered)
        lines.put(b"")

    @staticmethod
    def _write(stream, unwritten):
        """Writes requests beside the cases: a program that does not read must not stop the runner."""
        try:
            with stream:
                while data := unwritten.get():
                    stream.write(data)
                    stream.flush()
        except (OSError, ValueError):
            pass  # The program has ended, which its output shows.


class Talk:
    """A connection of the client, whose server is this runner. Cases count ids from 1; `ids` has those of the client."""

    def __init__(self, program):
        self._program, self.ids = program, {}
        program.ask(do="new")

    def send(self, message):
        params = message.get("params", {})
        opens = message["method"] in ("view/open", "session/join")
        needed = {params.get("delivery", "properties")} if opens else set()
        if message["method"] == "session/join" or params.get("shared"):
            needed.add("shared")
        if not needed <= self._program.can:
            raise Skip(listed(needed - self._program.can))
        if message["method"] == "$/cancelRequest":
            message = {**message, "params": {**params, "id": self.ids[params["id"]]}}
        wrote = self._program.ask(do="send", message=message).get("wrote")
        lines = wrote.split("\n") if isinstance(wrote, str) else []
        if len(lines) != 2 or lines[1]:
            raise Failure(f"for {short(dump(message))}\nthe client wrote {short(repr(wrote))} instead of one line")
        try:
            found = json.loads(lines[0])
        except (ValueError, RecursionError):
            raise Failure(f"the client wrote a line that is not JSON: {short(lines[0])}") from None
        if not isinstance(found, dict):
            raise Failure(f"the client wrote a line that is not an object: {short(lines[0])}")
        check_request(message, found)
        if "id" in message:
            self.ids[message["id"]] = found["id"]

    def read(self, data):
        """Passes bytes to the client, as one read. Whether the client ends the connection because of them."""
        return self._program.ask(do="read", bytes=data.decode("latin-1")).get("fault", False)

    def renamed(self, reads):
        """The bytes of consecutive reads, with the ids of the client in the replies. A read may end within an id."""
        data, ends = b"", []
        for pieces in reads:
            data += b"".join(piece.encode() if isinstance(piece, str) else bytes(piece) for piece in pieces)
            ends.append(len(data))
        for match in reversed(list(REPLY_ID.finditer(data))):
            if int(match[1]) in self.ids:
                start, end, name = match.start(1), match.end(1), line(self.ids[int(match[1])])[:-1]
                data = data[:start] + name + data[end:]
                ends = [each + len(name) - (end - start) if each >= end else each for each in ends]
        return [data[start:end] for start, end in zip([0, *ends], ends)]

    def end(self):
        return outcome(self._program.ask(do="end"), self.ids)


def outcome(answer, ids):
    """The views, and the requests by their outcome, with the ids of the case."""
    try:
        views = {name: {"commit": view["commit"], "state": view["state"]} for name, view in answer["views"].items()}
        theirs = {dump(id): mine for mine, id in ids.items()}
        replies = [(theirs[dump(reply["id"])], reply.get("kind")) for reply in answer["replies"]
                   if dump(reply["id"]) in theirs]
        sessions = {"sessions": sorted(answer["sessions"])} if "sessions" in answer else {}
    except (AttributeError, KeyError, TypeError):
        raise Failure(f"the answer lacks something, or has another form: {short(dump(answer))}") from None
    return {**sessions, "views": views, "answered": sorted(id for id, kind in replies if not kind),
            "refused": {str(id): kind for id, kind in replies if kind},
            "waiting": sorted(ids.keys() - {id for id, _ in replies})}


# The kinds of cases

def fold(program, case):
    """The state of a view after its changes."""
    missing = set(case.get("needs", [])) - program.can
    if missing:
        raise Skip(listed(missing))
    talk, name = Talk(program), case.get("open", {"view": "v"})["view"]
    params = {"type": "t", "view": name, "delivery": case["delivery"]}
    if params["delivery"] == "properties":
        del params["delivery"]  # the default
    talk.send({"jsonrpc": "2.0", "id": 1, "method": "view/open", "params": params})
    replies = [{"jsonrpc": "2.0", "id": 1, "result": case["open"]}] if "open" in case else []
    for message in [*replies, *case["messages"]]:
        if isinstance(message, dict) and message.get("id") == 1:
            message = {**message, "id": talk.ids[1]}
        if talk.read(message.encode() + b"\n" if isinstance(message, str) else line(message)):
            return {"fault": True}
    return talk.end()["views"].get(name)


def exchange(program, case):
    """The views, and the outcomes of requests, after bytes that arrive in any pieces."""
    talk = Talk(program)
    for is_read, steps in itertools.groupby(case["steps"], lambda step: "read" in step):
        steps = list(steps)
        if is_read:
            for data in talk.renamed([step["read"] for step in steps]):
                if talk.read(data):
                    raise Failure("the client ends the connection, as if the server were at fault")
        else:
            for step in steps:
                if "send" in step:
                    talk.send(step["send"])
    return talk.end()


def run(program, case):
    """A process, started and ended as the client's users do, that plays a conversation."""
    if not {"properties", "run"} <= program.can:
        raise Skip(listed({"properties", "run"} - program.can))
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder, "report")
        command = [sys.executable, str(SCHEMAS / "conform.py"), "play", str(case["file"]), str(report)]
        answer = program.ask(do="run", command=command, messages=case["messages"])
        played = json.loads(report.read_text()) if report.exists() else {"why": NOT_ENDED}
    if played["why"]:
        raise Failure(played["why"])
    return {**outcome(answer, dict(played["ids"])), "status": answer.get("status")}


def screen(program, case):
    """What a front end shows, asks, calls and opens at one event. Only the results that the case names are compared."""
    if "screen" not in program.can:
        raise Skip("screen")
    answer = program.ask(do="screen", **{name: value for name, value in case.items() if name not in ("name", "then")})
    found = {name: answer.get(name, NOTHING.get(name, MISSING)) for name in case["then"]}
    for name in PARTIAL & found.keys():
        if isinstance(found[name], dict):
            found[name] = {each: found[name].get(each, MISSING) for each in case["then"][name]}
    return found


def conversation(path):
    """The case of a transcript, or none if a client cannot have it: it contains what no client sends."""
    title, *lines = path.read_text("utf-8").split("\n")
    views, answered, refused, messages = {}, [], {}, []
    for each in lines:
        if each[:2] not in ("> ", "< ", "= "):
            continue
        try:
            message = json.loads(each[2:])
        except ValueError:
            return None
        if each[0] == "=" or not isinstance(message, dict) or message.get("method") in ("shutdown", "exit"):
            return None
        if each[0] == ">":
            messages.append(message)
        else:
            follow(message, messages[-1], views, answered, refused)
    views = {name: {"commit": view["commit"], "state": view["state"]} for name, view in views.items()}
    then = {"views": views, "answered": answered, "refused": refused, "waiting": [], "status": 0}
    return {"name": title[2:], "file": path, "messages": messages, "then": then}


def follow(message, sent, views, answered, refused):
    """Notes the effects of a line of the server, which follows the message `sent`."""
    method, params, result = sent.get("method"), sent.get("params") or {}, message.get("result")
    if message.get("method") == "state/changed":
        for change in message["params"]["views"]:
            views[change["view"]]["state"].update(change["changes"])
            views[change["view"]]["commit"] = message["params"]["commit"]
    elif message.get("method") == "session/changed":
        for name in message["params"]["closed"]:
            views.pop(name, None)
    elif "error" in message:
        refused[str(message["id"])] = message["error"]["data"]["kind"]
    else:
        answered.append(message["id"])
        if isinstance(result, dict) and "state" in result:
            former = views.get(result["view"], {"session": params.get("session", "default")})
            views[result["view"]] = {**former, "commit": result["commit"], "state": dict(result["state"])}
        elif method == "view/close":
            views.pop(params["view"])
        elif method == "session/close":
            for name in [name for name, view in views.items() if view["session"] == params["session"]]:
                del views[name]


def play(path, report):
    """Plays the server of a conversation: checks what it reads, and writes the lines of the file. The exit status."""
    ids, why, received = {}, "", requests_of_a_client()
    try:
        for each in path.read_text("utf-8").split("\n"):
            if each.startswith("> "):
                wanted, found = json.loads(each[2:]), next(received, {})
                check_request(wanted, found)
                if "id" in wanted:
                    ids[wanted["id"]] = found["id"]
            elif each.startswith("< "):
                message = json.loads(each[2:])
                write({**message, "id": ids[message["id"]]} if "id" in message else message)
        for found in received:
            raise Failure(f"the client wrote {short(dump(found))} after the last message")
    except Failure as failure:
        why = str(failure)
    except (ValueError, LookupError, TypeError, AttributeError, OSError) as error:
        why = f"the server cannot use what the client wrote: {error!r}"
    unfinished = report.with_suffix(".unfinished")
    unfinished.write_text(json.dumps({"ids": list(ids.items()), "why": why}))
    unfinished.rename(report)
    return 1 if why else 0


def requests_of_a_client():
    """The messages on stdin until its end, without those that begin and end a connection, which are answered."""
    results = {"initialize": lambda: {"protocolVersion": PROTOCOL_VERSION}, "shutdown": lambda: None,
               "rpc.discover": lambda: json.loads(SCHEMAS.joinpath("openrpc.json").read_text("utf-8"))}
    is_shut_down = False
    for received in sys.stdin.buffer:
        message = json.loads(received)
        if message.get("method") == "exit":
            if not is_shut_down:
                raise Failure("the client sent exit without a shutdown before it")
            return
        is_shut_down = is_shut_down or message.get("method") == "shutdown"
        if message.get("method") in results:
            write({"jsonrpc": "2.0", "id": message["id"], "result": results[message["method"]]()})
        elif message.get("method") != "initialized":
            yield message


def write(message):
    sys.stdout.buffer.write(line(message))
    sys.stdout.buffer.flush()


def cases(only):
    """The cases whose event has this name, or whose names contain this text: (name, function, case)."""
    check_version()
    files = [(kind, path) for kind, folder in ((fold, "vectors"), (exchange, "exchanges"), (screen, "screens"))
             for path in sorted(SCHEMAS.joinpath(folder).glob("*.json"))]
    found = [(f"{kind.__name__}/{path.stem}: {case['name']}", kind, case)
             for kind, path in files for case in contents(path)["cases"]]
    for path in sorted(SCHEMAS.joinpath("conversations").glob("*.conversation")):
        case = conversation(path)
        if case:
            found.append((f"run/{path.stem}: {case['name']}", run, case))
    for kind in (fold, exchange, run, screen):
        if not any(check is kind for _, check, _ in found):
            raise Failure(f"{SCHEMAS} contains no case of the kind {kind.__name__}")
    of_event = [each for each in found if only == each[2].get("event")]
    chosen = of_event or [each for each in found if only in each[0]]
    if not chosen:
        raise Failure(f"{SCHEMAS} contains no case whose name contains {only!r}")
    return chosen


def check_version():
    sample = contents(SCHEMAS / "examples/valid/InitializeResult.json")
    try:
        version = sample[0]["message"]["protocolVersion"]
    except (LookupError, TypeError):
        version = "none"
    if version != PROTOCOL_VERSION:
        raise Failure(f"{SCHEMAS}: expected protocolVersion {PROTOCOL_VERSION}, found {version}")


def contents(path):
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise Failure(f"{path} cannot be read: {error}") from None


def judge(program, check, case):
    """Why a case has failed, or nothing."""
    try:
        return difference(check(program, case), case["then"])
    except Failure as failure:
        why = str(failure)
    except RecursionError:
        why = "the answer is nested too deeply"
    program.stop()
    return why


def difference(found, then):
    """How an outcome differs from the one of the case, or nothing."""
    then = {name: sorted(each) if name == "answered" else each for name, each in then.items()}
    if isinstance(found, dict) and not ("sessions" in found and "sessions" in then):
        found, then = ({name: each for name, each in one.items() if name != "sessions"} for one in (found, then))
    return "" if equal(found, then) else f"expected {dump(then)}\nfound    {dump(found)}"


def test(program, chosen, only, needed):
    """Prints the report, and returns the exit status."""
    failed, skipped = 0, 0
    print(f"TAP version 13\n1..{len(chosen)}")
    for number, (name, check, case) in enumerate(chosen, 1):
        try:
            why = judge(program, check, case)
        except Skip as skip:
            skipped += 1
            print(f"ok {number} - {name} # SKIP no {skip}", flush=True)
            continue
        failed += bool(why)
        print(f"not ok {number} - {name}\n# " + visible(why).replace("\n", "\n# ") if why else f"ok {number} - {name}", flush=True)
    if needed - program.can:
        print(f"# the program cannot: {listed(needed - program.can)}")
    conforms = not failed and ({"properties", "patch"} <= program.can or bool(only))
    verdict = "" if only else "conforms: " if conforms else "does not conform: "
    print(f"# {verdict}{len(chosen) - failed - skipped} passed, {failed} failed, {skipped} skipped")
    return 0 if conforms and needed <= program.can else 1


def visible(text):
    """The text of a report, with the characters that look like nothing, or like the end of a line, by their numbers."""
    return re.sub("[\x7f-\x9f\u2028\u2029]", lambda match: f"\\u{ord(match[0]):04x}", text)


def main():
    if sys.argv[1:2] == ["play"]:
        return play(*map(pathlib.Path, sys.argv[2:4]))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="TEXT", help="run the cases whose names contain this text, or of this event")
    parser.add_argument("--need", default="", metavar="CAPABILITY,…", help="capabilities whose absence is a failure")
    parser.add_argument("--timeout", type=float, default=10, metavar="SECONDS", help="the time for each answer: by default, 10")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    if not 0 < options.timeout <= 86_400:
        parser.error(f"--timeout {options.timeout:g}: expected more than 0 and at most 86400 seconds")
    needed = {name.strip() for name in options.need.split(",")} - {""}
    if not needed <= CAPABILITIES:
        parser.error(f"--need {listed(needed - CAPABILITIES)}: expected one of {listed(CAPABILITIES)}")
    if not shutil.which(options.command[0]):
        parser.error(f"{options.command[0]}: expected a program that can be started")
    try:
        chosen = cases(options.only)
    except Failure as failure:
        print(f"conform.py: {failure}", file=sys.stderr)
        return 2
    # A report may contain anything that the program wrote.
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    program = Program(options.command, options.timeout)
    try:
        program.start()
        return test(program, chosen, options.only, needed)
    except Failure as failure:  # of the start: no case can be run
        program.stop()
        print("Bail out! " + str(failure).replace("\n", " "))
        return 1
    except KeyboardInterrupt:
        program.stop()
        return 128 + signal.SIGINT
    except BrokenPipeError:  # Nobody reads the report any more; nothing else may be written at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    finally:
        program.finish()


if __name__ == "__main__":
    sys.exit(main())
