"""With any number of descriptors, the server works, or reports in a line or in state why it does not."""
import json
import subprocess

from github import profile
from server import COMMAND, DEADLINE

# Above 11, all limits behave alike up to the one with which the server starts.
LIMITS = [*range(3, 12), 32, *range(46, 57), 64]
USER = [{"method": "view/open", "params": {"type": "user", "view": "v", "params": {"id": "A"}}},
        {"method": "load", "params": {"view": "v"}}]
DETAIL = [{"method": "view/open", "params": {"type": "searchDetail", "view": "v", "params": {"name": "octocat"}}},
          {"method": "loadProfile", "params": {"view": "v"}}]


def run(limit, options, requests):
    """The result of a server with a limit of descriptors and these requests."""
    lines = [json.dumps({"jsonrpc": "2.0", "id": number, **one}) + "\n" for number, one in enumerate(requests)]
    command = ["sh", "-c", f'ulimit -n {limit} && exec "$@"', "sh", *COMMAND, *options]
    return subprocess.run(command, input="".join(lines).encode(), capture_output=True, timeout=2 * DEADLINE)


def last_state(output):
    """The last state of the view if every request was answered with a result; else None."""
    messages = [json.loads(line) for line in output.splitlines()]
    replies = {one["id"]: one.get("result") for one in messages if "id" in one}
    if replies.keys() != {0, 1} or not all(replies.values()):
        return None
    changes = [entry["changes"] for one in messages if "id" not in one for entry in one["params"]["views"]]
    return {name: value for part in (replies[0]["state"], *changes) for name, value in part.items()}


def verdict(result, shown, error):
    """Whether a server has worked, has refused to, or has failed in another way."""
    said = result.stderr.decode()
    what = f"status {result.returncode}; {said!r}; {result.stdout.decode()!r}"
    if "Fatal" in said or "***" in said:
        return what
    if result.returncode == 0:
        state = last_state(result.stdout)
        if state is None or (state[shown] is None) == (state[error] is None):
            return what
        return "works" if state[error] is None else "says why in state"
    # A negative status is a signal that ended the process.
    return "says why in a line" if result.returncode > 0 and len(said.splitlines()) == 1 and said.strip() else what


def check_all_limits(options, requests, shown, error):
    verdicts = {limit: verdict(run(limit, options(limit), requests), shown, error) for limit in LIMITS}
    faults = [f"{limit}: {what}" for limit, what in verdicts.items() if not what.startswith(("works", "says why"))]
    assert not faults, "\n".join(faults)
    assert verdicts[LIMITS[0]] != "works" and verdicts[LIMITS[-1]] == "works"
    # What the limits that are left out would show, too.
    assert verdicts[32] == verdicts[46] and verdicts[56] == verdicts[64]


def test_a_server_with_its_data_in_memory():
    check_all_limits(lambda limit: [], USER, "user", "errorMessage")


def test_a_server_with_its_data_in_a_file(tmp_path):
    check_all_limits(lambda limit: ["--database", str(tmp_path / f"{limit}.sqlite")], USER, "user", "errorMessage")


def test_a_server_with_its_data_in_a_file_that_is_there(tmp_path):
    path = str(tmp_path / "app.sqlite")
    assert verdict(run(100, ["--database", path], USER), "user", "errorMessage") == "works"
    check_all_limits(lambda limit: ["--database", path], USER, "user", "errorMessage")


def test_a_server_that_asks_a_backend(backend):
    check_all_limits(lambda limit: ["--api", backend.url], USER, "user", "errorMessage")


def test_a_server_that_searches(github):
    github.profiles["octocat"] = profile("octocat")
    check_all_limits(lambda limit: ["--github-url", github.url], DETAIL, "profile", "profileErrorMessage")
