"""The faults that a browser reports for a page: exceptions, errors in its console, and what its CSP has blocked."""
from __future__ import annotations

import re

# Chromium reports violations of the policy in the console, and also this event for those that it only counts.
VIOLATIONS = """
addEventListener('securitypolicyviolation', (event) =>
  console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""


class Faults:
    """Collects the faults of all pages of a test; `allow` names those that the test causes."""

    def __init__(self):
        self._all, self._allowed = [], []

    def watch(self, page):
        page.add_init_script(VIOLATIONS)
        page.on("pageerror", lambda error: self._all.append(f"exception: {error}"))
        page.on("console", lambda message: message.type == "error" and self._all.append(
            f"console: {message.text} ({message.location.get('url', '')})"))
        page.on("crash", lambda: self._all.append("the page crashed"))

    def allow(self, pattern):
        """Allows faults that contain a regular expression."""
        self._allowed.append(re.compile(pattern))

    @property
    def unexpected(self):
        return [one for one in self._all if not any(pattern.search(one) for pattern in self._allowed)]
