"""The plug-in for the Hermes agent, which is a program in an environment of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import readroom

from models import Call
from services import ChatCompletions

PLUGIN = Path(__file__).resolve().parents[3] / "packages/agents/hermes"
CONFIG = """\
model: {{default: scripted, provider: custom, base_url: "{url}/v1", api_key: none}}
security: {{tirith_enabled: false}}
"""
# What the README says, which is YAML.
READY = (PLUGIN / "README.md").read_text().split("```text\n")[1].split("```")[0]


def run(root: Path, *turns: list[Call], plugins: str) -> ChatCompletions:
    """Runs the agent in a project, with the plug-in installed, and returns its model."""
    home = root.parent / "home"
    shutil.copytree(PLUGIN, home / "plugins/readroom", ignore=shutil.ignore_patterns("__pycache__"))
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "HERMES_HOME": str(home)}
    # Nobody listens there: it asks other machines about models.
    environment |= {"HTTPS_PROXY": "http://127.0.0.1:9", "NO_PROXY": "127.0.0.1"}
    service = ChatCompletions(*turns)
    with service:
        (home / "config.yaml").write_text(CONFIG.format(url=service.url) + plugins)
        done = subprocess.run(
            [os.environ["READROOM_HERMES"], "chat", "--quiet", "--query", "Read."],
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "done" in done.stdout
    assert len(service.requests) == len(turns) + 1
    return service


def offered(service: ChatCompletions) -> dict[str, Any]:
    """Returns the tools that the model was offered."""
    return {each["function"]["name"]: each["function"] for each in service.requests[0]["tools"]}


def test_a_model_searches_and_then_reads(root: Path) -> None:
    (root / ".env").write_text("SECRET\n")
    service = run(
        root,
        [
            ("search_files", {"pattern": "tw"}),
            ("find_files", {"glob": "*.txt"}),
            ("list_files", {}),
        ],
        [
            ("read_file", {"path": "notes.txt", "start": 2}),
            ("read_file", {"path": "dot.png"}),
            ("read_file", {"path": "nothing.txt"}),
            ("read_file", {"path": ".env"}),
            ("read_file", {"path": str(root.parent / "secret.txt")}),
        ],
        plugins=READY,
    )
    found, files, names, text, image, missing, denied, outside = service.results()
    assert found == "notes.txt\n2\ttwo\n[1 line in 1 file. Not searched: 2 binary files, 1 link.]"
    assert files.startswith("notes.txt\n")
    assert "paper.pdf" in names
    assert text == "2\ttwo\n3\tthree\n[Lines 2-3 of 3.]"
    assert image == "[image/png, 1 x 1 pixels.]\n[vision_analyze shows images.]"
    # Hermes takes these for failures, and may add advice.
    codes = [each.split(":")[1] for each in (missing, denied, outside)]
    assert codes == [' "not-found', ' "permission-denied', ' "outside-root']
    assert "SECRET" not in json.dumps(service.requests)
    tools = offered(service)
    for name in ("read", "search", "find", "list"):
        tool = readroom.tool(f"readroom:{name}")
        own = tools[f"{name}_file" if name == "read" else f"{name}_files"]
        assert own["parameters"] == json.loads(tool.parameters)
        assert own["description"] == tool.description


def test_the_own_tools_stay_without_permission(root: Path) -> None:
    plugins = READY.replace("true", "false")
    service = run(root, [("read_file", {"path": "notes.txt"})], plugins=plugins)
    (text,) = service.results()
    assert "1|one" in json.loads(text)["content"]
    assert "find_files" not in offered(service)
