"""Pushes the component's artifact into a registry on this machine, and pulls it."""

from __future__ import annotations

import hashlib
import json
import shutil
import tarfile
from pathlib import Path
from urllib.request import Request, urlopen

from oci import MANIFEST
from running import free_port, fresh, output, serving, skipped, timed

PROGRAMS = ("docker-registry", "skopeo")


def artifact(packages: Path, work: Path) -> None:
    """Compares the pulled artifact with the component."""
    if missing := [each for each in PROGRAMS if shutil.which(each) is None]:
        skipped(f"the artifact of the component, without {' and '.join(missing)}")
        return
    (file,) = packages.glob("readroom-*-oci.tar.gz")
    home = fresh(work / "oci")
    with tarfile.open(file) as tar:
        tar.extractall(home, filter="data")
    version = file.name.split("-")[1]
    layout = home / file.name.removesuffix(".tar.gz")
    port = free_port()
    storage = f"{{filesystem: {{rootdirectory: {home}/storage}}}}"
    config = home / "config.yaml"
    config.write_text(f"version: 0.1\nstorage: {storage}\nhttp: {{addr: 127.0.0.1:{port}}}\n")
    pushed = timed("the artifact, pushed and pulled")
    with serving(["docker-registry", "serve", str(config)], port), pushed:
        place = f"docker://127.0.0.1:{port}/readroom:{version}"
        copy = ["skopeo", "--insecure-policy", "copy", "--dest-tls-verify=false"]
        output([*copy, f"oci:{layout}:{version}", place])
        url = f"http://127.0.0.1:{port}/v2/readroom"
        accept = {"Accept": MANIFEST}
        with urlopen(Request(f"{url}/manifests/{version}", headers=accept)) as response:
            pulled = response.read()
        manifest = json.loads(pulled)
        (layer,) = manifest["layers"]
        with urlopen(f"{url}/blobs/{layer['digest']}") as response:
            component = response.read()
    known = json.loads((layout / "index.json").read_text())["manifests"][0]["digest"]
    assert f"sha256:{hashlib.sha256(pulled).hexdigest()}" == known, "the manifest changed"
    assert manifest["config"]["mediaType"] == "application/vnd.wasm.config.v0+json", manifest
    assert layer["mediaType"] == "application/wasm", manifest
    assert component == (packages / "readroom.wasm").read_bytes(), "the component changed"
