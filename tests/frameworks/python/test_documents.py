"""The snippets of the documents that need a framework, such as those marked `python langchain`."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from models import ScriptedAgentsModel, ScriptedChat, ScriptedFunctionModel
from services import AnthropicMessages, Service

REPOSITORY = Path(__file__).resolve().parents[3]
PATH = "src/main.rs"
# The model that a snippet has as `model`.
MODELS: dict[str, Callable[[], Any]] = {
    "langchain": lambda: ScriptedChat(calls=[("read", {"path": PATH})]),
    "deepagents": lambda: ScriptedChat(calls=[("read_file", {"file_path": f"/{PATH}"})]),
    "openai-agents": lambda: ScriptedAgentsModel([("read", {"path": PATH})]),
    "pydantic-ai": lambda: ScriptedFunctionModel([("read", {"path": PATH})]),
    "claude-agent": lambda: AnthropicMessages(
        [("mcp__readroom__Read", {"file_path": str(Path.cwd() / PATH)})]
    ),
}


def snippets() -> Iterator[Any]:
    """Yields the snippets, each with its framework."""
    for document in json.loads((REPOSITORY / "tests/documents.json").read_text())["documents"]:
        text = (REPOSITORY / document).read_text()
        found = re.findall(r"^```python ([\w-]+)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
        for framework, snippet in found:
            yield pytest.param(framework, snippet, id=f"{document}-{framework}")


@pytest.mark.usefixtures("nobody")
@pytest.mark.parametrize(("framework", "snippet"), [*snippets()])
def test_a_snippet_shows_its_model_the_file(
    framework: str, snippet: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "project"
    shutil.copytree(REPOSITORY / "tests/documents/project", project)
    monkeypatch.chdir(project)
    model = MODELS[framework]()
    with model if isinstance(model, Service) else contextlib.nullcontext():
        if isinstance(model, Service):
            monkeypatch.setenv("ANTHROPIC_BASE_URL", model.url)
        exec(compile(snippet, framework, "exec"), {"model": model})
    assert len(model.requests) == 2
    assert "fn main() -> ExitCode {" in repr(model.requests[1])


def test_every_framework_has_a_snippet() -> None:
    assert {parameter.values[0] for parameter in snippets()} == {*MODELS}
