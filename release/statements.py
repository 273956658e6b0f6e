"""The metadata of a release: its contents, its provenance, and its digests."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from packages import Round


def bill_of_materials(source: Path, file: Path, version: str) -> None:
    """Writes the crates of the program and the component, as CycloneDX 1.6."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--features", "http"]
    manifest = str(source / "host-runner/cli/Cargo.toml")
    printed = subprocess.run(
        [*command, "--manifest-path", manifest], check=True, stdout=subprocess.PIPE
    ).stdout
    metadata = json.loads(printed)
    packages = {each["id"]: each for each in metadata["packages"]}
    nodes = {each["id"]: each for each in metadata["resolve"]["nodes"]}
    roots = [
        each["id"]
        for each in metadata["packages"]
        if each["name"] in ("readroom-cli", "readroom-component") and each["source"] is None
    ]
    used: dict[str, list[str]] = {}
    waiting = list(roots)
    while waiting:
        id = waiting.pop()
        if id in used:
            continue
        # Test-only dependencies are not in a release.
        used[id] = [
            each["pkg"]
            for each in nodes[id]["deps"]
            if any(kind["kind"] != "dev" for kind in each["dep_kinds"])
        ]
        waiting += used[id]
    root = {"type": "application", "bom-ref": "readroom", "name": "readroom", "version": version}
    dependencies = [
        {"ref": "readroom", "dependsOn": sorted(reference(packages[id]) for id in roots)}
    ]
    for id, needed in sorted(used.items()):
        refs = sorted(reference(packages[each]) for each in needed)
        dependencies.append({"ref": reference(packages[id]), "dependsOn": refs})
    write(
        file,
        {
            "bomFormat": "CycloneDX",
            "specVersion": "1.6",
            "version": 1,
            "metadata": {"component": root},
            "components": [component(packages[id]) for id in sorted(used)],
            "dependencies": dependencies,
        },
    )


def reference(package: dict[str, Any]) -> str:
    """Returns the package URL of a crate."""
    return f"pkg:cargo/{package['name']}@{package['version']}"


def component(package: dict[str, Any]) -> dict[str, Any]:
    """Returns a crate in the form of CycloneDX."""
    found = {
        "type": "library",
        "bom-ref": reference(package),
        "name": package["name"],
        "version": package["version"],
        "purl": reference(package),
    }
    if package.get("license"):
        found["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    return found


def provenance(this: Round, packages: Path, targets: Sequence[str]) -> None:
    """Writes how the packages were built, as an in-toto statement with a predicate of SLSA. It is
    not signed: the person or the service that publishes signs it.
    """
    commit = this.ask("git", "rev-parse", "HEAD")
    subjects = [
        {"name": str(each.relative_to(packages)), "digest": {"sha256": digest(each)}}
        for each in files(packages)
    ]
    lock = (this.source / "Cargo.lock", this.source / "release/requirements.lock")
    npm = this.source / "packages/js/package-lock.json"
    resolved = [
        {"uri": str(each.relative_to(this.source)), "digest": {"sha256": digest(each)}}
        for each in (*lock, npm)
    ]
    build = {
        "buildType": "release/build.py",
        "externalParameters": {"targets": list(targets)},
        "resolvedDependencies": [{"digest": {"gitCommit": commit}}, *resolved],
    }
    rustc = this.ask("rustc", "--version")
    run = {"builder": {"id": "release/build.py", "version": {"rustc": rustc}}}
    write(
        packages / "provenance.json",
        {
            "_type": "https://in-toto.io/Statement/v1",
            "subject": subjects,
            "predicateType": "https://slsa.dev/provenance/v1",
            "predicate": {"buildDefinition": build, "runDetails": run},
        },
    )


def checksums(packages: Path) -> None:
    """Writes SHA256SUMS, as `sha256sum --check` reads it."""
    lines = [f"{digest(each)}  {each.relative_to(packages)}\n" for each in files(packages)]
    (packages / "SHA256SUMS").write_text("".join(lines))


def files(packages: Path) -> list[Path]:
    """Returns all files, sorted."""
    return sorted(each for each in packages.rglob("*") if each.is_file())


def digest(file: Path) -> str:
    """Returns the SHA-256 of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def write(file: Path, value: Any) -> None:
    """Writes JSON."""
    file.write_text(json.dumps(value, indent=2) + "\n")
