"""The OCI image of deploy/image: what is in it, and what it does in a container."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.types import CallToolResult, TextContent

from clients import connected
from fleet import PATIENCE, REPOSITORY, TOKEN, VERSION, free_port, status, wait_until
from project import Request, make_project

pytestmark = pytest.mark.anyio

TAG = f"readroom:{VERSION}"
BUILT_AT = 1_700_000_000
REQUEST = Request("build.log", 999_000, 20)
LICENSES = ("LICENSE-APACHE", "LICENSE-MIT", "LICENSE-glyph-names")
PROGRAM = "usr/bin/readroom"


@dataclass
class Image:
    """An image that was built into a storage of its own, and written as an OCI layout."""

    environment: dict[str, str]
    layout: Path

    def blob(self, digest: str) -> Path:
        """Returns the file of a digest."""
        return self.layout / "blobs" / digest.replace(":", "/")

    @property
    def digest(self) -> str:
        """Returns the digest of the manifest, which covers everything in the image."""
        (manifest,) = json.loads((self.layout / "index.json").read_text())["manifests"]
        return str(manifest["digest"])

    @property
    def manifest(self) -> dict[str, Any]:
        """Returns the manifest."""
        return dict(json.loads(self.blob(self.digest).read_text()))

    @property
    def configuration(self) -> dict[str, Any]:
        """Returns the configuration."""
        return dict(json.loads(self.blob(self.manifest["config"]["digest"]).read_text()))

    def buildah(self, *arguments: str) -> str:
        """Returns what a command of buildah prints."""
        return subprocess.run(
            ["buildah", *arguments],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout.strip()


def built(directory: Path) -> Image:
    """Builds the image in an empty storage."""
    storage = directory / "storage.conf"
    storage.write_text(
        f'[storage]\ndriver = "vfs"\ngraphroot = "{directory}/root"\nrunroot = "{directory}/run"\n'
    )
    environment = {
        **os.environ,
        "CONTAINERS_STORAGE_CONF": str(storage),
        "SOURCE_DATE_EPOCH": str(BUILT_AT),
    }
    layout = directory / "layout"
    command = [sys.executable, "-B", str(REPOSITORY / "deploy/image/build.py")]
    command += ["--program", os.environ["READROOM"], "--tag", TAG, "--output", f"oci:{layout}"]
    subprocess.run(command, env=environment, check=True)
    return Image(environment, layout)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """The image."""
    return built(tmp_path_factory.mktemp("image"))


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that the user of the image can read."""
    directory = tmp_path_factory.mktemp("project")
    make_project(directory)
    for path in [directory, *directory.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    return directory


@contextmanager
def container(image: Image) -> Iterator[list[str]]:
    """Yields a command that runs a program in a container from the image."""
    name = image.buildah("from", "--pull-never", TAG)
    try:
        # buildah takes user and directory from the image, but not what it runs.
        yield ["buildah", "run", "--isolation", "chroot", "--network", "host", name]
    finally:
        image.buildah("rm", name)


def command_of(image: Image, *arguments: str) -> list[str]:
    """Returns what a container runs: with arguments, or those of the image."""
    configuration = image.configuration["config"]
    return [*configuration["Entrypoint"], *(arguments or configuration["Cmd"])]


def text_of(result: CallToolResult) -> str:
    """Returns the only text of a result."""
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def test_the_same_program_makes_the_same_image(image: Image, tmp_path: Path) -> None:
    again = built(tmp_path)
    assert again.digest == image.digest
    layers = sum(layer["size"] for layer in image.manifest["layers"])
    print(f"\nimage: {layers:,} bytes compressed, {image.digest}")


def test_the_image_has_the_program_and_nothing_else(image: Image) -> None:
    (layer,) = image.manifest["layers"]
    with tarfile.open(image.blob(layer["digest"])) as tar:
        members = {member.name.rstrip("/"): member for member in tar.getmembers()}
        file = tar.extractfile(members[PROGRAM])
        assert file is not None
        digest = hashlib.sha256(file.read()).hexdigest()
    assert digest == hashlib.sha256(Path(os.environ["READROOM"]).read_bytes()).hexdigest()
    files = {name for name, member in members.items() if not member.isdir()}
    licenses = {f"usr/share/licenses/readroom/{name}" for name in LICENSES}
    assert files == {PROGRAM} | licenses
    size = sum(member.size for member in members.values())
    named = re.search(r"It is (\d+) MB", (REPOSITORY / "docs/fleet.md").read_text())
    assert named is not None and abs(size / 1e6 / int(named[1]) - 1) < 0.15, size
    for name, member in members.items():
        assert (member.uid, member.gid, member.mtime) == (0, 0, BUILT_AT), name
        assert member.mode & 0o7777 == (0o755 if member.isdir() or name == PROGRAM else 0o644), name


def test_the_image_runs_as_a_user_without_a_name(image: Image) -> None:
    configuration = image.configuration["config"]
    user, group = configuration["User"].split(":")
    assert int(user) > 0 and int(group) > 0
    assert configuration["Entrypoint"] == [f"/{PROGRAM}", "mcp"]
    assert configuration["WorkingDir"] == "/project"


def test_the_image_says_what_it_is(image: Image) -> None:
    prefix = "org.opencontainers.image."
    labels = image.configuration["config"]["Labels"]
    assert all(name.startswith(prefix) for name in labels)
    named = {name.removeprefix(prefix): value for name, value in labels.items()}
    assert {"title", "description", "licenses", "version"} <= set(named)
    assert named["version"] == VERSION


async def test_the_container_serves_http_without_privileges(
    image: Image, root: Path, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.mkdir(mode=0o755)
    (secret / "token").write_text(f"{TOKEN}\n")
    (secret / "token").chmod(0o644)
    address = f"127.0.0.1:{free_port()}"
    arguments = ["--root", "/project", "--http", address, "--log", "json"]
    arguments += ["--token-file", "/run/secrets/readroom/token", "--drain-delay", "1s"]
    volumes = ["--volume", f"{root}:/project:ro", "--volume", f"{secret}:/run/secrets/readroom:ro"]
    log = tmp_path / "log"
    with container(image) as run:
        command = [*run[:-1], *volumes, run[-1], "--", *command_of(image, *arguments)]
        with log.open("wb") as file:
            server = subprocess.Popen(
                command,
                env=image.environment,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
            )
        try:
            wait_until(lambda: status(f"http://{address}/readyz") == 200, server, log)
            assert status(f"http://{address}/mcp") == 401
            async with connected(f"http://{address}/mcp", "auto", TOKEN) as client:
                result = await client.call_tool("read", REQUEST.arguments)
                assert text_of(result) == REQUEST.answer
            process = process_of(PROGRAM, address)
            facts = dict(
                line.split(":\t", 1)
                for line in Path(f"/proc/{process}/status").read_text().splitlines()
                if ":\t" in line
            )
            user, group = image.configuration["config"]["User"].split(":")
            assert facts["Uid"].split() == [user] * 4 and facts["Gid"].split() == [group] * 4
            assert int(facts["CapEff"], 16) == 0 and int(facts["CapPrm"], 16) == 0
            os.kill(process, signal.SIGTERM)
            assert await anyio.to_thread.run_sync(lambda: server.wait(PATIENCE)) == 0
        finally:
            end(server, address)


async def test_the_container_serves_one_client_over_standard_input(
    image: Image, root: Path
) -> None:
    with container(image) as run:
        command = [*run[:-1], "--volume", f"{root}:/project:ro", run[-1], "--", *command_of(image)]
        parameters = StdioServerParameters(
            command=command[0], args=command[1:], env=image.environment
        )
        async with Client(parameters) as client:
            result = await client.call_tool("read", REQUEST.arguments)
            assert text_of(result) == REQUEST.answer


def process_of(program: str, argument: str) -> int:
    """Returns the id of the process of a program that has an argument."""
    for directory in Path("/proc").glob("[0-9]*"):
        try:
            words = (directory / "cmdline").read_bytes().decode().split("\0")
        except OSError:
            continue
        if words[0] == f"/{program}" and argument in words:
            return int(directory.name)
    raise AssertionError(f"{program} does not run")


def end(server: subprocess.Popen[bytes], address: str) -> None:
    """Ends a container that still runs."""
    if server.poll() is None:
        try:
            os.kill(process_of(PROGRAM, address), signal.SIGKILL)
            server.wait(10)
        except (AssertionError, subprocess.TimeoutExpired):
            server.kill()
            server.wait()
