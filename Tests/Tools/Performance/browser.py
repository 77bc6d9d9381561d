"""Measures the page in a browser: `browser.py KIND PROGRAM [SOCKET]` prints JSON. It runs in the environment of the tests,
which has Playwright. `web` of the program serves the page of the server at the socket.

    paint    milliseconds until the first paint, and until the start view shows
    many     the same for an app with 1,000 actions, which needs no server
    action   milliseconds of calls: until the DOM has changed, and from the request to the first message
    messages the same while the page shows the messages
    relay    milliseconds of the same calls by a client that is not a browser, from the request to the first message
    patch    milliseconds from a patch of one row of a long list to the changed DOM, and the number of long tasks
    size     bytes of the scripts
"""
from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TESTS / path) for path in ("People/browser/support", "Server/support", "Contract")]
sys.dont_write_bytecode = True

from playwright.sync_api import sync_playwright  # noqa: E402, it follows the path

from app_page import AppPage, action, rows, value  # noqa: E402
from fake_app import FakeApp  # noqa: E402
from raw_web import RawWebSocket  # noqa: E402
from socket_server import Connection  # noqa: E402
from web_process import WebProcess  # noqa: E402
from written_screens import action as an_action  # noqa: E402
from written_screens import part, view_type  # noqa: E402

LONG, CALLS, PATCHES, ACTIONS = 100_000, 50, 30, 1000
# Records the times of the messages.
WATCH = """
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', () => { window.receivedAt ??= performance.now(); });
  }
  send(text) {
    window.sentAt = performance.now();
    window.receivedAt = undefined;
    super.send(text);
  }
};"""
# Records when an element shows: after the frame in which it is in the document.
SHOW = """
new MutationObserver((_, observer) => {
  if (!document.querySelector(SELECTOR)) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.shownAt = performance.now(); }));
}).observe(document, { childList: true, subtree: true });"""
# Calls an action again and again, as fast as a person might: each time, the number has to change.
CALL = """async (count) => {
  const button = document.querySelector('[data-type=counterA] [data-action=increment]');
  const number = document.querySelector('[data-type=counterA] [data-property=count] dd');
  const found = [];
  for (let each = 0; each < count; each += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const changed = new Promise((resolve) => new MutationObserver((_, observer) => {
      observer.disconnect();
      resolve(performance.now());
    }).observe(number, { childList: true, subtree: true, characterData: true }));
    const begun = performance.now();
    button.click();
    const end = await changed;
    found.push({ change: end - begun, message: receivedAt - sentAt });
  }
  return found;
}"""
FOLLOW = """() => {
  window.longTasks = 0;
  new PerformanceObserver((list) => { longTasks += list.getEntries().length; }).observe({ type: 'longtask' });
}"""
# Waits for the change of a table, and lays it out.
PATCHED = """() => {
  window.receivedAt = undefined;
  const body = document.querySelector('[data-type=observedList] .rows');
  window.patched = new Promise((resolve) => new MutationObserver((_, observer) => {
    observer.disconnect();
    body.getBoundingClientRect();
    resolve(performance.now() - receivedAt);
  }).observe(body, { childList: true, subtree: true, characterData: true }));
}"""


@contextlib.contextmanager
def tab(program, path, *scripts):
    """The page in a new browser, which has loaded nothing before."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("SVVS_CHROMIUM", "/usr/bin/chromium"),
                                             args=["--no-sandbox"] if os.geteuid() == 0 else [])
        process = WebProcess(path, command=(program,))
        try:
            page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
            # The process that draws this site exists from now on.
            page.goto(f"{process.origin}/nothing")
            for script in scripts:
                page.add_init_script(script)
            page.goto(process.link)
            yield AppPage(page).is_connected()
        finally:
            process.end()
            browser.close()


def paint(program, path, selector="article.card [data-property]"):
    with tab(program, path, SHOW.replace("SELECTOR", json.dumps(selector))) as app:
        app.page.wait_for_function("() => window.shownAt")
        first = app.page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        return {"first paint": first, "view": app.page.evaluate("shownAt")}


def many(program):
    actions = [an_action(f"action{number}", title=f"Action {number}") for number in range(ACTIONS)]
    screen = view_type("many", part("count", "integer"), actions=actions, start=True)
    with tempfile.TemporaryDirectory(prefix="svvs-") as folder:
        app = FakeApp(f"{folder}/s", [screen], {"many": {"count": 0}})
        try:
            return paint(program, app.path, f"[data-action=action{ACTIONS - 1}]")
        finally:
            app.stop()


def call(program, path, shows_messages=False):
    with tab(program, path, WATCH) as app:
        app.open("Counter A")
        if shows_messages:
            app.show_messages()
        action(app.card("counterA"), "increment").click()
        value(app.card("counterA"), "count").get_by_text("1").wait_for()
        return app.page.evaluate(CALL, int(os.environ.get("SVVS_CALLS", CALLS)))


def messages(program, path):
    return call(program, path, shows_messages=True)


def relay(program, path):
    process = WebProcess(path, command=(program,))
    try:
        with RawWebSocket(process.port) as client:
            client.log_in(process.link)
            times = []
            for number in range(CALLS + 1):
                method, params = ("increment", {"view": "r"}) if number else ("view/open", {"type": "counterA", "view": "r"})
                request = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
                begun = time.perf_counter()
                client.send(request)
                message = client.message()
                times.append((time.perf_counter() - begun) * 1e3)
                while json.loads(message).get("id") != number:
                    message = client.message()
            return times[1:]
    finally:
        process.end()


def patch(program, path):
    with tab(program, path, WATCH) as app:
        app.open("Observed list", count=LONG)
        rows(app.card("observedList"), "rows").first.wait_for()
        connection = Connection(path)
        session, = connection.call("session/list")["sessions"]
        connection.call("session/join", {"session": session["session"], "delivery": "patch"})
        view, = [each["view"] for each in session["views"] if each["type"] == "observedList"]
        app.page.evaluate(FOLLOW)
        times = []
        for number in range(PATCHES):
            app.page.evaluate(PATCHED)
            connection.call("rename", {"view": view, "index": number % 5, "title": f"renamed {number}"})
            times.append(app.page.evaluate("patched"))
        connection.close()
        return {"times": times, "long tasks": app.page.evaluate("longTasks")}


def size(program, path):
    with tab(program, path) as app:
        return app.page.evaluate("""() => performance.getEntriesByType('resource')
          .filter((each) => new URL(each.name).pathname.endsWith('.js')).reduce((sum, each) => sum + each.decodedBodySize, 0)""")


print(json.dumps({"paint": paint, "many": many, "action": call, "messages": messages, "relay": relay, "patch": patch, "size": size}[sys.argv[1]](*sys.argv[2:])))
