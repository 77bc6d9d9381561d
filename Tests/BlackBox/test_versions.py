"""One version for the server and its clients: that of AppServer."""
import re

from server import REPOSITORY

PLACES = {
    "Sources/StateServer/AppServer.swift": r'version = "([^"]+)"',
    "schemas/openrpc.json": r'"version" : "([^"]+)"',
    "clients/python/pyproject.toml": r'^version = "([^"]+)"',
    "clients/emacs/svvs.el": r"^;; Version: (\S+)",
    "clients/emacs/svvs-pkg.el": r'\(define-package "svvs" "([^"]+)"',
    "clients/neovim/lua/svvs/init.lua": r"version = '([^']+)'",
    "clients/shell/svvs.sh": r"^# Version: (\S+)",
}


def test_all_have_the_version_of_the_server():
    versions = {place: re.findall(pattern, (REPOSITORY / place).read_text(), re.M) for place, pattern in PLACES.items()}
    assert all(found == versions["Sources/StateServer/AppServer.swift"] for found in versions.values()), versions
    assert len(versions["Sources/StateServer/AppServer.swift"]) == 1
