"""The cases and attacks under `tests/`."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fixture import known

DATA = Path(os.environ["READROOM_TESTS"])

CASE = {
    *(
        "about",
        "source",
        "root",
        "outside",
        "cwd",
        "grants",
        "home",
        "policy",
        "in_memory",
        "needs",
    ),
    *("lenient", "call", "outcome", "reply", "content", "tool"),
}
ATTACK = {
    *(
        "name",
        "threat",
        "about",
        "needs",
        "outside",
        "root",
        "meanwhile",
        "calls",
        "call",
        "verdict",
        "codes",
    ),
    *(
        "never",
        "long",
        "max_output_bytes",
        "max_message_chars",
        "max_guest_mib",
        "max_descriptor_growth",
    ),
}


def dialects() -> dict[str, dict[str, Any]]:
    """Returns the facts about each tool, by its id."""
    return {dialect["id"]: dialect for dialect in json.loads((DATA / "dialects.json").read_text())}


def cases() -> Iterator[tuple[str, Path]]:
    """Yields all cases, or the fifth of them that READROOM_FIFTH chooses, from 0 to 4: their names,
    `tool/what-it-shows`, and files.
    """
    fifth = os.environ.get("READROOM_FIFTH")
    for file in sorted((DATA / "cases").glob("*/*.json")):
        name = f"{file.parent.name}/{file.stem}"
        if fifth is None or sum(name.encode()) % 5 == int(fifth):
            yield name, file


def case(file: Path) -> dict[str, Any]:
    """Returns a case."""
    data: dict[str, Any] = json.loads(file.read_bytes())
    known(data, CASE)
    assert data["about"] and data["source"]
    assert data["call"]["tool"].split(":")[0] == file.parent.name
    return data


def attacks() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields all attacks: their names, `group/attack`, and data."""
    for file in sorted((DATA / "attacks").glob("*.json")):
        group = json.loads(file.read_bytes())
        known(group, {"about", "attacks"})
        for attack in group["attacks"]:
            known(attack, ATTACK)
            yield f"{file.stem}/{attack['name']}", attack


def repeated(value: Any) -> Any:
    """Returns a value with its long strings expanded: `{"$repeat": [[text, times], …]}` is all of
    these together.
    """
    if isinstance(value, list):
        return [repeated(item) for item in value]
    if isinstance(value, dict):
        if "$repeat" in value:
            return "".join(
                numbered(text, n) for text, times in value["$repeat"] for n in range(1, times + 1)
            )
        return {name: repeated(item) for name, item in value.items()}
    return value


def numbered(text: str, n: int) -> str:
    """Fills in `{n}` in a string, also as `{n+100}`, `{n:5}` and `{n:05}`."""

    def number(found: re.Match[str]) -> str:
        add, width = found["add"], found["width"]
        return format(n + int(add or 0), f"{width or ''}d")

    return re.sub(r"\{n(\+(?P<add>\d+))?(:(?P<width>\d+))?\}", number, text)


def without_time(value: Any) -> Any:
    """Returns a value without the parts that are not part of an answer: elapsed time, and in
    versions the time at which a file last changed in any way.
    """
    if isinstance(value, str):
        return re.sub(r"\(Took \d+ms\)", "(Took 0ms)", value)
    if isinstance(value, list):
        return [without_time(item) for item in value]
    if isinstance(value, dict):
        return {name: _member_without_time(name, item) for name, item in value.items()}
    return value


def _member_without_time(name: str, value: Any) -> Any:
    if name == "time_ms":
        return 0
    if name == "version" and isinstance(value, str):
        return "-".join(value.split("-")[:3])
    return without_time(value)
