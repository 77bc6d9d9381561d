"""A large reply of a service does not block the main thread: other calls get their replies meanwhile."""
import contextlib
import select
import signal
import time

import pytest

from github import repository
from large_answers import BOUNDS, HUGE, OWNED, OWNER, REPOSITORIES, repositories
from processes import peak
from typical import typical

pytestmark = pytest.mark.measures_time
TOO_LARGE = "The server's answer is too large"
# Seconds, for a debug build that shares its cores with the service and the client.
LONGEST_WAIT, LONGEST_END, TIMEOUT = 1.0, 3.0, 60.0
# The seconds without a reply after which a call counts as held up.
WHILE = 0.3
# The largest size of a reply, or of a list of several, in MB; and of a process that has read such a reply, in KiB.
LARGEST, LARGEST_PEAK = 4, 256 << 10


@pytest.fixture
def huge(request):
    """A page, and a prepared reply."""
    page, make, count = HUGE[request.param]
    return page, make(count)


@contextlib.contextmanager
def opened(start, page, answer):
    """A service with that reply, a server with the page open, and the page's id."""
    with page.service() as service:
        service.fail("GET", page.path, answer)
        yield service, *page.start(start, service)


def longest_wait(server, call):
    """Calls another view repeatedly until the call was answered, and once more; returns the longest time in seconds."""
    counter, waits, end = server.open("counterA"), [], time.monotonic() + TIMEOUT
    is_over = False
    while not is_over:
        assert time.monotonic() < end, f"still not answered; the longest wait was {max(waits):.2f} s"
        is_over = server.answered(call)
        begun = time.monotonic()
        server.call("increment", {"view": counter})
        waits.append(time.monotonic() - begun)
    return max(waits)


def is_refused(server, view, page):
    """Whether the page has the error message for a reply that is too large, and no data of it."""
    return server.holds(view, **{page.error: TOO_LARGE, page.shown: []})


@pytest.mark.parametrize("huge", typical(HUGE, "50,000 users", "pages of 100 long repositories, for ever",
                                         "100,000 notes"), indirect=True)
def test_while_a_huge_answer_is_taken_others_are_answered_and_nothing_of_it_is_kept(start, huge):
    page, answer = huge
    with opened(start, page, answer) as (service, server, view):
        wait = longest_wait(server, page.load(server, view))
        assert wait < LONGEST_WAIT and is_refused(server, view, page)


def until_others_wait(server, call):
    """Calls another view repeatedly until it waits for some time, or the call was answered."""
    counter, end = server.open("counterA"), time.monotonic() + TIMEOUT
    while not server.answered(call):
        assert time.monotonic() < end, "nobody waits, and the call is not answered"
        increment = server.request("increment", {"view": counter})
        while not server.answered(increment):
            if b"\n" not in server.output and not select.select([server.process.stdout], [], [], WHILE)[0]:
                return
            server.read()


@pytest.mark.parametrize("huge", typical(HUGE, "100,000 notes"), indirect=True)
@pytest.mark.parametrize("is_late", [False, True], ids=["at once", "while others wait"])
def test_while_a_huge_answer_is_taken_a_signal_ends_the_process(start, huge, is_late):
    page, answer = huge
    with opened(start, page, answer) as (service, server, view):
        call = page.load(server, view)
        service.seen("GET", page.path, 1)[0].is_over()
        if is_late:
            until_others_wait(server, call)
        begun = time.monotonic()
        server.send_signal(signal.SIGTERM)
        frames = list(iter(server.read_frame, None))
        assert server.wait() == 0 and time.monotonic() - begun < LONGEST_END
        for frame in frames:
            server.receive(frame)
        assert server.answered(call)


@pytest.mark.parametrize("bound", BOUNDS)
def test_a_list_at_its_bound_is_accepted_and_one_more_is_refused(start, bound):
    page, make, count = BOUNDS[bound]
    with opened(start, page, make(count + 1)) as (service, server, view):
        server.result(page.load(server, view))
        assert is_refused(server, view, page)
        service.fail("GET", page.path, make(count))
        wait = longest_wait(server, page.load(server, view))
        assert server.holds(view, **{page.error: None}) and len(server.state(view)[page.shown]) == count
        assert wait < LONGEST_WAIT


@pytest.mark.parametrize("count, is_taken", typical(
    [(10_000, True), (10_001, False), (10_050, False), (10_100, False)], (10_000, True), (10_001, False)))
def test_repositories_on_many_pages_are_taken_up_to_their_bound(searching, github, count, is_taken):
    github.repositories[OWNER] = [repository(number, "n") for number in range(count)]
    github.profiles[OWNER] = {}
    view = searching.open(OWNED.kind, params=OWNED.params)
    assert longest_wait(searching, OWNED.load(searching, view)) < LONGEST_WAIT
    if is_taken:
        assert searching.holds(view, repositoriesErrorMessage=None)
        assert len(searching.state(view)["repositories"]) == count
    else:
        assert is_refused(searching, view, OWNED)


@pytest.mark.parametrize("is_fork", typical([False, True], True), ids=["own", "forks"])
def test_a_list_without_an_end_is_not_read_for_ever(searching, github, is_fork):
    github.fail("GET", REPOSITORIES, repositories(100, 0, is_fork))
    view = searching.open(OWNED.kind, params=OWNED.params)
    assert longest_wait(searching, OWNED.load(searching, view)) < LONGEST_WAIT
    assert is_refused(searching, view, OWNED) and len(github.seen("GET", REPOSITORIES)) <= 101


@pytest.mark.memory
@pytest.mark.parametrize("size", typical([10_000, 100_000], 100_000))
def test_of_an_endless_list_only_the_size_of_one_reply_is_kept(searching, github, size):
    github.fail("GET", REPOSITORIES, repositories(100, size))
    view = searching.open(OWNED.kind, params=OWNED.params)
    searching.result(OWNED.load(searching, view))
    assert len(github.seen("GET", REPOSITORIES)) <= 1 + LARGEST * 10_000 // size
    assert peak(searching.pid) < LARGEST_PEAK
    assert is_refused(searching, view, OWNED)
