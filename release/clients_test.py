"""Checks the metadata by which MCP clients install a server: bundles, and the registry entry."""

from __future__ import annotations

import json
import sys
import tarfile
import zipfile
from pathlib import Path

from executables import problems
from packages import Platform
from running import PROJECT, Runner, output, speaks_mcp

VALIDATOR = "@anthropic-ai/mcpb@2.1.2"
# No package of the registry's own has its schema; this one has a copy.
SCHEMA, SCHEMA_FILE = "mcp-registry-sdk==0.1.0", "mcpreg/_spec/server.schema.snapshot.json"


def bundle(packages: Path, platform: Platform, runs: Runner | None, tools: Path) -> None:
    """Validates a bundle by its own tool, and starts the server as a client would."""
    if not (tools / "node_modules").exists():
        install = ["npm", "install", "--silent", "--no-audit", "--no-fund", VALIDATOR]
        output([*install, "--prefix", str(tools)])
    (file,) = packages.glob(f"readroom-*-{platform.npm}.mcpb")
    directory = tools / file.stem
    with zipfile.ZipFile(file) as archive:
        archive.extractall(directory)
    mcpb = str(tools / "node_modules/@anthropic-ai/mcpb/dist/cli/cli.js")
    output(["node", mcpb, "validate", str(directory / "manifest.json")])
    server = json.loads((directory / "manifest.json").read_text())["server"]
    program = directory / server["entry_point"]
    assert not problems(program.read_bytes(), platform), file.name
    program.chmod(0o755)
    if runs is not None:
        told = {"${__dirname}": str(directory), "${user_config.root}": f"{runs.drive}{PROJECT}"}
        command = [server["mcp_config"]["command"], *server["mcp_config"]["args"]]
        for name, value in told.items():
            command = [each.replace(name, value) for each in command]
        speaks_mcp(file.name, command, runs)


def registry_entry(packages: Path, work: Path) -> None:
    """Compares the entry with the packages that it names, and with its schema."""
    entry = json.loads((packages / "server.json").read_text())
    names = {each["registryType"]: each["identifier"] for each in entry["packages"]}
    versions = {entry["version"], *(each["version"] for each in entry["packages"])}
    with tarfile.open(packages / f"readroom-{entry['version']}.tgz") as tar:
        member = tar.extractfile("package/package.json")
        assert member is not None
        npm = json.load(member)
    assert (npm["mcpName"], npm["name"]) == (entry["name"], names["npm"]), npm
    assert versions == {npm["version"]}, versions
    wheels = sorted(packages.glob("*.whl"))
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            metadata = f"readroom-{entry['version']}.dist-info/METADATA"
            description = archive.read(metadata).decode()
        assert f"mcp-name: {entry['name']} " in description, wheel.name
        assert f"\nName: {names['pypi']}\nVersion: {entry['version']}\n" in description, wheel.name
    directory = work / "schema"
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    # It is only unpacked, so it need not be for this Python.
    newest = ["--python-version", "3.14", "--only-binary", ":all:", "--no-deps"]
    output([*pip, "download", *newest, "--dest", str(directory), SCHEMA])
    output([*pip, "install", "--target", str(directory / "jsonschema"), "jsonschema"])
    (package,) = directory.glob("*.whl")
    with zipfile.ZipFile(package) as archive:
        archive.extract(SCHEMA_FILE, directory)
    check = (
        "import json, sys; sys.path.insert(0, sys.argv[1]); import jsonschema; "
        "schema, entry = (json.load(open(each)) for each in sys.argv[2:]); "
        "assert schema['$id'] == entry['$schema']; jsonschema.validate(entry, schema)"
    )
    files = [directory / "jsonschema", directory / SCHEMA_FILE, packages / "server.json"]
    output([sys.executable, "-c", check, *map(str, files)])
    print(f"server.json is valid, and says what {len(wheels)} wheels and the npm package say")
