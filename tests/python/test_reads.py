"""What a read may ask for and find: blocks, outlines, columns, encodings, notebooks, images, and many files at once."""

from __future__ import annotations

import base64
import dataclasses
import inspect
import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from readroom import (
    Cell,
    Clip,
    Document,
    Entry,
    FoundBlock,
    Heading,
    Image,
    LimitError,
    Media,
    Notebook,
    Outline,
    Output,
    ReadError,
    Request,
    Room,
    RoomError,
    errors,
)

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
PIXELS = "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAC0lEQVR4nGNgwAQAABQAAX3+Hu4AAAAASUVORK5CYII="
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
                {"output_type": "error", "ename": "ZeroDivisionError", "evalue": "by zero", "traceback": []},
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


@pytest.fixture(params=["here", "in a process"])
def room(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    """A room with files of many kinds, in which calls are made in this process, or in one of its own."""
    (tmp_path / "shapes.py").write_text(CODE)
    (tmp_path / "guide.md").write_text("# One\n\nText.\n\n## Two\n\nMore.\n\n# Three\n")
    (tmp_path / "wide.txt").write_text("short\n" + "0123456789" * 500 + "\n")
    (tmp_path / "numbers.txt").write_text("".join(f"{number}\n" for number in range(1, 1001)))
    (tmp_path / "chinese.txt").write_bytes(CHINESE.encode("gb18030"))
    (tmp_path / "marked.txt").write_bytes(b"\xff\xfe" + "héé\n".encode("utf-16le"))
    (tmp_path / "cells.ipynb").write_text(json.dumps(NOTEBOOK))
    (tmp_path / "pixels.png").write_bytes(base64.b64decode(PIXELS))
    with Room(tmp_path, process=request.param != "here") as room:
        yield room


def test_a_block_is_what_belongs_to_a_line(room: Room) -> None:
    text = room.read("shapes.py", block=10).text
    assert text.content == "        if self.side > 0:\n            return self.side ** 2\n"
    assert text.block == FoundBlock(9, 10, (Heading(4, "class Square:"), Heading(8, "def area(self):")))
    assert (text.first, text.lines, text.stopped, text.total) == (9, 2, "at-block-end", 18)
    further = room.read("shapes.py", block=10, levels=1).text
    assert further.block == FoundBlock(7, 11, (Heading(4, "class Square:"),)) and further.first == 7
    outermost = room.read("shapes.py", block=10, levels=10**30).text
    assert outermost.block is not None and (outermost.block.first, outermost.block.headers) == (4, ())
    beside = room.read("shapes.py", block=10, levels=1, siblings=True).text
    assert "def area" in beside.content and "def name" in beside.content and "def main" not in beside.content
    assert room.read("shapes.py", block=17).text.stopped == "at-end"
    page = room.read("shapes.py", block=4, lines=2).text
    assert (page.lines, page.stopped) == (2, "at-line-limit")
    assert page.first == 4 and room.read("shapes.py", cursor=page.next).text.first == 6
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
        with pytest.raises(RoomError, match="as block"):
            room.read("shapes.py", **alone)
    with pytest.raises(RoomError, match="from 0"):
        room.read("shapes.py", block=1, levels=-1)


def test_an_outline_has_what_declares_something(room: Room) -> None:
    outline = room.read("shapes.py", view="outline").outline
    assert outline == Outline(
        entries=(
            Entry(4, 14, 0, "class Square:"),
            Entry(8, 11, 1, "def area(self):"),
            Entry(13, 14, 1, "def name(self):"),
            Entry(17, 18, 0, "def main():"),
        ),
        left_out=0,
        tokens=outline.tokens,
        total=18,
        encoding="utf-8",
    )
    assert 10 < outline.tokens < 30
    fewer = room.read("shapes.py", view="outline", lines=2).outline
    assert ([entry.line for entry in fewer.entries], fewer.left_out) == ([4, 17], 2)
    headings = room.read("guide.md", view="outline").outline.entries
    assert [(entry.line, entry.last, entry.depth) for entry in headings] == [(1, 7, 0), (5, 7, 1), (9, 9, 0)]
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
    assert (text.content, text.clipped) == ("ort\n2345\n", (Clip(line=2, next=7, characters=5000),))
    text = room.read("wide.txt", start=2, column=4_995).text
    assert (text.content, text.clipped) == ("456789\n", ())
    whole = room.read("wide.txt", start=2, columns=10**30).text
    assert (len(whole.content), whole.clipped) == (5001, ())
    usual = room.read("wide.txt").text
    assert usual.clipped == (Clip(line=2, next=2001, characters=5000),)
    assert room.read("wide.txt", column=10**30).text.content == "\n\n"
    for wrong in ({"column": 0}, {"columns": 0}, {"column": -3}, {"columns": -3}):
        with pytest.raises(errors.InvalidArgumentError):
            room.read("wide.txt", **wrong)  # type: ignore[arg-type]


def test_encodings_are_found_out_or_given(room: Room) -> None:
    found = room.read("chinese.txt").text
    assert (found.content, found.evidence, found.replacements) == (CHINESE, "content", "absent")
    assert found.encoding in ("gbk", "gb18030")
    given = room.read("chinese.txt", encoding="GB18030").text
    assert (given.content, given.encoding, given.evidence) == (CHINESE, "gb18030", "given")
    marked = room.read("marked.txt").text
    assert (marked.content, marked.encoding, marked.evidence) == ("\ufeffhéé\n", "utf-16le", "mark")
    assert (marked.mark, marked.tokens) == ("present", 4)
    plain = room.read("shapes.py").text
    assert (plain.encoding, plain.evidence) == ("utf-8", "content")
    assert room.read("chinese.txt", encoding="utf-8").text.replacements == "present"
    for unknown in ("klingon", "", "\ud800", "x" * 10_000_000):
        with pytest.raises(errors.InvalidArgumentError):
            room.read("chinese.txt", encoding=unknown)


def test_a_notebook_is_read_by_its_cells(room: Room) -> None:
    notebook = room.read("cells.ipynb").notebook
    title, plot, error, raw = notebook.cells
    assert notebook == Notebook(
        cells=(title, plot, error, raw),
        tokens=notebook.tokens,
        stopped="at-end",
        total=4,
        next=None,
        unreadable=0,
        language="python",
    )
    assert title == Cell(1, "markdown", None, "# Title\ntext", 0, (), 0)
    assert plot == Cell(
        number=2,
        kind="code",
        run=3,
        source="print(1)\nplot()",
        left_out=0,
        outputs=(
            Output("standard-output", "1\n", 0, ()),
            Output("display", "<Figure>", 0, (Media("image/png", len(base64.b64decode(PIXELS))),)),
        ),
        outputs_left_out=0,
    )
    assert [output.kind for output in error.outputs] == ["error", "standard-error"]
    assert "ZeroDivisionError: by zero" in error.outputs[0].text
    assert (len(error.outputs[1].text), error.outputs[1].left_out) == (2000, 500)
    assert (raw.kind, raw.source) == ("raw", "raw")


def test_cells_are_paged_and_clipped(room: Room) -> None:
    page = room.read("cells.ipynb", start=2, lines=1).notebook
    assert ([cell.number for cell in page.cells], page.stopped, page.next) == ([2], "at-line-limit", 3)
    assert [cell.number for cell in room.read("cells.ipynb", start=-1).notebook.cells] == [4]
    clipped = room.read("cells.ipynb", bytes=7).notebook
    assert (clipped.cells[0].source, clipped.cells[0].left_out, clipped.next) == ("# Title", 5, 2)
    assert room.read("cells.ipynb", tokens=1).notebook.stopped == "at-token-limit"
    assert room.read("cells.ipynb", view="text").text.content.startswith('{"cells"')
    with pytest.raises(errors.OffsetPastEndError) as past:
        room.read("cells.ipynb", start=5)
    assert past.value.total == 4
    with pytest.raises(errors.UnsupportedError):
        room.read("cells.ipynb", cursor=room.read("wide.txt", lines=1).text.next)


def test_what_is_no_notebook_is_text(tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_text("no JSON\n")
    with (tmp_path / "large.ipynb").open("wb") as file:
        file.truncate((4 << 20) + 1)
    with Room(tmp_path) as room:
        assert room.read("a.ipynb").text.content == "no JSON\n"
        with pytest.raises(errors.TooLargeError):
            room.read("large.ipynb")


def test_the_largest_notebook_is_read_and_two_of_them_are_too_much(tmp_path: Path) -> None:
    media = ",".join(f'"a/{letter}":""' for letter in "abcdefgh")
    outputs = ",".join([f'{{"output_type":"display_data","data":{{{media}}}}}'] * 20)
    cells = ",".join([f'{{"cell_type":"code","source":"","outputs":[{outputs}]}}'] * 1000)
    for name in ("one", "two"):
        (tmp_path / f"{name}.ipynb").write_text(f'{{"cells":[{cells}],"metadata":{{}},"nbformat":4}}')
    with Room(tmp_path) as room:
        read = room.read("one.ipynb").notebook.cells
        assert sum(len(output.media) for cell in read for output in cell.outputs) == 160_000
        with pytest.raises(LimitError, match="ask for less") as raised:
            room.read_many(["one.ipynb", "two.ipynb"])
        assert raised.value.limit == "output"
        few = room.read_many([Request(f"{name}.ipynb", lines=10) for name in ("one", "two")])
        assert [len(each.notebook.cells) for each in few if isinstance(each, Document)] == [10, 10]


def test_an_image_is_told_by_its_facts(room: Room) -> None:
    document = room.read("pixels.png")
    assert document.image == document.body == Image("image/png", 3, 2)
    with pytest.raises(errors.UnsupportedError):
        room.read("pixels.png", view="text")


def test_a_body_is_taken_for_no_other(room: Room) -> None:
    kinds = {
        "text": room.read("wide.txt"),
        "outline": room.read("wide.txt", view="outline"),
        "notebook": room.read("cells.ipynb"),
        "image": room.read("pixels.png"),
    }
    unchanged = room.read("wide.txt", known=kinds["text"].version)
    for kind in kinds:
        for other, document in kinds.items():
            if other == kind:
                assert getattr(document, kind) is document.body
            else:
                with pytest.raises(TypeError, match=f"{type(document.body).__name__}, not {kind.capitalize()}"):
                    getattr(document, kind)
        with pytest.raises(TypeError, match="unchanged"):
            getattr(unchanged, kind)


def test_documents_travel_between_processes(room: Room) -> None:
    for document in (room.read("shapes.py", block=10), room.read("cells.ipynb"), room.read("guide.md", view="outline")):
        assert pickle.loads(pickle.dumps(document)) == document
        assert hash(document) == hash(dataclasses.replace(document))


def test_many_files_are_read_in_one_call(room: Room) -> None:
    wanted: list[str | Request] = [
        "guide.md",
        "nothing.md",
        Request("shapes.py", block=10, levels=1),
        Request("wide.txt", column=3, columns=4),
        Request("chinese.txt", encoding="gb18030", lines=1),
        Request("shapes.py", view="outline"),
        "cells.ipynb",
        "pixels.png",
        Request("numbers.txt", lines=0),
        Request("numbers.txt", start=-1),
        Request("guide.md", known=room.read("guide.md").version),
        Request("numbers.txt", start=1001),
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
        alone = room.read(request) if isinstance(request, str) else room.read(**vars(request))
        assert answer == alone
    past = answers[11]
    assert isinstance(past, ReadError) and past.total == 1000 and past.__traceback__ is None


def test_many_files_share_what_may_be_returned(room: Room) -> None:
    def read(**limits: int) -> list[tuple[int, int, str]]:
        answers = room.read_many(["numbers.txt", "guide.md", Request("numbers.txt", start=500)], **limits)
        texts = [answer.text for answer in answers if isinstance(answer, Document)]
        assert len(texts) == 3
        return [(len(text.content), text.tokens, text.stopped) for text in texts]

    large, small, other = read(bytes=300)
    assert small[2] == "at-end" and large[2] == other[2] == "at-byte-limit"
    assert large[0] + small[0] + other[0] <= 300 and min(large[0], other[0]) > 100
    large, small, other = read(tokens=100)
    assert large[2] == other[2] == "at-token-limit"
    assert large[1] + small[1] + other[1] <= 100 and min(large[1], other[1]) > 30
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


def test_wrong_types_are_told_before_anything_is_read(room: Room) -> None:
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
            room.read_many(["guide.md", Request("guide.md", **arguments)])
    with pytest.raises(RoomError, match="there are auto, text, outline"):
        room.read("guide.md", view="cells")  # type: ignore[arg-type]
    with pytest.raises(RoomError, match="give one of them"):
        room.read_many([Request("guide.md", start=1, block=1)])
    for many in ("guide.md", Request("guide.md"), [1], [None], [b"guide.md"], [["guide.md"]], 5):
        with pytest.raises(TypeError):
            room.read_many(many)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        room.read_many(["guide.md"], bytes="9")  # type: ignore[arg-type]


def test_a_request_has_the_names_of_a_read() -> None:
    path, *keywords = list(inspect.signature(Room.read).parameters.values())[1:]
    first, *fields = dataclasses.fields(Request)
    assert path.name == first.name and not first.kw_only
    assert [(each.name, each.default) for each in keywords] == [(each.name, each.default) for each in fields]
    assert all(each.kw_only for each in fields)


def test_a_block_is_put_in_the_words_of_the_dialects_that_have_some(room: Room) -> None:
    arguments = room.phrase("readroom", "shapes.py", block=10, levels=1, siblings=True)
    assert arguments is not None
    assert json.loads(arguments) == {"path": "shapes.py", "block": 10, "levels": 1, "siblings": True}
    reply = room.call("readroom", arguments)
    assert reply.value["content"] == room.read("shapes.py", block=10, levels=1, siblings=True).text.content
    assert room.phrase("pi", "shapes.py", block=10) is None
