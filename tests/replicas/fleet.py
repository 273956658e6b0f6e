"""Replicas of the server, and the balancer in front of them, all on this machine."""

from __future__ import annotations

import csv
import os
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import anyio

REPOSITORY = Path(__file__).resolve().parents[2]
CONFIGURATION = REPOSITORY / "deploy/haproxy/haproxy.cfg"
MANIFEST = (REPOSITORY / "Cargo.toml").read_text()
VERSION = re.findall(r'^version = "(.*)"$', MANIFEST, re.MULTILINE)[0]
"""The version of the program."""
TOKEN = "a-token-for-the-tests"
DRAIN = ["--drain-delay", "3s", "--drain-timeout", "30s"]
PATIENCE = 60
"""How many seconds any step may take on a busy machine before it counts as failed."""


class Replica:
    """A server that can be ended and started again at the same port."""

    def __init__(self, name: str, root: Path, logs: Path, *options: str) -> None:
        self.name = name
        self.port = free_port()
        self.log = logs / f"{name}.log"
        self.root = root
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Returns the address that the balancer connects to."""
        return f"127.0.0.1:{self.port}"

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """Returns the running process."""
        assert self._process is not None, f"{self.name} was not started"
        return self._process

    def start(self) -> None:
        """Starts the server and waits until it is ready."""
        command = [os.environ["READROOM"], "mcp", "--root", str(self.root)]
        command += ["--http", self.address, "--log", "json", *DRAIN, *self._options]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                env={**os.environ, "READROOM_MCP_TOKEN": TOKEN},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        wait_until(lambda: self.status("/readyz") == 200, self._process, self.log)

    @property
    def url(self) -> str:
        """Returns the URL for clients that do without the balancer."""
        return f"http://{self.address}/mcp"

    def status(self, path: str) -> int:
        """Returns the status of a response, or 0 if there is none."""
        return status(f"http://{self.address}{path}")

    def suspend(self) -> None:
        """Stops the process where it is, without an end of its calls."""
        self.process.send_signal(signal.SIGSTOP)

    def kill(self) -> None:
        """Ends the process at once."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Ends the process if it runs."""
        if self._process is not None and self._process.poll() is None:
            self.kill()

    async def drain(self) -> int:
        """Asks the process to end, and returns its exit status."""
        self.process.terminate()
        return await anyio.to_thread.run_sync(lambda: self.process.wait(PATIENCE))


@dataclass
class Counters:
    """What the balancer counts for one replica."""

    running: int
    """The requests that the replica has now."""
    served: int
    """The responses with status 200."""
    repeated: int
    """The requests that failed here and were sent again."""
    up: bool


class Balancer:
    """haproxy with the configuration of deploy/haproxy."""

    def __init__(self, replicas: list[Replica], directory: Path) -> None:
        self.replicas = replicas
        self.port = free_port()
        self.log = directory / "haproxy.log"
        self._counters_port = free_port()
        counters = directory / "counters.cfg"
        counters.write_text(f"global\n    stats socket ipv4@127.0.0.1:{self._counters_port}\n")
        command = ["haproxy", "-db", "-f", str(CONFIGURATION), "-f", str(counters)]
        addresses = {
            f"REPLICA_{number}": replica.address for number, replica in enumerate(replicas, 1)
        }
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                env={**os.environ, "BALANCER": f"127.0.0.1:{self.port}", **addresses},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        try:
            wait_until(
                lambda: all(each.up for each in self.counters().values()), self._process, self.log
            )
        except BaseException:
            self.stop()
            raise

    @property
    def url(self) -> str:
        """Returns the URL for clients."""
        return f"http://127.0.0.1:{self.port}/mcp"

    def counters(self) -> dict[str, Counters]:
        """Returns the counters of each replica. All are 0 before the balancer listens."""
        with socket.socket() as connection:
            if connection.connect_ex(("127.0.0.1", self._counters_port)) != 0:
                return {replica.name: Counters(0, 0, 0, False) for replica in self.replicas}
            connection.sendall(b"show stat\n")
            text = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
        rows = csv.DictReader(text.removeprefix("# ").splitlines())
        return {
            row["svname"]: Counters(
                int(row["scur"]),
                int(row["hrsp_2xx"]),
                int(row["wretr"]) + int(row["wredis"]),
                row["status"] == "UP",
            )
            for row in rows
            if row["svname"].startswith("replica-")
        }

    async def until(self, replica: Replica, holds: Callable[[Counters], bool]) -> None:
        """Waits until something holds for the counters of a replica."""
        with anyio.fail_after(PATIENCE):
            while not holds(self.counters()[replica.name]):
                await anyio.sleep(0.02)

    def stop(self) -> None:
        """Ends the process."""
        self._process.kill()
        self._process.wait()


@contextmanager
def balanced(root: Path, directory: Path) -> Iterator[Balancer]:
    """Yields a balancer over three replicas. Ends all of them."""
    replicas = [Replica(f"replica-{number}", root, directory) for number in (1, 2, 3)]
    balancer = None
    try:
        for replica in replicas:
            replica.start()
        balancer = Balancer(replicas, directory)
        yield balancer
    finally:
        if balancer is not None:
            balancer.stop()
        for replica in replicas:
            replica.stop()


def status(url: str, headers: dict[str, str] | None = None) -> int:
    """Returns the status of a response, or 0 if there is none."""
    request = urllib.request.Request(url, headers=headers or {})
    # Not through a proxy that the environment may name.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=10) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def wait_until(holds: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    """Waits until something holds. Fails with the log if the process ends, or never gets there."""
    limit = time.monotonic() + PATIENCE
    while not holds():
        if process.poll() is not None or time.monotonic() > limit:
            raise AssertionError(f"it is not ready\n{log.read_text(errors='replace')[-4000:]}")
        time.sleep(0.05)


def free_port() -> int:
    """Returns a port that nothing listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
