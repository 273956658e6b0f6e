"""Writes the metadata by which MCP clients install a server: the registry entry, and bundles."""

from __future__ import annotations

import json
import time
import zipfile
from pathlib import Path
from typing import Any

from packages import LICENSES, Platform, Round

DESCRIPTION = "Reads, lists, finds and searches one directory, read-only, in a sandbox"
ROOT = "The directory that can be read, and nothing else"
SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
COMMANDS = {"npm": "npx", "pypi": "uvx"}


def registry_entry(this: Round) -> None:
    """Writes server.json, for the MCP registry. Both packages repeat the name, by which the
    registry knows that they belong to the publisher.
    """
    package = json.loads((this.source / "packages/js/package.json").read_text())
    root = {"type": "named", "name": "--root", "description": ROOT}
    root |= {"format": "filepath", "isRequired": True}  # type: ignore[dict-item]
    entry = {
        "$schema": SCHEMA,
        "name": package["mcpName"],
        "title": "Readroom",
        "description": DESCRIPTION,
        "version": this.version,
        "packages": [
            {
                "registryType": kind,
                "identifier": package["name"],
                "version": this.version,
                "runtimeHint": command,
                "transport": {"type": "stdio"},
                "packageArguments": [{"type": "positional", "value": "mcp"}, root],
            }
            for kind, command in COMMANDS.items()
        ],
    }
    (this.packages / "server.json").write_text(json.dumps(entry, indent=2) + "\n")


def bundles(this: Round) -> None:
    """Writes a bundle for each platform, which a client installs with a click."""
    for platform in this.platforms:
        files = {f"server/{platform.program}": this.programs[platform.target].read_bytes()}
        files |= {name: (this.source / name).read_bytes() for name in LICENSES}
        files["manifest.json"] = json.dumps(manifest(this, platform), indent=2).encode()
        path = this.packages / f"readroom-{this.version}-{platform.npm}.mcpb"
        write_zip(path, files, this.committed)


def manifest(this: Round, platform: Platform) -> dict[str, Any]:
    """Returns the description of a bundle. The client asks for the directory."""
    program = f"server/{platform.program}"
    arguments = ["mcp", "--root", "${user_config.root}"]
    root = {"type": "directory", "title": "Directory", "description": ROOT, "required": True}
    return {
        "manifest_version": "0.3",
        "name": "readroom",
        "display_name": "Readroom",
        "version": this.version,
        "description": DESCRIPTION,
        "author": {"name": "The Readroom authors"},
        "license": "MIT OR Apache-2.0",
        "server": {
            "type": "binary",
            "entry_point": program,
            "mcp_config": {"command": f"${{__dirname}}/{program}", "args": arguments},
        },
        "tools_generated": True,
        "user_config": {"root": root},
        "compatibility": {"platforms": [platform.npm.split("-")[0]]},
    }


def write_zip(path: Path, files: dict[str, bytes], seconds: int) -> None:
    """Writes a zip archive that depends only on its files and the time."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, time.gmtime(seconds)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, so that a program stays executable.
            entry.external_attr = (0o100755 if name.startswith("server/") else 0o100644) << 16
            archive.writestr(entry, files[name])
