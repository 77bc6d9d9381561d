"""The package: no cycles among its modules, and a README that describes its tools and options."""

from __future__ import annotations

import json
import re

import pytest

from layers import circle
from support import REPOSITORY
from svvs_mcp.main import created
from svvs_mcp.tools import tools

MCP = REPOSITORY / "clients/mcp"
README = (MCP / "README.md").read_text("utf-8")


def test_there_is_no_import_cycle() -> None:
    assert circle(MCP / "src") is None


def test_the_readme_describes_each_tool_and_each_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert re.findall(r"^\| `(\w+)` \|", README, re.M) == [each.name for each in tools(is_read_only=False)]
    with pytest.raises(SystemExit):
        created(["--help"])
    options = re.findall(r"^  (--[\w-]+)", capsys.readouterr().out, re.M)
    assert set(re.findall(r"^\| `(--[\w-]+)", README, re.M)) == set(options) - {"--version"}


def test_the_configurations_are_json_with_the_command() -> None:
    found = re.findall(r"`(\{\"(?:mcpServers|servers|context_servers)\".*)` \|$", README, re.M)
    texts = [json.loads(text) for text in found]
    assert len(texts) == 3
    for text in texts:
        (servers,) = text.values()
        assert servers["my-app"]["command"] == "/path/to/svvs-mcp"
        assert servers["my-app"]["args"] == ["--", "/path/to/MyApp"]
