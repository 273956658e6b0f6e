"""Checks that the component is there before a package is built, and adds the program to a wheel."""

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

# 48 is the first long-term version with the features that the sandbox needs; the cases run with it
# and with the newest.
ENGINE = "wasmtime>=48,<51"

# The systems that have a wheel with the program.
WITH_PROGRAM = (
    "sys_platform == 'linux' and platform_machine == 'x86_64'",
    "sys_platform == 'linux' and platform_machine == 'aarch64'",
    "sys_platform == 'darwin' and platform_machine == 'arm64'",
    "sys_platform == 'darwin' and platform_machine == 'x86_64'",
    "sys_platform == 'win32' and platform_machine == 'AMD64'",
)


def program() -> str | None:
    """Returns the file that a wheel for one platform is to contain."""
    return os.environ.get("READROOM_WHEEL_PROGRAM")


class ReadroomHook(BuildHookInterface[Any]):
    """Fails if the component is missing, with how to get it.

    A wheel for one platform contains the program too: the file READROOM_WHEEL_PROGRAM, for the
    platform tag READROOM_WHEEL_PLATFORM. A wheel without it is for every platform.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Checks for the component. An editable install uses the same file."""
        component = Path(self.root, "src/readroom/readroom.wasm")
        if not component.is_file():
            raise FileNotFoundError(
                "the component is missing; write it with "
                "`cargo run --release -- component "
                "packages/python/src/readroom/readroom.wasm` and build again"
            )
        file = program()
        if self.target_name == "wheel" and file is not None:
            if not Path(file).is_file():
                raise FileNotFoundError(
                    f"READROOM_WHEEL_PROGRAM names '{file}', which is not a file; build the "
                    f"program with `cargo build --release` and name it, below CARGO_TARGET_DIR if "
                    f"that is set, or unset the variable for a wheel without the program"
                )
            platform = os.environ.get("READROOM_WHEEL_PLATFORM")
            if not platform:
                raise ValueError(
                    "READROOM_WHEEL_PLATFORM is not set; name the platform of the program in "
                    "READROOM_WHEEL_PROGRAM, such as linux_x86_64"
                )
            build_data["shared_scripts"] = {file: "readroom" + Path(file).suffix}
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{platform}"


class ReadroomMetadata(MetadataHookInterface):
    """Returns the package's dependencies: the component's engine, unless it has the program."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Sets the dependencies. A resolver that inspects only one wheel learns from it what the
        others need.
        """
        others = " and ".join(f"({_negated(each)})" for each in WITH_PROGRAM)
        metadata["dependencies"] = [ENGINE if program() is None else f"{ENGINE}; {others}"]


def _negated(marker: str) -> str:
    return marker.replace(" and ", " or ").replace("==", "!=")
