"""A website of somebody else, whose pages attack the page of the app."""
from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = b"<!doctype html><meta charset=utf-8><title>Other</title><link rel=icon href=data:,><p>Other"

# Loads a URL as each kind of element that takes one, and returns which of them succeeded.
EMBED = """async (url) => {
  const attempt = (name, attribute, more = {}) => new Promise((resolve) => {
    const element = Object.assign(document.createElement(name), more);
    element.onload = () => resolve(`${name} loaded`);
    element.onerror = () => resolve(null);
    element[attribute] = url;
    document.body.append(element);
  });
  return (await Promise.all([
    attempt('script', 'src'), attempt('script', 'src', { type: 'module' }),
    attempt('script', 'src', { type: 'module', crossOrigin: 'use-credentials' }),
    attempt('img', 'src'), attempt('link', 'href', { rel: 'stylesheet' }),
    attempt('link', 'href', { rel: 'preload', as: 'script' }),
  ])).filter(Boolean);
}"""

# Requests a URL in each mode that a script has; a text that can be read, or a reply of any kind, is a success.
FETCH = """async (url) => {
  const attempts = [{}, { mode: 'no-cors' }, { credentials: 'include' }, { method: 'POST', mode: 'no-cors', body: 'x' },
    { method: 'PUT', headers: { 'x-other': '1' } }, { redirect: 'manual' }];
  const found = await Promise.all(attempts.map(async (options) => {
    try {
      const reply = await fetch(url, options);
      return `${JSON.stringify(options)}: ${reply.type} ${reply.status} ${(await reply.text()).slice(0, 50)}`;
    } catch {
      return null;
    }
  }));
  return found.filter(Boolean);
}"""

# Opens a WebSocket, says something if it opens, and returns what happened.
CONNECT = """([url, first]) => new Promise((resolve) => {
  const socket = new WebSocket(url);
  socket.onopen = () => socket.send(first);
  socket.onmessage = (event) => resolve(`message: ${event.data}`);
  socket.onclose = (event) => resolve(`closed: ${event.code}`);
})"""


class OtherSite:
    """Serves one empty page at every path."""

    def __init__(self):
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("content-type", "text/html")
                self.send_header("content-length", str(len(PAGE)))
                self.end_headers()
                self.wfile.write(PAGE)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self):
        self._server.shutdown()
        self._server.server_close()
