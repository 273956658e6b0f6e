"""Writes the component as an artifact for registries of containers, as wkg does, in a layout that
any program for such registries can push. Its digest is known before it is published.
"""

from __future__ import annotations

import hashlib
import json
from datetime import datetime, timezone
from typing import Any

from packages import Round, archive

MANIFEST = "application/vnd.oci.image.manifest.v1+json"


def artifact(this: Round) -> None:
    """Writes an archive of the layout."""
    component = (this.packages / "readroom.wasm").read_bytes()
    # Its imports and exports; a test compares them with the component.
    known = json.loads((this.source / "release/component.json").read_text())
    blobs: dict[str, bytes] = {}

    def blob(kind: str, content: bytes) -> dict[str, Any]:
        """Adds a blob, and returns its descriptor."""
        digest = hashlib.sha256(content).hexdigest()
        blobs[f"blobs/sha256/{digest}"] = content
        return {"mediaType": kind, "digest": f"sha256:{digest}", "size": len(content)}

    layer = blob("application/wasm", component)
    created = datetime.fromtimestamp(this.committed, timezone.utc).isoformat()
    config = {
        "created": created,
        "architecture": "wasm",
        "os": "wasip2",
        "layerDigests": [layer["digest"]],
        "component": {kind: list(known[kind]) for kind in ("exports", "imports")},
    }
    annotations = {
        "org.opencontainers.image.created": created,
        "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
        "org.opencontainers.image.title": "readroom",
        "org.opencontainers.image.version": this.version,
    }
    manifest = {
        "schemaVersion": 2,
        "mediaType": MANIFEST,
        "config": blob("application/vnd.wasm.config.v0+json", encoded(config)),
        "layers": [layer],
        "annotations": annotations,
    }
    entry = blob(MANIFEST, encoded(manifest))
    entry["annotations"] = {"org.opencontainers.image.ref.name": this.version}
    blobs["index.json"] = encoded({"schemaVersion": 2, "manifests": [entry]})
    blobs["oci-layout"] = encoded({"imageLayoutVersion": "1.0.0"})
    name = f"readroom-{this.version}-oci"
    archive(this.packages / f"{name}.tar.gz", name, blobs, this.committed)


def encoded(value: Any) -> bytes:
    """Returns a value as compact JSON."""
    return json.dumps(value, separators=(",", ":")).encode()
