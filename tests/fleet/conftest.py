"""A corpus, a cluster of two nodes, and the job."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import psutil
import pyarrow.dataset as ds
import pytest
from ray.cluster_utils import Cluster

import corpus as corpus_

JOB = Path(__file__).resolve().parents[2] / "examples/fleet/job.py"

Victim = Literal["worker", "program of a worker", "program of the job"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--files", type=int, default=2400, help="how many ordinary files to read")


@dataclass
class Job:
    """A job over the corpus, with one output."""

    address: str
    trees: Sequence[Path]
    output: Path
    batch: int
    killed: list[Victim] = field(default_factory=list)
    """What was killed, in order."""

    def start(self) -> subprocess.Popen[str]:
        options = ["--address", self.address, "--output", str(self.output)]
        command = [sys.executable, str(JOB), *options, "--batch", str(self.batch)]
        return subprocess.Popen(
            [*command, *map(str, self.trees)], stdout=subprocess.PIPE, text=True
        )

    def run(self, while_running: Callable[[], object] = lambda: None, code: int = 0) -> Any:
        """Runs the job to its end, and calls a function again and again. Returns the summary."""
        with self.start() as process:
            wait(process, lambda: bool(while_running()) and False)
            assert process.stdout is not None
            printed = process.stdout.read()
        assert process.returncode == code
        # Ray prints what it has to say of killed workers before.
        return json.loads(printed.splitlines()[-1])

    def run_until_killed(self, batches: int) -> None:
        """Runs the job until some batches are written, and kills it."""
        with self.start() as process:
            wait(process, lambda: self.batches() >= batches)
            assert process.poll() is None, "the job ended before it could be killed"
            process.kill()

    def batches(self) -> int:
        """Returns how many batches are written."""
        return len(list(self.output.glob("*.parquet")))

    def files(self) -> dict[str, tuple[int, int]]:
        """Returns what tells whether a file of the output was written again."""
        found = ((file.name, file.stat()) for file in self.output.glob("*.parquet"))
        return {name: (stat.st_ino, stat.st_mtime_ns) for name, stat in found}

    def rows(self) -> list[dict[str, Any]]:
        return ds.dataset(self.output).to_table().to_pylist()

    def kill(self, victim: Victim) -> bool:
        """Kills a process of the cluster or of a job. Returns whether there is one."""
        for process in psutil.Process().children(recursive=True):
            # It may end by itself meanwhile.
            with contextlib.suppress(psutil.NoSuchProcess):
                if is_victim(process, victim):
                    process.kill()
                    process.wait()
                    self.killed.append(victim)
                    return True
        return False


def is_victim(process: psutil.Process, victim: Victim) -> bool:
    """Returns whether a process is what is to be killed."""
    command, parent = process.cmdline(), process.parent()
    if victim == "worker":
        return command[:1] == ["ray::write_batch"]
    if command[1:] != ["serve"] or parent is None:
        return False
    return (victim == "program of the job") == (str(JOB) in parent.cmdline())


def wait(process: subprocess.Popen[str], is_enough: Callable[[], bool]) -> None:
    """Waits until a process has ended or something is so. Kills it if that never comes."""
    deadline = time.monotonic() + 900
    while process.poll() is None and not is_enough():
        if time.monotonic() > deadline:
            process.kill()
        time.sleep(0.005)


def titled(process: psutil.Process, title: str) -> bool:
    """Returns whether a process is still there and has a title."""
    try:
        return title in " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return False


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Any:
    return corpus_.make(tmp_path_factory.mktemp("trees"), request.config.getoption("--files"))


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """Starts two nodes with a processor each."""
    # The path of a socket has at most 107 bytes, so that this is not below the target.
    with (
        tempfile.TemporaryDirectory(prefix="ray-") as directory,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("RAY_TMPDIR", directory)
        head = {"include_dashboard": False}
        # A node has one processor unless it is told otherwise.
        cluster = Cluster(initialize_head=True, head_node_args=head)
        cluster.add_node()
        cluster.wait_for_nodes()
        yield cluster
        cluster.shutdown()  # type: ignore[no-untyped-call]


@pytest.fixture(scope="session")
def job(cluster: Cluster, corpus: corpus_.Corpus, tmp_path_factory: pytest.TempPathFactory) -> Job:
    size = max(len(corpus.entries) // 200, 32)
    return Job(cluster.address, corpus.trees, tmp_path_factory.mktemp("output"), size)
