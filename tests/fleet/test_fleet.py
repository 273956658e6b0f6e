"""A job over hostile trees, in which processes are killed. The tests build on each other."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ray.cluster_utils import Cluster

from conftest import Job, Victim
from corpus import SECRET, Corpus


@pytest.fixture(scope="session")
def summary(job: Job) -> Any:
    """Runs the job twice. The first is killed itself; then workers and their programs are."""
    job.run_until_killed(batches=5)
    written = job.batches()
    victims: list[Victim] = ["worker", "program of a worker", "program of the job"] * 4
    victims += ["program of a worker"] * 6
    at = written

    def kill() -> None:
        nonlocal at
        # The next victim dies when two more batches are written.
        if victims and job.batches() >= at + 2 and job.kill(victims[0]):
            del victims[0]
            at = job.batches()

    return {"before": written, **job.run(kill)}


@pytest.fixture(scope="session")
def rows(summary: Any, job: Job) -> dict[tuple[str, str], dict[str, Any]]:
    return {(row["tree"], row["path"]): row for row in job.rows()}


def test_killed_workers_and_programs_are_replaced(summary: Any, job: Job) -> None:
    print(summary, Counter(job.killed))
    killed = Counter(job.killed)
    assert killed == {"worker": 4, "program of the job": 4, "program of a worker": 10}
    assert not summary["failed"]
    assert summary["skipped"] >= summary["before"] >= 5
    assert summary["repeated_batches"] >= 1
    assert summary["repeated_reads"] >= 1


def test_every_entry_has_exactly_one_row(summary: Any, job: Job, corpus: Corpus) -> None:
    found = Counter((row["tree"], row["path"]) for row in job.rows())
    assert not [key for key, count in found.items() if count != 1]
    assert set(found) == corpus.entries
    # The same by another way than the corpus's own account, with what is not listed.
    nameless = 0
    walked = set()
    for tree in corpus.trees[:-2]:
        for path in walk(tree):
            try:
                path.encode()
                walked.add((str(tree), path))
            except UnicodeEncodeError:
                nameless += 1
    assert nameless == corpus.nameless
    unreachable = {key for key in corpus.entries if corpus.expected.get(key) == "name-too-long"}
    rest = {key for key in corpus.entries if key[0] in map(str, corpus.trees[:-2])}
    assert walked == rest - unreachable | corpus.denied


def walk(tree: Path) -> Iterator[str]:
    """Yields everything in a tree that is not a directory."""
    for directory, directories, files in os.walk(tree):
        links = [name for name in directories if os.path.islink(os.path.join(directory, name))]
        for name in files + links:
            yield os.path.relpath(os.path.join(directory, name), tree)


def test_a_page_is_what_a_naive_reader_reads(
    rows: dict[tuple[str, str], dict[str, Any]], corpus: Corpus
) -> None:
    for key in corpus.plain:
        row, content = rows[key], Path(*key).read_bytes()
        assert row["page"] == content.decode(), key
        assert (row["kind"], row["complete"], row["code"]) == ("text", True, None), key
        assert row["bytes"] == len(content), key
        assert row["lines"] == len(content.split(b"\n")) - content.endswith(b"\n") - (not content)
        outline = [entry["text"] for entry in row["outline"]]
        if key[1].endswith(".py") and "package" in key[1]:
            declared = [line for line in row["page"].splitlines() if line.startswith("def ")]
            assert [text for text in outline if text.startswith("def ")] == declared, key


def test_what_cannot_be_read_is_a_row_with_an_error(
    rows: dict[tuple[str, str], dict[str, Any]], corpus: Corpus
) -> None:
    for key, expected in corpus.expected.items():
        row = rows[key]
        assert (row["code"] or row["kind"]) == expected, key
        assert bool(row["message"]) == bool(row["code"]), key
        assert row["page"] is None or row["code"] in (None, "too-large"), key


def test_nothing_from_outside_is_in_any_row(job: Job, summary: Any, corpus: Corpus) -> None:
    forbidden = [SECRET, Path("/etc/passwd").read_text().splitlines()[0], "PATH="]
    for row in job.rows():
        for text in texts(row):
            assert not any(each in text for each in forbidden), (row["tree"], row["path"])


def texts(value: Any) -> Iterator[str]:
    """Yields all texts in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from texts(list(value.values()))
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)


def test_suspicious_text_is_named(rows: dict[tuple[str, str], dict[str, Any]], job: Job) -> None:
    kinds = {
        name: rows[str(job.trees[0]), f"texts/{name}.txt"]["suspicious"]
        for name in ("terminal", "bidi", "markup", "crlf")
    }
    assert kinds == {
        "terminal": ["terminal"],
        "bidi": ["bidirectional"],
        "markup": ["forged-markup"],
        "crlf": [],
    }


def test_a_second_run_does_nothing(summary: Any, job: Job) -> None:
    before = job.files()
    again = job.run()
    assert (again["rows"], again["batches"], again["removed"]) == (0, 0, 0)
    assert again["skipped"] == job.batches()
    assert job.files() == before


def test_a_run_makes_only_what_is_missing(summary: Any, job: Job) -> None:
    before = job.files()
    lost = sorted(before)[:3]
    for name in lost:
        (job.output / name).unlink()
    (job.output / ".left.behind").write_text("half a file")
    assert job.run()["batches"] == 3
    after = job.files()
    assert {file.name for file in job.output.iterdir()} == after.keys() == before.keys()
    assert {name for name in after if after[name] != before[name]} == set(lost)


def test_a_change_repeats_only_its_batches(summary: Any, job: Job, corpus: Corpus) -> None:
    tree = job.trees[1]
    changed, removed = (path for tree_, path in sorted(corpus.plain)[-2:] if tree_)
    last = corpus.trees[5]
    (last / changed).write_text("changed\n")
    (last / removed).unlink()
    (tree / "added.txt").write_text("added\n")
    before = job.batches()
    again = job.run()
    assert 1 <= again["batches"] <= 6
    assert again["skipped"] >= before - 6
    rows = job.rows()
    found = Counter((row["tree"], row["path"]) for row in rows)
    wanted = corpus.entries - {(str(last), removed)} | {(str(tree), "added.txt")}
    assert found == Counter(wanted)
    pages = {(row["tree"], row["path"]): row["page"] for row in rows}
    assert pages[str(last), changed] == "changed\n"


def test_a_batch_that_kills_every_worker_is_given_up(job: Job, tmp_path: Path) -> None:
    one = Job(job.address, job.trees[:2], tmp_path / "output", 1_000_000)
    given_up = one.run(lambda: one.kill("worker"), code=1)
    assert len(one.killed) == 4
    assert len(given_up["failed"]) == 1
    assert one.batches() == 0
    assert one.run()["batches"] == 1


def test_a_lost_node_loses_no_row(
    cluster: Cluster, job: Job, corpus: Corpus, tmp_path: Path
) -> None:
    some = Job(job.address, [job.trees[0], job.trees[2]], tmp_path / "output", 32)
    nodes = [cluster.add_node()]
    cluster.wait_for_nodes()

    def lose() -> None:
        if nodes and some.batches() >= 5:
            cluster.remove_node(nodes.pop(), allow_graceful=False)

    assert not some.run(lose)["failed"]
    assert not nodes
    found = Counter((row["tree"], row["path"]) for row in some.rows())
    assert found == Counter(key for key in corpus.entries if key[0] in map(str, some.trees))
