"""Sees to it that a package carries the component."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ComponentHook(BuildHookInterface[Any]):
    """Fails early, and says what to do."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Looks for it before anything is built. An editable install reads it from where it lies."""
        component = Path(self.root, "src/readroom/readroom.wasm")
        if not component.is_file():
            raise FileNotFoundError(
                "the component is not there; write it with "
                "`cargo run --release -- component packages/python/src/readroom/readroom.wasm` and build again"
            )
