"""Checks that the component is there before a package is built."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ComponentHook(BuildHookInterface[Any]):
    """Fails if the component is missing, and says how to get it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Checks for the component. An editable install uses the same file."""
        component = Path(self.root, "src/readroom/readroom.wasm")
        if not component.is_file():
            raise FileNotFoundError(
                "the component is missing; write it with "
                "`cargo run --release -- component "
                "packages/python/src/readroom/readroom.wasm` and build again"
            )
