"""Compares the metadata for registries and clients with the packages and the documents."""

import base64
import json
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

REPOSITORY = Path(__file__).resolve().parents[2]


def test_both_packages_have_the_name_in_the_registry() -> None:
    package = json.loads((REPOSITORY / "packages/js/package.json").read_text())
    description = (REPOSITORY / "packages/python/README.md").read_text()
    assert re.findall(r"mcp-name: (\S+)", description) == [package["mcpName"]]


def test_the_plugin_has_the_version_and_its_directory() -> None:
    package = json.loads((REPOSITORY / "packages/js/package.json").read_text())
    (entry,) = json.loads((REPOSITORY / ".claude-plugin/marketplace.json").read_text())["plugins"]
    plugin = REPOSITORY / entry["source"]
    manifest = json.loads((plugin / ".claude-plugin/plugin.json").read_text())
    assert (manifest["name"], manifest["version"]) == (entry["name"], package["version"])
    servers = json.loads((plugin / ".mcp.json").read_text())["mcpServers"]
    settings = json.loads((plugin / "project-settings.json").read_text())
    allowed = [f"mcp__plugin_{entry['name']}_{server}" for server in servers]
    assert settings["permissions"]["allow"] == allowed


def test_a_link_adds_the_configuration_below_it() -> None:
    text = (REPOSITORY / "docs/start/client.md").read_text()
    links = re.findall(r"\]\((https://\S+install\S*)\):\n\n```json\n(.*?)```", text, re.DOTALL)
    assert len(links) == 2
    for link, printed in links:
        query = {name: value for name, (value,) in parse_qs(urlsplit(link).query).items()}
        (servers,) = json.loads(printed).values()
        config = query["config"]
        given = config if config.startswith("{") else base64.b64decode(config, validate=True)
        assert {query["name"]: json.loads(given)} == servers
