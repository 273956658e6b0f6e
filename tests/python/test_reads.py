"""The features of a read: blocks, outlines, columns, encodings, notebooks, images, and many files
at once.
"""

from __future__ import annotations

import base64
import dataclasses
import inspect
import json
import os
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from readroom import (
    Document,
    DocumentBody,
    ImageBody,
    NotebookBody,
    OutlineBody,
    ReadError,
    ReadRequest,
    Room,
    RoomError,
    contract,
    errors,
    read_request,
)
from readroom.contract import (
    BlockSpan,
    CellOutput,
    ClippedLine,
    DirectoryBody,
    DirectoryEntry,
    Heading,
    Listing,
    NotebookCell,
    OmittedMedia,
    OutlineEntry,
)
from readroom.generated import decode
from readroom.room import Engine

import data
from engines import ENGINES, WAYS

CODE = '''\
"""Shapes."""


class Square:
    """Four sides."""

    @property
    def area(self):
        if self.side > 0:
            return self.side ** 2
        return 0

    def name(self):
        return "square"


def main():
    print(Square().area)
'''
PIXELS = (
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAC0lEQVR4nGNgwAQAABQAAX3+Hu4AAAAASUVORK5CYII="
)
NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Title\n", "text"]},
        {
            "cell_type": "code",
            "execution_count": 3,
            "metadata": {},
            "source": "print(1)\nplot()",
            "outputs": [
                {"output_type": "stream", "name": "stdout", "text": ["1\n"]},
                {
                    "output_type": "display_data",
                    "metadata": {},
                    "data": {"text/plain": "<Figure>", "image/png": PIXELS},
                },
            ],
        },
        {
            "cell_type": "code",
            "execution_count": 4,
            "metadata": {},
            "source": "1/0",
            "outputs": [
                {
                    "output_type": "error",
                    "ename": "ZeroDivisionError",
                    "evalue": "by zero",
                    "traceback": [],
                },
                {"output_type": "stream", "name": "stderr", "text": "x" * 2500},
            ],
        },
        {"cell_type": "raw", "metadata": {}, "source": "raw"},
    ],
    "metadata": {"language_info": {"name": "python"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}
CHINESE = "一二三四五六七八九十\n" * 20


@pytest.fixture(params=WAYS)
def room(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    """A room with files of many kinds, in which calls are made by each engine."""
    (tmp_path / "shapes.py").write_text(CODE)
    (tmp_path / "guide.md").write_text("# One\n\nText.\n\n## Two\n\nMore.\n\n# Three\n")
    (tmp_path / "wide.txt").write_text("short\n" + "0123456789" * 500 + "\n")
    (tmp_path / "numbers.txt").write_text("".join(f"{number}\n" for number in range(1, 1001)))
    (tmp_path / "chinese.txt").write_bytes(CHINESE.encode("gb18030"))
    (tmp_path / "marked.txt").write_bytes(b"\xff\xfe" + "héé\n".encode("utf-16le"))
    (tmp_path / "cells.ipynb").write_text(json.dumps(NOTEBOOK))
    (tmp_path / "pixels.png").write_bytes(base64.b64decode(PIXELS))
    with Room(tmp_path, **WAYS[request.param]) as room:
        yield room


def test_a_block_encloses_a_line(room: Room) -> None:
    text = room.read("shapes.py", block=10).text
    assert text.content == "        if self.side > 0:\n            return self.side ** 2\n"
    assert text.block == BlockSpan(
        9, 10, (Heading(4, "class Square:"), Heading(8, "def area(self):")), ()
    )
    assert (text.first, text.lines, text.stopped, text.total) == (9, 2, "block-end", 18)
    further = room.read("shapes.py", block=10, levels=1).text
    assert further.block == BlockSpan(7, 11, (Heading(4, "class Square:"),), ())
    assert further.first == 7
    outermost = room.read("shapes.py", block=10, levels=10**30).text
    assert outermost.block is not None and (outermost.block.first, outermost.block.headers) == (
        4,
        (),
    )
    beside = room.read("shapes.py", block=10, levels=1, siblings=True).text
    assert (
        "def area" in beside.content
        and "def name" in beside.content
        and "def main" not in beside.content
    )
    assert room.read("shapes.py", block=17).text.stopped == "end"
    page = room.read("shapes.py", block=4, lines=2).text
    assert (page.lines, page.stopped) == (2, "line-limit")
    assert page.first == 4 and page.next is not None and page.next.line == 6
    assert room.read("shapes.py", cursor=page.next.cursor).text.first == 6
    assert room.read("shapes.py").text.block is None


def test_a_block_that_cannot_be_is_refused(room: Room) -> None:
    with pytest.raises(errors.OffsetPastEndError) as past:
        room.read("shapes.py", block=10**30)
    assert past.value.total == 18
    for line in (0, -1):
        with pytest.raises(errors.InvalidArgumentError):
            room.read("shapes.py", block=line)
    with pytest.raises(errors.UnsupportedError):
        room.read("cells.ipynb", block=1)
    for two in ({"start": 1}, {"cursor": "x"}, {"start": 1, "cursor": "x"}):
        with pytest.raises(RoomError, match="give one of them"):
            room.read("shapes.py", block=1, **two)
    for alone in ({"levels": 1}, {"siblings": True}, {"start": 1, "siblings": True}):
        with pytest.raises(RoomError, match="give block"):
            room.read("shapes.py", **alone)
    with pytest.raises(RoomError, match="at least 0"):
        room.read("shapes.py", block=1, levels=-1)


def test_an_outline_has_declarations(room: Room) -> None:
    outline = room.read("shapes.py", view="outline").outline
    assert outline == OutlineBody(
        entries=(
            OutlineEntry(4, 14, 0, "class Square:"),
            OutlineEntry(8, 11, 1, "def area(self):"),
            OutlineEntry(13, 14, 1, "def name(self):"),
            OutlineEntry(17, 18, 0, "def main():"),
        ),
        omitted=0,
        tokens=outline.tokens,
        total=18,
        encoding="utf-8",
    )
    assert 10 < outline.tokens < 30
    fewer = room.read("shapes.py", view="outline", lines=2).outline
    assert ([entry.line for entry in fewer.entries], fewer.omitted) == ([4, 17], 2)
    headings = room.read("guide.md", view="outline").outline.entries
    assert [(entry.line, entry.last, entry.depth) for entry in headings] == [
        (1, 7, 0),
        (5, 7, 1),
        (9, 9, 0),
    ]
    for wrong in ({"start": 1}, {"block": 1}, {"cursor": "x"}):
        with pytest.raises(errors.InvalidArgumentError):
            room.read("shapes.py", view="outline", **wrong)


def test_an_outline_of_too_large_a_file_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "large.py").open("wb") as file:
        file.truncate((16 << 20) + 1)
    with Room(tmp_path) as room, pytest.raises(errors.TooLargeError):
        room.read("large.py", view="outline")


def test_columns_are_a_part_of_each_line(room: Room) -> None:
    text = room.read("wide.txt", column=3, columns=4).text
    assert (text.content, text.clipped) == (
        "ort\n2345\n",
        (ClippedLine(line=2, next_column=7, characters=5000),),
    )
    text = room.read("wide.txt", start=2, column=4_995).text
    assert (text.content, text.clipped) == ("456789\n", ())
    whole = room.read("wide.txt", start=2, columns=10**30).text
    assert (len(whole.content), whole.clipped) == (5001, ())
    usual = room.read("wide.txt").text
    assert usual.clipped == (ClippedLine(line=2, next_column=2001, characters=5000),)
    assert room.read("wide.txt", column=10**30).text.content == "\n\n"
    for wrong in ({"column": 0}, {"columns": 0}, {"column": -3}, {"columns": -3}):
        with pytest.raises(errors.InvalidArgumentError):
            room.read("wide.txt", **wrong)  # type: ignore[arg-type]


def test_encodings_are_detected_or_given(room: Room) -> None:
    found = room.read("chinese.txt").text
    assert (found.content, found.encoding_source, found.lossy) == (CHINESE, "content", False)
    assert found.encoding in ("gbk", "gb18030")
    given = room.read("chinese.txt", encoding="GB18030").text
    assert (given.content, given.encoding, given.encoding_source) == (CHINESE, "gb18030", "request")
    marked = room.read("marked.txt").text
    assert (marked.content, marked.encoding, marked.encoding_source) == (
        "\ufeffhéé\n",
        "utf-16le",
        "bom",
    )
    assert marked.bom and 3 <= marked.tokens <= 8
    plain = room.read("shapes.py").text
    assert (plain.encoding, plain.encoding_source) == ("utf-8", "content")
    assert room.read("chinese.txt", encoding="utf-8").text.lossy
    for unknown in ("klingon", "", "\ud800", "x" * 10_000_000):
        with pytest.raises(errors.InvalidArgumentError):
            room.read("chinese.txt", encoding=unknown)


def test_a_notebook_is_read_by_its_cells(room: Room) -> None:
    notebook = room.read("cells.ipynb").notebook
    title, plot, error, raw = notebook.cells
    assert notebook == NotebookBody(
        cells=(title, plot, error, raw),
        tokens=notebook.tokens,
        stopped="end",
        total=4,
        next_cell=None,
        malformed=0,
        language="python",
    )
    assert title == NotebookCell(1, "markdown", None, "# Title\ntext", 0, (), 0)
    assert plot == NotebookCell(
        number=2,
        kind="code",
        execution_count=3,
        source="print(1)\nplot()",
        omitted_characters=0,
        outputs=(
            CellOutput("stdout", "1\n", 0, ()),
            CellOutput(
                "display-data",
                "<Figure>",
                0,
                (OmittedMedia("image/png", len(base64.b64decode(PIXELS))),),
            ),
        ),
        omitted_outputs=0,
    )
    assert [output.kind for output in error.outputs] == ["error", "stderr"]
    assert "ZeroDivisionError: by zero" in error.outputs[0].text
    assert (error.outputs[1].text.count("x"), error.outputs[1].omitted_characters) == (2000, 500)
    assert "[500 characters left out]" in error.outputs[1].text
    assert (raw.kind, raw.source) == ("raw", "raw")


def test_a_document_is_read_by_its_text(room: Room, tmp_path: Path) -> None:
    case = json.loads((data.DATA / "cases/readroom@0.4/document-xlsx.json").read_text())
    (tmp_path / "budget.xlsx").write_bytes(base64.b64decode(case["root"]["budget.xlsx"]["base64"]))
    body = room.read("budget.xlsx").body
    assert isinstance(body, DocumentBody)
    assert (body.format, body.text.lines, body.text.first, body.cut) == ("xlsx", 16, 1, None)
    assert [(unit.title, unit.line, unit.hidden, unit.range) for unit in body.units] == [
        ("Budget", 1, False, "A1:C4"),
        ("Notes", 12, True, "A1:A1"),
    ]
    assert (body.hidden.units, body.hidden.rows, body.left_out.images) == (1, 1, 0)
    at_unit = room.read("budget.xlsx", unit="notes", lines=1).body
    assert isinstance(at_unit, DocumentBody)
    assert at_unit.text.content == "## Sheet: Notes (hidden)\n"
    with pytest.raises(ReadError, match="has no 'Sums'"):
        room.read("budget.xlsx", unit="Sums")
    with pytest.raises(RoomError, match="give one of them"):
        room.read("budget.xlsx", unit="Notes", start=2)


def test_cells_are_paged_and_clipped(room: Room) -> None:
    page = room.read("cells.ipynb", start=2, lines=1).notebook
    assert ([cell.number for cell in page.cells], page.stopped, page.next_cell) == (
        [2],
        "line-limit",
        3,
    )
    assert [cell.number for cell in room.read("cells.ipynb", start=-1).notebook.cells] == [4]
    clipped = room.read("cells.ipynb", bytes=7).notebook
    assert (clipped.cells[0].source, clipped.cells[0].omitted_characters, clipped.next_cell) == (
        "# Title",
        5,
        2,
    )
    assert room.read("cells.ipynb", tokens=1).notebook.stopped == "token-limit"
    assert room.read("cells.ipynb", view="text").text.content.startswith('{"cells"')
    with pytest.raises(errors.OffsetPastEndError) as past:
        room.read("cells.ipynb", start=5)
    assert past.value.total == 4
    position = room.read("wide.txt", lines=1).text.next
    assert position is not None
    with pytest.raises(errors.UnsupportedError):
        room.read("cells.ipynb", cursor=position.cursor)


def test_a_file_that_is_not_a_notebook_is_text(tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_text("not JSON\n")
    with (tmp_path / "large.ipynb").open("wb") as file:
        file.write(b'{"cells": [')
        file.write(b" " * (64 << 20))
    with Room(tmp_path) as room:
        assert room.read("a.ipynb").text.content == "not JSON\n"
        with pytest.raises(errors.TooLargeError):
            room.read("large.ipynb")


# The component interface of wasmtime takes seconds for this many values.
@pytest.mark.parametrize(
    "engine", [ENGINES[0], *(pytest.param(each, marks=pytest.mark.long) for each in ENGINES[1:])]
)
def test_the_largest_notebook_is_read(engine: Engine, tmp_path: Path) -> None:
    media = ",".join(f'"a/{letter}":""' for letter in "abcdefgh")
    outputs = ",".join([f'{{"output_type":"display_data","data":{{{media}}}}}'] * 20)
    cells = ",".join([f'{{"cell_type":"code","source":"","outputs":[{outputs}]}}'] * 1000)
    for name in ("one", "two"):
        (tmp_path / f"{name}.ipynb").write_text(
            f'{{"cells":[{cells}],"metadata":{{}},"nbformat":4}}'
        )
    with Room(tmp_path, engine=engine) as room:
        read = room.read("one.ipynb").notebook.cells
        assert sum(len(output.media) for cell in read for output in cell.outputs) == 160_000
        few = room.read_many([read_request(f"{name}.ipynb", lines=10) for name in ("one", "two")])
        assert [len(each.notebook.cells) for each in few if isinstance(each, Document)] == [10, 10]


def test_an_image_is_read_by_its_facts(room: Room) -> None:
    document = room.read("pixels.png")
    assert document.image == document.body == ImageBody("image/png", 3, 2)
    assert room.read("pixels.png", view="text").text.content.startswith("\ufffdPNG\r\n")


def test_a_body_is_not_taken_for_another(room: Room) -> None:
    kinds = {
        "text": room.read("wide.txt"),
        "outline": room.read("wide.txt", view="outline"),
        "notebook": room.read("cells.ipynb"),
        "image": room.read("pixels.png"),
    }
    unchanged = room.read("wide.txt", known_version=kinds["text"].version)
    for kind in kinds:
        for other, document in kinds.items():
            if other == kind:
                assert getattr(document, kind) is document.body
            else:
                with pytest.raises(
                    TypeError, match=f"{type(document.body).__name__}, not {kind.capitalize()}Body"
                ):
                    getattr(document, kind)
        with pytest.raises(TypeError, match="UnchangedBody"):
            getattr(unchanged, kind)


def test_documents_travel_between_processes(room: Room) -> None:
    for document in (
        room.read("shapes.py", block=10),
        room.read("cells.ipynb"),
        room.read("guide.md", view="outline"),
    ):
        assert pickle.loads(pickle.dumps(document)) == document
        assert hash(document) == hash(dataclasses.replace(document))


def test_many_files_are_read_in_one_call(room: Room) -> None:
    wanted: list[str | ReadRequest] = [
        "guide.md",
        "nothing.md",
        read_request("shapes.py", block=10, levels=1),
        read_request("wide.txt", column=3, columns=4),
        read_request("chinese.txt", encoding="gb18030", lines=1),
        read_request("shapes.py", view="outline"),
        "cells.ipynb",
        "pixels.png",
        read_request("numbers.txt", lines=0),
        read_request("numbers.txt", start=-1),
        read_request("guide.md", known_version=room.read("guide.md").version),
        read_request("numbers.txt", start=1001),
    ]
    answers = room.read_many(iter(wanted))
    assert len(answers) == len(wanted)
    failed: dict[int, type[ReadError]] = {
        1: errors.NotFoundError,
        8: errors.InvalidArgumentError,
        11: errors.OffsetPastEndError,
    }
    for number, (request, answer) in enumerate(zip(wanted, answers, strict=True)):
        if number in failed:
            assert type(answer) is failed[number], answer
            continue
        assert isinstance(answer, Document), answer
        (alone,) = room.read_many([request])
        assert answer == alone
    past = answers[11]
    assert isinstance(past, ReadError) and past.total == 1000 and past.__traceback__ is None


def test_many_files_share_the_limits(room: Room) -> None:
    def read(**limits: int) -> list[tuple[int, int, str]]:
        answers = room.read_many(
            ["numbers.txt", "guide.md", read_request("numbers.txt", start=500)], **limits
        )
        texts = [answer.text for answer in answers if isinstance(answer, Document)]
        assert len(texts) == 3
        return [(len(text.content), text.tokens, text.stopped) for text in texts]

    large, small, other = read(bytes=300)
    assert small[2] == "end" and large[2] == other[2] == "byte-limit"
    assert large[0] + small[0] + other[0] <= 300 and min(large[0], other[0]) > 100
    large, small, other = read(tokens=100)
    assert large[2] == other[2] == "token-limit"
    assert large[1] + small[1] + other[1] <= 100 and min(large[1], other[1]) > 20
    for wrong in ({"bytes": 2}, {"tokens": 2}, {"bytes": 1_048_577}, {"bytes": 0}, {"tokens": -1}):
        with pytest.raises(errors.InvalidArgumentError):
            read(**wrong)


def test_a_call_is_for_one_to_sixteen_files(room: Room) -> None:
    assert [type(answer) for answer in room.read_many(["guide.md"] * 16)] == [Document] * 16
    for count in (0, 17, 1000):
        with pytest.raises(errors.InvalidArgumentError, match=f"not {count}"):
            room.read_many(["guide.md"] * count)
    answers = room.read_many(["\ud800", "x" * 1_000_000, "../x", "guide.md"])
    assert [type(answer) for answer in answers] == [
        *(errors.InvalidPathError, errors.NameTooLongError, errors.OutsideRootError),
        Document,
    ]


def test_wrong_types_fail_before_anything_is_read(room: Room) -> None:
    wrong: list[dict[str, Any]] = [
        {"block": "1"},
        {"block": True},
        {"block": 1, "levels": 1.5},
        {"block": 1, "levels": None},
        {"block": 1, "siblings": 1},
        {"column": "1"},
        {"columns": 2.0},
        {"encoding": b"utf-8"},
        {"encoding": 7},
    ]
    for arguments in wrong:
        with pytest.raises(TypeError):
            room.read("guide.md", **arguments)
        with pytest.raises(TypeError):
            room.read_many(["guide.md", read_request("guide.md", **arguments)])
    with pytest.raises(RoomError, match="must be 'auto', 'text' or 'outline', not"):
        room.read("guide.md", view="cells")  # type: ignore[arg-type]
    with pytest.raises(RoomError, match="give one of them"):
        room.read_many([read_request("guide.md", start=1, block=1)])
    for many in (
        "guide.md",
        read_request("guide.md"),
        [1],
        [None],
        [b"guide.md"],
        [["guide.md"]],
        5,
    ):
        with pytest.raises(TypeError):
            room.read_many(many)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        room.read_many(["guide.md"], bytes="9")  # type: ignore[arg-type]


def test_a_request_has_the_names_of_a_read() -> None:
    *of_read, progress = list(inspect.signature(Room.read).parameters.values())[1:]
    assert progress.name == "progress"
    assert of_read == list(inspect.signature(read_request).parameters.values())
    starts = {"cursor", "block", "definition", "unit", "levels", "siblings"}
    names = {each.name for each in of_read} - starts
    assert names == {each.name for each in dataclasses.fields(ReadRequest)}


def test_a_block_is_written_as_the_arguments_of_a_tool_that_has_blocks(room: Room) -> None:
    arguments = room.arguments_for("readroom", "shapes.py", block=10, levels=1, siblings=True)
    assert arguments is not None
    assert json.loads(arguments) == {
        "path": "shapes.py",
        "block": 10,
        "levels": 1,
        "siblings": True,
    }
    reply = room.call("readroom", arguments)
    assert (
        reply.value["body"]["content"]
        == room.read("shapes.py", block=10, levels=1, siblings=True).text.content
    )
    assert room.arguments_for("pi", "shapes.py", block=10) is None


def test_json_is_the_same_answer(room: Room) -> None:
    requests: list[dict[str, Any]] = [
        *(
            {"path": name}
            for name in (
                "shapes.py",
                "wide.txt",
                "chinese.txt",
                "marked.txt",
                "cells.ipynb",
                "pixels.png",
            )
        ),
        {"path": "shapes.py", "block": 10, "levels": 1},
        {"path": "shapes.py", "view": "outline"},
        {"path": "numbers.txt", "start": -3},
        {"path": "guide.md", "known_version": room.read("guide.md").version},
    ]
    for request in requests:
        answer = decode.READ_RESULT.from_json(room.call("readroom", request).value)
        assert isinstance(answer, contract.Document)
        if "png" not in request["path"]:
            assert vars(answer) == vars(room.read(**request))
    error = decode.READ_RESULT.from_json(room.call("readroom", {"path": "guide.txt"}).value)
    assert isinstance(error, errors.NotFoundError) and error.suggestions


def test_a_directory_is_listed_in_pages(tmp_path: Path) -> None:
    (tmp_path / "d/inner").mkdir(parents=True)
    for name in ("b", "a", "é", "Z", "a b"):
        (tmp_path / "d" / name).write_text(name)
        os.utime(tmp_path / "d" / name, (1_700_000_000, 1_700_000_000))
    (tmp_path / "d/link").symlink_to("a")
    os.mkfifo(tmp_path / "d/pipe")
    files = {
        name: DirectoryEntry(name, "file", len(name.encode()), 1_700_000_000_000)
        for name in ("Z", "a", "a b", "b", "é")
    }
    others = [("inner", "directory"), ("link", "link"), ("pipe", "special")]
    more = [
        DirectoryEntry(name, kind, None, None)  # type: ignore[arg-type]
        for name, kind in others
    ]
    entries = [*files.values(), *more]
    entries.sort(key=lambda entry: entry.name.encode())
    with Room(tmp_path) as room:
        assert room.list("d", details=True) == Listing("d", tuple(entries), 8, more=False)
        body = room.read("d").body
        assert isinstance(body, DirectoryBody) and body.entries == room.list("d").entries
        assert (room.list(".").path, room.list(str(tmp_path / "d")).path) == (".", "d")
        found, after = list[DirectoryEntry](), None
        while True:
            page = room.list("d", after=after, entries=3, details=True)
            assert page.total == 8 and len(page.entries) == min(3, 8 - len(found))
            found += page.entries
            if not page.more:
                break
            after = page.entries[-1].name
        assert found == entries
        assert [entry.name for entry in room.list("d", after="aa", entries=1).entries] == ["b"]
        assert room.list("d", after="ü").entries == ()
        assert len(room.list("d", entries=10**30).entries) == 8
        for path, wanted in (
            ("d/a", errors.NotADirectoryError),
            ("nothing", errors.NotFoundError),
            ("..", errors.OutsideRootError),
            ("", errors.InvalidPathError),
        ):
            with pytest.raises(wanted):
                room.list(path)
        for wrong in (0, -1):
            with pytest.raises(errors.InvalidArgumentError):
                room.list("d", entries=wrong)
        with pytest.raises(TypeError):
            room.list("d", after=1)  # type: ignore[arg-type]


def test_stat_does_not_read_the_file(room: Room, tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "to-d").symlink_to("d")
    document, stat = room.read("guide.md"), room.stat("guide.md")
    assert (stat.path, stat.kind, stat.real_path) == (
        "guide.md",
        "file",
        str(tmp_path / "guide.md"),
    )
    assert (stat.size, stat.modified, stat.version) == (
        document.size,
        document.modified,
        document.version,
    )
    directory = room.stat("to-d")
    assert (directory.path, directory.kind, directory.real_path) == (
        "d",
        "directory",
        str(tmp_path / "d"),
    )
    assert (directory.size, directory.modified, directory.version) == (0, None, None)
