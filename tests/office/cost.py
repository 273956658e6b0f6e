"""Compares the time and memory of reading a document with those of markitdown.

    cargo build --release
    python tests/office/cost.py --program target/release/readroom --work DIRECTORY

needs markitdown[docx,pdf,pptx,xlsx]. Both are new processes that make the whole document into text;
`readroom` prints the first page of it, `markitdown` all. They take turns, and the medians are
printed, with the ratio of markitdown's to ours.
"""

import argparse
import os
import statistics
import sys
import time
import zipfile
import zlib
from pathlib import Path
from subprocess import DEVNULL, Popen

ROUNDS = 3
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPE = "application/vnd.openxmlformats-officedocument"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def types(parts):
    """Returns the part that says what the others are."""
    overrides = "".join(
        f'<Override PartName="/{name}" ContentType="{TYPE}.{kind}+xml"/>' for name, kind in parts
    )
    return (
        f'{HEAD}<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" '
        'ContentType="application/xml"/><Default Extension="rels" ContentType="application/'
        f'vnd.openxmlformats-package.relationships+xml"/>{overrides}</Types>'
    )


def relations(kind, target):
    """Returns the part that names another one."""
    return (
        f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{OFFICE}/{kind}" Target="{target}"/></Relationships>'
    )


def write(path, parts):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name, text)
    return path


def report(path, paragraphs):
    """Writes a text of this number of paragraphs."""
    words = "Rain fell in the hills and ran down to the river, station {} of the survey said."
    body = "".join(
        f"<w:p><w:r><w:t>{words.format(number)}</w:t></w:r></w:p>" for number in range(paragraphs)
    )
    return write(
        path,
        {
            "[Content_Types].xml": types([("word/document.xml", "wordprocessingml.document.main")]),
            "_rels/.rels": relations("officeDocument", "word/document.xml"),
            "word/document.xml": f'{HEAD}<w:document xmlns:w="{WORD}"><w:body>{body}</w:body>'
            "</w:document>",
        },
    )


def workbook(path, rows, columns):
    """Writes a sheet of numbers."""
    names = [chr(ord("A") + column) for column in range(columns)]
    body = "".join(
        f'<row r="{row}">'
        + "".join(f'<c r="{name}{row}"><v>{row * 7 % 1000}.5</v></c>' for name in names)
        + "</row>"
        for row in range(1, rows + 1)
    )
    return write(
        path,
        {
            "[Content_Types].xml": types(
                [
                    ("xl/workbook.xml", "spreadsheetml.sheet.main"),
                    ("xl/worksheets/sheet1.xml", "spreadsheetml.worksheet"),
                ]
            ),
            "_rels/.rels": relations("officeDocument", "xl/workbook.xml"),
            "xl/workbook.xml": f'{HEAD}<workbook xmlns="{SHEET}" xmlns:r="{OFFICE}"><sheets>'
            '<sheet name="Rain" sheetId="1" r:id="rId1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": relations("worksheet", "worksheets/sheet1.xml"),
            "xl/worksheets/sheet1.xml": f'{HEAD}<worksheet xmlns="{SHEET}"><sheetData>{body}'
            "</sheetData></worksheet>",
        },
    )


def paper(path, pages):
    """Writes a PDF file of this number of pages, each of 45 lines."""
    words = "Rain fell in the hills and ran down to the river, line {} of the survey said."
    lines = " ".join(f"({words.format(number)}) Tj T*" for number in range(45))
    content = zlib.compress(f"BT /F1 11 Tf 15 TL 72 740 Td {lines} ET".encode())
    kids = " ".join(f"{number} 0 R" for number in range(10, 10 + pages))
    objects = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: f"<< /Type /Pages /Kids [{kids}] /Count {pages} /MediaBox [0 0 612 792] "
        "/Resources << /Font << /F1 3 0 R >> >> >>".encode(),
        3: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    }
    for number in range(10, 10 + pages):
        stream = 10 + pages + number
        objects[number] = f"<< /Type /Page /Parent 2 0 R /Contents {stream} 0 R >>".encode()
        head = f"<< /Length {len(content)} /Filter /FlateDecode >>\nstream\n".encode()
        objects[stream] = head + content + b"\nendstream"
    with path.open("wb") as file:
        file.write(b"%PDF-1.7\n")
        table = "xref\n"
        for number, data in objects.items():
            table += f"{number} 1\n{file.tell():010} 00000 n \n"
            file.write(f"{number} 0 obj\n".encode() + data + b"\nendobj\n")
        start = file.tell()
        trailer = f"trailer\n<< /Root 1 0 R /Size {max(objects) + 1} >>\nstartxref\n{start}\n"
        file.write(f"{table}{trailer}%%EOF\n".encode())
    return path


def cost(command):
    """Runs a command, and returns its seconds and megabytes."""
    start = time.perf_counter()
    process = Popen([str(part) for part in command], stdout=DEVNULL, stderr=DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{command} failed")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("files", type=Path, nargs="*", help="other documents")
    given = parser.parse_args()
    given.work.mkdir(parents=True, exist_ok=True)
    files = [
        report(given.work / "report-1.docx", 10),
        report(given.work / "report-5000.docx", 5000),
        workbook(given.work / "sheet-10.xlsx", 10, 5),
        workbook(given.work / "sheet-5000.xlsx", 5000, 13),
        paper(given.work / "paper-10.pdf", 10),
        paper(given.work / "paper-500.pdf", 500),
        *given.files,
    ]
    print("| file | readroom | markitdown | time | memory |\n|---|--:|--:|--:|--:|")
    for file in files:
        commands = {
            "readroom": [given.program.resolve(), "read", "--root", file.parent, file.name],
            "markitdown": [sys.executable, "-m", "markitdown", file],
        }
        costs = {name: [] for name in commands}
        for _ in range(ROUNDS):
            for name, command in commands.items():
                costs[name].append(cost(command))
        ours, theirs = (
            [statistics.median(column) for column in zip(*costs[name], strict=True)]
            for name in commands
        )
        shown = [f"{seconds * 1000:.0f} ms, {memory:.0f} MB" for seconds, memory in (ours, theirs)]
        ratios = [f"{their / our:.1f}x" for our, their in zip(ours, theirs, strict=True)]
        print(f"| {file.name} | {' | '.join(shown)} | {' | '.join(ratios)} |")


if __name__ == "__main__":
    main()
